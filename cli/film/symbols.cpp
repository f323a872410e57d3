#include "cli/film/symbols.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cli/film/stage.hpp"

namespace mbs::film {

namespace {

constexpr double pi = std::numbers::pi;

double distance(Pixel a, Pixel b) {
  return std::hypot(b.x - a.x, b.y - a.y);
}
bool finite(Pixel p) {
  return std::isfinite(p.x) && std::isfinite(p.y);
}

void draw_pin(const Stage& stage, const SceneJoint& joint, Pixel first, Pixel second) {
  const double size = stage.cast.size * stage.camera.scale;
  const bool on_first = !stage.cast.moving[joint.first];
  const bool fixed = on_first || !stage.cast.moving[joint.second];
  if (fixed && !joint.on_rail())
    draw_support(stage.canvas, on_first ? first : second, std::clamp(0.03 * size, 9.0, 20.0));
  const double r = std::clamp(0.011 * size, 3.5, 8.0);
  draw_ends(stage.canvas, second, r);
}

void draw_joint(const Stage& stage, const SceneJoint& joint) {
  const Pixel p = stage.pixel(joint.first, {joint.at_first.x, joint.at_first.y});
  const Pixel q = stage.pixel(joint.second, {joint.at_second.x, joint.at_second.y});
  if (!finite(p) || !finite(q)) return;
  if (joint.symbol == JointSymbol::bar) stage.canvas.line(p, q, 2.2);
  if (joint.symbol == JointSymbol::pin || joint.symbol == JointSymbol::pin_on_rail ||
      joint.symbol == JointSymbol::bar)
    draw_pin(stage, joint, p, q);
  if (joint.symbol == JointSymbol::block)
    stage.canvas.draw(
        polygon({{q.x - 3, q.y - 3}, {q.x + 3, q.y - 3}, {q.x + 3, q.y + 3}, {q.x - 3, q.y + 3}}),
        {.fill = look::edge});
}

// On a body that is too wide to run between rails.
void draw_sleeve(Stage& stage, const Guide& guide) {
  if (!(guide.sleeve > 0)) return;
  const SceneJoint& joint = stage.scene().joints[guide.joint];
  const ScenePose on = placed(stage.poses[joint.second], joint.at_second);
  const double x = 0.62 * guide.sleeve, y = 0.5 * guide.sleeve, r = 1.2 * x * stage.camera.scale;
  const auto to = [&](double along, double across) {
    return stage.camera.to(placed(on, ir::Vec2{along, across}));
  };
  stage.canvas.draw(polygon({to(-x, -y), to(x, -y), to(x, y), to(-x, y)}),
                    {.fill = look::card, .stroke = look::edge, .width = 1.4});
  const Pixel p = to(0, 0);
  if (finite(p)) stage.taken.push_back({p.x - r, p.y - r, 2 * r, 2 * r});
}

// Three quarters of a circle with a head; counter-clockwise is positive.
void draw_turn(Canvas& canvas, Pixel p, double r, bool positive, std::string_view colour) {
  const double from = positive ? -pi / 4 : -3 * pi / 4, way = positive ? -1 : 1;
  const double to = from + way * 1.5 * pi, along = to + way * pi / 2;
  canvas.draw(Path().arc(p, r, from, to), {.stroke = colour, .width = 2.4});
  const Pixel end{p.x + r * std::cos(to), p.y + r * std::sin(to)};
  const auto side = [&](double k) -> Pixel {
    return {end.x + k * 4.5 * std::cos(to), end.y + k * 4.5 * std::sin(to)};
  };
  canvas.draw(
      polygon({{end.x + 9 * std::cos(along), end.y + 9 * std::sin(along)}, side(1), side(-1)}),
      {.fill = colour});
}

void draw_load(const Stage& stage, const SceneLoad& load) {
  const std::string_view colour = load.drive ? look::drive : look::load;
  const Pixel p = stage.pixel(load.body, load.at);
  const double x = at(load.effort, stage.t, 0), y = at(load.effort, stage.t, 1);
  const double torque = at(load.effort, stage.t, 2), force = std::hypot(x, y);
  if (!finite(p)) return;
  if (force > 1e-9 * stage.cast.strongest_force) {
    const double length =
        longest_arrow(stage.frame) * std::sqrt(force / stage.cast.strongest_force) / force;
    draw_arrow(stage.canvas, p, {p.x + length * x, p.y - length * y}, 2.4, colour);
  }
  const double strongest = stage.cast.strongest_torque;
  if (std::abs(torque) > 1e-9 * strongest)
    draw_turn(stage.canvas, p,
              10 + 0.34 * longest_arrow(stage.frame) * std::sqrt(std::abs(torque) / strongest),
              torque > 0, colour);
}

}  // namespace

void draw_support(Canvas& canvas, Pixel p, double r) {
  const double foot = p.y + r * 1.35;
  canvas.draw(polygon({p, {p.x - r * 0.7, foot}, {p.x + r * 0.7, foot}}),
              {.fill = look::card, .stroke = look::edge});
  const Pixel a{p.x - r * 1.15, foot}, b{p.x + r * 1.15, foot};
  canvas.line(a, b);
  draw_hatch(canvas, a, b, 6);
}

void draw_ends(Canvas& canvas, Pixel p, double r) {
  canvas.circle(p, r, {.fill = look::card, .stroke = look::edge, .width = 1.5});
  canvas.circle(p, 1.5, {.fill = look::edge});
}

void draw_coils(Canvas& canvas, Pixel a, Pixel b) {
  constexpr int coils = 9;
  const double length = distance(a, b);
  if (!(length >= 2)) return;
  const double ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
  const double end = std::min(12.0, length / 5), wide = std::clamp(length / 14, 3.0, 10.0);
  Path path;
  path.move(a);
  for (int i = 0; i <= 2 * coils; ++i) {
    const double along = end + (length - 2 * end) * i / (2 * coils);
    const double side = i == 0 || i == 2 * coils ? 0 : i % 2 != 0 ? wide : -wide;
    path.line({a.x + ux * along - uy * side, a.y + uy * along + ux * side});
  }
  canvas.draw(path.line(b), {.stroke = look::edge, .width = 1.6});
  for (const Pixel p : {a, b}) canvas.circle(p, 2.8, {.fill = look::edge});
}

double longest_arrow(const Rect& frame) {
  return std::clamp(0.2 * std::min(frame.w, frame.h), 34.0, 110.0);
}

void draw_arrow(Canvas& canvas, Pixel a, Pixel b, double width, std::string_view colour) {
  const double length = distance(a, b);
  if (!(length > 0.5)) return;
  const double ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
  const double head = std::min(11.0, length * 0.6);
  canvas.line(a, {b.x - ux * head * 0.7, b.y - uy * head * 0.7}, width, colour);
  const auto side = [&](double k) -> Pixel {
    return {b.x - ux * head + k * uy * head * 0.42, b.y - uy * head - k * ux * head * 0.42};
  };
  canvas.draw(polygon({b, side(1), side(-1)}), {.fill = colour});
}

void draw_hatch(Canvas& canvas, Pixel a, Pixel b, double depth) {
  const double length = distance(a, b), ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
  if (!(length > 1) || length > 1e5) return;
  Path path;
  for (double d = 3; d < length; d += 8) {
    const Pixel p{a.x + ux * d, a.y + uy * d};
    path.move(p).line({p.x - uy * depth - ux * depth * 0.7, p.y + ux * depth - uy * depth * 0.7});
  }
  canvas.draw(path, {.stroke = look::faint, .width = 1});
}

// A bearing: what is around its hole.
void draw_ring(Canvas& canvas, Pixel centre, double outer, double inner, std::string_view fill) {
  canvas.circle(centre, outer, {.fill = fill, .stroke = look::edge});
  canvas.circle(centre, inner, {.fill = look::card, .stroke = look::edge});
}

void draw_guides(const Stage& stage) {
  for (const Guide& g : stage.cast.guides) {
    const SceneJoint& joint = stage.scene().joints[g.joint];
    const ScenePose on = placed(stage.poses[joint.first], joint.at_first);
    for (const double y : g.across) {
      Pixel a = stage.camera.to(placed(on, ir::Vec2{g.low, y})),
            b = stage.camera.to(placed(on, ir::Vec2{g.high, y}));
      stage.canvas.line(a, b);
      if (y > 0) std::swap(a, b);
      if (!g.moving) draw_hatch(stage.canvas, a, b, 7);
    }
  }
}

void draw_joints(Stage& stage) {
  for (const SceneSpring& spring : stage.scene().springs)
    draw_coils(stage.canvas, stage.pixel(spring.first, spring.at_first),
               stage.pixel(spring.second, spring.at_second));
  for (const SceneJoint& joint : stage.scene().joints) draw_joint(stage, joint);
  for (const Guide& g : stage.cast.guides) draw_sleeve(stage, g);
}

// The quartered circle, where a body is known by its points alone.
void draw_centres(Stage& stage) {
  for (std::size_t b = 1; b < stage.scene().bodies.size(); ++b) {
    const SceneBody& body = stage.scene().bodies[b];
    const bool shown = std::ranges::any_of(body.parts, [&](const ScenePart& part) {
      const auto* hull = std::get_if<HullOutline>(&part.outline);
      return part.assumed && hull && hull->radius * stage.camera.scale > 7;
    });
    const Pixel p = stage.pixel(b, body.cm);
    if (!body.massive || !stage.cast.moving[b] || !shown || !finite(p)) continue;
    constexpr double r = 5.5;
    const double turn = -stage.poses[b].angle;
    stage.canvas.circle(p, r, {.fill = look::card});
    for (const double from : {turn, turn + pi})
      stage.canvas.draw(Path().move(p).arc(p, r, from, from + pi / 2).close(),
                        {.fill = look::edge});
    stage.canvas.circle(p, r, {.stroke = look::edge, .width = 1});
    stage.taken.push_back({p.x - 8, p.y - 8, 16, 16});
  }
}

void draw_loads(const Stage& stage) {
  for (const SceneLoad& load : stage.scene().loads) draw_load(stage, load);
}

// By the square root of the force; the hardest blow of the run has the longest arrow.
void draw_contacts(const Stage& stage) {
  for (const SceneContact& contact : stage.scene().contacts) {
    const ContactAt state = contact_at(contact, stage.t, stage.cast.moment);
    if (!state.seen()) continue;
    const Pixel p = contact_pixel(stage, contact, state);
    const ir::Vec2 pull = state.pull();
    const double size = std::hypot(pull.x, pull.y);
    if (!finite(p) || !(size > 0) || !std::isfinite(size)) continue;
    const double k = longest_arrow(stage.frame) / size *
                     arrow_part(state, stage.cast.hardest, stage.cast.struck);
    stage.canvas.begin_faded(arrow_strength(state));
    draw_arrow(stage.canvas, p, {p.x + k * pull.x, p.y - k * pull.y}, 2.8, look::touch);
    stage.canvas.end_faded();
  }
}

}  // namespace mbs::film

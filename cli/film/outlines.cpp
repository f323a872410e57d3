#include "cli/film/outlines.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "cli/film/hull.hpp"
#include "cli/film/stage.hpp"
#include "cli/film/symbols.hpp"

namespace mbs::film {

namespace {

template <class Outline>
bool is(const ScenePart& part) {
  return std::holds_alternative<Outline>(part.outline);
}
bool is_bearing(const ScenePart& part) {
  const auto* disc = std::get_if<DiscOutline>(&part.outline);
  return disc && disc->hollow;
}

class Bodies {
 public:
  explicit Bodies(Stage& stage) : stage_(stage), canvas_(stage.canvas) {}

  using Wanted = std::function<bool(const ScenePart&, std::size_t)>;
  void layer(const Wanted& wanted) {
    for (std::size_t b = 0; b < stage_.scene().bodies.size(); ++b)
      for (const ScenePart& part : stage_.scene().bodies[b].parts)
        if (wanted(part, b)) draw(part, b);
  }

 private:
  double scale() const { return stage_.camera.scale; }
  Pixel to(std::size_t body, const ScenePart& part, ir::Vec2 point) const {
    return stage_.camera.to(placed(placed(stage_.poses[body], part.at), point));
  }

  void draw(const ScenePart& part, std::size_t b) {
    if (is<PlaneOutline>(part)) return plane(part, b);
    if (is_bearing(part)) {
      const double r = std::get<DiscOutline>(part.outline).radius * scale();
      return draw_ring(canvas_, to(b, part, {}), std::max(r * 1.34, r + 3), r,
                       fill_of(stage_.cast.tones[b]));
    }
    const auto* hull = std::get_if<HullOutline>(&part.outline);
    const bool thin = hull && hull->points.size() < 3 && hull->radius * scale() < 2.2;
    canvas_.draw(path(part, b), {.fill = thin ? look::edge : fill_of(stage_.cast.tones[b]),
                                 .stroke = look::edge,
                                 .width = thin ? 0.5 : 1.4});
    if (is<DiscOutline>(part) && !is_journal(stage_.scene(), b, part)) spoke(part, b);
  }

  Path path(const ScenePart& part, std::size_t b) const {
    Path path;
    if (const auto* disc = std::get_if<DiscOutline>(&part.outline)) {
      path.circle(to(b, part, {}), std::max(0.5, disc->radius * scale()));
    } else if (const auto* curve = std::get_if<CurveOutline>(&part.outline)) {
      for (const ir::Vec2& p : curve->points) path.line(to(b, part, p));
      path.close();
    } else if (const auto* block = std::get_if<BlockOutline>(&part.outline)) {
      const double r = std::min(block->width / 8, 8 / scale());
      const double x = block->length / 2 - r, y = block->width / 2 - r;
      return rounded_hull(
          {to(b, part, {-x, -y}), to(b, part, {x, -y}), to(b, part, {x, y}), to(b, part, {-x, y})},
          r * scale());
    } else if (const auto* hull = std::get_if<HullOutline>(&part.outline)) {
      std::vector<Pixel> points;
      for (const ir::Vec2& p : hull->points) points.push_back(to(b, part, p));
      return rounded_hull(points, std::max(1.5, hull->radius * scale()));
    }
    return path;
  }

  // Shows how a disc turns.
  void spoke(const ScenePart& part, std::size_t b) {
    const double r = std::get<DiscOutline>(part.outline).radius;
    if (r * scale() < 5 || !stage_.cast.moving[b]) return;
    canvas_.line(to(b, part, {0.72 * r, 0}), to(b, part, {0.96 * r, 0}), 1.6);
  }

  // Without end; of a body that moves a plate of some pixels.
  void plane(const ScenePart& part, std::size_t b) {
    const Rect& f = stage_.frame;
    const bool own = b != 0 && stage_.cast.moving[b];
    const ScenePose on = placed(stage_.poses[b], part.at);
    const double reach = 2 * (f.w + f.h) / scale();
    const ir::Vec2 middle = stage_.camera.back({f.x + f.w / 2, f.y + f.h / 2});
    const double along =
        (middle.x - on.x) * std::cos(on.angle) + (middle.y - on.y) * std::sin(on.angle);
    const auto corner = [&](double x, double y) {
      return stage_.camera.to(placed(on, ir::Vec2{along + x, y}));
    };
    const Pixel a = corner(-reach, 0), c = corner(reach, 0);
    const double thick = own ? 26 / scale() : reach;
    canvas_.draw(polygon({a, c, corner(reach, -thick), corner(-reach, -thick)}),
                 {.fill = own ? fill_of(stage_.cast.tones[b]) : look::sunk});
    canvas_.line(a, c, 1.6);
    if (!own) draw_hatch(canvas_, a, c, 9);
  }

  Stage& stage_;
  Canvas& canvas_;
};

}  // namespace

std::string_view fill_of(Tone tone) {
  if (tone == Tone::ground) return look::sunk;
  return tone == Tone::dark ? look::steel : look::glass;
}

bool is_journal(const Scene& scene, std::size_t body, const ScenePart& part) {
  return std::ranges::any_of(scene.contacts, [&](const SceneContact& c) {
    if (!(c.clearance > 0)) return false;
    const auto of = static_cast<std::size_t>(c.first_is_bearing ? c.second : c.first);
    const ScenePose& at = (c.first_is_bearing ? c.on_second : c.on_first).at;
    return of == body && at.x == part.at.x && at.y == part.at.y;
  });
}

void draw_planes(Stage& stage) {
  Bodies(stage).layer([](const ScenePart& part, std::size_t) { return is<PlaneOutline>(part); });
}

void draw_bodies(Stage& stage) {
  Bodies bodies(stage);
  const auto journal = [&](const ScenePart& part, std::size_t b) {
    return is<DiscOutline>(part) && !is_bearing(part) && is_journal(stage.scene(), b, part);
  };
  bodies.layer([](const ScenePart& part, std::size_t) { return is<BlockOutline>(part); });
  bodies.layer([](const ScenePart& part, std::size_t) { return is<HullOutline>(part); });
  bodies.layer([&](const ScenePart& part, std::size_t b) {
    return is<CurveOutline>(part) ||
           (is<DiscOutline>(part) && !is_bearing(part) && !journal(part, b));
  });
  bodies.layer([](const ScenePart& part, std::size_t) { return is_bearing(part); });
  bodies.layer(journal);
}

}  // namespace mbs::film

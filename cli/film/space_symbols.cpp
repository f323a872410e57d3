#include "cli/film/space_symbols.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "cli/film/space_hidden.hpp"
#include "cli/film/space_stage.hpp"
#include "cli/film/symbols.hpp"

namespace mbs::film {

namespace {

ir::Vec3 place(const ScenePose& pose) {
  return {pose.x, pose.y, pose.z};
}
bool finite(Pixel p) {
  return std::isfinite(p.x) && std::isfinite(p.y);
}

// From a pixel along a vector of the world; the head at its length in pixels.
void draw_vector(const SpaceStage& stage, Pixel p, const ir::Vec3& v, double length,
                 std::string_view colour, double width) {
  const ir::Vec2 flat = stage.view().flat(v);
  const double k = length / norm(v);
  draw_arrow(stage.canvas, p, {p.x + k * flat.x, p.y - k * flat.y}, width, colour);
}

// What of it lies behind a body, 0 to 1, is dotted; its head is seen in any case.
void draw_hidden_arrow(Canvas& canvas, Pixel a, Pixel b, double hidden) {
  const auto on = [&](double k) -> Pixel { return {a.x + k * (b.x - a.x), a.y + k * (b.y - a.y)}; };
  if (hidden > 0)
    canvas.draw(Path().move(a).line(on(hidden)),
                {.stroke = look::touch, .width = 2.8, .dash = "1 5"});
  const double head = 18 / std::hypot(b.x - a.x, b.y - a.y);  // pixels
  draw_arrow(canvas, on(std::min(hidden, std::max(0.0, 1 - head))), b, 2.8, look::touch);
}

// A pin along the axis; of what slides, a rail.
void draw_pin(const SpaceStage& stage, const SceneJoint& joint, const std::optional<Travel>& travel,
              double r) {
  const ir::Vec3 along = stage.direction(joint.first, joint.axis);
  const ir::Vec3 middle = travel ? stage.world(joint.first, place(joint.at_first))
                                 : stage.world(joint.second, place(joint.at_second));
  const double room = (travel ? 0.06 : 0.045) * stage.scene().size;
  const Travel ends = travel.value_or(Travel{});
  const Pixel a = stage.to(middle + (ends.least - room) * along),
              b = stage.to(middle + (ends.most + room) * along);
  const double width = travel ? 4.4 : 2 * r;
  stage.canvas.line(a, b, width);
  stage.canvas.line(a, b, width - 2.2, look::card);
}

void draw_load(const SpaceStage& stage, const SceneLoad& load) {
  const std::string_view colour = load.drive ? look::drive : look::load;
  const Pixel p = stage.pixel(static_cast<std::size_t>(load.body), load.at);
  const auto part = [&](std::size_t k) { return at(load.effort, stage.t, k); };
  const ir::Vec3 force{part(0), part(1), part(2)}, torque{part(3), part(4), part(5)};
  const double longest = longest_arrow(stage.frame), strongest = stage.cast.strongest_force;
  if (!finite(p)) return;
  if (norm(force) > 1e-9 * strongest)
    draw_vector(stage, p, force, longest * std::sqrt(norm(force) / strongest), colour, 2.4);
  if (!(norm(torque) > 1e-9 * stage.cast.strongest_torque)) return;
  // Along its axis, with two heads.
  const double length = longest * std::sqrt(norm(torque) / stage.cast.strongest_torque);
  draw_vector(stage, p, torque, 0.84 * length, colour, 2.4);
  draw_vector(stage, p, torque, length, colour, 2.4);
}

// How far from its middle a body's name stands.
double away(const SceneBody& body, double scale) {
  for (const ScenePart& part : body.parts) {
    if (const auto* disc = std::get_if<DiscOutline>(&part.outline))
      return std::min(disc->radius * scale + 11, 40.0);
    if (const auto* solid = std::get_if<SolidOutline>(&part.outline))
      return std::min(solid->radius * scale + 11, 40.0);
  }
  return 0;
}

bool is_plane(const ScenePart& part) {
  return std::holds_alternative<PlaneOutline>(part.outline);
}

void name_journal(const SpaceStage& stage, Labels& labels, const SceneContact& contact) {
  const bool first = contact.first_is_bearing;
  const ScenePart& part = first ? contact.on_first : contact.on_second;
  const auto* disc = std::get_if<DiscOutline>(&part.outline);
  labels.add(
      "contact " + contact.name, contact.name,
      stage.pixel(static_cast<std::size_t>(first ? contact.first : contact.second), place_of(part)),
      look::touch, (disc ? disc->radius : 0) * stage.camera.scale * 1.34 + 11);
}

// Rails lie behind what slides on them, pins before what they hold.
double depth_of(const SpaceStage& stage, const SceneJoint& joint) {
  return stage.view().depth(stage.world(joint.second, place(joint.at_second))) +
         (joint.on_rail() ? 0.05 : -0.03) * stage.scene().size;
}

void draw_joint(const SpaceStage& stage, std::size_t j) {
  const SceneJoint& joint = stage.scene().joints[j];
  const Pixel p = stage.pixel(joint.first, place(joint.at_first)),
              q = stage.pixel(joint.second, place(joint.at_second));
  if (!finite(p) || !finite(q)) return;
  if (joint.symbol == JointSymbol::bar) stage.canvas.line(p, q, 2.2);
  if (joint.symbol == JointSymbol::none || joint.symbol == JointSymbol::block) return;
  const double size = stage.scene().size * stage.camera.scale,
               r = std::clamp(0.011 * size, 3.5, 8.0);
  const bool on_first = !stage.cast.moving[joint.first];
  if (!stage.cast.travels[j] && (on_first || !stage.cast.moving[joint.second]))
    draw_support(stage.canvas, on_first ? p : q, std::clamp(0.03 * size, 9.0, 20.0));
  if (joint.symbol == JointSymbol::ball || joint.symbol == JointSymbol::bar)
    return draw_ends(stage.canvas, q, r);
  draw_pin(stage, joint, stage.cast.travels[j], r);
}

}  // namespace

void add_joints(const SpaceStage& stage, std::vector<Thing>& things) {
  for (std::size_t j = 0; j < stage.scene().joints.size(); ++j)
    things.push_back(
        {depth_of(stage, stage.scene().joints[j]), [&stage, j] { draw_joint(stage, j); }});
}

void draw_springs(const SpaceStage& stage) {
  for (const SceneSpring& spring : stage.scene().springs)
    draw_coils(stage.canvas, stage.pixel(spring.first, spring.at_first),
               stage.pixel(spring.second, spring.at_second));
}

void draw_loads(const SpaceStage& stage) {
  for (const SceneLoad& load : stage.scene().loads) draw_load(stage, load);
}

void draw_contacts(const SpaceStage& stage) {
  for (const SceneContact& contact : stage.scene().contacts) {
    const SpaceContactAt state = space_contact_at(contact, stage.t, stage.cast.moment);
    const double size = norm(state.pull);
    const Pixel p = contact_pixel(stage, contact, state);
    if (!state.seen() || !(size > 0) || !std::isfinite(size) || !finite(p)) continue;
    const ir::Vec2 flat = stage.view().flat(state.pull);
    const double k = longest_arrow(stage.frame) / size *
                     arrow_part(state, stage.cast.hardest, stage.cast.struck);
    const Pixel end{p.x + k * flat.x, p.y - k * flat.y};
    stage.canvas.begin_faded(arrow_strength(state));
    draw_hidden_arrow(stage.canvas, p, end, hidden_part(stage, contact, state, p, end));
    stage.canvas.end_faded();
  }
}

void draw_axes(const SpaceStage& stage) {
  constexpr double length = 24;
  static constexpr std::array<std::pair<const char*, ir::Vec3>, 3> axes{
      {{"x", {1, 0, 0}}, {"y", {0, 1, 0}}, {"z", {0, 0, 1}}}};
  const Pixel p{stage.frame.x + 40, stage.frame.y + stage.frame.h - 36};
  for (const auto& [name, axis] : axes) {
    const ir::Vec2 v = stage.view().flat(axis);
    const auto on = [&](double d) -> Pixel { return {p.x + d * v.x, p.y - d * v.y}; };
    stage.canvas.line(p, on(length), 1.5, look::soft);
    const Pixel end = on(length + 10);
    stage.canvas.text({end.x, end.y + 4.5}, name, 13, look::soft, Anchor::middle, true, true);
  }
}

void draw_names(SpaceStage& stage, Sides& sides) {
  const Scene& scene = stage.scene();
  if (scene.bodies.size() > most_labelled) return;
  Labels labels(stage.canvas, stage.frame, stage.taken, sides);
  for (std::size_t b = 1; b < scene.bodies.size(); ++b) {
    const SceneBody& body = scene.bodies[b];
    if (std::ranges::all_of(body.parts, is_plane)) continue;
    const ir::Vec3 middle = body.massive && stage.cast.moving[b] ? body.cm : ir::Vec3{};
    labels.add("body " + body.name, body.name, stage.pixel(b, middle), look::ink,
               away(body, stage.camera.scale));
  }
  for (const SceneJoint& joint : scene.joints)
    if (joint.named())
      labels.add("joint " + joint.name, joint.name,
                 stage.pixel(joint.second, place(joint.at_second)), look::soft, 14);
  for (const SceneContact& contact : scene.contacts)
    if (contact.clearance > 0) name_journal(stage, labels, contact);
}

}  // namespace mbs::film

#include "cli/film/labels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <vector>

namespace mbs::film {

namespace {

constexpr double size = label_size;

class Names {
 public:
  Names(Stage& stage, Sides& sides)
      : stage_(stage), labels_(stage.canvas, stage.frame, stage.taken, sides) {}

  void draw() {
    const Scene& scene = stage_.scene();
    if (scene.bodies.size() > most_labelled) return;
    keep_pins_free();
    for (std::size_t b = 1; b < scene.bodies.size(); ++b) body(scene.bodies[b], b);
    for (const SceneJoint& joint : scene.joints)
      if (joint.named())
        name("joint " + joint.name, joint.name,
             stage_.pixel(joint.second, {joint.at_second.x, joint.at_second.y}), look::soft, 14);
    for (const SceneContact& contact : scene.contacts)
      if (contact.clearance > 0) journal(contact);
  }

 private:
  void keep_pins_free() {
    constexpr double r = 7;
    for (const SceneJoint& joint : stage_.scene().joints) {
      if (joint.symbol != JointSymbol::pin && joint.symbol != JointSymbol::pin_on_rail) continue;
      const Pixel p = stage_.pixel(joint.second, {joint.at_second.x, joint.at_second.y});
      stage_.taken.push_back({p.x - r, p.y - r, 2 * r, 2 * r});
    }
  }

  static bool is_plane(const ScenePart& part) {
    return std::holds_alternative<PlaneOutline>(part.outline);
  }

  void body(const SceneBody& body, std::size_t b) {
    if (body.parts.empty()) return;
    if (std::ranges::all_of(body.parts, is_plane)) return plane(body, b);
    const ir::Vec2 middle =
        body.massive && stage_.cast.moving[b] ? ir::Vec2(body.cm) : ir::Vec2{0, 0};
    name("body " + body.name, body.name, stage_.pixel(b, middle), look::ink,
         away(body, text_width(body.name, size)));
  }

  void journal(const SceneContact& contact) {
    const bool first = contact.first_is_bearing;
    const ScenePart& part = first ? contact.on_first : contact.on_second;
    const auto* disc = std::get_if<DiscOutline>(&part.outline);
    const double r = disc ? disc->radius * stage_.camera.scale : 0;
    name("contact " + contact.name, contact.name,
         stage_.pixel(static_cast<std::size_t>(first ? contact.first : contact.second),
                      {part.at.x, part.at.y}),
         look::touch, r * 1.34 + 11);
  }

  // Near the end of what is seen of a plane.
  void plane(const SceneBody& body, std::size_t b) {
    const Rect& f = stage_.frame;
    const ScenePose on = placed(stage_.poses[b], body.parts.front().at);
    const Pixel o = stage_.camera.to({on.x, on.y});
    const double ux = std::cos(on.angle), uy = -std::sin(on.angle);
    const double foot = (f.x + f.w / 2 - o.x) * ux + (f.y + f.h / 2 - o.y) * uy;
    const double reach = f.w + f.h;
    for (double d = reach; d > -reach; d -= 12) {
      const Pixel p{o.x + (foot + d) * ux, o.y + (foot + d) * uy};
      const bool inside =
          p.x > f.x + 50 && p.x < f.x + f.w - 50 && p.y > f.y + 24 && p.y < f.y + f.h - 60;
      if (inside) return name("body " + body.name, body.name, p, look::ink, 12);
    }
  }

  // How far from its middle a body's name stands, so that it does not lie on the body.
  double away(const SceneBody& body, double wide) const {
    const double k = stage_.camera.scale;
    for (const ScenePart& part : body.parts) {
      if (is_plane(part)) continue;
      if (const auto* disc = std::get_if<DiscOutline>(&part.outline))
        return !disc->hollow && disc->radius * k * 1.8 > wide + 8
                   ? 0
                   : std::min(disc->radius * k + 11, 40.0);
      if (const auto* block = std::get_if<BlockOutline>(&part.outline))
        return block->width * k / 2 + 12;
      if (const auto* hull = std::get_if<HullOutline>(&part.outline))
        return std::min(hull->radius * k + 11, 40.0);
      if (const auto* curve = std::get_if<CurveOutline>(&part.outline)) {
        double least = std::numeric_limits<double>::infinity();
        for (const ir::Vec2& p : curve->points) least = std::min(least, std::hypot(p.x, p.y));
        return least * k > 26 ? 0 : 16;
      }
    }
    return 0;
  }

  void name(const std::string& key, const std::string& text, Pixel p, std::string_view colour,
            double away) {
    labels_.add(key, text, p, colour, away);
  }

  Stage& stage_;
  Labels labels_;
};

}  // namespace

Labels::Place Labels::place(int side, Pixel p, double wide, double away) {
  const double angle = -std::numbers::pi / 2 + side * std::numbers::pi / 4;
  const double d = away + (side % 2 != 0 ? 3 : 0);
  const Pixel middle{p.x + std::cos(angle) * (d + wide / 2 * std::abs(std::cos(angle))),
                     p.y + std::sin(angle) * (d + size / 2 - 1)};
  return {middle, {middle.x - wide / 2 - 2, middle.y - size / 2 - 2, wide + 4, size + 4}};
}
bool Labels::free(const Rect& box) const {
  return frame_.holds(box) &&
         std::ranges::none_of(taken_, [&](const Rect& o) { return box.meets(o); });
}

// Where it stood before, else on the first side that is free; then farther away.
std::optional<Labels::Place> Labels::find(const std::string& key, Pixel p, double wide,
                                          double away) {
  static constexpr int order[] = {0, 1, 7, 2, 6, 3, 5, 4};
  std::vector<int> sides(std::begin(order), std::end(order));
  if (const auto last = sides_.find(key); last != sides_.end())
    sides.insert(sides.begin(), last->second);
  for (const double more : {0.0, 14.0})
    for (const int side : sides) {
      const Place found = place(side, p, wide, away + more);
      if (!free(found.box)) continue;
      sides_[key] = side;
      return found;
    }
  return std::nullopt;
}

void Labels::add(const std::string& key, const std::string& text, Pixel p, std::string_view colour,
                 double away) {
  if (!std::isfinite(p.x) || !std::isfinite(p.y)) return;
  const auto found = find(key, p, text_width(text, size), away);
  if (!found) return;
  taken_.push_back(found->box);
  canvas_.text({found->middle.x, found->middle.y + 0.35 * size}, text, size, colour, Anchor::middle,
               true, true);
}

void draw_names(Stage& stage, Sides& sides) {
  Names(stage, sides).draw();
}

}  // namespace mbs::film

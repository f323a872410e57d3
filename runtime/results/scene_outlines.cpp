#include "runtime/results/scene_outlines.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lang/kinds/kinds.hpp"
#include "lang/text/overloaded.hpp"
#include "runtime/geometry/convex.hpp"
#include "runtime/joints/kinds.hpp"

namespace mbs {

namespace {

constexpr double pi = std::numbers::pi;

ir::Vec2 at_angle(double radius, double angle) {
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

// In space; the body's own picture shows it.
bool is_solid(const ir::Shape& shape) {
  return std::holds_alternative<ir::MinkowskiSum>(shape) ||
         std::holds_alternative<ir::Frustum>(shape) ||
         std::holds_alternative<ir::Polyhedron>(shape) || std::holds_alternative<ir::Prism>(shape);
}

double distance_to_line(const ir::Vec3& a, const ir::Vec3& b, const ir::Vec3& p) {
  const ir::Vec3 along = b - a;
  const double square = dot(along, along);
  const double part = square > 0 ? std::clamp(dot(p - a, along) / square, 0.0, 1.0) : 0;
  return norm(p - a - part * along);
}

Outline by_support(const ir::Shape& shape) {
  if (is_solid(shape)) return DiscOutline{bounding_radius(shape), false};  // see is_shown()
  constexpr int parts = 240;
  const ConvexShape convex = convex_shape(shape, 0);
  CurveOutline curve;
  for (int k = 0; k < parts; ++k) {
    const ir::Vec2 u = at_angle(1, 2 * pi * k / parts);
    const Support s = support(convex, u.x, u.y);
    curve.points.push_back({s.reach * u.x - s.offset * u.y, s.reach * u.y + s.offset * u.x});
  }
  return curve;
}

CurveOutline rounded(const ir::Polygon& polygon) {
  constexpr int parts = 8;
  if (!(polygon.rounding > 0)) return {polygon.corners};
  const ConvexShape convex = convex_shape(polygon, 0);
  CurveOutline curve;
  const std::size_t n = convex.corners.size();
  for (std::size_t k = 0; k < n; ++k) {
    const ConvexEdge& before = convex.edges[(k + n - 1) % n];
    const ConvexEdge& after = convex.edges[k];
    const double from = std::atan2(before.ny, before.nx);
    double turn = std::atan2(after.ny, after.nx) - from;
    if (turn < 0) turn += 2 * pi;
    for (int i = 0; i <= parts; ++i) {
      const ir::Vec2 u = at_angle(polygon.rounding, from + turn * i / parts);
      curve.points.push_back({convex.corners[k].x + u.x, convex.corners[k].y + u.y});
    }
  }
  return curve;
}

// A band around its face, counter-clockwise.
CurveOutline band(const ir::Arc& arc) {
  constexpr int parts = 60;
  // Without an end it is drawn with a part of the radius.
  const double outside =
      arc.radius + (std::isinf(arc.thickness) ? 0.12 * arc.radius : arc.thickness);
  CurveOutline curve;
  const auto add = [&](double radius, double part) {
    curve.points.push_back(at_angle(radius, arc.from + part * (arc.to - arc.from)));
  };
  for (int k = 0; k <= parts; ++k) add(outside, static_cast<double>(k) / parts);
  for (int k = parts; k >= 0; --k) add(arc.radius, static_cast<double>(k) / parts);
  return curve;
}

Outline outline_of(const ir::Shape& shape) {
  return std::visit(Overloaded{[](const ir::Circle& c) -> Outline {
                                 return DiscOutline{c.radius, c.hollow};
                               },
                               [](const ir::HalfPlane&) -> Outline { return PlaneOutline{}; },
                               [](const ir::Rim& r) -> Outline {
                                 return DiscOutline{r.radius, false};  // see shape()
                               },
                               [](const ir::Bore& b) -> Outline {
                                 return DiscOutline{b.radius, true};
                               },
                               [](const ir::Arc& a) -> Outline { return band(a); },
                               [](const ir::Polygon& p) -> Outline { return rounded(p); },
                               [](const ir::Edge&) -> Outline {
                                 return DiscOutline{0, false};  // as a corner is
                               },
                               [&](const auto&) -> Outline { return by_support(shape); }},
                    shape);
}

class Still {
 public:
  Still(const ir::Scenario& s, double size) : s_(s), size_(size) {
    scene_.size = size;
    scene_.spatial = s.spatial;
    if (s.spatial) scene_.up = upwards();
    bodies();
    if (s.spatial) solids();
    joints();
    blocks();
    springs();
    contacts();
    for (const ir::ContactGroup& group : s_.groups) {
      for (const auto& member : group.members) shape(member.frame, member.shape);
      scene_.groups.push_back({group.name, {}, {}, {}});
    }
    if (!s.spatial) untouched();
    assume_shapes();
  }
  Scene scene_;

 private:
  const ir::Frame& frame(ir::FrameId id) const { return s_.frames[id.index]; }
  ScenePose pose(ir::FrameId id) const {
    const ir::Vec3& at = frame(id).position;
    return {at.x, at.y, frame(id).angle, at.z};
  }
  // Against gravity, as nearly as an axis of the world is.
  ir::Vec3 upwards() const {
    const ir::Vec3& g = s_.gravity;
    const double most = std::max({std::abs(g.x), std::abs(g.y), std::abs(g.z)});
    if (most == std::abs(g.z)) return {0, 0, g.z > 0 ? -1.0 : 1.0};
    if (most == std::abs(g.y)) return {0, g.y > 0 ? -1.0 : 1.0, 0};
    return {g.x > 0 ? -1.0 : 1.0, 0, 0};
  }
  // What turns does so about z, what only slides along x.
  ir::Vec3 axis_of(const ir::Joint& joint) const {
    if (!s_.spatial) return {};
    const bool slides = kind_of(joint).coordinate == JointCoordinate::travel;
    return frame(joint.first).rotation * (slides ? ir::Vec3(1, 0, 0) : ir::Vec3(0, 0, 1));
  }

  // A point that the script gives no shape.
  static bool is_point(const ir::Solid& solid) {
    return solid.points.size() == 1 && solid.radius == 0;
  }
  void solids() {
    for (const ir::Solid& solid : s_.solids)
      if (!is_point(solid))
        scene_.bodies[solid.body.index].parts.push_back(
            {SolidOutline{solid.points, solid.faces, solid.radius}, {}, false});
  }
  // In the plane contacts show what they have to do with: these are the shapes of bodies without
  // any.
  void untouched() {
    std::vector<bool> bare;
    for (const SceneBody& body : scene_.bodies) bare.push_back(body.parts.empty());
    for (const ir::Solid& solid : s_.solids)
      if (bare[solid.body.index] && !is_point(solid))
        scene_.bodies[solid.body.index].parts.push_back(flat(solid));
  }
  static ScenePart flat(const ir::Solid& solid) {
    const ir::Vec3& first = solid.points.front();
    if (solid.points.size() == 1)
      return {DiscOutline{solid.radius, false}, {first.x, first.y}, false};
    return {HullOutline{{solid.points.begin(), solid.points.end()}, solid.radius}, {}, false};
  }

  void bodies() {
    for (const ir::Body& body : s_.bodies)
      scene_.bodies.push_back({body.name, {}, {}, body.mass.has_value(), body.cm, {}});
    points_.resize(s_.bodies.size());
    for (const ir::Solid& solid : s_.solids)
      if (is_point(solid)) points_[solid.body.index].push_back(solid.points[0]);
    used_.resize(s_.bodies.size());
    guided_.resize(s_.bodies.size(), -1);
    rims_.resize(s_.bodies.size(), 0);
    for (std::size_t i = 0; i < s_.frames.size(); ++i) {
      const ir::Frame& f = s_.frames[i];
      const std::size_t dot = f.name.rfind('.');
      const bool own = f.body.index > 0 && dot == std::string::npos;  // the origin
      if (own) continue;
      scene_.bodies[f.body.index].points.push_back(
          {dot == std::string::npos ? f.name : f.name.substr(dot + 1), f.position});
      if (f.body.index > 0 && !is_middle_of_arc(i)) use(f.body.index, f.position);
    }
  }

  // A body need not reach to where its hollow faces have their middle.
  bool is_middle_of_arc(std::size_t frame) const {
    const auto here = [&](ir::FrameId id, const ir::Shape& of) {
      return static_cast<std::size_t>(id.index) == frame && std::holds_alternative<ir::Arc>(of);
    };
    return std::ranges::any_of(s_.contacts, [&](const ir::Contact& c) {
      return here(c.first, c.first_shape) || here(c.second, c.second_shape);
    });
  }

  // A place that a body's shape has to reach.
  void use(int body, const ir::Vec3& at) {
    auto& places = used_[static_cast<std::size_t>(body)];
    const auto near = [&](const ir::Vec3& p) { return norm(p - at) < 1e-6 * size_; };
    if (std::none_of(places.begin(), places.end(), near)) places.push_back(at);
  }
  void use(ir::FrameId id) { use(frame(id).body.index, frame(id).position); }

  void joints() {
    for (const ir::Joint& joint : s_.joints) {
      if (!joint.first.valid() || !joint.second.valid()) continue;  // gears
      if (info(joint.kind).joint->of_clearance) continue;
      scene_.joints.push_back({joint.name, info(joint.kind).joint->symbol,
                               frame(joint.first).body.index, frame(joint.second).body.index,
                               pose(joint.first), pose(joint.second), axis_of(joint)});
      use(joint.first);
      use(joint.second);
      const bool guide = kind_of(joint).coordinate == JointCoordinate::travel;
      if (guide)
        guided_[static_cast<std::size_t>(frame(joint.second).body.index)] = joint.second.index;
    }
  }

  // A guide in the plane has its block; in space bodies have shapes of their own.
  void blocks() {
    for (const ir::SharedClearance& c : s_.clearances) {
      if (s_.spatial || !(c.block.x > 0)) continue;
      const ir::FrameId id = s_.joints[static_cast<std::size_t>(c.joint.index)].first;
      scene_.bodies[frame(id).body.index].parts.push_back(
          {BlockOutline{c.block.x, c.block.y}, pose(id), false});
    }
  }

  void springs() {
    for (const ir::Spring& spring : s_.springs) {
      if (spring.torsion) continue;
      scene_.springs.push_back({spring.name, frame(spring.first).body.index,
                                frame(spring.second).body.index, frame(spring.first).position,
                                frame(spring.second).position});
      use(spring.first);
      use(spring.second);
    }
    for (const ir::Force& force : s_.forces)
      for (const ir::FrameId id : {force.first, force.second})
        if (id.valid()) use(id);
  }

  ScenePart shape(ir::FrameId id, const ir::Shape& of) {
    ScenePart part{outline_of(of), pose(id), false};
    const auto& f = frame(id);
    if (const auto* plane = std::get_if<ir::HalfPlane>(&of); plane && s_.spatial)
      part.outline = PlaneOutline{f.rotation * plane->normal};
    if (const auto* bore = std::get_if<ir::Bore>(&of))
      part.outline = DiscOutline{bore->radius, true, f.rotation * ir::Vec3(0, 0, 1)};
    if (const auto* rim = std::get_if<ir::Rim>(&of)) {  // the body is drawn around its ends
      rims_[static_cast<std::size_t>(f.body.index)] = rim->radius;
      use(id);
      return part;
    }
    if (is_solid(of) || is_shown(f, part.outline)) return part;
    const std::pair key{id.index, of.index()};
    if (std::find(drawn_.begin(), drawn_.end(), key) == drawn_.end()) {
      drawn_.push_back(key);
      scene_.bodies[f.body.index].parts.push_back(part);
    }
    return part;
  }

  // In space a ball of a contact is the body's own shape, or a corner of it.
  bool is_shown(const ir::Frame& f, const Outline& outline) const {
    const auto* ball = std::get_if<DiscOutline>(&outline);
    if (!s_.spatial || !ball || ball->hollow) return false;
    return ball->radius == 0 ||
           std::any_of(s_.solids.begin(), s_.solids.end(), [&](const ir::Solid& solid) {
             return solid.body == f.body && !is_point(solid);
           });
  }

  // The walls that a journal plays between belong to its bearing, and are not drawn.
  static bool is_stop(const ir::Contact& c) {
    return std::holds_alternative<ir::Rim>(c.first_shape) &&
           std::holds_alternative<ir::HalfPlane>(c.second_shape);
  }
  Outline wall_of(const ir::Contact& c) const {
    return PlaneOutline{frame(c.second).rotation * std::get<ir::HalfPlane>(c.second_shape).normal};
  }

  void contacts() {
    for (const ir::Contact& c : s_.contacts) {
      SceneContact contact;
      contact.name = c.name;
      contact.origin = c.origin;
      contact.first = frame(c.first).body.index;
      contact.second = frame(c.second).body.index;
      const auto* a = std::get_if<ir::Circle>(&c.first_shape);
      const bool corner = c.clearance && a && a->radius == 0;  // of a block, which is drawn
      contact.on_first = corner ? ScenePart{outline_of(c.first_shape), pose(c.first), false}
                                : shape(c.first, c.first_shape);
      contact.on_second = is_stop(c) ? ScenePart{wall_of(c), pose(c.second), false}
                                     : shape(c.second, c.second_shape);
      const auto* b = std::get_if<ir::Circle>(&c.second_shape);
      if (a && b && a->hollow != b->hollow) {
        contact.first_is_bearing = a->hollow;
        contact.clearance = std::abs(a->radius - b->radius);
      }
      if (c.clearance) {
        use(c.first);
        use(c.second);
      }
      scene_.contacts.push_back(std::move(contact));
    }
  }

  double largest_part(const SceneBody& body) const {
    double largest = 0;
    for (const ScenePart& part : body.parts) largest = std::max(largest, reach_of(part.outline));
    return largest;
  }

  bool only_journals(const SceneBody& body) const {
    return std::all_of(body.parts.begin(), body.parts.end(), [&](const ScenePart& part) {
      return std::any_of(s_.contacts.begin(), s_.contacts.end(), [&](const ir::Contact& c) {
        if (!c.clearance) return false;
        for (const ir::FrameId id : {c.first, c.second}) {
          const bool here = &scene_.bodies[frame(id).body.index] == &body;
          const ir::Vec3& at = frame(id).position;
          if (here && at.x == part.at.x && at.y == part.at.y && at.z == part.at.z) return true;
        }
        return false;
      });
    });
  }

  // The outline of all within `radius` of the hull of some places.
  Outline around(const std::vector<ir::Vec3>& places, double radius) const {
    if (s_.spatial) return SolidOutline{places, {}, radius};
    return HullOutline{{places.begin(), places.end()}, radius};
  }

  // A body without a shape of its own is a bar, a hull or a block around its points.
  void assume_shapes() {
    for (std::size_t b = 1; b < scene_.bodies.size(); ++b) {
      SceneBody& body = scene_.bodies[b];
      if (only_journals(body)) {
        body.parts.insert(body.parts.begin(), assumed(b));
        continue;
      }
      std::vector<ir::Vec3> places = used_[b];
      const double reach = largest_part(body);
      if (all_corners(body)) {
        const auto add = [&](const ir::Vec3& p) {
          if (std::ranges::find(places, p) == places.end()) places.push_back(p);
        };
        for (const ScenePart& part : body.parts) add({part.at.x, part.at.y, part.at.z});
        if (body.massive) add(body.cm);
        body.parts.insert(body.parts.begin(), {around(places, 0.006 * size_), {}, true});
        continue;
      }
      // What a joint or a spring holds outside of the shapes hangs on a thin bar.
      const ir::Vec3 middle{body.parts[0].at.x, body.parts[0].at.y, body.parts[0].at.z};
      const bool outside = std::any_of(places.begin(), places.end(), [&](const ir::Vec3& p) {
        return reach > 0 && norm(p - middle) > 1.01 * reach;
      });
      if (!outside) continue;
      places.push_back(middle);
      body.parts.insert(body.parts.begin(), {around(places, 0.006 * size_), {}, true});
    }
  }

  // It touches by points alone, which have no size to be seen.
  static bool all_corners(const SceneBody& body) {
    return std::ranges::all_of(body.parts, [](const ScenePart& part) {
      const auto* disc = std::get_if<DiscOutline>(&part.outline);
      return disc && disc->radius == 0;
    });
  }

  // It reaches to all its points, whether anything holds it there or not.
  ScenePart assumed(std::size_t b) {
    const SceneBody& body = scene_.bodies[b];
    for (const ir::Vec3& point : points_[b]) use(static_cast<int>(b), point);
    std::vector<ir::Vec3> places = used_[b];
    const double journal = largest_part(body);
    const double radius = std::max(0.026 * size_, std::min(0.8 * journal, 0.06 * size_));
    if (places.empty()) places.push_back({0, 0});
    if (rims_[b] > 0) return {around(places, rims_[b]), {}, true};
    const bool slides = places.size() == 1 && guided_[b] >= 0;
    if (s_.spatial && slides) return slider(s_.frames[static_cast<std::size_t>(guided_[b])]);
    if (s_.spatial) return {around(hung(b, places), radius), {}, true};
    if (slides) {
      const ir::Frame& f = s_.frames[static_cast<std::size_t>(guided_[b])];
      const double width = std::max(0.085 * size_, 2.9 * journal);
      return {BlockOutline{1.25 * width, width}, {places[0].x, places[0].y, f.angle}, true};
    }
    if (places.size() == 1 && !body.massive) return {around(places, 0.6 * radius), {}, true};
    return {around(hung(b, places), radius), {}, true};
  }

  // In space a block along its guide.
  ScenePart slider(const ir::Frame& guide) const {
    const double half = 0.0375 * size_;
    SolidOutline block;
    for (const int x : {-1, 1})
      for (const int y : {-1, 1})
        for (const int z : {-1, 1})
          block.points.push_back(guide.position +
                                 guide.rotation * ir::Vec3(1.4 * half * x, half * y, half * z));
    block.faces = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1},
                   {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    return {block, {}, true};
  }

  // What hangs by one pin reaches to its mass; in space a door on two hinges does.
  std::vector<ir::Vec3> hung(std::size_t b, std::vector<ir::Vec3> places) const {
    const SceneBody& body = scene_.bodies[b];
    const bool apart = body.massive && guided_[b] < 0 && norm(body.cm - places[0]) > 1e-6 * size_;
    if (places.size() == 1 && apart) places.push_back(body.cm);
    if (s_.spatial && places.size() == 2 && body.massive &&
        distance_to_line(places[0], places[1], body.cm) > 0.03 * size_)
      places.push_back(body.cm);
    return places;
  }

  const ir::Scenario& s_;
  double size_;
  std::vector<std::vector<ir::Vec3>> points_;  // declared without a shape, by body
  std::vector<std::vector<ir::Vec3>> used_;
  std::vector<int> guided_;
  std::vector<double> rims_;  // of journals, by body, m
  std::vector<std::pair<std::int32_t, std::size_t>> drawn_;
};

}  // namespace

double reach_of(const Outline& outline) {
  const auto farthest = [](const auto& points) {
    double reach = 0;
    for (const ir::Vec3 p : points) reach = std::max(reach, norm(p));
    return reach;
  };
  return std::visit(
      Overloaded{[](const DiscOutline& d) { return d.radius; },
                 [](const PlaneOutline&) { return 0.0; },
                 [&](const CurveOutline& c) { return farthest(c.points); },
                 [&](const HullOutline& h) { return farthest(h.points) + h.radius; },
                 [&](const SolidOutline& s) { return farthest(s.points) + s.radius; },
                 [](const BlockOutline& b) { return std::hypot(b.length, b.width) / 2; }},
      outline);
}

Scene still_scene(const ir::Scenario& scenario, double size) {
  return std::move(Still(scenario, size).scene_);
}

}  // namespace mbs

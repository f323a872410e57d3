#include "runtime/contact/bodies_by_corners.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "runtime/contact/forces.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

namespace {

constexpr double same_place = 1e-9;     // of the extent of a body
constexpr double share_allowed = 1e-4;  // of the thickness
// How deep bodies may be in each other, by the depth that contacts know: a corner is not where both
// are deepest.
constexpr double depth_known = 1.5;

bool is_at(const ir::Vec3& a, const ir::Vec3& b, double extent) {
  return norm(a - b) <= same_place * extent;
}

double extent_of(const ir::Solid& solid) {
  double largest = 0;
  for (const ir::Vec3& p : solid.points) largest = std::max(largest, norm(p - solid.points[0]));
  return largest;
}

ir::Vec3 middle_of(const ir::Solid& solid, std::size_t face) {
  ir::Vec3 sum;
  for (const int k : solid.faces[face]) sum = sum + solid.points[k];
  return (1.0 / static_cast<double>(solid.faces[face].size())) * sum;
}

// Ends that are round and flat; their sides are not drawn as faces.
bool is_turned(const ir::Solid& solid) {
  return !solid.faces.empty() && solid.faces.size() <= 2 && solid.faces[0].size() > 12;
}

// The solids of a scenario whose corners, rims and caps, and whose shapes are ends of contacts.
class Solids {
 public:
  explicit Solids(const ir::Scenario& scenario) : scenario_(scenario) {}

  struct Part {
    int solid = -1, number = -1;
  };
  // Whose corner, cap or rim this end is; solid -1: of none.
  Part of_part(ir::FrameId id, const ir::Shape& shape) const {
    const ir::Vec3& place = scenario_.frames[id.index].position;
    if (const auto* ball = std::get_if<ir::Circle>(&shape); ball && !ball->hollow)
      return find(id, [&](const ir::Solid& solid) {
        return solid.radius == ball->radius && !is_turned(solid) ? corner_at(solid, place) : -1;
      });
    const auto* rim = std::get_if<ir::MinkowskiSum>(&shape);
    if (!rim || rim->semi.x == 0 || rim->semi.z > 0 || rim->half.z > 0) return {};
    return find(id, [&](const ir::Solid& solid) { return rim_at(solid, place, rim->rounding); });
  }
  // Whose shape this end is; -1: of none of these.
  int of_shape(ir::FrameId id, const ir::Shape& shape) const {
    const ir::Frame& frame = scenario_.frames[id.index];
    const auto known = known_place(shape);
    if (!known) return -1;
    const ir::Vec3 place = frame.position + frame.rotation * *known;
    return find(id,
                [&](const ir::Solid& solid) {
                  return is_turned(solid) ? rim_at(solid, place, 0) : corner_at(solid, place);
                })
        .solid;
  }

 private:
  template <class Which>
  Part find(ir::FrameId id, const Which& which) const {
    for (std::size_t i = 0; i < scenario_.solids.size(); ++i) {
      const ir::Solid& solid = scenario_.solids[i];
      if (solid.body != scenario_.frames[id.index].body || solid.points.size() < 2) continue;
      if (const int number = which(solid); number >= 0) return {static_cast<int>(i), number};
    }
    return {};
  }
  static int corner_at(const ir::Solid& solid, const ir::Vec3& place) {
    const double extent = extent_of(solid);
    for (std::size_t k = 0; k < solid.points.size(); ++k)
      if (is_at(solid.points[k], place, extent)) return static_cast<int>(k);
    return -1;
  }
  // A rim lies deeper than its end by the rounding.
  static int rim_at(const ir::Solid& solid, const ir::Vec3& place, double rounding) {
    if (!is_turned(solid)) return -1;
    const double near = rounding + same_place * extent_of(solid);
    for (std::size_t k = 0; k < solid.faces.size(); ++k)
      if (norm(middle_of(solid, k) - place) <= near) return static_cast<int>(k);
    return -1;
  }
  // A corner, or the middle of an end.
  static std::optional<ir::Vec3> known_place(const ir::Shape& shape) {
    if (const auto* sum = std::get_if<ir::MinkowskiSum>(&shape); sum && sum->half.z > 0)
      return sum->semi.x > 0 ? ir::Vec3(0, 0, sum->half.z + sum->rounding) : sum->half;
    if (std::holds_alternative<ir::Frustum>(shape)) return ir::Vec3();
    if (const auto* hull = std::get_if<ir::Polyhedron>(&shape)) return hull->corners[0];
    const auto* prism = std::get_if<ir::Prism>(&shape);
    const auto* outline = prism ? std::get_if<ir::Polygon>(&prism->outline) : nullptr;
    if (!outline || outline->rounding > 0) return std::nullopt;
    return ir::Vec3(outline->corners[0].x, outline->corners[0].y, prism->width / 2);
  }

  const ir::Scenario& scenario_;
};

// Contacts between two solids, and which parts of either have one.
struct Meeting {
  std::vector<int> contacts;
  std::set<int> first_parts, second_parts;
  double first_rounding = 0, second_rounding = 0;  // of what is turned, m
};
using Meetings = std::map<std::pair<int, int>, Meeting>;

double rounding_of(const ir::Shape& shape) {
  const auto* sum = std::get_if<ir::MinkowskiSum>(&shape);
  return sum && sum->semi.x > 0 ? sum->rounding : 0;
}

Meetings meetings_of(const ir::Scenario& s) {
  const Solids solids(s);
  Meetings meetings;
  for (std::size_t i = 0; i < s.contacts.size(); ++i) {
    const ir::Contact& c = s.contacts[i];
    const Solids::Part a = solids.of_part(c.first, c.first_shape),
                       b = solids.of_part(c.second, c.second_shape);
    const int first = a.solid >= 0 ? a.solid : solids.of_shape(c.first, c.first_shape);
    const int second = b.solid >= 0 ? b.solid : solids.of_shape(c.second, c.second_shape);
    if (first < 0 || second < 0 || first == second) continue;
    Meeting& meeting = meetings[std::minmax(first, second)];
    meeting.contacts.push_back(static_cast<int>(i));
    const bool in_order = first < second;
    if (a.solid >= 0) (in_order ? meeting.first_parts : meeting.second_parts).insert(a.number);
    if (b.solid >= 0) (in_order ? meeting.second_parts : meeting.first_parts).insert(b.number);
    meeting.first_rounding = rounding_of(in_order ? c.first_shape : c.second_shape);
    meeting.second_rounding = rounding_of(in_order ? c.second_shape : c.first_shape);
  }
  return meetings;
}

// How many corners, caps or rims: a tyre has one rim for two ends.
std::size_t count_parts(const ir::Solid& solid) {
  return is_turned(solid) ? solid.faces.size() : solid.points.size();
}

// With the sides of what is round as faces.
std::vector<std::vector<int>> closed_faces(const ir::Solid& solid) {
  std::vector<std::vector<int>> faces = solid.faces;
  if (!is_turned(solid)) return faces;
  const int n = static_cast<int>(solid.faces[0].size());
  const bool tip = solid.faces.size() == 1;
  for (int k = 0; k < n; ++k) {
    const int next = (k + 1) % n;
    faces.push_back(tip ? std::vector<int>{k, next, n}
                        : std::vector<int>{k, next, n + next, n + k});
  }
  return faces;
}

// A line between two caps.
FlatBody line_between(std::vector<Vector3> caps) {
  FlatBody line;
  line.edges.push_back((caps[1] - caps[0]).normalized());
  line.bound = std::max(caps[0].norm(), caps[1].norm());
  line.corners = std::move(caps);
  return line;
}

// Ends that are drawn sharp, without their rounding.
std::vector<ir::Vec3> core_points(const ir::Solid& solid, double rounding) {
  std::vector<ir::Vec3> points = solid.points;
  if (!is_turned(solid) || solid.faces.size() < 2 || rounding == 0) return points;
  const ir::Vec3 ends[] = {middle_of(solid, 0), middle_of(solid, 1)};
  const ir::Vec3 way = ends[1] - ends[0];
  const double R = norm(points[0] - ends[0]);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const bool low = 2 * k < points.size();
    const ir::Vec3& end = ends[low ? 0 : 1];
    points[k] = end + (1 - rounding / R) * (points[k] - end) +
                ((low ? 1 : -1) * rounding / norm(way)) * way;
  }
  return points;
}

std::optional<BodiesByCorners::Side> side_of(const Model& m, const ir::Solid& solid,
                                             double rounding) {
  const int body = solid.body.index;
  std::vector<Vector3> corners;
  for (const ir::Vec3& p : core_points(solid, rounding))
    corners.push_back(in_principal_axes(m, body, p - m.centre[body]));
  auto shape = corners.size() == 2 ? std::optional(line_between(std::move(corners)))
                                   : flat_body(std::move(corners), closed_faces(solid));
  if (!shape) return std::nullopt;
  return BodiesByCorners::Side{body, std::move(*shape), is_turned(solid) ? rounding : solid.radius};
}

bool edges_meet(const Model& m, int first, int second) {
  const auto& contacts = m.scenario->contacts;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const ContactModel& c = m.contacts[i];
    const bool edges = std::holds_alternative<ir::Edge>(contacts[i].first_shape);
    if (edges && std::minmax(c.a, c.b) == std::minmax(first, second)) return true;
  }
  return false;
}

FlatPlacing placing(const Model& m, int body, const double* y) {
  const SpatialPose pose = spatial_pose_at(m, body, y);
  return {pose.R, pose.r};
}

// The depth that contacts know: those by force, and in steps of fixed length rigid ones.
double known_depth(const Model& m, const BodiesByCorners& pair, const double* y) {
  double depth = 0;
  for (const int c : pair.contacts) depth = std::max(depth, -contact_gap(m, c, y));
  return depth;
}

}  // namespace

double BodiesByCorners::thickness() const {
  return std::min(first.shape.thickness + 2 * first.rounding,
                  second.shape.thickness + 2 * second.rounding);
}

std::vector<BodiesByCorners> bodies_by_corners(const Model& m) {
  std::vector<BodiesByCorners> pairs;
  if (!m.layout.spatial()) return pairs;
  const ir::Scenario& s = *m.scenario;
  for (const auto& [solids, meeting] : meetings_of(s)) {
    const ir::Solid &one = s.solids[solids.first], &other = s.solids[solids.second];
    if (meeting.first_parts.size() < count_parts(one) &&
        meeting.second_parts.size() < count_parts(other))
      continue;
    auto first = side_of(m, one, meeting.first_rounding),
         second = side_of(m, other, meeting.second_rounding);
    if (!first || !second) continue;
    BodiesByCorners pair{std::move(*first), std::move(*second), meeting.contacts};
    pair.rigid = std::any_of(pair.contacts.begin(), pair.contacts.end(),
                             [&](int c) { return m.contacts[c].rigid(); });
    pair.edges = edges_meet(m, pair.first.body, pair.second.body);
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

double allowed_overlap(const BodiesByCorners& pair) {
  return share_allowed * pair.thickness();
}

Unseen unseen_overlap(const Model& m, const BodiesByCorners& pair, const double* y,
                      int& direction) {
  const double cores = apart(pair.first.shape, placing(m, pair.first.body, y), pair.second.shape,
                             placing(m, pair.second.body, y), direction);
  const double rounding = pair.first.rounding + pair.second.rounding;
  Unseen unseen{0, cores - rounding};
  if (cores > 0 || -unseen.distance <= allowed_overlap(pair)) return unseen;
  const double depth = -unseen.distance;
  if (depth > allowed_overlap(pair) + depth_known * known_depth(m, pair, y)) unseen.depth = depth;
  return unseen;
}

}  // namespace mbs

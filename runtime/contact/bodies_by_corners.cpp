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

// The solids of a scenario whose corners and whose shapes are ends of contacts.
class Solids {
 public:
  explicit Solids(const ir::Scenario& scenario) : scenario_(scenario) {}

  // Whose corner this end is; -1: of none.
  int of_corner(ir::FrameId id, const ir::Shape& shape) const {
    const auto* ball = std::get_if<ir::Circle>(&shape);
    const ir::Frame& frame = scenario_.frames[id.index];
    if (!ball || ball->hollow) return -1;
    return find(frame, [&](const ir::Solid& solid) {
      return solid.radius == ball->radius && corner_at(solid, frame.position) >= 0;
    });
  }
  // Whose shape this end is; -1: of none with corners.
  int of_shape(ir::FrameId id, const ir::Shape& shape) const {
    const auto corner = some_corner(shape);
    const ir::Frame& frame = scenario_.frames[id.index];
    if (!corner) return -1;
    const ir::Vec3 place = frame.position + frame.rotation * *corner;
    return find(frame, [&](const ir::Solid& solid) { return corner_at(solid, place) >= 0; });
  }
  int corner(int solid, ir::FrameId id) const {
    return corner_at(scenario_.solids[solid], scenario_.frames[id.index].position);
  }

 private:
  template <class Is>
  int find(const ir::Frame& frame, const Is& is) const {
    for (std::size_t i = 0; i < scenario_.solids.size(); ++i) {
      const ir::Solid& solid = scenario_.solids[i];
      if (solid.body == frame.body && !solid.faces.empty() && is(solid)) return static_cast<int>(i);
    }
    return -1;
  }
  static int corner_at(const ir::Solid& solid, const ir::Vec3& place) {
    const double extent = extent_of(solid);
    for (std::size_t k = 0; k < solid.points.size(); ++k)
      if (is_at(solid.points[k], place, extent)) return static_cast<int>(k);
    return -1;
  }
  static std::optional<ir::Vec3> some_corner(const ir::Shape& shape) {
    if (const auto* box = std::get_if<ir::MinkowskiSum>(&shape); box && box->semi.x == 0)
      return box->half;
    if (const auto* hull = std::get_if<ir::Polyhedron>(&shape)) return hull->corners[0];
    const auto* prism = std::get_if<ir::Prism>(&shape);
    const auto* outline = prism ? std::get_if<ir::Polygon>(&prism->outline) : nullptr;
    if (!outline || outline->rounding > 0) return std::nullopt;
    return ir::Vec3(outline->corners[0].x, outline->corners[0].y, prism->width / 2);
  }

  const ir::Scenario& scenario_;
};

// Contacts of corners between two solids, and which corners of either have one.
struct Meeting {
  std::vector<int> contacts;
  std::set<int> first_corners, second_corners;
};
using Meetings = std::map<std::pair<int, int>, Meeting>;

void note(const Solids& solids, int contact, ir::FrameId corner, int of, int other,
          Meetings& meetings) {
  if (of < 0 || other < 0 || of == other) return;
  Meeting& meeting = meetings[std::minmax(of, other)];
  meeting.contacts.push_back(contact);
  (of < other ? meeting.first_corners : meeting.second_corners).insert(solids.corner(of, corner));
}

Meetings meetings_of(const ir::Scenario& s) {
  const Solids solids(s);
  Meetings meetings;
  for (std::size_t i = 0; i < s.contacts.size(); ++i) {
    const ir::Contact& c = s.contacts[i];
    const int contact = static_cast<int>(i);
    note(solids, contact, c.first, solids.of_corner(c.first, c.first_shape),
         solids.of_shape(c.second, c.second_shape), meetings);
    note(solids, contact, c.second, solids.of_corner(c.second, c.second_shape),
         solids.of_shape(c.first, c.first_shape), meetings);
  }
  return meetings;
}

std::optional<BodiesByCorners::Side> side_of(const Model& m, const ir::Solid& solid) {
  const int body = solid.body.index;
  std::vector<Vector3> corners;
  for (const ir::Vec3& p : solid.points)
    corners.push_back(in_principal_axes(m, body, p - m.centre[body]));
  auto shape = flat_body(std::move(corners), solid.faces);
  if (!shape) return std::nullopt;
  return BodiesByCorners::Side{body, std::move(*shape), solid.radius};
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
    if (meeting.first_corners.size() < one.points.size() &&
        meeting.second_corners.size() < other.points.size())
      continue;
    auto first = side_of(m, one), second = side_of(m, other);
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

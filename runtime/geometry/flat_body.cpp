#include "runtime/geometry/flat_body.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace mbs {

namespace {

constexpr double parallel = 1e-9;    // rad: directions that are closer are one
constexpr double least_sine = 1e-6;  // edges that are closer to parallel have no direction across

void add_direction(std::vector<Vector3>& all, const Vector3& direction) {
  const bool known = std::any_of(all.begin(), all.end(), [&](const Vector3& other) {
    return other.cross(direction).squaredNorm() < parallel * parallel;
  });
  if (!known) all.push_back(direction);
}

struct Reach {
  double low = std::numeric_limits<double>::infinity(), high = -low;
};

Reach reach_along(const std::vector<Vector3>& corners, const Vector3& own) {
  Reach reach;
  for (const Vector3& corner : corners) {
    const double x = own.dot(corner);
    reach.low = std::min(reach.low, x);
    reach.high = std::max(reach.high, x);
  }
  return reach;
}

double thickness_of(const FlatBody& body) {
  double least = std::numeric_limits<double>::infinity();
  for (const Vector3& n : body.normals) {
    const Reach reach = reach_along(body.corners, n);
    least = std::min(least, reach.high - reach.low);
  }
  return least;
}

// Each edge once, by its ends.
std::set<std::pair<int, int>> edges_of(const std::vector<std::vector<int>>& faces) {
  std::set<std::pair<int, int>> edges;
  for (const std::vector<int>& face : faces)
    for (std::size_t k = 0; k < face.size(); ++k)
      edges.insert(std::minmax(face[k], face[(k + 1) % face.size()]));
  return edges;
}

Vector3 normal_of(const std::vector<Vector3>& corners, const std::vector<int>& face) {
  Vector3 twice_area = Vector3::Zero();
  for (std::size_t k = 1; k + 1 < face.size(); ++k)
    twice_area +=
        (corners[face[k]] - corners[face[0]]).cross(corners[face[k + 1]] - corners[face[0]]);
  return twice_area.normalized();
}

// Two bodies along directions of the world.
struct Both {
  const FlatBody &first, &second;
  const FlatPlacing &first_at, &second_at;

  double along(const Vector3& n) const {
    const Reach one = reach_along(first.corners, first_at.R.transpose() * n);
    const Reach other = reach_along(second.corners, second_at.R.transpose() * n);
    const double way = n.dot(second_at.r - first_at.r);
    return std::max(way + other.low - one.high, -way + one.low - other.high);
  }
  int directions() const {
    return static_cast<int>(first.normals.size() + second.normals.size() +
                            first.edges.size() * second.edges.size());
  }
  // Empty: edges that are parallel.
  std::optional<Vector3> direction(int k) const {
    const int ones = static_cast<int>(first.normals.size());
    const int others = static_cast<int>(second.normals.size());
    if (k < ones) return first_at.R * first.normals[k];
    if (k < ones + others) return second_at.R * second.normals[k - ones];
    const std::size_t pair = k - ones - others, each = second.edges.size();
    const Vector3 across =
        (first_at.R * first.edges[pair / each]).cross(second_at.R * second.edges[pair % each]);
    const double sine = across.norm();
    if (sine < least_sine) return std::nullopt;
    return across / sine;
  }
};

}  // namespace

std::optional<FlatBody> flat_body(std::vector<Vector3> corners,
                                  const std::vector<std::vector<int>>& faces) {
  const auto edges = edges_of(faces);
  if (corners.size() + faces.size() != edges.size() + 2) return std::nullopt;  // Euler's formula
  FlatBody body;
  body.corners = std::move(corners);
  for (const std::vector<int>& face : faces)
    add_direction(body.normals, normal_of(body.corners, face));
  for (const auto& [from, to] : edges)
    add_direction(body.edges, (body.corners[to] - body.corners[from]).normalized());
  for (const Vector3& corner : body.corners) body.bound = std::max(body.bound, corner.norm());
  body.thickness = thickness_of(body);
  return body;
}

double apart(const FlatBody& first, const FlatPlacing& first_at, const FlatBody& second,
             const FlatPlacing& second_at, int& direction) {
  const Both both{first, second, first_at, second_at};
  if (const auto n = both.direction(direction))
    if (const double gap = both.along(*n); gap > 0) return gap;
  double largest = -std::numeric_limits<double>::infinity();
  for (int k = 0; k < both.directions(); ++k) {
    const auto n = both.direction(k);
    if (!n) continue;
    const double gap = both.along(*n);
    if (gap <= largest) continue;
    largest = gap;
    direction = k;
  }
  return largest;
}

}  // namespace mbs

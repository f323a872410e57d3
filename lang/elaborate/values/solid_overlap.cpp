#include "lang/elaborate/values/solid_overlap.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "lang/elaborate/shapes/measures.hpp"
#include "lang/elaborate/shapes/solids.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/expression/curve.hpp"

namespace mbs::elaborate {
namespace {

constexpr double drawn = 1e-6;     // of its size, by which each solid is drawn together
constexpr double nothing = 1e-13;  // of the sizes, a distance that is none but rounding
constexpr double level = 1e-9;     // of its edges, the volume of four points that enclose nothing
constexpr int most_steps = 300;    // ten or so are usual

ir::Vec3 along(const ir::Vec3& u, double length) {
  const double size = norm(u);
  return size > 0 ? (length / size) * u : ir::Vec3();
}

// ---- the point of a shape that is farthest along u, in its own axes -----------------------------

ir::Vec2 farthest_of(const ir::Superellipse& s, double x, double y) {
  const double p = s.exponent / (s.exponent - 1);
  const double u = std::pow(s.a * std::abs(x), p), v = std::pow(s.b * std::abs(y), p);
  if (u + v == 0) return {};
  const double q = p / s.exponent, all = std::pow(u + v, 1 / s.exponent);
  return {std::copysign(s.a * std::pow(s.a * std::abs(x), q) / all, x),
          std::copysign(s.b * std::pow(s.b * std::abs(y), q) / all, y)};
}
ir::Vec2 farthest_of(const ir::Polygon& core, double x, double y) {
  const ir::Vec2 corner = *std::ranges::max_element(
      core.corners, {}, [&](const ir::Vec2& c) { return c.x * x + c.y * y; });
  return ir::Vec3(corner) + along({x, y}, core.rounding);
}
ir::Vec2 farthest_of(const ir::SupportedCurve& curve, double x, double y) {
  const double angle = std::atan2(y, x), c = std::cos(angle), s = std::sin(angle);
  const auto [h, first, second] = support_at(*curve.support, angle);
  return {h * c - first * s, h * s + first * c};
}

ir::Vec3 farthest(const ir::Circle& ball, const ir::Vec3& u) {
  return along(u, ball.radius);
}
ir::Vec3 farthest(const ir::MinkowskiSum& sum, const ir::Vec3& u) {
  const ir::Vec3 scaled{sum.semi.x * u.x, sum.semi.y * u.y, sum.semi.z * u.z};
  const ir::Vec3 ball = along(scaled, 1);
  const ir::Vec3 core{sum.semi.x * ball.x + std::copysign(sum.half.x, u.x),
                      sum.semi.y * ball.y + std::copysign(sum.half.y, u.y),
                      sum.semi.z * ball.z + std::copysign(sum.half.z, u.z)};
  return core + along(u, sum.rounding);
}
ir::Vec3 farthest(const ir::Frustum& cone, const ir::Vec3& u) {
  const ir::Vec3 out = along({u.x, u.y}, 1);
  const ir::Vec3 base = cone.radius * out;
  const ir::Vec3 top = cone.top * out + ir::Vec3(0, 0, cone.height);
  return dot(u, top) > dot(u, base) ? top : base;
}
ir::Vec3 farthest(const ir::Polyhedron& hull, const ir::Vec3& u) {
  return *std::ranges::max_element(hull.corners, {}, [&](const ir::Vec3& corner) {
    return dot(corner, u);
  }) + along(u, hull.rounding);
}
ir::Vec3 farthest(const ir::Prism& prism, const ir::Vec3& u) {
  const ir::Vec2 flat = std::visit(
      [&](const auto& outline) { return farthest_of(outline, u.x, u.y); }, prism.outline);
  return {flat.x, flat.y, std::copysign(prism.width / 2, u.z)};
}
ir::Vec3 farthest(const auto&, const ir::Vec3&) {
  return {};  // what has no volume
}

// A polygon is its core, which its rounding goes round.
ir::Shape shape_by_cores(const ShapeValue& value) {
  ir::Shape shape = *space_contact_shape(value);
  if (auto* prism = std::get_if<ir::Prism>(&shape))
    if (auto* polygon = std::get_if<ir::Polygon>(&prism->outline))
      polygon->corners = corner_centers(value);
  return shape;
}

// ---- the solids ---------------------------------------------------------------------------------

struct Solid {
  ir::Shape shape;
  ir::Vec3 at, centre;
  ir::Quaternion rotation;

  explicit Solid(const PlacedSolid& placed)
      : shape(shape_by_cores(placed.shape)),
        at(placed.at),
        centre(placed.at + placed.rotation * space_center(placed.shape)),
        rotation(placed.rotation) {}
  ir::Vec3 reaches(const ir::Vec3& u) const {
    const ir::Vec3 own = inverse(rotation) * u;
    const ir::Vec3 p =
        at + rotation * std::visit([&](const auto& s) { return farthest(s, own); }, shape);
    return centre + (1 - drawn) * (p - centre);
  }
};

// The point of the hull of a few points that is nearest to the origin, and which of them carry it.
struct Nearest {
  ir::Vec3 point;
  std::vector<ir::Vec3> carriers;
};

// Where the line, plane or space through the points comes nearest, if that is between them: weights
// by the normal equations of their differences.
std::optional<ir::Vec3> nearest_between(const std::vector<ir::Vec3>& p) {
  const std::size_t n = p.size() - 1;
  std::array<std::array<double, 4>, 3> m{};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) m[i][j] = dot(p[i + 1] - p[0], p[j + 1] - p[0]);
    m[i][n] = -dot(p[i + 1] - p[0], p[0]);
  }
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t best = i;
    for (std::size_t k = i; k < n; ++k)
      if (std::abs(m[k][i]) > std::abs(m[best][i])) best = k;
    std::swap(m[i], m[best]);
    if (m[i][i] == 0) return std::nullopt;
    for (std::size_t k = 0; k < n; ++k) {
      const double factor = m[k][i] / m[i][i];
      for (std::size_t j = 0; k != i && j <= n; ++j) m[k][j] -= factor * m[i][j];
    }
  }
  double first = 1;
  ir::Vec3 point = p[0];
  for (std::size_t i = 0; i < n; ++i) {
    const double weight = m[i][n] / m[i][i];
    if (!(weight >= 0)) return std::nullopt;
    first -= weight;
    point = point + weight * (p[i + 1] - p[0]);
  }
  return first >= 0 ? std::optional(point) : std::nullopt;
}

// Four points next to one plane would enclose the origin by rounding.
bool encloses_nothing(const std::vector<ir::Vec3>& p) {
  if (p.size() < 4) return false;
  const ir::Vec3 a = p[1] - p[0], b = p[2] - p[0], c = p[3] - p[0];
  return std::abs(dot(a, cross(b, c))) <= level * norm(a) * norm(b) * norm(c);
}

Nearest nearest_of(const std::vector<ir::Vec3>& points) {
  Nearest best{points[0], {points[0]}};
  double least = std::numeric_limits<double>::infinity();
  for (unsigned chosen = 1; chosen < (1U << points.size()); ++chosen) {
    std::vector<ir::Vec3> some;
    for (std::size_t i = 0; i < points.size(); ++i)
      if (chosen >> i & 1U) some.push_back(points[i]);
    const auto point = encloses_nothing(some) ? std::nullopt : nearest_between(some);
    if (!point || !(norm(*point) < least)) continue;
    least = norm(*point);
    best = {*point, std::move(some)};
  }
  return best;
}

}  // namespace

bool solids_overlap(const PlacedSolid& a, const PlacedSolid& b) {
  const Solid first(a), second(b);
  const auto difference = [&](const ir::Vec3& u) {
    return second.reaches(u) - first.reaches(-1.0 * u);
  };
  const double size = norm(difference({1, 0, 0}) - difference({-1, 0, 0})) +
                      norm(difference({0, 0, 1}) - difference({0, 0, -1}));
  Nearest found{second.centre - first.centre, {}};
  for (int step = 0; step < most_steps && norm(found.point) > nothing * size; ++step) {
    const ir::Vec3 corner = difference(-1.0 * found.point);
    if (dot(corner, found.point) > 0) return false;  // a plane between both
    found.carriers.push_back(corner);
    Nearest next = nearest_of(found.carriers);
    if (next.carriers.size() == 4) return true;                      // they enclose the origin
    if (step > 0 && !(norm(next.point) < norm(found.point))) break;  // as near as they come
    found = std::move(next);
  }
  return norm(found.point) <= nothing * size;
}

}  // namespace mbs::elaborate

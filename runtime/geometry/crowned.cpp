#include "runtime/geometry/crowned.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/geometry/reach.hpp"

namespace mbs {

namespace {

constexpr double flatness = 1e-10;  // of a body's size

using Parts = std::vector<SolidSupport>;

// With a ball of that radius; what bends along u is none of it.
SolidSupport rounded(SolidSupport of, double radius, const Vector3& u) {
  const Matrix3 P = Matrix3::Identity() - u * u.transpose();
  of.bend = P * of.bend * P + radius * P;
  of.x += radius * u;
  return of;
}

// The hull of parts, smooth over e: with v the farthest reach of them, v = max h,
//   h = v + e ln(sum of exp((h_i - v)/e))
// so each counts by its weight w in that sum; x is the mean of theirs and e times the entropy of w
// along u.
SolidSupport hull_of(const Parts& parts, double e, const Vector3& u) {
  double highest = -std::numeric_limits<double>::infinity(), sum = 0, entropy = 0;
  for (const SolidSupport& part : parts) highest = std::max(highest, part.x.dot(u));
  std::vector<double> w;
  for (const SolidSupport& part : parts) {
    const double below = (highest - part.x.dot(u)) / e;
    w.push_back(std::exp(-below));
    sum += w.back();
    if (w.back() > 0) entropy += w.back() * below;
  }
  entropy = entropy / sum + std::log(sum);
  SolidSupport all{Vector3::Zero(), Matrix3::Zero()};
  for (std::size_t i = 0; i < parts.size(); ++i) all.x += w[i] / sum * parts[i].x;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!(w[i] > 0)) continue;
    const Vector3 off = parts[i].x - all.x;
    all.bend += w[i] / sum * (off * off.transpose() / e + parts[i].bend);
  }
  return rounded(all, e * entropy, u);
}

SolidSupport disc(double radius, double height, double part, const Vector3& u) {
  const Reach flat = of_ellipsoid({radius, radius, part * radius}, u);
  return {flat.x + Vector3(0, 0, height), flat.bend};
}

template <class Form>
const Form* form_of(const Solid& solid) {
  return solid.form ? std::get_if<Form>(solid.form.get()) : nullptr;
}
const PrismForm* polygon_prism(const Solid& solid) {
  const auto* prism = form_of<PrismForm>(solid);
  return prism && prism->outline.kind == ConvexKind::polygon ? prism : nullptr;
}
bool is_box(const Solid& solid) {
  return !solid.form && solid.half[0] > 0;
}
bool is_cylinder(const Solid& solid) {
  return !solid.form && solid.semi[0] > 0 && solid.half[2] > 0;
}

// A sharp corner is a part without a bend; that of a polygon with round ones a disc.
Parts parts_of(const Solid& solid, double part, const Vector3& u) {
  Parts parts;
  const auto add = [&](const Vector3& x) { parts.push_back({x, Matrix3::Zero()}); };
  if (const auto* hull = form_of<HullForm>(solid)) {
    for (const Vector3& corner : hull->corners) add(corner);
  } else if (const PrismForm* prism = polygon_prism(solid)) {
    for (const double z : {-prism->half, prism->half})
      for (const ir::Vec2& corner : prism->outline.corners) {
        parts.push_back(disc(prism->outline.rounding, z, part, u));
        parts.back().x += Vector3(corner.x, corner.y, 0);
      }
  } else if (const auto* cone = form_of<FrustumForm>(solid)) {
    parts = {disc(cone->radius, 0, part, u), disc(cone->top, cone->height, part, u)};
  } else if (is_cylinder(solid)) {
    for (const double z : {-solid.half[2], solid.half[2]})
      parts.push_back(disc(solid.semi[0], z, part, u));
  }
  return parts;
}

// The hull of the eight corners of a box: the sum over them is a product over the axes.
SolidSupport box_support(const Vector3& half, double e, const Vector3& u) {
  SolidSupport box{Vector3::Zero(), Matrix3::Zero()};
  double entropy = 0;
  for (int k = 0; k < 3; ++k) {
    const double below = 2 * half[k] * std::abs(u[k]) / e, q = std::exp(-below), w = q / (1 + q);
    box.x[k] = std::copysign(half[k] * (1 - 2 * w), u[k]);
    box.bend(k, k) = 4 * half[k] * half[k] * w * (1 - w) / e;
    entropy += std::log1p(q) + below * w;
  }
  return rounded(box, e * entropy, u);
}

// Smooth solids, and what has smooth sides, are what they are on a plane.
SolidSupport support_by_parts(const Solid& solid, const Matrix3& axes, const Vector3& u,
                              double part) {
  const Vector3 own = axes.transpose() * u;
  const Parts parts = parts_of(solid, part, own);
  if (parts.empty() && !is_box(solid)) return support(solid, axes, u);
  const double e = part * solid.bound;
  const SolidSupport of = is_box(solid) ? box_support(solid.half, e, own) : hull_of(parts, e, own);
  return {axes * of.x + solid.rounding * u,
          axes * of.bend * axes.transpose() +
              solid.rounding * (Matrix3::Identity() - u * u.transpose())};
}

// How far a place is outside of the round side.
double outside_side(const Solid& solid, const Vector3& place) {
  const double width = std::hypot(place[0], place[1]);
  if (is_cylinder(solid)) return width - solid.semi[0];
  const auto* cone = form_of<FrustumForm>(solid);
  if (!cone) return -std::numeric_limits<double>::infinity();
  const double slope = (cone->radius - cone->top) / cone->height;
  return (width - cone->radius + slope * place[2]) / std::hypot(1, slope);
}

}  // namespace

SolidSupport flat_support(const Solid& solid, const Matrix3& axes, const Vector3& u) {
  return support_by_parts(solid, axes, u, flatness);
}

// A box and a cylinder have closed forms.
SolidSupport crowned_support(const Solid& solid, const Matrix3& axes, const Vector3& u) {
  const bool by_parts = polygon_prism(solid) || form_of<HullForm>(solid);
  return by_parts ? support_by_parts(solid, axes, u, crown) : support(solid, axes, u);
}

std::vector<FlatFace> flat_faces(const Solid& solid) {
  std::vector<FlatFace> all;
  if (const auto* hull = form_of<HullForm>(solid)) {
    for (const HullForm::Face& face : hull->faces) all.push_back({face.n, face.distance});
  } else if (const PrismForm* prism = polygon_prism(solid)) {
    for (const double side : {-1.0, 1.0}) all.push_back({side * Vector3::UnitZ(), prism->half});
    for (const ConvexEdge& edge : prism->outline.edges)
      all.push_back({Vector3(edge.nx, edge.ny, 0), edge.distance});
  } else if (const auto* cone = form_of<FrustumForm>(solid)) {
    all = {{-Vector3::UnitZ(), 0}, {Vector3::UnitZ(), cone->height}};
  } else if (!solid.form && (is_box(solid) || solid.semi[0] > 0) && solid.semi[2] == 0) {
    for (int k = is_box(solid) ? 0 : 2; k < 3; ++k)
      for (const double side : {-1.0, 1.0}) all.push_back({side * Vector3::Unit(k), solid.half[k]});
  }
  return all;
}

double outside_others(const Solid& solid, const std::vector<FlatFace>& faces, std::size_t k,
                      const Vector3& place) {
  double most = outside_side(solid, place);
  for (std::size_t i = 0; i < faces.size(); ++i)
    if (i != k) most = std::max(most, faces[i].n.dot(place) - faces[i].away);
  return most;
}

std::vector<Vector3> straight_lines(const Solid& solid) {
  std::vector<Vector3> all;
  const auto* hull = form_of<HullForm>(solid);
  if (is_box(solid)) return {Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()};
  if (is_cylinder(solid) || form_of<PrismForm>(solid)) all.push_back(Vector3::UnitZ());
  if (const PrismForm* prism = polygon_prism(solid))
    for (const ConvexEdge& edge : prism->outline.edges) all.emplace_back(-edge.ny, edge.nx, 0);
  if (!hull) return all;
  for (const HullForm::Face& face : hull->faces)
    for (std::size_t k = 0; k < face.corners.size(); ++k) {
      const int from = face.corners[k], to = face.corners[(k + 1) % face.corners.size()];
      if (from < to) all.push_back((hull->corners[to] - hull->corners[from]).normalized());
    }
  return all;
}

Vector3 side_normal(const Solid& solid, const Vector3& towards) {
  const auto* cone = form_of<FrustumForm>(solid);
  if (form_of<HullForm>(solid) || (!solid.form && solid.half[2] == 0)) return towards;
  Vector3 out(towards[0], towards[1], 0);
  if (!(out.norm() > 0)) out = Vector3::UnitX();
  out.normalize();
  if (!cone) return out;
  return (cone->height * out + (cone->radius - cone->top) * Vector3::UnitZ()).normalized();
}

}  // namespace mbs

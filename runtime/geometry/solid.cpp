#include "runtime/geometry/solid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mbs {

namespace {

Vector3 vector_of(const ir::Vec3& v) {
  return {v.x, v.y, v.z};
}

Solid measured(Solid solid) {
  const Vector3 reach = solid.semi + solid.half;
  solid.least = 2 * (reach.minCoeff() + solid.rounding);
  solid.bound = solid.semi.maxCoeff() + solid.half.norm() + solid.rounding;
  return solid;
}

Solid round_solid(SolidKind kind, double radius) {
  Solid solid;
  solid.kind = kind;
  solid.rounding = radius;
  return measured(solid);
}

Solid with_form(SolidForm form, double bound, double rounding = 0) {
  Solid solid;
  solid.kind = SolidKind::core;
  solid.rounding = rounding;
  solid.bound = bound + rounding;
  solid.form = std::make_shared<const SolidForm>(std::move(form));
  return solid;
}

HullForm::Face face_of(const std::vector<Vector3>& corners, const std::vector<int>& loop) {
  Vector3 twice_area = Vector3::Zero();
  for (std::size_t k = 0; k < loop.size(); ++k)
    twice_area += corners[loop[k]].cross(corners[loop[(k + 1) % loop.size()]]);
  const Vector3 n = twice_area.normalized();
  return {n, n.dot(corners[loop[0]]), loop};
}

// The least distance between a face and what is farthest from it.
double thickness(const HullForm& form) {
  double least = std::numeric_limits<double>::infinity();
  for (const HullForm::Face& face : form.faces) {
    double lowest = face.distance;
    for (const Vector3& corner : form.corners) lowest = std::min(lowest, face.n.dot(corner));
    least = std::min(least, face.distance - lowest);
  }
  return least;
}

struct Maker {
  std::optional<Solid> operator()(const ir::HalfPlane&) const { return Solid{}; }
  std::optional<Solid> operator()(const ir::Circle& c) const {
    Solid ball = round_solid(c.hollow ? SolidKind::socket : SolidKind::ball, c.radius);
    for (const ir::Vec3& edge : c.edges) ball.spread.push_back(vector_of(edge));
    return ball;
  }
  std::optional<Solid> operator()(const ir::Bore& b) const {
    return round_solid(SolidKind::bore, b.radius);
  }
  std::optional<Solid> operator()(const ir::MinkowskiSum& sum) const {
    Solid solid;
    solid.semi = vector_of(sum.semi);
    solid.half = vector_of(sum.half);
    solid.rounding = sum.rounding;
    const bool core = !solid.half.isZero(0), flat = solid.semi[0] > 0 && solid.semi[2] == 0;
    const bool thick = solid.semi[0] > 0 || solid.half[0] > 0 || solid.half[1] > 0;
    solid.kind = core && thick ? SolidKind::core
                 : core        ? SolidKind::capsule
                 : flat        ? SolidKind::disc
                               : SolidKind::smooth;
    return measured(solid);
  }
  std::optional<Solid> operator()(const ir::Edge& e) const {
    Solid solid;
    solid.kind = SolidKind::edge;
    solid.half = vector_of(e.half);
    solid.bound = solid.half.norm();
    for (const ir::Vec3& side : e.sides) solid.spread.push_back(vector_of(side));
    return solid;
  }
  std::optional<Solid> operator()(const ir::Frustum& f) const {
    return with_form(FrustumForm{f.radius, f.top, f.height},
                     std::max(f.radius, std::hypot(f.top, f.height)));
  }
  std::optional<Solid> operator()(const ir::Polyhedron& p) const {
    HullForm form;
    double bound = 0;
    for (const ir::Vec3& corner : p.corners) {
      form.corners.push_back(vector_of(corner));
      bound = std::max(bound, form.corners.back().norm());
    }
    for (const std::vector<int>& loop : p.faces) form.faces.push_back(face_of(form.corners, loop));
    const double thin = thickness(form) + 2 * p.rounding;
    Solid solid = with_form(std::move(form), bound, p.rounding);
    solid.least = thin;
    return solid;
  }
  std::optional<Solid> operator()(const ir::Prism& p) const {
    const ir::Shape outline =
        std::visit([](const auto& planar) { return ir::Shape(planar); }, p.outline);
    PrismForm form{convex_shape(outline, 0), p.width / 2, Eigen::Vector2d::Zero()};
    for (const ir::Vec2& corner : form.outline.corners)
      form.inside +=
          Eigen::Vector2d(corner.x, corner.y) / static_cast<double>(form.outline.corners.size());
    const double bound = std::hypot(form.outline.bound, form.half);
    return with_form(std::move(form), bound);
  }
  template <class Planar>
  std::optional<Solid> operator()(const Planar&) const {
    return std::nullopt;
  }
};

}  // namespace

std::optional<Solid> solid_of(const ir::Shape& shape) {
  return std::visit(Maker{}, shape);
}

}  // namespace mbs

// How far solids reach. What is flat is crowned by a millionth of its size: its farthest place
// moves, and does not jump, from one side to the other as it tilts.
#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/geometry/reach.hpp"

namespace mbs {

namespace {

Reach operator+(const Reach& a, const Reach& b) {
  return {a.h + b.h, a.x + b.x, a.bend + b.bend, std::max(a.corner, b.corner)};
}

Reach moved(Reach reach, const Vector3& u, const Vector3& by) {
  reach.h += by.dot(u);
  reach.x += by;
  return reach;
}

// The reach of the hull of two bodies, crowned: with D half the way from the farthest place of the
// one to that of the other and d = D.u, h = mean + sqrt(d^2 + e^2) - e, e a small part of |D|.
Reach bridged(const Reach& a, const Reach& b, const Vector3& u) {
  const Vector3 D = (b.x - a.x) / 2;
  const double d = (b.h - a.h) / 2, e = std::max(crown * D.norm(), 1e-300);
  const double S = std::hypot(d, e);
  const Vector3 slope = d * D + e * e * u;
  const Matrix3 across = Matrix3::Identity() - u * u.transpose();
  Reach r;
  r.h = (a.h + b.h) / 2 + S - e;
  r.x = (a.x + b.x) / 2 + slope / S - e * u;
  r.bend = (a.bend + b.bend) / 2 +
           (D * D.transpose() + d / 2 * (b.bend - a.bend) + e * e * Matrix3::Identity()) / S -
           slope * slope.transpose() / (S * S * S) - e * across;
  r.corner = std::max(a.corner, b.corner);
  return r;
}

Reach of_segment(double half, int axis, const Vector3& u) {
  if (half == 0) return {};
  const Reach low = moved({}, u, -half * Vector3::Unit(axis));
  return bridged(low, moved({}, u, half * Vector3::Unit(axis)), u);
}

Reach of_disc(double radius, const Vector3& u) {
  return of_ellipsoid({radius, radius, crown * radius}, u);
}

Reach of_sum(const Solid& solid, const Vector3& u) {
  const double flat = crown * solid.semi.maxCoeff();
  Reach r = of_ellipsoid(solid.semi.cwiseMax(flat), u);
  for (int k = 0; k < 3; ++k) r = r + of_segment(solid.half[k], k, u);
  return r;
}

Reach of_form(const FrustumForm& f, const Vector3& u) {
  return bridged(of_disc(f.radius, u), moved(of_disc(f.top, u), u, {0, 0, f.height}), u);
}

Reach of_form(const HullForm& hull, const Vector3& u) {
  Reach r;
  r.h = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < hull.corners.size(); ++k) {
    const double h = hull.corners[k].dot(u);
    if (!(h > r.h)) continue;
    r.h = h;
    r.x = hull.corners[k];
    r.corner = static_cast<int>(k);
  }
  return r;
}

// The reach of the outline alone, crowned: with X its farthest place from a place inside of it and
// H = X.u the body with h^2 = H^2 + (c u_z)^2. For a circle that is the ellipsoid above.
Reach of_outline(const PrismForm& prism, const Vector3& u) {
  const double m = std::hypot(u[0], u[1]);
  const double ux = m > 0 ? u[0] / m : 1, uy = m > 0 ? u[1] / m : 0;
  const Support s = support(prism.outline, ux, uy);
  const Vector3 inside(prism.inside[0], prism.inside[1], 0), along(-uy, ux, 0);
  const Vector3 X = Vector3(s.reach * ux, s.reach * uy, 0) + s.offset * along - inside;
  const double reach = s.reach - inside[0] * ux - inside[1] * uy, c = crown * prism.outline.bound;
  const double H = m * reach, h = std::hypot(H, c * u[2]);
  const Vector3 up(0, 0, c * c * u[2]);
  Reach r{h, (H * X + up) / h, Matrix3::Zero(), s.corner};
  const double radius = std::min(s.radius, prism.outline.bound / crown);
  r.bend =
      (X * X.transpose() + reach * radius * along * along.transpose() - r.x * r.x.transpose()) / h;
  r.bend(2, 2) += c * c / h;
  return moved(r, u, inside);
}

Reach of_form(const PrismForm& prism, const Vector3& u) {
  return of_outline(prism, u) + of_segment(prism.half, 2, u);
}

Reach reach_of(const Solid& solid, const Vector3& u) {
  if (!solid.form) return of_sum(solid, u);
  return std::visit([&](const auto& form) { return of_form(form, u); }, *solid.form);
}

}  // namespace

SolidSupport support(const Solid& solid, const Matrix3& axes, const Vector3& u) {
  const Reach own = reach_of(solid, axes.transpose() * u);
  return {axes * own.x + solid.rounding * u,
          axes * own.bend * axes.transpose() +
              solid.rounding * (Matrix3::Identity() - u * u.transpose()),
          own.corner};
}

Matrix3 bend_change(const Solid& solid, const Matrix3& axes, const Vector3& u, const Vector3& du) {
  const Matrix3 ball = -solid.rounding * (du * u.transpose() + u * du.transpose());
  const Vector3 own_du = axes.transpose() * du;
  const Vector3 semi = solid.semi.cwiseMax(crown * solid.semi.maxCoeff());
  const Reach own = of_ellipsoid(semi, axes.transpose() * u);
  if (!(own.h > 0)) return ball;
  const Vector3 dx = own.bend * own_du;
  const Matrix3 change =
      -(dx * own.x.transpose() + own.x * dx.transpose() + own.bend * own.x.dot(own_du)) / own.h;
  return axes * change * axes.transpose() + ball;
}

}  // namespace mbs

// Hertz' contact of two surfaces with unlike principal curvatures, an ellipse.
#pragma once

#include <Eigen/Core>

namespace mbs {

// The radius R of a ball on a plane that presses like it, F = 4/3 E* sqrt(R) delta^1.5, m; k1 >= k2
// > 0 are the relative principal curvatures, 1/m. Johnson, Contact Mechanics, 4.2.
double radius_of_equal_force(double k1, double k2);

// Radii that a law of balls has to see, m: those of two balls, or a ball and a plane, that press
// alike, 1/R1 + 1/R2 = 1/R. The share of each is that of its mean curvature; inf of one that is
// flat, negative of one that is hollow.
struct EqualRadii {
  double first = 0, second = 0;
};
// By the curvatures of both in one tangent plane, in the same axes, 1/m.
EqualRadii equal_radii(const Eigen::Matrix2d& first, const Eigen::Matrix2d& second);

// Complete elliptic integrals of the parameter m = 1 - p, 0 < p <= 1:
//   K = int 1/w, B = int cos^2/w, D = int sin^2/w over 0 to pi/2, w = sqrt(1 - m sin^2).
struct EllipticIntegrals {
  double K = 0, B = 0, D = 0;
};
EllipticIntegrals elliptic_integrals(double p);

}  // namespace mbs

// Scalar functions of the placement of two bodies, with gradient and Hessian. Joints, drives,
// springs and applied forces are all made of them: a constraint is a function held at a value, a
// force acts along a function's gradient.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace mbs {

// A point fixed on a body, in body axes, relative to the centre of mass. Body 0 is ground.
struct BodyPoint {
  int body = 0;
  double x = 0, y = 0;
};

struct Pose {  // of a body's centre of mass, world axes; m, rad, m/s, rad/s
  double x = 0, y = 0, angle = 0;
  double c = 1, s = 0;  // cosine, sine of the angle
  double vx = 0, vy = 0, spin = 0;
};
struct Arm {  // from the centre of mass to a point, world axes
  double x = 0, y = 0;
};
struct Placement {
  std::vector<Pose> poses;  // by body
  std::vector<Arm> arms;    // by point
};

enum class FunctionKind : std::uint8_t {
  angle,    // angle of b minus angle of a
  world_x,  // x of point b minus x of point a, world axes
  world_y,
  along,     // (point b - point a) along an axis fixed on a
  distance,  // (|point b - point a|^2 - L^2)/(2 L), regular also at zero distance
  length,    // |point b - point a|; at zero length the gradient of the way on which they part, no
             // Hessian
};

// Local derivatives are in the order x, y, angle of a, then x, y, angle of b.
struct PairFunction {
  FunctionKind kind = FunctionKind::angle;
  int a = 0, b = 0;       // bodies
  int pa = 0, pb = 0;     // points
  double ux = 1, uy = 0;  // along: the axis, in the axes of a
  double length = 1;      // distance: L
  double offset = 0;      // added to the value
  // Structure: derivatives that can be other than zero (bit i; bit 6 i + j). Ground's are left out.
  std::uint8_t used = 0;
  std::uint64_t curved = 0;
  std::uint8_t bent = 0;  // rows of the Hessian that have an entry

  // All (i, j) that can be other than zero, in a fixed order.
  template <class Visit>
  void for_each_used(Visit visit) const {
    for (unsigned bits = used; bits != 0; bits &= bits - 1) visit(std::countr_zero(bits));
  }
  template <class Visit>
  void for_each_curved(Visit visit) const {
    for (std::uint64_t bits = curved; bits != 0; bits &= bits - 1) {
      const int n = std::countr_zero(bits);
      visit(n / 6, n % 6);
    }
  }
  bool uses(int i) const { return used >> i & 1; }
  bool bends(int i) const { return bent >> i & 1; }
  bool curves(int i, int j) const { return curved >> (6 * i + j) & 1; }
  // Column in q of a local derivative; negative for ground.
  int column(int i) const { return i < 3 ? 3 * (a - 1) + i : 3 * (b - 1) + i - 3; }
};
using Local = std::array<double, 6>;
using LocalHessian = std::array<std::array<double, 6>, 6>;

double value(const PairFunction& function, const Placement& placement);
void gradient(const PairFunction& function, const Placement& placement, Local& out);
// Only entries marked in `curved` are written.
void hessian(const PairFunction& function, const Placement& placement, LocalHessian& out);

// The function with its structure filled in.
PairFunction structured(PairFunction function, const std::vector<BodyPoint>& points);
// Rate of change with the placement's velocities.
double rate(const PairFunction& function, const Placement& placement);

}  // namespace mbs

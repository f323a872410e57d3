// Scalar functions of the placement of two bodies: what they are. Their values and derivatives are
// in scalar_function.hpp.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/model/space.hpp"

namespace mbs {

// A point fixed on a body, in body axes, relative to the centre of mass. Body 0 is ground.
struct BodyPoint {
  int body = 0;
  double x = 0, y = 0, z = 0;
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
  std::vector<Pose> poses;          // by body; in the plane
  std::vector<Arm> arms;            // by point
  std::vector<SpatialPose> bodies;  // by body; in space
  std::vector<Vector3> levers;      // by point: from the centre of mass to it, world axes
  std::vector<double> angles;       // in space, rad: about how far counted angles have turned
  // In space, by drive, where one drives a rotation: from the axes that it leads to those of its
  // first body. See runtime/elements/driven_rotation.hpp.
  std::vector<Matrix3> led;
  bool spatial() const { return !bodies.empty(); }
};

enum class FunctionKind : std::uint8_t {
  angle,    // angle of b minus angle of a
  world_x,  // x of point b minus x of point a, world axes
  world_y,
  along,     // (point b - point a) along an axis fixed on a
  distance,  // (|point b - point a|^2 - L^2)/(2 L), regular also at zero distance
  length,    // |point b - point a|; at zero length the gradient of the way on which they part, no
             // Hessian
  // In space.
  space_world,     // (point b - point a) along an axis of the world
  space_along,     // (point b - point a) along a direction fixed on a
  space_dot,       // of a direction fixed on a with one fixed on b
  space_distance,  // as in the plane
  space_length,
  space_turn,   // rad, in (-pi, pi]: how far on_b is turned from on_a about an axis square to both
  space_spin,   // has a rate alone: the spin of b against a about an axis
  space_twist,  // twice the part along z of the unit quaternion from a frame on a to one on b
};

// Unit vectors of a function in space.
struct SpatialAxes {
  enum class Of : std::uint8_t { world, first, second };
  Vector3 axis = Vector3::UnitZ();  // world, turn, spin: in the axes of
  Of of = Of::world;
  Vector3 on_a = Vector3::UnitX(), on_b = Vector3::UnitX();  // axes of the bodies
  // Twist: from axes of the frames to those of the bodies.
  using Frame = Eigen::Quaternion<double, Eigen::DontAlign>;
  Frame frame_a = Frame::Identity(), frame_b = Frame::Identity();
};

// Local derivatives are in the order x, y, angle of a, then x, y, angle of b; in space by motions
// (space.hpp): v and turn of a, then of b.
struct PairFunction {
  FunctionKind kind = FunctionKind::angle;
  int a = 0, b = 0;       // bodies
  int pa = 0, pb = 0;     // points
  double ux = 1, uy = 0;  // along: the axis, in the axes of a
  double length = 1;      // distance: L
  double offset = 0;      // added to the value
  // Structure: derivatives that can be other than zero (bit i; bit 6 i + j). Ground's are left out.
  std::uint16_t used = 0;
  std::uint64_t curved = 0;  // in the plane; in space `bent_by`, by row
  std::uint16_t bent = 0;    // rows of the Hessian that have an entry
  std::array<std::uint16_t, 12> bent_by{};
  std::shared_ptr<const SpatialAxes> axes = {};
  int counted =
      -1;        // in space, of an angle: in Placement::angles, which says how many turns it has
  int led = -1;  // in space, of a dot: the drive that leads the axes in which `on_a` is given

  // All (i, j) that can be other than zero, in a fixed order.
  template <class Visit>
  void for_each_used(Visit visit) const {
    for (unsigned bits = used; bits != 0; bits &= bits - 1) visit(std::countr_zero(bits));
  }
  template <class Visit>
  void for_each_curved(Visit visit) const {
    if (spatial()) {
      for (int i = 0; i < 12; ++i)
        for (unsigned bits = bent_by[i]; bits != 0; bits &= bits - 1)
          visit(i, std::countr_zero(bits));
      return;
    }
    for (std::uint64_t bits = curved; bits != 0; bits &= bits - 1) {
      const int n = std::countr_zero(bits);
      visit(n / 6, n % 6);
    }
  }
  bool uses(int i) const { return used >> i & 1; }
  bool bends(int i) const { return bent >> i & 1; }
  bool curves(int i, int j) const {
    return spatial() ? bent_by[i] >> j & 1 : curved >> (6 * i + j) & 1;
  }
  bool spatial() const { return kind >= FunctionKind::space_world; }
  // In rad; else in m.
  bool angular() const {
    return kind == FunctionKind::angle || kind == FunctionKind::space_dot ||
           kind == FunctionKind::space_twist || turning();
  }
  // An angle that counts modulo a turn alone.
  bool turning() const {
    return kind == FunctionKind::space_turn || kind == FunctionKind::space_spin;
  }
  bool is_length() const {
    return kind == FunctionKind::length || kind == FunctionKind::space_length;
  }
  bool is_distance() const {
    return kind == FunctionKind::distance || kind == FunctionKind::space_distance;
  }
  int locals() const { return spatial() ? 12 : 6; }  // derivatives
  // Column in v of a local derivative; negative for ground.
  int column(int i) const {
    const int each = spatial() ? 6 : 3;
    return i < each ? each * (a - 1) + i : each * (b - 1) + i - each;
  }
};
using Local = std::array<double, 12>;  // six of them in the plane
using LocalHessian = std::array<std::array<double, 12>, 12>;

}  // namespace mbs

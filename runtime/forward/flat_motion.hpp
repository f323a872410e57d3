// Bodies of a tree in space that move in one plane: all they hang on turns about its normal n and
// slides in it. Such a body has a place (x, y) along e1 and e2, an angle about n and a height along
// n that never changes; forces out of the plane do nothing to it.
//
// A way that is fixed in a body is cos(phi) w + sin(phi) (n x w) with phi the sum of the angles of
// all turns before it, which its last turn, its node, tells.
#pragma once

#include <vector>

#include "runtime/coordinates/state_in_space.hpp"
#include "runtime/forward/body_rates.hpp"
#include "runtime/forward/pair.hpp"

namespace mbs {

// All coordinates of a tree, speeds, and accelerations: of the latter those that drives give.
struct TreeCoordinates {
  const double *p = nullptr, *u = nullptr, *a = nullptr;
};

// The axes of a body that turns about n: still + cos(phi) cosine + sin(phi) sine.
struct AxesAbout {
  Matrix3 still, cosine, sine;
  // Those that are `R` at 0.
  static AxesAbout make(const Vector3& n, const Matrix3& R);
  Matrix3 at(double c, double s) const { return still + c * cosine + s * sine; }
};

struct FlatWay {
  bool any = false;
  Pair way = Pair::Zero(), across = Pair::Zero();  // m, where nothing has turned
};

struct FlatStep {
  bool slides = false;
  int place = 0, speed = 0;
  double sign = 1;  // of a turn, about n
  FlatWay along;    // of a slide
};

struct FlatBody {
  bool flat = false;
  int body = 0, parent = 0;
  int first = 0, count = 0;  // steps
  int node = -1;             // the speed of its last turn; -1: it never turns
  FlatWay start, end;        // from the parent's centre of mass, and to its own
  double height = 0;         // m
  double mass = 0, inertia = 0;
  AxesAbout axes;
  Vector3 normal;  // in its axes
};

struct FlatInstant {
  struct Body {
    // Accelerations as far as those of coordinates are known.
    Pair place = Pair::Zero(), speed = Pair::Zero(), acceleration = Pair::Zero();
  };
  struct Move {
    Pair at = Pair::Zero();  // the point that turns, or the direction of a slide
    // What turns, with all before it.
    double angle = 0, cosine = 1, sine = 0, speed = 0, acceleration = 0;
  };
  std::vector<Body> bodies;
  std::vector<Move> moves;  // by speed
};

// What is fixed in a body, as it lies.
inline Pair lying(const FlatWay& way, const FlatInstant::Move& turned) {
  return turned.cosine * way.way + turned.sine * way.across;
}

class FlatMotion {
 public:
  // Filled by TreeMotion.
  Vector3 n{0, 0, 1}, e1{1, 0, 0}, e2{0, 1, 0};
  std::vector<FlatBody> bodies;  // by body, the ground among them
  std::vector<FlatStep> steps;
  std::vector<int> order;  // of bodies that are flat, a parent before its children

  bool any() const { return !order.empty(); }
  Pair in_plane(const Vector3& v) const { return {e1.dot(v), e2.dot(v)}; }
  Vector3 in_space(const Pair& v) const { return v[0] * e1 + v[1] * e2; }
  FlatWay way_of(const Vector3& v) const;

  void place(const TreeCoordinates& by, FlatInstant& out) const;
  void place_moving(const TreeCoordinates& by, FlatInstant& out) const;
  // The angle about n, and the rate of that, of a body.
  const FlatInstant::Move& turned(const FlatInstant& at, const FlatBody& body) const {
    return body.node < 0 ? still_ : at.moves[body.node];
  }
  void lift(const FlatBody& body, const FlatInstant& at, SpatialPose& pose, BodyRates& rates) const;
  MovingAxis lift(const FlatStep& step, const FlatInstant& at) const;

 private:
  template <bool accelerated>
  void walk(const TreeCoordinates& by, FlatInstant& out) const;
  FlatInstant::Move still_;
};

}  // namespace mbs

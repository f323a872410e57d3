// Bodies in space by the coordinates of their tree, as accelerations need them: where they are, how
// they move, what accelerates them while free coordinates are not accelerated, and what each speed
// moves them by, v = B u; see runtime/model/tree_in_space.hpp.
//
// What never changes is found when this is made. A turn whose axis keeps its direction is steady:
// all that turned before turns about the same axis. With n for that and phi for the sum of the
// angles the axes behind it are
//   R = N + cos(phi) P + sin(phi) Q,   M = R at 0,  N = n n^T M,  P = M - N,  Q = n x M.
// Behind any other turn they are such a sum, of its own angle, after the axes before.
#pragma once

#include <span>
#include <vector>

#include "runtime/coordinates/state_in_space.hpp"
#include "runtime/forward/body_rates.hpp"
#include "runtime/model/model_impl.hpp"

namespace mbs {

// All coordinates of a tree, speeds, and accelerations: of the latter those that drives give.
struct TreeCoordinates {
  const double *p = nullptr, *u = nullptr, *a = nullptr;
};

// A tree at an instant, but for poses, which have no quaternions before complete().
struct TreeInstant {
  std::vector<BodyRates> rates;  // by body
  std::vector<MovingAxis> axes;  // by speed
  struct Turned {
    double angle = 0, speed = 0, acceleration = 0;  // of all steady turns up to this one
  };
  std::vector<Turned> turned;  // by speed
};

class TreeMotion {
 public:
  explicit TreeMotion(const Model& model);
  TreeInstant instant() const;
  // Poses by body, the ground's among them.
  void place(const TreeCoordinates& by, SpatialPose* poses, TreeInstant& out) const;
  // The same without accelerations.
  void place_moving(const TreeCoordinates& by, SpatialPose* poses, TreeInstant& out) const;
  // The quaternions of what is placed.
  void complete(const double* p, SpatialPose* poses) const;
  // Does a body turn at all, and may drives turn it faster?
  bool turns(int body) const { return ends_[body].turns; }
  bool turns_faster(int body) const { return ends_[body].faster; }

  // How speeds move bodies: those of a body are columns first(body) to end(body) - 1.
  struct Column {
    int speed = 0;
    bool slides = false;
    bool steady = false;  // `turn` never changes
    double pitch = 0;     // m/rad
    // The speed of the ball that the body hangs on or behind, if this only carries that; -1: it
    // moves the body with all there is.
    int ball = -1;
  };
  // What one does to the body: v along the axes of the world, omega in those of the body.
  struct Moved {
    Vector3 shift = Vector3::Zero(), turn = Vector3::Zero();
  };
  int first(int body) const { return first_[body]; }
  int end(int body) const { return first_[body + 1]; }
  const Column& column(int number) const { return columns_[number]; }
  // Does it turn the body?
  bool turns_by(int number) const { return !columns_[number].slides && columns_[number].ball < 0; }
  const Moved& moved(int number) const { return moved_[number]; }
  // Finds one where the body has this pose.
  const Moved& move_by(int number, const SpatialPose& pose, const TreeInstant& at);

 private:
  // Axes behind a turn, see above.
  struct Turning {
    Matrix3 still, cosine, sine;
    Matrix3 at(double angle) const;
  };
  struct Step {  // of a hinge
    TreeMove::Kind kind = TreeMove::Kind::turn;
    int place = 0, speed = 0;
    double pitch = 0;
    bool turns = false, faster = false;  // what is before it, see turns() and turns_faster()
    bool given_faster = false;           // its own speed is
    bool steady = false;                 // the axis keeps its direction
    int before = -1;                     // steady turns: the speed of the one before it
    double sign = 1;                     // and how it turns beside the first of them
    Vector3 axis;                        // of the world if steady, else in the axes before it
    Turning turning;
    ir::Quaternion still, turned;  // as TreeMove has them
  };
  struct End {  // of a hinge, at its body
    bool turns = false, faster = false;
    int ball = -1;    // the speed of the last move, if that is one
    int steady = -1;  // the speed of the last of steady turns, if all that turned are
    Vector3 axis;     // of these, in the axes of the body
  };
  struct Hinge {
    int body = 0, parent = 0;
    int first = 0, count = 0;  // steps
    bool starts_apart = false, ends_apart = false;
    Vector3 start, end;  // m, as TreeHinge has them
    enum class Axes { as_before, fixed, after_before } axes = Axes::as_before;
    Matrix3 behind;  // fixed: the axes of the body; after_before: those axes in the ones before
    ir::Quaternion apart;
    bool apart_turns = false;
  };
  struct Walk;
  class Maker;

  template <bool accelerated>
  void walk(const TreeCoordinates& by, SpatialPose* poses, TreeInstant& out) const;
  void add_columns(const SpatialTree& tree, const TreePath& path);

  std::vector<Hinge> hinges_;
  std::vector<Step> steps_;
  std::vector<End> ends_;  // by body
  std::size_t speeds_ = 0;
  std::vector<int> first_;  // by body, the ground included, then their number
  std::vector<Column> columns_;
  std::vector<Moved> moved_;
};

inline const TreeMotion::Moved& TreeMotion::move_by(int number, const SpatialPose& pose,
                                                    const TreeInstant& at) {
  const Column& column = columns_[number];
  const MovingAxis& axis = at.axes[column.speed];
  Moved& to = moved_[number];
  if (column.slides) {
    to.shift = axis.axis;
    return to;
  }
  const Vector3& end = column.ball < 0 ? pose.r : at.axes[column.ball].point;
  to.shift = axis.axis.cross(end - axis.point);
  if (column.pitch != 0) to.shift += column.pitch * axis.axis;
  if (!column.steady) to.turn = pose.R.transpose() * axis.axis;
  return to;
}

}  // namespace mbs

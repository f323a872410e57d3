// Bodies in space by the coordinates of their tree, as accelerations need them: where they are, how
// they move, what accelerates them while free coordinates are not accelerated, and what each speed
// moves them by, v = B u; see runtime/model/tree_in_space.hpp.
//
// What never changes is found when this is made. A turn whose axis keeps its direction is steady:
// all that turned before turns about the same axis. With n for that and phi for the sum of the
// angles the axes behind it are
//   R = N + cos(phi) P + sin(phi) Q,   M = R at 0,  N = n n^T M,  P = M - N,  Q = n x M.
// Behind any other turn they are such a sum, of its own angle, after the axes before. Bodies that
// move in one plane are reckoned there, and lifted into space where something asks for them; see
// flat_motion.hpp.
#pragma once

#include <span>
#include <vector>

#include "runtime/coordinates/state_in_space.hpp"
#include "runtime/forward/body_rates.hpp"
#include "runtime/forward/flat_motion.hpp"
#include "runtime/model/model_impl.hpp"

namespace mbs {

// A tree at an instant, but for poses. Before complete() those have no quaternions, and flat bodies
// that nobody has asked for are not there.
struct TreeInstant {
  std::vector<BodyRates> rates;  // by body
  std::vector<MovingAxis> axes;  // by speed
  struct Turned {
    double angle = 0, speed = 0, acceleration = 0;  // of all steady turns up to this one
  };
  std::vector<Turned> turned;  // by speed
  // What a column does to its body: v along the axes of the world, omega in those of the body.
  struct Moved {
    Vector3 shift = Vector3::Zero(), turn = Vector3::Zero();
  };
  std::vector<Moved> moved;  // by column; of flat bodies after lift_columns()
  struct FlatMoved {
    Pair shift = Pair::Zero();
    double turn = 0;  // about n
  };
  std::vector<FlatMoved> flat_moved;  // by column, of flat bodies
  FlatInstant flat;
};

class TreeMotion {
 public:
  explicit TreeMotion(const Model& model);
  TreeInstant instant() const;
  const FlatMotion& flat() const { return flat_; }
  // All bodies move in one plane.
  bool flat_alone() const { return flat_.any(); }
  // Flat bodies that are to be there after place(): this one, too; none.
  void see(int body);
  void see_none() { seen_.clear(); }
  // Poses by body, the ground's among them.
  void place(const TreeCoordinates& by, SpatialPose* poses, TreeInstant& out) const;
  // The same without accelerations, to be completed.
  void place_moving(const TreeCoordinates& by, SpatialPose* poses, TreeInstant& out) const;
  // All bodies of what is placed, and their quaternions.
  void complete(const double* p, SpatialPose* poses, TreeInstant& at) const;
  // Does a body turn at all, and may drives turn it faster?
  bool turns(int body) const { return ends_[body].turns; }
  bool turns_faster(int body) const { return ends_[body].faster; }

  // How speeds move bodies: those of a body are columns first(body) to end(body) - 1.
  struct Column {
    int speed = 0;
    bool slides = false;
    bool steady = false;  // `turn` never changes
    double pitch = 0;     // m/rad
    double sign = 1;      // of a turn of a flat body, about n
    // The speed of the ball that the body hangs on or behind, if this only carries that; -1: it
    // moves the body with all there is.
    int ball = -1;
  };
  int first(int body) const { return first_[body]; }
  int end(int body) const { return first_[body + 1]; }
  const Column& column(int number) const { return columns_[number]; }
  // Does it turn the body?
  bool turns_by(int number) const { return !columns_[number].slides && columns_[number].ball < 0; }
  // Finds one of a body that is not flat, where it has this pose; of one that is.
  const TreeInstant::Moved& move_by(int number, const SpatialPose& pose, TreeInstant& at) const;
  const TreeInstant::FlatMoved& move_flat_by(int number, int body, TreeInstant& at) const;
  void lift_columns(TreeInstant& at) const;

 private:
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
    AxesAbout behind;
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
  FlatMotion flat_;
  std::vector<int> seen_;  // flat bodies
  std::size_t speeds_ = 0;
  std::vector<int> first_;  // by body, the ground included, then their number
  std::vector<Column> columns_;
  std::vector<TreeInstant::Moved> steady_;  // by column: what of it never changes
};

inline const TreeInstant::Moved& TreeMotion::move_by(int number, const SpatialPose& pose,
                                                     TreeInstant& at) const {
  const Column& column = columns_[number];
  const MovingAxis& axis = at.axes[column.speed];
  TreeInstant::Moved& to = at.moved[number];
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

inline const TreeInstant::FlatMoved& TreeMotion::move_flat_by(int number, int body,
                                                              TreeInstant& at) const {
  const Column& column = columns_[number];
  const Pair& of = at.flat.moves[column.speed].at;
  TreeInstant::FlatMoved& to = at.flat_moved[number];
  if (column.slides)
    to.shift = of;
  else
    to = {column.sign * across(at.flat.bodies[body].place - of), column.sign};
  return to;
}

}  // namespace mbs

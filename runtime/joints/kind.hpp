// A kind of joint as the runtime knows it: one row, made by the file of that kind. To add one: its
// file, a line in kinds.cpp, its name in ir::JointKind and a row in the language's table of kinds.
//
// Frames. A joint connects frame A, fixed on its first body at p_A with the x axis at the angle a,
// and frame B on its second body, at p_B and b; all in world axes. e_x, e_y are the axes of A. Rows
// hold g(q) = 0, and their rates dg/dt = G v; what a row exerts is -G^T times its multiplier.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "runtime/model/evaluation.hpp"
#include "runtime/model/response.hpp"

namespace mbs {

// In space z axes are what turns, x axes what slides; e_x, e_y, e_z are the axes of A, x_B, y_B,
// z_B those of B. With d = p_B - p_A, omega = omega_b - omega_a and r_A, r_B the points from the
// centres of mass of their bodies, the rates of what rows are made of are
//
//   of d               dd/dt = v_b + omega_b x r_B - v_a - omega_a x r_A
//   of e . d           e . (dd/dt - omega_a x d)             along an axis of A
//   of e . u_B         omega . (u_B x e)                     the cosine between axes of A and B

// The coordinate of frame B relative to frame A.
enum class JointCoordinate { none, angle, travel };

// Makes the rows of one joint in their order.
class RowMaker {
 public:
  RowMaker(const Model& model, int joint, std::vector<ConstraintRow>& rows)
      : model_(model), joint_(joint), rows_(rows) {}
  ConstraintRow& add(const PairFunction& function);

 private:
  const Model& model_;
  int joint_;
  std::vector<ConstraintRow>& rows_;
  int component_ = 0;
};

// By row of a joint that can have friction, in their order: two in the plane.
using Multipliers = std::array<double, 5>;
// What presses the surfaces of a joint together, N, and its derivatives by the multipliers of the
// joint's rows.
struct Pressing {
  double FN = 0;
  Multipliers slopes{};
};

// How frame B moves against frame A in space, step by step: turns and slides along an axis in the
// axes of A where all coordinates are 0, those of B then lie alike; or as a ball.
struct JointMove {
  TreeMove::Kind kind = TreeMove::Kind::turn;
  ir::Vec3 axis{0, 0, 1};
  int coordinate = 0;  // of the joint
  double pitch = 0;    // screw: m/rad
};
using JointMoves = std::vector<JointMove>;

// Where frame B is put against frame A before an assembly is closed, in space: its point in the
// axes of A, m, and its axes.
struct JointStart {
  Vector3 shift = Vector3::Zero();
  Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
  bool known = false;  // all of it is given
  bool free = false;   // turns as it likes: a body's own rotation is as good
};

struct JointKind {
  ir::JointKind kind;
  const char* name;
  JointCoordinate coordinate = JointCoordinate::none;
  // What placing bodies one after the other may count on.
  bool connects = true;         // two frames; a gear connects two joints
  bool coincides = false;       // p_B = p_A
  bool shifts = false;          // p_B lies on the x axis of A
  bool keeps_distance = false;  // |p_B - p_A| is its length
  bool keeps_angle = false;     // b - a is given
  // Its bodies have play against each other, unless it is asked to start concentric.
  bool has_play = false;
  // Switched on it takes what it finds, however the bodies stand to each other.
  bool takes_any_pose = false;
  // In space its travel goes with its first coordinate, an angle, by ir::Joint::lead.
  bool screws = false;
  // Rows that it must have for the tree of joint coordinates to take their place; 0: it stays a
  // constraint.
  int tree_rows = 0;
  void (*add_rows)(const Model& model, const ir::Joint& joint, RowMaker& rows) = nullptr;
  // Null: it has no friction.
  Pressing (*press)(const ir::JointFriction& friction, const Multipliers& multipliers) = nullptr;

  // In space; null where there is no such joint. Coordinates in the order of ir::Joint.
  void (*add_rows_in_space)(const Model& model, const ir::Joint& joint, RowMaker& rows) = nullptr;
  std::vector<PairFunction> (*coordinates_in_space)(const Model& model,
                                                    const ir::Joint& joint) = nullptr;
  Pressing (*press_in_space)(const ir::JointFriction& friction,
                             const Multipliers& multipliers) = nullptr;
  // Instead of it, of a pin that is pressed as its place decides.
  Pressing (*press_pin)(const Model& model, const Bearing& pin, const Placement& at,
                        const Multipliers& multipliers) = nullptr;
  // What slides on what, where that is not along the first coordinate alone: by pair of surfaces.
  std::vector<std::vector<Slide>> (*slides_in_space)(const Model& model,
                                                     const ir::Joint& joint) = nullptr;
  // Null: it starts as a ball, by a rotation.
  JointStart (*start_in_space)(const ir::Joint& joint) = nullptr;
  // What it is in the tree of joint coordinates; null: it stays a constraint.
  JointMoves (*moves_in_space)(const ir::Joint& joint) = nullptr;
  // Its rows hold for mirror images, too: which axes of both frames lie alike, bits of x, y, z.
  unsigned alike = 0;

  bool is_pin() const { return coincides && !keeps_angle; }
  // Where the bodies are when it starts is not known from it.
  bool starts_loose(const ir::Joint& joint) const { return has_play && !joint.concentric; }
};

// ---- what rows are made of -----------------------------------------------------------

PairFunction between(FunctionKind kind, const Model& model, ir::FrameId first, ir::FrameId second);
// p_B = p_A: two rows, world axes.
void add_pin(const Model& model, ir::FrameId first, ir::FrameId second, RowMaker& rows);
// (p_B - p_A) along the x axis of A turned by `turn`, rad.
PairFunction along_axis(const Model& model, ir::FrameId first, ir::FrameId second, double turn);
// b - a.
PairFunction relative_angle(const Model& model, ir::FrameId first, ir::FrameId second);

// A coordinate of a joint, of which it may have several; null: it has none.
const PairFunction* coordinate_of(const Model& model, int joint, int coordinate);

// ---- in space ------------------------------------------------------------------------

enum Axis { x_axis, y_axis, z_axis };
// A direction in the axes of a frame, in those of the model's body.
Vector3 frame_direction(const Model& model, ir::FrameId frame, const ir::Vec3& direction);
Vector3 frame_axis(const Model& model, ir::FrameId frame, Axis axis);
// p_B = p_A: three rows, world axes.
void hold_points(const Model& model, ir::FrameId first, ir::FrameId second, RowMaker& rows);
// (p_B - p_A) along an axis of A.
PairFunction along_frame(const Model& model, ir::FrameId first, ir::FrameId second, Axis axis);
// z axes alike: two rows.
void hold_axes(const Model& model, const ir::Joint& joint, RowMaker& rows);
// No turning: three rows.
void hold_rotation(const Model& model, const ir::Joint& joint, RowMaker& rows);
// The cosine between a direction fixed on A and one fixed on B, axes of the bodies.
PairFunction between_directions(const Model& model, const ir::Joint& joint, const Vector3& on_a,
                                const Vector3& on_b);
// What presses a shaft or a shoe that is held across: the force of the multipliers `across`,
// carried by both ends where it has a length, and the moment that these balance, as the multipliers
// `tilting` of forces at its ends times that length; `sign` is that of each.
struct PressedEnds {
  std::array<int, 2> across, tilting;
  std::array<double, 2> sign{1, 1};
};
Pressing press_ends(const PressedEnds& ends, double length, const Multipliers& multipliers);
// What a start asks for of a coordinate; 0 if nothing.
double start_of(const ir::Initial& initial);
bool is_given(const ir::Initial& initial);
Eigen::Quaterniond turn_about(double angle, const ir::Vec3& axis);
// The angle of B against A about their z axes, by their x axes.
PairFunction turn_about_z(const Model& model, ir::FrameId first, ir::FrameId second);

}  // namespace mbs

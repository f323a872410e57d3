// The mechanism of a scenario: bodies, joints, drives, forces, springs, states.
//
// Frames: numbers of a body are in its own axes, with its origin as the reference point; world
// values are in the axes of `ground`. Angles are counter-clockwise in rad. Body 0 is ground.
// What only a spatial world has says so; vectors of a planar world have z = 0.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "lang/expression/graph.hpp"
#include "lang/kinds/object_kind.hpp"
#include "lang/scenario/ids.hpp"
#include "lang/scenario/switching.hpp"
#include "lang/scenario/vectors.hpp"
#include "lang/text/source.hpp"

namespace mbs::ir {

// An initial value: unset, held exactly (`=`) or a guess (`~`).
struct Initial {
  enum class Kind { unset, hold, guess } kind = Kind::unset;
  double value = 0;
  Span origin;
};
// The same of a rotation; in space.
struct InitialRotation {
  Initial::Kind kind = Initial::Kind::unset;
  Quaternion value;
  Span origin;
};

// The entries of the matrix, kg m^2, about the centre of mass in body axes: xy = -integral of x y
// dm.
struct InertiaMatrix {
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
};

struct Body {
  std::string name;
  Span origin;
  std::optional<double> mass;     // kg; may be missing if the body cannot move or is driven whole
  std::optional<double> inertia;  // planar: kg m^2 about the centre of mass
  std::optional<InertiaMatrix> inertia_matrix;  // in space, instead of it
  Vec3 cm;                                      // body axes, from the origin
  Initial x, y, z;                              // of the origin, world axes
  Initial vx, vy, vz;
  Initial angle, spin;             // planar
  InitialRotation rotation;        // in space, of the body against the world
  Initial spin_x, spin_y, spin_z;  // in space, world axes, rad/s
};

// A point of a body with a direction: its local x axis.
struct Frame {
  std::string name;  // "crank.tip"; a body's origin has the body's name
  BodyId body;
  Vec3 position;             // body axes, from the body's origin
  double angle = 0;          // planar: of its x axis against the body's
  Quaternion rotation = {};  // in space: of its axes against the body's
};

// What a shape of a body looks like: all within `radius` of the hull of the points; in the plane
// all z are 0 and there are no faces. Nothing moves by it.
struct Solid {
  BodyId body;
  std::vector<Vec3> points;             // body axes, from the body's origin, m
  std::vector<std::vector<int>> faces;  // flat ones: corners, counter-clockwise seen from outside
  double radius = 0;
};

// Friction in a joint, which its own reaction presses.
struct JointFriction {
  LawId law;          // a program whose FN is given
  double radius = 0;  // revolute: of the pin, m; the law's sliding speed is radius * rate
  double length = 0;  // prismatic: of the shoe about the second end's point, m; 0: it does not tilt
};

// A coordinate's initial values.
struct InitialCoordinate {
  Initial value, rate;
};

// Coordinates of the second end relative to the first, in the order in which slots count them.
// revolute: angle between the x axes; prismatic, slot: travel of the second point along the first's
// x axis. In space angles are about the first's z axis, and there are also
//   cylindrical  angle; travel along z                screw   the same, travel = lead angle/(2 pi)
//   universal    angle1, of pin 1 about the first's z axis; angle2, of the second end about its z
//   axis planar       x, y of the second point, angle      inplane x, y
//   journal      the bearing is the first end, the journal the second; angle and travel are those
//                of a cylindrical joint from the journal to the bearing
//   guide        the block is the first end; travel as of a prismatic joint, in the plane, too
// spherical and constant_velocity have none that can be counted.
struct Joint {
  JointKind kind = JointKind::revolute;
  std::string name;
  Span origin;
  FrameId first, second;                  // not for gears
  Initial coordinate, speed;              // the first coordinate
  std::array<InitialCoordinate, 2> more;  // in space: the second and third
  InitialRotation rotation;               // spherical: of the second end against the first
  std::array<Initial, 3> spin;            // spherical: of the second against the first, world axes
  double lead = 0;                        // screw: travel of a whole turn, m, right-handed
  bool concentric = false;                // journal, guide: assembled as the joint without play
  bool slides = false;                    // journal: nothing holds it along its axis
  Vec3 pin_1{1, 0, 0}, pin_2{0, 1, 0};    // universal: in the axes of the first and the second end
  std::optional<double> length;           // rod; otherwise as assembled
  double ratio = 1;  // gear: change of coordinate 2 = ratio * change of coordinate 1
  JointId gear_first, gear_second;
  int gear_first_coordinate = 0, gear_second_coordinate = 0;  // in space: which of theirs
  std::optional<JointFriction> friction;
  Activity activity = {};
};

enum class DriveKind {
  coordinate,  // of a joint: value[0]
  speed,       // of a joint: value[0]; position_known says whether its integral is value*t exactly
  position,    // of a frame's point: value[0], value[1], in space value[2], world axes
  pose,   // of a body: origin at value[0], value[1]; value[2] its angle, or invalid: angle kept as
          // assembled. In space the origin at value, the rotation kept as assembled
  angle,  // of a body in the plane: value[0]
  rotation,  // in space, of a body against the world, or of a spherical joint's second end against
             // the first: a unit quaternion w, x, y, z
};
// Prescribed motion. Depends on time alone; rate and acceleration are d/dt and d2/dt2 of value.
struct Drive {
  DriveKind kind = DriveKind::coordinate;
  std::string name;
  Span origin;
  JointId joint;
  int coordinate = 0;  // which of the joint's
  FrameId frame;       // position
  BodyId body;         // pose, angle, rotation
  std::array<NodeId, 4> value, rate, acceleration;
  bool constant_speed = false;  // kind speed: value is a constant, the coordinate is known as well
  Activity activity = {};
};

enum class ForceKind { at_point, along_line, on_body, on_joint };
struct Force {
  ForceKind kind = ForceKind::at_point;
  std::string name;
  Span origin;
  FrameId first, second;  // at_point: first. along_line: pulls (positive) the two points together
  BodyId body;            // on_body: torque value[0], in space a vector
  // on_joint: effort value[0] in a coordinate of it on the second end, minus it on the first;
  // spherical: a torque, a vector
  JointId joint;
  int coordinate = 0;           // which of the joint's
  std::array<NodeId, 3> value;  // signals; vectors: world axes
  Activity activity = {};
};

struct Spring {  // tension = stiffness*(distance - length) + damping*rate; or torque of a torsion
                 // spring
  std::string name;
  Span origin;
  bool torsion = false;
  FrameId first, second;  // translational
  JointId joint;  // torsion: torque on the second end = -stiffness*(angle - length) - damping*speed
  int coordinate = 0;  // torsion in space: which of the joint's
  double stiffness = 0, length = 0, damping = 0;
  Activity activity = {};
};

// A quantity of the script that its rate moves, beside the mechanism: the current of a motor.
struct State {
  std::string name;
  Span origin;
  double initial = 0;
  NodeId rate;  // per s; signals
};

}  // namespace mbs::ir

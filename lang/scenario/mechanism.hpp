// The mechanism of a scenario: bodies, joints, drives, forces, springs, states.
//
// Frames: numbers of a body are in its own axes, with its origin as the reference point; world
// values are in the axes of `ground`. Angles are counter-clockwise in rad. Body 0 is ground.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "lang/expression/graph.hpp"
#include "lang/kinds/joint_kind.hpp"
#include "lang/scenario/ids.hpp"
#include "lang/scenario/switching.hpp"
#include "lang/text/source.hpp"

namespace mbs::ir {

struct Vec2 {
  double x = 0, y = 0;
};

// An initial value: unset, held exactly (`=`) or a guess (`~`).
struct Initial {
  enum class Kind { unset, hold, guess } kind = Kind::unset;
  double value = 0;
  Span origin;
};

struct Body {
  std::string name;
  Span origin;
  std::optional<double> mass;     // kg; may be missing if the body cannot move or is driven whole
  std::optional<double> inertia;  // kg m^2 about the centre of mass
  Vec2 cm;                        // body axes, from the origin
  Initial x, y, angle;            // of the origin, world axes
  Initial vx, vy, spin;
};

// A point of a body with a direction: its local x axis.
struct Frame {
  std::string name;  // "crank.tip"; a body's origin has the body's name
  BodyId body;
  Vec2 position;     // body axes, from the body's origin
  double angle = 0;  // of its x axis against the body's
};

// Friction in a joint, which its own reaction presses.
struct JointFriction {
  LawId law;          // a program whose FN is given
  double radius = 0;  // revolute: of the pin, m; the law's sliding speed is radius * rate
  double length = 0;  // prismatic: of the shoe about the second end's point, m; 0: it does not tilt
};

// Coordinate of the second end relative to the first. revolute: angle between the x axes;
// prismatic, slot: travel of the second point along the first's x axis.
struct Joint {
  JointKind kind = JointKind::revolute;
  std::string name;
  Span origin;
  FrameId first, second;  // not for gears
  Initial coordinate, speed;
  std::optional<double> length;  // rod; otherwise as assembled
  double ratio = 1;              // gear: change of coordinate 2 = ratio * change of coordinate 1
  JointId gear_first, gear_second;
  std::optional<JointFriction> friction;
  Activity activity = {};
};

enum class DriveKind {
  coordinate,  // of a joint: value[0]
  speed,       // of a joint: value[0]; position_known says whether its integral is value*t exactly
  position,    // of a frame's point: value[0], value[1], world axes
  pose,   // of a body: origin at value[0], value[1]; value[2] its angle, or invalid: angle kept as
          // assembled
  angle,  // of a body: value[0]
};
// Prescribed motion. Depends on time alone; rate and acceleration are d/dt and d2/dt2 of value.
struct Drive {
  DriveKind kind = DriveKind::coordinate;
  std::string name;
  Span origin;
  JointId joint;
  FrameId frame;  // position
  BodyId body;    // pose, angle
  std::array<NodeId, 3> value, rate, acceleration;
  bool constant_speed = false;  // kind speed: value is a constant, the coordinate is known as well
  Activity activity = {};
};

enum class ForceKind { at_point, along_line, on_body, on_joint };
struct Force {
  ForceKind kind = ForceKind::at_point;
  std::string name;
  Span origin;
  FrameId first, second;  // at_point: first. along_line: pulls (positive) the two points together
  BodyId body;            // on_body: torque value[0]
  JointId joint;          // on_joint: torque value[0] on the second end, minus it on the first
  std::array<NodeId, 2> value;  // signals; at_point: world axes
  Activity activity = {};
};

struct Spring {  // tension = stiffness*(distance - length) + damping*rate; or torque of a torsion
                 // spring
  std::string name;
  Span origin;
  bool torsion = false;
  FrameId first, second;  // translational
  JointId joint;  // torsion: torque on the second end = -stiffness*(angle - length) - damping*speed
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

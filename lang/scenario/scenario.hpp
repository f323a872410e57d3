// The resolved scenario: SI numbers, typed indices, expression graphs, requested outputs.
// It is a value; nothing in it refers back to the syntax tree. Spans only say where to point.
//
// Frames: numbers of a body are in its own axes, with its origin as the reference point; world
// values are in the axes of `ground`. Angles are counter-clockwise in rad. Body 0 is ground.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lang/diagnostics/diagnostics.hpp"
#include "lang/expression/curve.hpp"
#include "lang/expression/graph.hpp"
#include "lang/kinds/joint_kind.hpp"
#include "lang/kinds/options.hpp"
#include "lang/units/units.hpp"

namespace mbs::ir {

template <class Tag>
struct Id {
  std::int32_t index = -1;
  bool valid() const { return index >= 0; }
  friend bool operator==(Id, Id) = default;
};
using BodyId = Id<struct BodyTag>;
using FrameId = Id<struct FrameTag>;
using JointId = Id<struct JointTag>;
using DriveId = Id<struct DriveTag>;
using SpringId = Id<struct SpringTag>;
using LawId = Id<struct LawTag>;
using ContactId = Id<struct ContactTag>;

struct Vec2 {
  double x = 0, y = 0;
};

// An initial value: unset, held exactly (`=`) or a guess (`~`).
struct Initial {
  enum class Kind { unset, hold, guess } kind = Kind::unset;
  double value = 0;
  Span origin;
};

// ---- the mechanism ------------------------------------------------------------

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

// Planar contact shapes, centred on their frame.
struct Circle {
  double radius = 0;    // > 0
  bool hollow = false;  // contact from inside: a bearing
};
struct HalfPlane {};    // below the frame's x axis; outward normal is its y axis
struct Superellipse {   // |x/a|^exponent + |y/b|^exponent <= 1, axes of the frame
  double a = 0, b = 0;  // semi-axes, m
  double exponent = 2;  // > 1; 2: an ellipse
};
struct Polygon {              // strictly convex
  std::vector<Vec2> corners;  // counter-clockwise, m; of the polygon before it is rounded
  double rounding = 0;        // radius of its corners, m; the edges stay where they are
};
// A smooth convex curve around the frame's origin by its support function: h(u) is how far the
// shape reaches along the direction at angle u.
struct Curve {
  std::string name;  // of the script's function
  std::shared_ptr<const SupportTable> support;
};
using Shape = std::variant<Circle, HalfPlane, Superellipse, Polygon, Curve>;

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
};

struct Spring {  // tension = stiffness*(distance - length) + damping*rate; or torque of a torsion
                 // spring
  std::string name;
  Span origin;
  bool torsion = false;
  FrameId first, second;  // translational
  JointId joint;  // torsion: torque on the second end = -stiffness*(angle - length) - damping*speed
  double stiffness = 0, length = 0, damping = 0;
};

// ---- contact ------------------------------------------------------------------

struct LawSignal {  // a parameter, `let` or state that reports can ask for: B.K, B.z
  std::string name;
  NodeId node;
  Unit unit;
  bool boolean = false;
};
struct LawState {
  std::string name;
  double initial = 0;
  NodeId rate;
  Dimension dimension;
};
struct LawCheck {    // require or warn if, over signals
  NodeId condition;  // require: must be true; warning: reports when true
  std::string message;
  std::string law;  // the law's name
  Span origin;
};
struct RootNote {  // for E0604: where each `solve` of the graph stands, in tape order
  std::string law;
  Span origin;
  std::string text;     // "delta = FN*s * (…)"
  std::string unknown;  // the name that is looked for
  Unit unit;            // of the unknown, and so of the bounds
  Unit side_unit;       // of both sides of the equation
};

// A normal law with the friction law of one contact, compiled together. Contacts with equal
// programs share one.
struct LawProgram {
  std::string text;  // "flores(ce = 0.8, n = 1.5, K = 2.39784e+10 N/m^1.5, v_min = 0.001 m/s)"
  std::string friction_text;  // "" if there is none
  std::string name;           // of the normal law
  std::string friction_name;
  Graph graph;
  NodeId FN;  // >= 0 unless the contact is adhesive, N
  NodeId FT;  // invalid if frictionless; positive against positive vt, N
  // While vt = 0 and the force that keeps it there is no larger than this, the contact sticks, N.
  // Invalid: the friction law never holds.
  NodeId stick;
  std::vector<LawState> states;
  std::vector<LawSignal> signals;
  std::vector<LawCheck> requirements, warnings;
  std::vector<RootNote> roots;
};

// Gap, normal and forces: the normal points from the first body to the second, gap > 0 is open.
struct Contact {
  std::string name;
  Span origin;
  FrameId first, second;
  Shape first_shape, second_shape;  // at most one hollow (with a circle), at most one half-plane
  LawId law;
  bool clearance = false;
  bool concentric = false;  // clearance: assembled as the ideal revolute joint
  Initial angle;            // clearance: as a revolute's coordinate
  double lever = 0.5;       // the forces act this part of the way from the first surface to the second
  double m1 = 0, m2 = 0;    // masses of the two bodies, inf for ground; what laws saw
};

// Bodies and points of which any two may touch: circles with circles and half-planes. Which pairs
// are near is found as they move.
struct ContactGroup {
  struct Member {
    FrameId frame;
    Shape shape;
    std::int32_t make = 0;  // alike in shape, mass and material
  };
  std::string name;
  Span origin;
  std::vector<Member> members;
  std::int32_t makes = 0;
  std::vector<LawId> laws;  // of makes a <= b at a makes + b; invalid: those never touch
};

// ---- what is asked -------------------------------------------------------------

enum class Domain { point, trace, rows };  // one value, a value per sample, a value per list row

struct Shown;
struct TextHole {
  std::shared_ptr<const Shown> value;
  int width = 0, digits = -1;
  char format = 0;
};
using TextPart = std::variant<std::string, TextHole>;

// A value to be shown. Vectors are several of them.
struct Shown {
  enum class Kind { number, boolean, text, impacts } kind = Kind::number;
  std::string label;   // given name or source text
  bool named = false;  // a bare name or a given name: prints as `label = value`
  Domain domain = Domain::point;
  NodeId node;                 // number, boolean
  Unit unit;                   // the unit it is shown in
  std::vector<TextPart> text;  // text
  ContactId contact;           // impacts: the whole table of a contact
};

enum class ReductionKind {
  maximum,
  minimum,
  mean,
  rms,
  initial,
  final,
  integral,
  at,
  argmax,
  argmin,  // of traces (max, min, mean, rms also rows)
  count,
  sum,
  first,
  last,
  increasing,
  decreasing,
  all,
  any,  // of rows (all, any also traces)
};
struct Reduction {
  ReductionKind kind = ReductionKind::maximum;
  Domain over = Domain::trace;
  NodeId operand;
  NodeId time;             // at
  std::int32_t list = -1;  // rows: the list that gives the number of rows
  Span origin;
  std::string text;  // source text, for messages
};

enum class ImpactColumn {
  t,
  t_end,
  duration,
  v_in,
  v_out,
  restitution,
  F_max,
  delta_max,
  impulse,
  energy_lost
};
struct ListSource {
  enum class Kind { impact_column, event_times, table_column, constant } kind = Kind::constant;
  std::int32_t entity = 0;    // contact, event or table
  std::int32_t column = 0;    // ImpactColumn, or the table's column
  std::vector<NodeId> items;  // constant
  Span origin;
  std::string text;
};

struct Simulate {
  bool continues = false;
  double duration = 0;
  NodeId until;  // condition on signals; invalid if none
  std::optional<double> tol, max_step;
  bool islands = false;  // each set of touching bodies in steps of its own
  Span origin;
};
struct Print {
  std::vector<Shown> parts;
};
struct Table {
  std::int32_t table = -1;  // into Scenario::tables
  std::vector<Shown> columns;
  std::optional<double> every;
  std::optional<std::array<double, 2>> during;
  std::optional<std::string> file;
  Span origin;
};
struct Plot {
  std::vector<Shown> curves;
  Shown versus;
  int width = static_cast<int>(*option::width.usual);
  int height = static_cast<int>(*option::height.usual);
  Span origin;
};
struct ExpectPart {
  Span span;
  Shown value;
};
struct Expect {
  NodeId condition;
  Domain domain = Domain::point;  // rows, trace: all must hold
  std::int32_t list = -1;         // rows: the list that gives the number of rows
  std::optional<std::string> message;
  std::vector<ExpectPart> parts;  // sub-values, shown when it fails
  // `value ~ target within tolerance`: the allowed difference and the actual one, shown when it
  // fails.
  std::optional<Shown> allowed, off;
  Span tolerance_span;
  Span origin;
};
struct Stop {
  std::optional<std::string> message;
  Span origin;
};

// What holds if neither the script nor the command line asks for a `tol`.
inline constexpr double usual_tol = *option::tol.usual;

struct Scenario;
struct Pass {
  std::vector<std::array<std::string, 2>> bindings;  // param, value as text
  std::shared_ptr<const Scenario> scenario;
};
struct Sweep {
  std::vector<Pass> passes;
  Span origin;
};
using Action = std::variant<Simulate, Print, Table, Plot, Expect, Stop, Sweep>;

// `when`: actions each time the condition becomes true.
struct Event {
  std::string name;  // "" if anonymous
  NodeId condition;
  std::vector<Action> actions;  // Print, Expect, Stop
  Span origin;
};

struct TableInfo {
  std::string name;  // "" if anonymous
  struct Column {
    std::string name;
    Unit unit;
    bool text = false;
  };
  std::vector<Column> columns;
};

// What is said instead of a law's `warn if` whose condition compares what is not a number.
inline std::string not_judged(const std::string& warning) {
  return "this cannot be judged, for it compares what is not a number: " + warning;
}

// An attribute's effective value and where it came from, for `mbs check -v`.
struct Effective {
  std::string object;  // "clearance B"
  std::string attribute;
  std::string value;
  std::string origin;  // "line 12", "default clearance, line 9", "default", "--set"
};

struct ParamValue {
  std::string name;
  std::string value;
  bool overridden = false;
};

struct Scenario {
  Vec2 gravity;
  std::vector<Body> bodies;  // [0] is ground
  std::vector<Frame> frames;
  std::vector<Joint> joints;
  std::vector<Drive> drives;
  std::vector<Force> forces;
  std::vector<Spring> springs;
  std::vector<LawProgram> laws;
  std::vector<Contact> contacts;
  std::vector<ContactGroup> groups;
  std::vector<Event> events;

  Graph graph;
  std::vector<Reduction> reductions;
  std::vector<ListSource> lists;
  std::vector<TableInfo> tables;
  std::vector<Action> actions;

  std::vector<Effective> effective;
  std::vector<ParamValue> params;
};

// Stable text of the whole scenario, for people and for golden tests. No paths, no source places.
std::string dump(const Scenario& scenario);

}  // namespace mbs::ir

// What touches in a scenario: shapes, laws, contacts of two and among many.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "lang/expression/curve.hpp"
#include "lang/expression/graph.hpp"
#include "lang/scenario/mechanism.hpp"
#include "lang/units/units.hpp"

namespace mbs::ir {

// Contact shapes, centred on their frame. In space a circle is a ball, a hollow one a socket.
struct Circle {
  double radius = 0;    // > 0
  bool hollow = false;  // contact from inside: a bearing
  // Directions, of length 1, along the edges of its polygon or polyhedron that meet at a sharp
  // corner, away from it, in the axes of its frame. A whole circle has none.
  std::vector<Vec3> edges = {};
};
// In space: one of the straight edges of a body with flat faces, sharp, its middle in the frame's
// origin.
struct Edge {
  Vec3 half;                  // from its middle to an end, m
  std::array<Vec3, 2> sides;  // square to it, in both faces that meet there, as far as they go, m
};
struct HalfPlane {       // one side of a line, or of a plane in space
  Vec3 normal{0, 1, 0};  // outward, in the axes of the frame, of length 1; in the plane its y axis
};
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
struct SupportedCurve {
  std::string name;  // of the script's function
  std::shared_ptr<const SupportTable> support;
};
// In space, of a journal in its bearing.
struct Rim {  // an end of the journal: a circle about the z axis of its frame
  double radius = 0;
};
struct Bore {  // all that lies outside a cylinder about the z axis of its frame
  double radius = 0;
};
// In the plane: what lies outside a circle, in the sector between two angles from the x axis of its
// frame, to the left, as far as its thickness goes.
struct Arc {
  double radius = 0;
  double from = 0, to = 0;                                     // rad, from < to < from + 2 pi
  double thickness = std::numeric_limits<double>::infinity();  // m, outwards
};
// In space: all x + y + z with x in an ellipsoid, y in a box and z in a ball, all about the frame's
// origin and in its axes. An ellipsoid has the first alone, a capsule both others, a cylinder a
// flat ellipsoid, and a rounded box or cylinder the ball that rounds it.
struct MinkowskiSum {
  Vec3 semi;            // semi-axes of the ellipsoid, m
  Vec3 half;            // half sides of the box, m
  double rounding = 0;  // radius of the ball, m
};
// In space: a cone, or what is left of one, about the z axis of its frame, its base in z = 0.
struct Frustum {
  double radius = 0, top = 0, height = 0;  // m; `top`: the radius at z = height, may be 0
};
// In space: the hull of points with a ball around each of them. Its faces are flat ones:
// counter-clockwise seen from outside.
struct Polyhedron {
  std::vector<Vec3> corners;  // m, from the frame's origin
  std::vector<std::vector<int>> faces;
  double rounding = 0;  // radius of the ball, m
};
// In space: what lies over a planar outline, half of the width to each side of the xy plane.
struct Prism {
  std::variant<Superellipse, Polygon, SupportedCurve> outline;
  double width = 0;  // m; 0: a sheet
};
using Shape = std::variant<Circle, HalfPlane, Superellipse, Polygon, SupportedCurve, Rim, Bore, Arc,
                           MinkowskiSum, Frustum, Polyhedron, Prism, Edge>;

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
  int part = -1;  // in space: 0, 1, 2 of a vector, whose parts follow each other; -1 of a number
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

// How long the states of a law last: for one time that the contact is closed, or from the first
// time until the run ends (wear).
enum class StateLife : std::uint8_t { episode, run };
// When the force of a law acts: while the shapes overlap, or always (a film of oil). One that acts
// always sees delta < 0 while the contact is open. Pairs of groups only know the former of both.
enum class Acts : std::uint8_t { overlap, always };

// What a law says of a contact's departure from a blow; one that says nothing of it gives a force.
enum class Departure : std::uint8_t {
  none,
  speed,    // v_out, m/s (Newton)
  impulse,  // P_out, N s (Poisson)
  work      // W_out, J (Stronge)
};

// A normal law with the friction law of one contact, compiled together. Contacts with equal
// programs share one.
struct LawProgram {
  std::string text;  // "flores(ce = 0.8, n = 1.5, K = 2.39784e+10 N/m^1.5, v_min = 0.001 m/s)"
  std::string friction_text;  // "" if there is none
  std::string name;           // of the normal law
  std::string friction_name;
  Graph graph;
  NodeId FN;  // >= 0 unless the contact is adhesive, N; of a rigid contact its multiplier
  Departure departure = Departure::none;  // else the law is rigid
  NodeId out;                             // of a rigid law: v_out, P_out or W_out
  NodeId FT;  // invalid if frictionless; positive against positive vt, N
  // In space, of a friction law with states: the slots law_vt count the parts of the sliding speed,
  // world axes, FT_vector is the force against it, and FT its size.
  bool vectors = false;
  std::array<NodeId, 3> FT_vector;
  // While vt = 0 and the force that keeps it there is no larger than this, the contact sticks, N.
  // Invalid: the friction law never holds.
  NodeId stick;
  // The sliding speed with which a rigid contact that grips leaves a blow, by the speed before it,
  // m/s. Invalid: 0.
  NodeId vt_out;
  std::vector<LawState> states;
  std::vector<LawSignal> signals;
  std::vector<LawCheck> requirements, warnings;
  std::vector<RootNote> roots;
  StateLife state_life = StateLife::episode;
  Acts acts = Acts::overlap;
  bool given = false;  // FN is no part of it but what the motion says: of rigid contacts, of joints
  bool rigid() const { return departure != Departure::none; }
};

// Gap, normal and forces: the normal points from the first body to the second, gap > 0 is open.
struct Contact {
  std::string name;
  Span origin;
  FrameId first, second;
  Shape first_shape, second_shape;  // at most one hollow (with a circle), at most one half-plane
  LawId law;
  bool clearance = false;   // or a part of one
  bool concentric = false;  // clearance: assembled as the ideal revolute joint
  Initial angle;            // clearance: as a revolute's coordinate
  double lever = 0.5;  // the forces act this part of the way from the first surface to the second
  // In space, m: levers of the resistance to turning about axes of the tangent plane, and about the
  // normal, see runtime/contact/turning.hpp.
  double rolling = 0, spinning = 0;
  double m1 = 0, m2 = 0;  // masses of the two bodies, inf for ground; what laws saw
  double hertz = 0;  // N/m^1.5, of elastic balls in its place; 0: radii or materials do not say
  bool starts_closed = false;  // the assembly brings its surfaces together, without approach
  Activity activity = {};
};

// A clearance of several contacts that share its law: a journal in its bearing, in space, or a
// block in its guide. Each carries its part of what the law gives for its own depth.
struct SharedClearance {
  std::string name;
  Span origin;
  std::vector<ContactId> contacts;  // in the order of `B.rim[k]`, or `B.wall[k]`
  JointId joint;                    // its coordinates, and what it holds without play
  NodeId FN;                        // a signal: of all contacts, N
  Vec3 block;                       // of a block: its sizes, m, in the plane the last is 0
  double play = 0;                  // of a block: from each face to its wall, m
};

// Bodies and points of which any two may touch: circles with circles and half-planes. Which pairs
// are near is found as they move.
struct ContactGroup {
  struct Member {
    FrameId frame;
    Shape shape;
    std::int32_t twin_class = 0;  // alike in shape, mass and material
  };
  std::string name;
  Span origin;
  std::vector<Member> members;
  std::int32_t twin_classes = 0;
  std::vector<LawId> laws;  // of classes a <= b at a twin_classes + b; invalid: those never touch
  // Where each pair has a contact of its own (runtime/setup/pairs.hpp): the first, and how many.
  std::int32_t first_pair = -1, pairs = 0;
  double rolling = 0, spinning = 0;  // in space, of each pair, as of a contact
};

// What is said instead of a law's `warn if` whose condition compares what is not a number.
inline std::string not_judged(const std::string& warning) {
  return "this cannot be judged, for it compares what is not a number: " + warning;
}

}  // namespace mbs::ir

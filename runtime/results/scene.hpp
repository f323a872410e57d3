// What a run looks like: outlines of all that is there, and how it moves, as knots of cubics. The
// one thing that stages draw from, whatever they are made of.
//
// Frames: outlines and points are in the axes of their body, from its origin; motions,
// eccentricities, normals and contact points in world axes. SI units. Body 0 is ground. In the
// plane all z are 0.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "lang/kinds/kinds.hpp"
#include "lang/scenario/mechanism.hpp"
#include "runtime/record/run.hpp"
#include "runtime/results/track.hpp"

namespace mbs {

struct ScenePose {
  double x = 0, y = 0, angle = 0;  // in space without angle
  double z = 0;
};

// Outlines, each in axes of its own.
struct DiscOutline {
  double radius = 0;
  bool hollow = false;  // a bearing: solid outside
  ir::Vec3 axis = {};   // in space, body axes: of a bore, which is no socket; else 0
};
struct PlaneOutline {  // solid below the x axis, without end
  ir::Vec3 normal;     // in space, body axes: solid on the other side
};
struct CurveOutline {  // closed, counter-clockwise
  std::vector<ir::Vec2> points;
};
struct HullOutline {  // all within `radius` of the hull of the points: a round-ended bar if there
                      // are two
  std::vector<ir::Vec2> points;
  double radius = 0;
};
struct BlockOutline {  // a slider, along its guide, the x axis
  double length = 0, width = 0;
};
struct SolidOutline {  // in space, in body axes: as ir::Solid
  std::vector<ir::Vec3> points;
  std::vector<std::vector<int>> faces;
  double radius = 0;
};
// In space a disc is a ball.
using Outline =
    std::variant<DiscOutline, PlaneOutline, CurveOutline, HullOutline, BlockOutline, SolidOutline>;

struct ScenePart {
  Outline outline;
  ScenePose at;
  bool assumed = false;  // the script gives no shape: this is made of the body's points
};

struct SceneBody {
  std::string name;
  std::vector<ScenePart> parts;
  struct Point {
    std::string name;
    ir::Vec3 at;
  };
  std::vector<Point> points;
  bool massive = false;
  ir::Vec3 cm;  // if massive
  // x, y of the origin, angle; in space x, y, z, quaternion w, x, y, z; of ground none.
  Track motion;
};

struct SceneJoint {
  std::string name;
  JointSymbol symbol;
  int first = 0, second = 0;  // bodies
  ScenePose at_first, at_second;
  ir::Vec3 axis = {};  // in space: about or along which the joint moves, axes of the first body

  bool on_rail() const { return symbol == JointSymbol::rail || symbol == JointSymbol::pin_on_rail; }
  // Rails and welds explain themselves.
  bool named() const { return symbol != JointSymbol::rail && symbol != JointSymbol::block; }
};

struct SceneSpring {
  std::string name;
  int first = 0, second = 0;
  ir::Vec3 at_first, at_second;
};

struct SceneContact {
  std::string name;
  Span origin;
  int first = 0, second = 0;
  ScenePart on_first, on_second;
  double clearance = 0;  // of a journal in a bearing, radial; 0: no such contact
  bool first_is_bearing = false;
  bool followed = true;  // else the two below are known while it is closed, and mean nothing apart
  // The centre of a journal from that of the bearing, two channels, never a difference of
  // positions; of others gap, normal x and y (from first to second), contact point x and y. In
  // space all vectors have three parts.
  Track place;
  Track force;  // penetration, FN, FT; in space also the force on the first body
  std::vector<Impact> impacts;
  double lost = 0;  // J, work taken up
};

// What a force, a torque or a drive of the script does to one body.
struct SceneLoad {
  std::string name;
  bool drive = false;  // else a force or a torque
  int body = 0;
  ir::Vec3 at;                                   // where it acts
  double largest_force = 0, largest_torque = 0;  // N, N m; at any time
  // Force, two parts or three, and torque about that point, one or three; on the body.
  Track effort;
};

struct SceneGroup {
  std::string name;
  Track pairs;  // how many are closed
  // FN of the pair that presses hardest, where pairs are no contacts of their own, and the numbers
  // of its members from 0, -1 where none does.
  Track hardest;
  struct Member {
    std::string name;
    int body = 0;
    Track force;  // N, the largest of its pairs; empty: none ever closes
  };
  std::vector<Member> members;
};

struct Scene {
  double from = 0, to = 0;  // s
  bool spatial = false;
  ir::Vec3 up{0, 1, 0};  // of length 1: how it is looked at in space
  ir::Vec3 low, high;    // of all that moves, at any time
  double size = 0;       // m
  double error = 0;      // of the knots, of the size; clearances: 200 times this of their own
  std::vector<SceneBody> bodies;
  std::vector<SceneJoint> joints;
  std::vector<SceneSpring> springs;
  std::vector<SceneContact> contacts;
  std::vector<SceneLoad> loads;
  std::vector<SceneGroup> groups;
  Track energy;            // kinetic, potential, contact, input, damping; J
  bool continues = false;  // the run of the scene before, from its start, and what came after
  bool whole = true;       // else the record of the run had no room for motion
};

}  // namespace mbs

// Private to runtime: what a Model holds. Everything that a run does not change.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lang/expression/lazy_tape.hpp"
#include "runtime/geometry/convex_touch.hpp"
#include "runtime/model/response.hpp"
#include "runtime/model/scalar_function.hpp"
#include "runtime/model/tree.hpp"
#include "runtime/model/watches.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/time/turns.hpp"

namespace mbs {

// What stands in columns is to be read in columns.
// clang-format off

// A term of a constraint: factor * function. `first` is its place among the row's entries.
struct RowTerm {
  double factor = 1;
  PairFunction function;
};

// One scalar constraint sum(terms) + constant - f(t) = 0, or only its rate for varying speed
// drives.
struct ConstraintRow {
  int joint = -1;  // owner: a joint, or
  int drive = -1;  // a drive, then `component` is its component
  int component = 0;
  std::array<RowTerm, 2> terms;
  int term_count = 1;
  double constant = 0;
  bool position = true;    // known in position, not only in velocity
  bool tree = false;       // joint coordinates make it unnecessary
  bool assembled = false;  // `constant` (or a length) is taken from the assembled configuration
  bool switched = false;   // its joint or drive can be switched
  bool takes = false;      // held during a run it takes the value that it finds
  double period = 0;       // > 0: values that differ by it are the same (turns)
  int first_entry = 0, entry_count = 0;  // in Model::entry_columns
  ir::Part owner() const {
    return joint >= 0 ? ir::Part{ir::Sort::joint, joint} : ir::Part{ir::Sort::drive, drive};
  }
};

// One non-zero of G: column in q (or v), and which local derivative of which term it is.
struct RowEntry {
  int column = 0;
  std::int8_t term = 0, local = 0;
};

// f(t), f'(t) of each component of a drive, then f''(t). Failures can be named as each has its own
// tape.
struct DriveProgram {
  Tape first;   // f then f' of each component
  Tape second;  // the same, then f'' of each component
  int components = 0;
  int flags = 0;  // first of its watches in Mode::flags
  std::vector<Clock> clocks;        // by watch
  std::vector<double> first_flags;  // by watch: what it is just after t = 0
};

// A generalised force value * sign * grad(function), value an output of its force's tape.
struct ForceElement {
  PairFunction function;
  double sign = 1;
  int output = 0;
};
// d value / d (coordinate of a body's origin, or its rate, or a state of the script).
struct ForcePartial {
  int output = 0;
  int state = -1;  // else of a body
  int body = 0, coordinate = 0, order = 0;
  int tape_output = 0;
  SlotKind kind = SlotKind::body_coordinate;  // in space also the others that move; `body` may be a joint
};
// An applied force, or the rate of a state of the script.
struct ForceProgram {
  int state = -1;  // whose rate it is; a force has elements instead
  Tape value;
  Tape partial;  // the values, then the partials
  std::vector<ForceElement> elements;
  std::vector<ForcePartial> partials;
  int flags = 0;  // first of its watches in Mode::flags
  std::vector<Clock> clocks;  // by watch
};

// Tension (torque) stiffness*(function - rest) + damping*rate against growing `function`.
struct SpringElement {
  PairFunction function;
  double stiffness = 0, rest = 0, damping = 0;
  // Half the squared distance of a spring of no length, along whose gradient it pulls with its
  // stiffness: exact also where its ends coincide, and where its length has no gradient.
  std::optional<PairFunction> square;
};

struct LawTapes {
  Tape value;                    // FN, FT if there is friction, its bound for sticking, rates of the states; the parts of FT of a law of vectors
  LazyTape partial;              // the same, then their derivatives, variable by variable: what moves, states, of a law of vectors the parts of vt but the first
  LazyTape signals;              // value's outputs, then the signals
  LazyTape checks;               // value's outputs, then requirements, then warnings
  std::vector<LazyTape> single;  // each signal alone: those of an open contact may not all be finite
  LazyTape coulomb;              // of rigid contacts and joints: FT, its bound, and the derivatives of both by FN
  LazyTape departure;            // of a rigid law: v_out, P_out or W_out
  bool friction = false, sticks = false;
  int states = 0;
  ir::StateLife state_life = ir::StateLife::episode;
  ir::Acts acts = ir::Acts::overlap;
  std::vector<int> directions;  // by watch: 1 or -1 if its margin is vt or -vt, else 0
  std::vector<Clock> clocks;    // by watch
  int outputs = 1;
  bool remembers = false;  // sees at which penetration and on which way the contact turned
  bool checks_vary = false;  // while a contact lasts
  int first_rate() const { return 1 + friction + sticks; }  // among the outputs
};

// A shape that can touch, as far as closed forms need to know it; `other` shapes are convex.
enum class SurfaceKind : std::uint8_t { circle, ring, plane, other, arc, band, rim, bore };
struct Surface {
  SurfaceKind kind = SurfaceKind::circle;
  int body = 0, point = 0;  // centre of a circle, a point of a plane
  double radius = 0;        // of circles, rings, arcs and the faces of bands
  double nx = 0, ny = 0, nz = 0;  // of a plane: outward normal, in the axes of its body; of a rim, a bore: its axis; of an arc: its middle
  double arc_half = 0;            // of an arc: half its angle, rad
  double thickness = 0;           // of a band, which is an arc with an outer face, m
  bool plane() const { return kind == SurfaceKind::plane; }
};

struct ShapePair;  // see runtime/contact/shape_pairs.hpp
struct ContactModel {
  const ShapePair* shapes = nullptr;  // null: the surfaces of a joint, see Bearing
  int a = 0, b = 0;    // bodies
  int pa = 0, pb = 0;  // points: centres of circles, a point of the plane
  double radius_a = 0, radius_b = 0;
  double reach = 0;       // outside: R1 + R2; inside: the radial clearance; plane: the radius
  double nx = 0, ny = 0, nz = 0;  // plane: outward normal, in the axes of the plane's body; bore: its axis; arc: its middle
  double arc_half = 0;            // rad
  double thickness = std::numeric_limits<double>::infinity();  // of an arc, m
  const Vector3* rim_axis = nullptr;  // of a rim, in the axes of its body; into Model::rim_axes
  double rolling = 0, spinning = 0;  // m, in space: see runtime/contact/turning.hpp
  double lever = 0.5;     // of circles and planes: the forces act this part of the gap from the first surface
  std::shared_ptr<const ConvexPair> convex;  // both shapes, of every other pair
  double usual_1 = 0, usual_2 = 0;  // m, radii of curvature that stand for those of a contact to come
  std::vector<int> beside;  // of a rigid one in space: the other rigid ones of its two bodies
  LawUse own;
  Response response;
  bool rigid() const { return std::holds_alternative<Rigid>(response); }
  const Bearing* bearing() const { return std::get_if<Bearing>(&response); }
  const Turning* turning() const { return std::get_if<Turning>(&response); }
  // What its law is given, FN, is a multiplier: of its own row, or of the rows of its joint.
  bool by_multipliers() const { return rigid() || bearing(); }
};

// Bodies of which any two may touch, see runtime/contact/group.hpp.
struct GroupMember : Surface {
  std::string name;
  int twin_class = 0;  // alike in shape, mass and material
};
struct GroupModel {
  std::string name;
  Span origin;
  std::vector<GroupMember> members;
  int twin_classes = 0;
  std::vector<int> laws;  // of classes a <= b at a twin_classes + b; negative: they never touch
  double rolling = 0, spinning = 0;  // m, in space, of each pair
};

struct MassEntry {
  double mass = 0, inertia = 0;
  std::array<double, 3> principal{};  // in space, kg m^2, about the body's axes
};

// Value of a slot of stage signal at t, y, y' with the poses set, SI: forces see signals, and signals
// are made of forces. See runtime/signals/values.hpp.
using SignalValue = double (*)(const Model& model, const Slot& slot, const Instant& now, Workspace& workspace);

// Room for linear systems of constrained motion; the other thing a model is given from above it.
struct KktScratch;  // see runtime/equations/kkt_scratch.hpp
using KktScratchOf = std::shared_ptr<KktScratch> (*)(const Model& model);

class Model {
 public:
  std::shared_ptr<const ir::Scenario> scenario;
  Layout layout;
  double size = 1;  // m
  double turning() const { return 1 / (size * size); }  // 1/m^2, see model.hpp

  std::vector<MassEntry> masses;  // by body; ground and massless: 0
  std::vector<ir::Vec3> centre;   // centre of mass in body axes, by body
  std::vector<ir::Quaternion> principal;  // in space: from the principal axes of inertia, in which all that
                                          // follows is given, to the axes of the scenario's body; by body
  std::vector<BodyPoint> points;  // relative to the centre of mass
  std::vector<int> frame_point;   // of each frame
  std::vector<int> origin_point;  // of each body

  std::vector<std::optional<PairFunction>> coordinates;  // of each joint, the first
  std::vector<std::vector<PairFunction>> all_coordinates;  // of each joint, in space
  std::vector<PairFunction> counted_angles;  // of them those that turn
  std::vector<ConstraintRow> rows;       // integrated constraints, position-level ones first
  std::vector<ConstraintRow> redundant;  // in the plane, rows that hold nothing new; not integrated
  std::vector<int> sharing_rows;  // in space, of joints that hold something together: some of them
                                  // are idle, Mode::switched says which, see runtime/setup/acting_rows.hpp
  std::vector<RowEntry> entries;  // of all rows
  std::vector<DriveProgram> drives;
  std::vector<ForceProgram> forces;
  std::vector<SpringElement> springs;
  std::vector<LawTapes> laws;
  std::vector<ContactModel> contacts;  // those of the scenario, then the surfaces of joints, then what resists turning
  std::deque<Vector3> rim_axes;
  std::vector<GroupModel> groups;
  SignalValue signal_value = nullptr;
  KktScratchOf kkt_scratch = nullptr;
  bool switches = false;          // something can be switched
  bool forces_see_rates = false;  // a force depends on accelerations or reactions

  Watches watch_list;
  std::vector<Clock> clocks;  // by watch
  std::vector<Swing> swings;  // of drives, forces and laws
  int signal_watches = 0;  // of drives and forces
  JacobianMap jacobian;
  Tree tree;

  Diagnostics assembly_diagnostics;
  std::optional<Assembly> assembly;
};

// What stands for a contact in messages and in the log.
struct ContactSite {
  const std::string& name;
  Span origin;
  const char* kind;  // "contact", "joint"
};
inline ContactSite site_of(const Model& model, int contact) {
  if (const Bearing* bearing = model.contacts[contact].bearing()) {
    const ir::Joint& joint = model.scenario->joints[bearing->joint];
    return {joint.name, joint.origin, "joint"};
  }
  const Turning* turning = model.contacts[contact].turning();
  const ir::Contact& c = model.scenario->contacts[turning ? turning->of : contact];
  return {turning ? turning->name : c.name, c.origin, "contact"};
}
// The friction of a joint, of one of its pins, among the contacts; -1: it has none.
inline int bearing_of(const Model& model, int joint, int pin = 0) {
  for (int c = model.layout.touching; c < model.layout.in_joints; ++c) {
    const Bearing& bearing = *model.contacts[c].bearing();
    if (bearing.joint == joint && bearing.pin == pin) return c;
  }
  return -1;
}

// First column of a body in q in the plane; negative for ground.
inline int column_of(int body) {
  return 3 * (body - 1);
}
// clang-format on

}  // namespace mbs

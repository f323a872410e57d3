// The numeric form of a scenario: layout of the unknowns, constraints, forces, contacts.
// Immutable once built, so runs may share it between threads.
//
// Unknowns y = [q, v, Lam, Mu, H, s, z, W, J, Wg, E, a]; stabilised index-2 form, impulse
// multipliers:
//   q' - v + G^T Mu' = 0          q: x, y of each moving body's centre of mass, its angle; in space
//                                 x, y, z and a quaternion, with speeds as in space.hpp. Turns are
//                                 corrected by G^T Mu' over the square of the model's size (in
//                                 joint coordinates as it is): where levers are small beside a
//                                 metre, corrections would else go to what can hardly make them
//   M v' - Q + G^T Lam' = 0       Lam': multipliers; constraints push the bodies by -G^T Lam'
//   G v + g_t = 0                 every constraint (speed drives have only this one)
//   g(q, t) = 0                   constraints known in position
//   vt - c H' = 0                 while a contact sticks, H' = FT; else H' = 0
//                                 (runtime/equations/sticking.hpp)
//   s' + gap rate = 0             s: penetration of a contact, carried along while it is at rest
//   z' - rate = 0                 states of laws, while their contact is closed, and of the script
//   W' - P_c = 0, J' - FN = 0     work taken up by each contact, its normal impulse
//   Wg' - P_g = 0                 work taken up by all pairs of each group of contacts
//   E' - P = 0                    input and damping work
//   a' - rate = 0                 angles of joints in space
//
// Constraints that hold nothing new (the closing pin of a parallelogram's third crank) are found
// when a model is built and are not integrated: how redundant parts share a load is no question of
// rigid bodies. Such a joint reports the reaction of the rows it keeps, the others carry the rest.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "lang/expression/tape.hpp"
#include "lang/scenario/scenario.hpp"
#include "runtime/model/contact_mode.hpp"
#include "runtime/model/switched.hpp"

namespace mbs {

// What stands in columns is to be read in columns.
// clang-format off

// Offsets into y; counts in entries.
struct Layout {
  int bodies = 0;  // moving bodies
  int q = 0, v = 0;
  int per_place = 3, per_motion = 3;  // coordinates and speeds of a body: in space 7 and 6
  int places = 0, motions = 0;        // coordinates and speeds of all
  int lam = 0, constraints = 0;   // velocity-level constraints
  int mu = 0, positions = 0;      // position-level constraints, a subset
  int hold = 0, holds = 0;        // impulses of contacts that can stick
  int s = 0, contacts = 0;        // of two shapes, of joints that have friction, of what resists turning
  int touching = 0;               // of these those of two shapes, as the scenario has them
  int in_joints = 0;              // and those of joints, up to here
  int z = 0, states = 0;
  int script = 0, script_states = 0;  // the last of z: those of the script
  int work = 0, impulse = 0;      // per contact
  int group = 0, groups = 0;      // work of groups of contacts
  int input = 0, damping = 0;
  int angle = 0, angles = 0;  // in space: angles of joints, to count their turns; of no accuracy otherwise
  int size = 0;
  bool spatial() const { return per_motion == 6; }
  int place_of(int body) const { return per_place * (body - 1); }    // in q; negative for ground
  int motion_of(int body) const { return per_motion * (body - 1); }  // in v
  int body_of(int motion) const { return motion / per_motion + 1; }
  // Is this speed that of a turn?
  bool turns(int motion) const { return spatial() ? motion % 6 >= 3 : motion % 3 == 2; }
};

struct GroupMode {
  std::vector<PairMode> pairs;
  long hits = 0;  // contacts that have begun so far
};

struct Mode {
  std::vector<ContactMode> contacts;
  std::vector<GroupMode> groups;
  WatchFlags flags;           // of drives and forces
  SwitchedPtr switched;       // null: nothing can be switched
};

// Without a mode, or where nothing can be switched, everything acts.
inline bool part_acts(const Mode* mode, ir::Part part) {
  return !mode || !mode->switched || mode->switched->holds(part);
}
inline bool row_acts(const Mode* mode, std::size_t row) {
  return !mode || !mode->switched || mode->switched->rows[row];
}
inline double row_shift(const Mode* mode, std::size_t row) {
  return mode && mode->switched ? mode->switched->shift[row] : 0;
}

// Kinematics and forces of one contact at an instant. Normal from first to second body.
struct ContactState {
  double gap = 0, gap_rate = 0;       // m, m/s; gap > 0: open
  double delta = 0, ddelta = 0;       // what the law sees; delta >= 0
  double vt = 0;                      // m/s, of the second body's material point relative to the first's along t = n turned by +90 deg
  double normal_x = 0, normal_y = 0;
  double point_x = 0, point_y = 0;
  double normal_z = 0, point_z = 0;   // in space
  double FN = 0, FT = 0;              // N; FT > 0 opposes vt > 0
  double bound = 0;                   // N, largest force by which it sticks; 0 if its law never does
  bool sticking = false;
  int corner = -1;                    // which corner of a polygon lies on an edge or plane; -1: none, or several
};

struct Failure {  // why a run or an assembly could not go on
  Code code = Code::E0701;
  Span origin;
  std::string message;
  std::vector<std::string> notes;
  std::optional<std::string> hint;
};

class Model;  // defined in model_impl.hpp, private to runtime
using ModelPtr = std::shared_ptr<const Model>;

// Never fails for a scenario that `compile` returned. Keeps the scenario alive.
ModelPtr build(std::shared_ptr<const ir::Scenario> scenario);
const ir::Scenario& scenario(const Model& model);
const Layout& layout(const Model& model);

// The assembled mechanism at t = 0: consistent positions, velocities, accelerations, multipliers.
struct Assembly {
  std::vector<double> y, yp;
  Mode mode;
  int degrees_of_freedom = 0;
  double size = 1;                       // m, of the model: what tolerances refer to
  double position_error = 0;             // m, largest |g|
  double velocity_error = 0;             // m/s, largest |G v + g_t|
  std::vector<std::string> free_names;   // "O.angle (driven)", "rod.angle", … for E0504 and `check`
};
// Errors E0501 to E0505 and E0408-like ones go to `diagnostics`; empty then. W0501 and W0504 too.
std::optional<Assembly> assemble(const Model& model, Diagnostics& diagnostics);
// clang-format on

}  // namespace mbs

// Rigid contacts in the linear systems of constrained motion: their rows, how the mechanism gives
// way to what they pass on, and the forces of those that are closed.
//
// Signs are those of runtime/impact/contact_problem.hpp: P_T acts along positive v_T, FT = -P_T. In
// space a contact has two tangents, `tangent` and `across`, and FT is the length of what acts along
// both.
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <span>
#include <vector>

#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/contact/law.hpp"
#include "runtime/equations/kkt.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/impact/contact_problem.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// d v_N/dt = normal . v' + bias, d v_T/dt = tangent . v' + bias.
struct RigidRows {
  int contact = 0;
  HoldRow normal, tangent;
  double gap = 0, v_N = 0, v_T = 0;  // m, m/s
  // In space: along the second tangent; the tangents, world axes, and the axis they are taken from;
  // the direction that friction acts against, along both, and the speed that its law sees.
  HoldRow across;
  double v_T2 = 0;
  TangentFrame frame{Vector3::Zero(), Vector3::Zero()};
  int axis = -1;
  Eigen::Vector2d e = Eigen::Vector2d::Zero();
  double seen = 0;
  int edge = -1;  // on which it stands, see ContactMemory
  bool spatial() const { return axis >= 0; }
  // Sliding as laws of friction see it, m/s: in space its size.
  double vt() const { return spatial() ? std::hypot(v_T, v_T2) : v_T; }
  Vector3 in_world(const Eigen::Vector2d& along) const {
    return along[0] * frame.t1 + along[1] * frame.t2;
  }
};
// The bodies must be placed, as for all of these. `mode` says on which edge it stands, in space
// from which axis the tangents of one that sticks are taken, and which way one that slides did.
RigidRows rigid_rows(const Model& model, int contact, Workspace& workspace,
                     const ContactMode& mode);
// The rows of a contact of which nothing is known but the edge on which it stands.
RigidRows rigid_rows_on(const Model& model, int contact, Workspace& workspace, int edge = -1);
// Places that a contact has in D: the normal and its tangents.
inline int rigid_parts(const Model& model) {
  return model.layout.spatial() ? 3 : 2;
}

// What unit impulses of contacts do to a mechanism whose constraints are held: columns 2 i and
// 2 i + 1 are those of the normal and the tangential impulse of contact i, in space 3 i to 3 i + 2.
struct Mobility {
  int parts = 2;
  std::vector<RigidRows> rows;
  Eigen::MatrixXd D;          // change of v_N, v_T of all contacts
  Eigen::MatrixXd motion;     // of v
  Eigen::MatrixXd reactions;  // multipliers of the system's rows
};
// The row of place i of D.
const HoldRow& row_at(const Mobility& mobility, int i);
// `kkt` has the matrix, with so many rows of constraints. False if it cannot be solved.
bool find_mobility(const Model& model, Kkt& kkt, int constraints, Mobility& mobility);

// P_T/P_N of friction that slides at v_T (m/s) and the bound of one that sticks, as parts of FN:
// what a law says for FN -> infinity. At v_T = 0 the sliding that begins in `direction` is meant.
struct FrictionParts {
  double sliding = 0, sticking = 0;  // dFT/dFN with its sign; d stick/dFN
  double restored = 0;               // m/s: vt_out, with which one that grips leaves a blow
};
FrictionParts friction_parts(const Model& model, int contact, double v_T, int direction, double t,
                             Workspace& workspace);
FrictionParts friction_parts(const Model& model, const LawUser& user, double v_T, int direction,
                             double t, Workspace& workspace);
// What a rigid law says of the departure from a blow: v_out (m/s), P_out (N s) or W_out (J). 0 if
// it has no value or a negative one; the workspace's failure says why.
double departure_of(const Model& model, const LawUser& user, const LawCall& call,
                    Workspace& workspace);
// The friction of a closed contact that does what `mode` says.
impact::Friction friction_of(const Model& model, const RigidRows& rows, const ContactMode& mode,
                             double t, Workspace& workspace);

// All contacts of `mode` that are closed and rigid.
bool any_pressed(const Mode& mode);
void pressed_rows(const Model& model, const Mode& mode, Workspace& workspace,
                  std::vector<RigidRows>& rows);

}  // namespace mbs

// Rigid contacts in the linear systems of constrained motion: their rows, how the mechanism gives
// way to what they pass on, and the forces of those that are closed.
//
// Signs are those of runtime/impact/contact_problem.hpp: P_T acts along positive v_T, FT = -P_T.
#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

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
};
// The bodies must be placed, as for all of these.
RigidRows rigid_rows(const Model& model, int contact, Workspace& workspace);

// What unit impulses of contacts do to a mechanism whose constraints are held: columns 2 i and
// 2 i + 1 are those of the normal and the tangential impulse of contact i.
struct Mobility {
  std::vector<RigidRows> rows;
  Eigen::MatrixXd D;          // change of v_N, v_T of all contacts
  Eigen::MatrixXd motion;     // of v
  Eigen::MatrixXd reactions;  // multipliers of the system's rows
};
// `kkt` has the matrix, with so many rows of constraints. False if it cannot be solved.
bool find_mobility(const Model& model, Kkt& kkt, int constraints, Mobility& mobility);

// P_T/P_N of friction that slides at v_T (m/s) and the bound of one that sticks, as parts of FN:
// what a law says for FN -> infinity. At v_T = 0 the sliding that begins in `direction` is meant.
struct FrictionParts {
  double sliding = 0, sticking = 0;  // dFT/dFN with its sign; d stick/dFN
};
FrictionParts friction_parts(const Model& model, int contact, double v_T, int direction, double t,
                             Workspace& workspace);
FrictionParts friction_parts(const Model& model, const LawUser& user, double v_T, int direction,
                             double t, Workspace& workspace);
// What a rigid law says of the departure from a blow: v_out (m/s), P_out (N s) or W_out (J). 0 if
// it has no value or a negative one; the workspace's failure says why.
double departure_of(const Model& model, const LawUser& user, const LawCall& call,
                    Workspace& workspace);
// Of a closed contact that does what `mode` says.
impact::Friction friction_of(const Model& model, const RigidRows& rows, const ContactMode& mode,
                             double t, Workspace& workspace);

// All contacts of `mode` that are closed and rigid.
bool any_pressed(const Mode& mode);
void pressed_rows(const Model& model, const Mode& mode, Workspace& workspace,
                  std::vector<RigidRows>& rows);

}  // namespace mbs

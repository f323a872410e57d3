// The law of a contact at work: gating, inputs, forces and their derivatives.
#pragma once

#include <span>

#include "runtime/contact/kinematics.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

struct ContactForce {
  ContactGeometry geometry;
  bool acting = false;  // armed and delta > 0; otherwise the rest is 0
  double delta = 0, ddelta = 0;
  double FN = 0, FT = 0;          // N
  double bound = 0;               // N, largest force by which it sticks; 0 if its law never does
  bool holds = false;             // FT is the multiplier of this contact
  double fx = 0, fy = 0;          // force on the second body, world axes
  double power = 0;               // W, work rate taken up by the contact
  const double* rates = nullptr;  // of the law's states, if acting
};

// False if the law failed; workspace.failure says why. The poses must be set.
bool contact_force(const Model& model, int contact, double t, const double* y, const double* yp,
                   const ContactMode& mode, Workspace& workspace, ContactForce& out);

// FN of a contact alone, N; places its own bodies only.
double normal_force(const Model& model, int contact, double t, const double* y, const double* yp,
                    const ContactMode& mode, Workspace& workspace);
// For the root functions: gap in a smooth form (clearance: (1 - e^2/c^2)*c/2, which has no cone at
// e = 0; the same sign and, near closing, the same slope as the gap) and the gap rate.
double smooth_gap(const Model& model, int contact, double t, const double* y);
double gap_rate(const Model& model, int contact, double t, const double* y);
double contact_gap(const Model& model, int contact, const double* y);  // m, in its own measure
double sliding_speed(const Model& model, int contact, double t, const double* y);  // vt, m/s
// Takes over the radii of curvature at the present contact point, which laws see until the next
// contact.
void latch_radii(const Model& model, int contact, const double* y, ContactMode& mode);
// FN of a contact's law at given delta, ddelta, v_impact, all else at rest: for scaling and
// restarts.
double law_force(const Model& model, int contact, double delta, double ddelta, double v_impact,
                 Workspace& workspace);
// Checks `require` and `warn if` of a contact's law in `state`, that of y: indices of failed ones,
// ~i of one that compares what is not a number.
void law_checks(const Model& model, int contact, double t, const ContactState& state,
                const double* y, const Mode& mode, std::vector<int>& failed_requirements,
                std::vector<int>& raised_warnings, Workspace& workspace);
// Can they change while the contact lasts? Else they depend on what it began with.
bool law_checks_vary(const Model& model, int contact);
bool uses_memory(const Model& model, int contact);  // loading or delta_max
bool uses_loading(const Model& model, int contact);
bool can_stick(const Model& model, int contact);  // its law has a bound for sticking

struct ContactMotion {
  double gap = 0, rate = 0;  // as smooth_gap and gap_rate
};
ContactMotion contact_motion(const Model& model, int contact, const Placement& at);
ContactMotion contact_motion(const Model& model, int contact, const ContactState& state);
// How fast the shapes of a contact turn, rad/s: the gap of bodies that are not round can come and
// go with it. 0 for circles and planes.
double turning_speed(const Model& model, int contact, const double* y);
// Indices in y of what the gap and the force of a contact depend on: motion of its bodies, its gap
// state, the states of its law, the impulse that holds it.
std::vector<int> contact_unknowns(const Model& model, int contact);

// The outputs of a tape of checks: requirements, then warnings. ~i stands for check i where what it
// compares is not a number.
void read_checks(const ir::LawProgram& program, const double* outputs,
                 std::vector<int>& failed_requirements, std::vector<int>& raised_warnings);
struct LawArguments;
// The same, one by one: what is not a number in one of them must not hide the others.
void read_checks_apart(const ir::LawProgram& program, const LawArguments& arguments,
                       const double* states, std::vector<int>& failed_requirements,
                       std::vector<int>& raised_warnings);

// Law inputs of a contact into its tapes' `inputs`.
struct LawArguments {
  double delta = 0, ddelta = 0, v_impact = 0, delta_max = 0, loading = 1, vt = 0, t = 0;
  double R1 = 0, R2 = 0;
};
LawArguments law_arguments(const ContactForce& force, const ContactMode& mode, double t);
enum class LawTape { value, partial, signals, checks };
// Evaluates one of a law's tapes; conditions that are not frozen in `mode` (which may be null) are
// decided anew. False if it fails: what was at work is known to the caller, see keep_law_failure.
bool run_law(const Model& model, int law, LawTape which, const LawArguments& arguments,
             const double* states, const ContactMode* mode, ContactTapes& tapes,
             Workspace& workspace);
void keep_law_failure(const Model& model, int law, const std::string& contact, Span origin,
                      const TapeState& state, const LawArguments& arguments, Workspace& workspace);
// The same for a contact, with its failure kept; results in `outputs` (value) or `more`. `states`
// may be null: as at the start of a contact.
bool evaluate_law(const Model& model, int contact, LawTape which, const LawArguments& arguments,
                  const double* states, const ContactMode* mode, Workspace& workspace);

// A parameter, part or state of a law, also of an open contact; NaN where it has no finite value.
double law_signal(const Model& model, int contact, int signal, const LawArguments& arguments,
                  const double* states, const ContactMode& mode, Workspace& workspace);

}  // namespace mbs

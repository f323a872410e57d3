// The equations of a model, as the solver needs them. See model.hpp for the unknowns and equations.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "runtime/model.hpp"

namespace mbs {

// Everything an evaluation needs beside its arguments; one per run, no allocation after its making.
class Workspace {
 public:
  explicit Workspace(const Model& model);
  ~Workspace();
  Workspace(Workspace&&) noexcept;

  long law_evaluations = 0;
  std::optional<Failure>
      failure;  // the first one since it was last cleared: a law without solution, …

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

// r = F(t, y, y'). False if a law or a force failed: workspace.failure then says why.
bool residual(const Model& model, double t, const double* y, const double* yp, const Mode& mode,
              double* r, Workspace& workspace);
// The same without the constraints that joint coordinates replace, see tree.hpp: their rows are not
// written, their multipliers push nothing. The workspace has the placement of y and the values of
// drives at t already.
bool residual_of_loops(const Model& model, double t, const double* y, const double* yp,
                       const Mode& mode, double* r, Workspace& workspace);

// Fixed sparsity pattern of dF/dy + cj dF/dy', compressed columns, rows sorted; inactive contacts
// keep their entries.
struct SparsePattern {
  std::vector<std::int64_t> column_starts;
  std::vector<std::int64_t> rows;
};
const SparsePattern& jacobian_pattern(const Model& model);
// Exact entries, in the order of the pattern.
bool jacobian(const Model& model, double t, double cj, const double* y, const double* yp,
              const Mode& mode, double* values, Workspace& workspace);

// Given q, v, s, z and t: sets y' = (v, a, lambda, 0, …) by one KKT solve, so that F(t, y, y') = 0
// to rounding. False (with workspace.failure) if a law fails or the matrix is singular.
bool make_consistent(const Model& model, double t, const double* y, const Mode& mode, double* yp,
                     Workspace& workspace);
// Pulls q and v back onto the constraints (least change in the mass metric); returns the size of
// the largest constraint error before.
double project(const Model& model, double t, double* y, Workspace& workspace);
// Largest |g| in metres (angles times the model's size) and largest |G v + g_t|.
double position_drift(const Model& model, double t, const double* y, Workspace& workspace);
// The same at the placement that the workspace has, of what is integrated as a constraint.
struct Drift {
  double largest = 0;  // m
  int row = -1;        // in Model::rows; -1: there are none
};
Drift placed_drift(const Model& model, double t, Workspace& workspace);

ContactState contact_state(const Model& model, int contact, double t, const double* y,
                           const double* yp, const Mode& mode, Workspace& workspace);
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

// Margins of all watches (frozen conditions): those of drives and forces first, then contact by
// contact; `owner[i]` is -1 or the contact, `index[i]` the position in its flags. The margins of a
// contact that does not act are 1.
struct Watches {
  std::vector<int> owner, index;
};
const Watches& watches(const Model& model);
void watch_margins(const Model& model, double t, const double* y, const double* yp,
                   const Mode& mode, std::span<double> margins, Workspace& workspace);
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

struct Energies {
  double kinetic = 0, potential = 0, contact = 0, input = 0, damping = 0;  // J
};
Energies energies(const Model& model, double t, const double* y, Workspace& workspace);

// Value of one slot of stage signal (not a result), SI.
double slot_value(const Model& model, const Slot& slot, double t, const double* y, const double* yp,
                  const Mode& mode, Workspace& workspace);

}  // namespace mbs

// Accelerations from places and speeds, which is all that explicit steps ask of a model.
#pragma once

#include <optional>
#include <vector>

#include "runtime/contact/forces.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/numerics/cholesky.hpp"

namespace mbs {

// Unknowns of steps: places, their speeds, states of laws and of the script, gap states of
// contacts, then what is an integral: no rate depends on those.
struct StepUnknowns {
  // The index of each among [p, p', others] of the model's tree, or among all unknowns of the model
  // where places are those of the bodies.
  std::vector<int> unknowns;
  int size = 0;                             // of these
  int motion = 0, gaps = 0, integrals = 0;  // first state, gap state, integral among them
  // A place that each speed moves, and how much the place does beside what it turns.
  struct Moved {
    int place = 0;
    double share = 1;
  };
  std::vector<Moved> moved;
  std::vector<int> own;       // by unknown: its index among all of the model; -1: p or p'
  std::vector<int> place_of;  // by unknown of the model from Lam on: where it is; -1: nowhere
  int count() const { return static_cast<int>(unknowns.size()); }
  int positions() const { return motion - static_cast<int>(moved.size()); }
};

// Why there are none.
enum class ForwardTrouble {
  none,
  undefined,  // a law, a force or a drive failed: the workspace knows
  inertia,    // a coordinate has none
  loops       // constraints are not independent here
};

// For models in which nothing sticks or rubs in joints, see ir::obstacle_to_any_explicit, while
// nothing rigid is closed.
class Accelerations {
 public:
  virtual ~Accelerations() = default;
  virtual const StepUnknowns& plan() const = 0;
  // What acts has changed.
  virtual void choose() = 0;
  // The penetration, m, that a closed contact has at least, so that a force that jumps is there.
  virtual void set_touching(int /*contact*/, double /*penetration*/) {}
  // Rates of the plan's unknowns, of which those behind `gaps` are not read, but while a contact
  // rests.
  virtual bool evaluate(double t, const double* unknowns, double* rates) = 0;
  // Where it was evaluated last: all unknowns of the model, and their rates. Integrals are those of
  // `unknowns`.
  virtual void show(const double* unknowns, const double* rates, double* y, double* yp) const = 0;
  // Elsewhere, leaving the bodies of the workspace where they are: what contacts move by, which is
  // places, speeds, states and gaps. False: somebody else has to find it.
  virtual bool motion(double /*t*/, const double* /*unknowns*/, double* /*y*/) { return false; }
  // The same of a contact alone, if `moves_contacts`.
  virtual bool moves_contacts() const { return false; }
  virtual std::optional<ContactMotion> contact_motion_at(double /*t*/, const double* /*unknowns*/,
                                                         int /*contact*/) {
    return {};
  }
  // Where it was evaluated last: multipliers of the rows that joints of the tree do not hold, by
  // row.
  virtual void show_multipliers(double* lambda) const = 0;
  // A contact where it was evaluated last, if its force was: else false.
  virtual bool contact(int contact, ContactState& out) const = 0;
  // Its gap, m, and the rate of that alone.
  virtual std::optional<ContactMotion> contact_motion(int contact) const {
    ContactState seen;
    if (!this->contact(contact, seen)) return {};
    return ContactMotion{seen.gap, seen.gap_rate};
  }
  // Are there constraints that steps can miss?
  virtual bool drifts() const = 0;
  // Back onto the constraints from where `evaluate` was last, if they miss by more than `allowed`,
  // m: true if anything was moved.
  virtual bool project(double allowed, double* unknowns) = 0;
  // What pivots are at least, as parts of their diagonals: smaller ones are none.
  virtual void set_least_pivot(double least) { least_pivot_ = least; }
  // How far constraints are from depending on each other, against the best that was: 1 without any.
  virtual double independence() const = 0;
  virtual ForwardTrouble trouble() const = 0;
  // What lacks inertia, if that is the trouble: a body; -1.
  virtual int loose_body() const = 0;

 protected:
  double least_pivot_ = least_pivot;
  static bool tell(const std::optional<ContactState>& seen, ContactState& out) {
    if (seen) out = *seen;
    return seen.has_value();
  }
};

}  // namespace mbs

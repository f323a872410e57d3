// What moves a model from one instant to the next. Its kinds stand beside each other: a
// variable-order BDF for the whole model (MotionSolver), explicit steps of it (ExplicitSteps), both
// in turns (AutoSteps), and steps of bodies that only fall and touch (Islands).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/contact/forces.hpp"
#include "runtime/contact/group_places.hpp"
#include "runtime/integration/step.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/scalar_function.hpp"

namespace mbs {

class Integrator {
 public:
  virtual ~Integrator() = default;
  virtual const char* name() const = 0;        // for people: "IDA"
  virtual bool ready() const { return true; }  // false: out of memory
  // (Re)starts from consistent values with a first step of about `first_step`, s, if it asks for
  // one. `accepted`: it stands there; else why it cannot.
  virtual StepStatus start(double t, std::span<const double> y, std::span<const double> yp,
                           double first_step) = 0;
  virtual void set_max_step(double seconds) = 0;  // inf: none
  // One accepted step, never beyond `stop`. y(), yp() and time() are at its end.
  virtual StepStatus step(double stop) = 0;

  virtual double time() const = 0;
  // Where the last step began; interpolation reaches back to it.
  virtual double previous_time() const = 0;
  virtual const double* y() const = 0;  // all unknowns of the model
  virtual const double* yp() const = 0;
  // The solution within the last step. `yp` may be null: only what contacts move by is wanted,
  // places, speeds, states and gaps; the rest of y holds anything.
  virtual bool interpolate(double t, double* y, double* yp) const = 0;
  // A contact within the last step, as its bodies are: m, m/s. Nothing: it is to be found by what
  // is interpolated.
  virtual std::optional<ContactMotion> contact_within(double /*t*/, int /*contact*/) const {
    return {};
  }
  // Whether each unknown is a polynomial in time within a step, with derivatives of order 0 to
  // last_order() at time(): then some of them can be had without the others.
  virtual bool polynomial() const { return false; }
  virtual bool derivative(int, double*) const { return false; }
  virtual int last_order() const { return 0; }
  // The same within the last step as exactly as if a step had ended there. False: nothing is more
  // exact than what is interpolated.
  virtual bool exactly(double /*t*/, double* /*y*/, double* /*yp*/) { return false; }
  // y' at `y` in the present mode, where there is a better way to it than the system of the model.
  virtual bool find_rates(double /*t*/, const double* /*y*/, double* /*yp*/) { return false; }
  // A contact at time(), where that is known from the last step: to be asked right after it.
  // Else false.
  virtual bool contact_at_end(int /*contact*/, ContactState& /*out*/) const { return false; }
  virtual double last_step() const = 0;         // s
  virtual void place(Placement& at) const = 0;  // the bodies, at time()
  // After a step the workspace has them placed already, with what contacts and constraints read.
  virtual bool leaves_placed() const { return false; }

  // 1/tolerance of every unknown, to be filled in and taken as changed; null where steps follow
  // from scales alone, which are taken up by `start`.
  virtual bool takes_weights() const { return false; }
  virtual std::vector<double>* weights() { return nullptr; }
  // The pairs of a group that are near each other from now on.
  virtual void set_near_pairs(int /*group*/, std::span<const NearPair>) {}
  // Finds itself what pairs of groups do within its steps, which end where that asks for it;
  // `changes` has what closed and opened in the last one, in order of time.
  virtual bool follows_pairs() const { return false; }
  virtual std::span<const GroupChange> changes() const { return {}; }

  // After a step, or one that failed: somebody else is to take the next one, so it has to be
  // started anew where it stands.
  virtual bool hands_over() const { return false; }
  // A condition, or the memory of a law, has been found to switch for ever.
  virtual void chatters() {}
  // Why one of two that go in turns goes on alone, to the end. Empty: both may.
  virtual std::string why_alone() const { return {}; }
  // Are the accelerations of its samples those of the equations, and its steps long?
  virtual bool exact_rates() const { return false; }

  // Unknowns that are integrals, of which a record has values and rates, if cubics through those
  // are less exact than the steps; and how far the last step lies from the cubic through both ends
  // of a piece of it, in the middle of that: one of `length`, s. Valid until it is asked again.
  virtual std::span<const int> integrals() const { return {}; }
  virtual std::span<const double> off_cubics(double /*length*/) const { return {}; }

  // Which unknown held the last step back most; -1: not known.
  virtual int worst_unknown() const = 0;
  virtual SolverCounters counters() const = 0;  // over all restarts
};

}  // namespace mbs

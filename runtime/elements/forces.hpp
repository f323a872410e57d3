// Applied forces and springs.
#pragma once

#include "runtime/model/evaluation.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// Tapes of all forces and of the rates of states, with their places in Mode::flags.
void compile_forces(Model& model);
// The force's values from its signals, into the workspace's `outputs`. False if it has no finite
// value.
bool evaluate_force(const Model& model, int force, const Instant& now, Workspace& workspace);
// Is it switched on? Rates of states always are.
bool force_acts(const Model& model, int force, const Mode* mode);
// Their partials by the coordinates of bodies, into `more`; zero if they have none.
void evaluate_force_partials(const Model& model, int force, const Instant& now,
                             Workspace& workspace);
// That a drive or force had no value at t, s.
Failure not_finite(const char* kind, const std::string& name, Span origin, double t);
// Ends nearer than this, of the model's size, are at one place: their line is rounding.
inline constexpr double coincident = 1e-12;
// False if a force acts along the line between ends that coincide; the poses must be set, and the
// force evaluated.
bool spring_has_direction(const Model& model, int spring, double t, Workspace& workspace);
bool force_has_direction(const Model& model, int force, const Instant& now, Workspace& workspace);
// Tension of a spring (torque of a torsion spring against its angle), N or N m.
double spring_tension(const SpringElement& spring, const Placement& at);
// The part of it that acts along the gradient of its function.
double line_tension(const SpringElement& spring, const Placement& at);
// J
double stored_energy(const SpringElement& spring, const Placement& at);
}  // namespace mbs

// The contact problem of a step, solved by sweeps over its contacts (projected Gauss-Seidel).
#pragma once

#include <span>
#include <vector>

#include "runtime/stepping/linked_bodies.hpp"
#include "runtime/stepping/step_contact.hpp"

namespace mbs {

// What contacts on linked bodies do there: a column for each part of a contact.
struct LinkedResponses {
  std::span<const int> columns;                       // of v
  std::vector<std::vector<double>> change, reaction;  // places StepContact::linked and following
};

struct SweepResult {
  int sweeps = 0;   // of the cluster that takes the most
  long visits = 0;  // of contacts
  bool converged = true;
};

// 0 <= P_N _|_ v_N - departure >= 0 with Coulomb's law in v_T - restored, contact by contact, forth
// and back, from the impulses that contacts have until none changes by more than `tolerance` of the
// largest among those that pass on impulses to it. `v` already has what the contacts' first
// impulses make of it.
SweepResult sweep_impulses(std::span<StepContact> contacts, const LinkedResponses& linked,
                           double tolerance, std::vector<double>& v);
// The same of positions and normals alone: closed contacts to a gap of 0, others no deeper than
// they are. `moved` has the way of each column; until all gaps are within `tolerance` (m).
void sweep_gaps(std::span<StepContact> contacts, const LinkedResponses& linked, double tolerance,
                std::vector<double>& moved);
// The speed of which part `part` of a contact has the gradient.
double speed_along(const StepContact& contact, int part, const double* v);
// v += response of the contact to an impulse along one of its parts.
void pass_on(const StepContact& contact, const LinkedResponses& linked, int part, double impulse,
             std::vector<double>& v);

}  // namespace mbs

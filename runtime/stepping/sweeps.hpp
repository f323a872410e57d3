// The contact problem of a step, solved by sweeps over its contacts (projected Gauss-Seidel).
#pragma once

#include <span>
#include <vector>

#include "runtime/stepping/linked_bodies.hpp"
#include "runtime/stepping/step_contact.hpp"

namespace mbs {

// What contacts on linked bodies do there: two columns each, of the normal and of the tangent.
struct LinkedResponses {
  std::span<const int> columns;                       // of v
  std::vector<std::vector<double>> change, reaction;  // places 2 i and 2 i + 1
};

struct SweepResult {
  int sweeps = 0;
  bool converged = true;
};

// 0 <= P_N _|_ v_N - departure >= 0 with Coulomb's law in v_T, contact by contact, forth and back,
// from the impulses that contacts have until none changes by more than `tolerance` of the largest.
// `v` already has what the contacts' first impulses make of it.
SweepResult sweep_impulses(std::span<StepContact> contacts, const LinkedResponses& linked,
                           double tolerance, std::vector<double>& v);
// The same of positions and normals alone: closed contacts to a gap of 0, others no deeper than
// they are. `moved` has the way of each column; until all gaps are within `tolerance` (m).
void sweep_gaps(std::span<StepContact> contacts, const LinkedResponses& linked, double tolerance,
                std::vector<double>& moved);
// v += response of the contact to these impulses.
void pass_on(const StepContact& contact, const LinkedResponses& linked, double P_N, double P_T,
             std::vector<double>& v);

}  // namespace mbs

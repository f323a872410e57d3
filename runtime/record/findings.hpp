// What the audits of a run have found so far.
#pragma once

#include <vector>

#include "lang/units/dimension.hpp"

namespace mbs {

// The worst of one thing in a run: by how much it was off and what is still let pass.
struct Finding {
  double value = 0, allowed = 0;  // in SI units of `dimension`
  double t = 0;                   // s
  Dimension dimension;
  bool passed() const { return value <= allowed; }
};

// Two bodies that are in each other where no contact of theirs looks: since `t`, by up to `value`
// m.
struct UnseenOverlap {
  Finding finding;
  int contact = 0;            // the first between them
  int first = 0, second = 0;  // bodies
  bool rigid = false;         // their laws
  bool edges = false;         // edges of both meet as well
};

// Gathered while the run goes on, and kept with it.
struct Audit {
  Finding constraints;          // m, of all joints; angles times the model's size
  int row = -1;                 // of the worst, in Model::rows
  std::vector<Finding> drives;  // by drive; those of constant speed are constraints like others
  std::vector<Finding> groups;  // depth, by group of contacts
  std::vector<UnseenOverlap> overlaps;  // by pair of bodies that touch by their corners
};

}  // namespace mbs

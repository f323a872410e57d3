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

// Gathered while the run goes on, and kept with it.
struct Audit {
  Finding constraints;          // m, of all joints; angles times the model's size
  int row = -1;                 // of the worst, in Model::rows
  std::vector<Finding> drives;  // by drive; those of constant speed are constraints like others
  std::vector<Finding> groups;  // depth, by group of contacts
};

}  // namespace mbs

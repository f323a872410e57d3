// Absolute tolerances, all from one number r and from what the contacts of the model are like.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "runtime/dynamics.hpp"

namespace mbs {

// The size of one contact's events when its bodies meet at the reference speed.
struct ContactScale {
  double mass = 1;      // kg, effective, at the start
  double depth = 1e-6;  // m, penetration at which the law has taken up mass*speed^2/2
  double duration = 0;  // s, of such an impact, about
};

struct Scales {
  double tol = 1e-6;           // r
  double speed = 1;            // m/s, the reference Vs
  double speed_tolerance = 1;  // m/s, the share of it that r is of
  double depth = 0;            // m, share of the smallest of all contacts; without any, of the size
  double mass = 0;             // kg, smallest that contacts or bodies show
  double energy = 0;           // J, kinetic, of all bodies at the tolerances of their speeds
  std::vector<double> tolerance;  // per unknown, SI; infinite: not controlled
  std::vector<double> relaxed;    // of q, for bodies that rest on their contacts
  std::vector<ContactScale> contacts;
  std::vector<ContactScale> groups;  // the shallowest of each group's pairs
  std::string note;                  // for people
};

Scales make_scales(const Model& model, const Assembly& start, double tol, Workspace& workspace);

// 1/tolerance of every unknown in this mode: coordinates of bodies whose closed contacts all rest
// are relaxed, and the penetrations of those contacts are controlled instead.
void fill_weights(const Model& model, const Scales& scales, const Mode& mode,
                  std::span<double> weights);

}  // namespace mbs

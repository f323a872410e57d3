// Absolute tolerances, all from one number r and from what the contacts of the model are like.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "runtime/model/workspace.hpp"
#include "runtime/record/run.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/scales/state_scales.hpp"

namespace mbs {

// The size of one contact's events when its bodies meet at the reference speed.
struct ContactScale {
  double mass = 1;          // kg, effective, at the start; the smallest of others if `prescribed`
  double depth = 1e-6;      // m, penetration at which the law has taken up mass*speed^2/2
  double duration = 0;      // s, of such an impact, about
  bool prescribed = false;  // the motion of both bodies is
};

struct Scales {
  double accuracy = 0;         // r, in force for this run
  double speed = 1;            // m/s, the reference Vs
  double usual = 1;            // m/s, what it is for motions that are neither slow nor very fast
  double speed_tolerance = 1;  // m/s, the share of it that r is of
  double depth = 0;            // m, share of the smallest of all contacts; without any, of the size
  double mass = 0;             // kg, smallest that contacts or bodies show
  double energy = 0;           // J, kinetic, of all bodies at the tolerances of their speeds
  std::vector<double> tolerance;  // per unknown, SI; infinite: not controlled
  std::vector<double> asked;      // of q, whatever rounding allows
  std::vector<double> relaxed;    // of q, for bodies that rest on their contacts
  std::vector<double> arms;       // m, by body: its angle times this is a length
  StateScales states;             // of the script
  double size = 0;                // m, of the model
  double time = std::numeric_limits<double>::infinity();  // s, a slow one moves one way for about
  std::vector<ContactScale> contacts;
  std::vector<ContactScale> groups;  // the shallowest of each group's pairs
  std::string note;                  // for people
  // m/s, sliding below which a direction of it means nothing: ten tolerances of speed. See
  // ContactMode::slow and PairMode::slow.
  double slow_sliding() const { return 10 * accuracy * speed_tolerance; }
};

// `known_speed`: m/s, the reference of a run that goes on; 0: still to be found.
Scales make_scales(const Model& model, const Assembly& start, const SimulationOptions& options,
                   double known_speed, Workspace& workspace);

// Whether a motion as fast as this asks for another reference, and how they follow it. A reference
// only grows: what has been fast is not followed closer again.
bool outgrown(const Scales& scales, double fastest);
void follow(const Model& model, double fastest, Scales& scales, Workspace& workspace);
// Lets the scales of states follow what they have come to; whether any has grown.
bool follow_states(const Model& model, const double* y, Scales& scales);
// A run that goes on knows them.
void keep_states(const Model& model, const std::vector<double>& known, Scales& scales);
// Where tolerances had to give way to rounding.
struct Rounding {
  bool any = false;
  int unknown = -1;                // the coordinate of a body that is held back most; -1: none
  double asked = 0, possible = 0;  // m or rad, its tolerance and its rounding
};
// No unknown is asked for more than its rounding.
Rounding keep_above_rounding(const Model& model, const double* y, Scales& scales);

// 1/tolerance of every unknown in this mode: coordinates of bodies whose closed contacts all rest
// are relaxed, and the penetrations of those contacts, of which y has the present ones, are
// controlled instead.
void fill_weights(const Model& model, const Scales& scales, const Mode& mode, const double* y,
                  std::span<double> weights);
// The weights among these of bodies that hop on rigid contacts, where they have to be larger.
void follow_hops(const Model& model, const Scales& scales, const Mode& mode, const double* y,
                 std::span<double> weights);

// By law: does a force act at once when a pair of a group begins to touch, or until it has left?
std::vector<char> jumping_laws(const Model& model, const Scales& scales, Workspace& workspace);

}  // namespace mbs

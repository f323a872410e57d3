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

struct Scales : RunScales {
  double usual = 1;               // m/s, its speed for motions that are neither slow nor very fast
  double energy = 0;              // J, kinetic, of all bodies at the tolerances of their speeds
  std::vector<double> tolerance;  // per unknown, SI; infinite: not controlled
  std::vector<double> asked;      // of q, whatever rounding allows
  std::vector<double> relaxed;    // of q, for bodies that rest on their contacts
  std::vector<double> arms;       // m, by body: its angle times this is a length
  StateScales states;             // of the script
  double size = 0;                // m, of the model
  double time = std::numeric_limits<double>::infinity();  // s, a slow one moves one way for about
  // m/s, sliding below which a direction of it means nothing: ten tolerances of speed. See
  // ContactMode::slow and PairMode::slow.
  double slow_sliding() const { return 10 * least_speed(); }
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
// What -v prints: scales and tolerances in words, or how long steps of fixed length are. Empty: it
// has not begun.
std::string tolerances_in_words(const Run& run);
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

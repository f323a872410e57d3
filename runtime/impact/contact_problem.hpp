// Rigid contacts that are decided together: which of them hold, stick or slide, and what they pass
// on. The same problem at two levels: of speeds and impulses in a blow, of accelerations and forces
// between blows. It knows bodies and joints only by the matrix D.
//
// Signs: a contact's normal speed is positive when it opens, its normal impulse positive when it
// pushes; its tangential impulse acts along positive tangential speed, so that friction has the
// sign against it (`FT` of the results is its negative). In space the tangential part has two
// places, along two directions square to each other and to the normal; |.| is a length then.
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <vector>

namespace mbs::impact {

// Coulomb's law for one contact, with what it may hold and what it gives when it slides.
struct Friction {
  enum class Kind {
    coulomb,  // sticks, or slides against its speed: set-valued
    ratio     // slides already: P_T = ratio P_N
  } kind = Kind::ratio;
  double sliding = 0;   // |P_T| = sliding P_N
  double sticking = 0;  // |P_T| <= sticking P_N; not below `sliding`
  double ratio = 0;
  double ratio_2 = 0;  // in space: along the second tangent
  bool grips = true;   // in space; false: it slides, if only with a speed of 0
};

// w = free + D P of n contacts. Places 2 i and 2 i + 1 are the normal and the tangential part of
// contact i, in space places 3 i to 3 i + 2: speeds in m/s and impulses in N s, or accelerations in
// m/s^2 and forces in N.
struct Problem {
  // 2 n (3 n) by as many, symmetric, positive semidefinite; but what a normal impulse brings along
  // in a given proportion, as what brakes turning, may be added to its column.
  Eigen::MatrixXd D;
  Eigen::VectorXd free;           // without the contacts
  std::vector<double> departure;  // by contact: w_N of one that holds
  std::vector<Friction> friction;
  int parts = 2;  // places of a contact; 3 in space: normal and both tangents
  bool spatial() const { return parts == 3; }
  int size() const { return static_cast<int>(friction.size()); }
};

// Forward: w_T > 0. In space what slides does so forward, against its tangential impulse.
enum class State { open, sticks, slides_forward, slides_backward };

struct Solution {
  std::vector<State> states;
  Eigen::VectorXd P, w;  // 2 n each, in space 3 n
  // False: other impulses of closed contacts do the same; these are the smallest.
  bool unique = true;
};

// In space: where more normals may be closed than are needed, each gives way a little along what
// they leave open, 1e-9 of the largest mobility, so that they share as equal springs do
// (runtime/equations/balanced_load.hpp) and friction is decided by the forces of the run.
void share_evenly(Problem& problem);

// 0 <= P_N _|_ w_N - departure >= 0, with Coulomb's law in w_T. Empty if there is no
// solution: friction that jams (Painleve), or more than the method finds (see solve.cpp).
std::optional<Solution> solve(const Problem& problem);

// What follows from given states, whether or not they are the right ones. Empty if they contradict
// each other (a departure that nothing can give).
std::optional<Solution> solution_of(const Problem& problem, const std::vector<State>& states);
// Whether all equations and inequalities hold, within this of the largest speed and impulse.
inline constexpr double rounding_of_speeds = 1e-10;
bool holds(const Problem& problem, const Solution& solution, double within = rounding_of_speeds);

}  // namespace mbs::impact

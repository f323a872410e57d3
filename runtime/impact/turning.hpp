// What resists rolling and spinning at rigid contacts in a blow: moments whose impulses are bounded
// by parts of the normal impulse, and act against the turning that is left.
//
// Places 3 k and 3 k + 1 are rolling, about two directions square to each other in the tangent
// plane, 3 k + 2 is spinning about the normal: turning in rad/s, moments in N m s that act along
// positive turning. Each of both is set-valued by itself: the moment ends the turning, or is as
// large as it may be and against it.
#pragma once

#include <Eigen/Dense>
#include <array>
#include <optional>
#include <vector>

#include "runtime/impact/contact_problem.hpp"

namespace mbs::impact {

struct Turns {
  // The levers of one contact, m, by which P_N bounds rolling and spinning that go on, and those
  // that end.
  struct Bounds {
    int contact = 0;
    std::array<double, 2> sliding{}, sticking{};
  };
  std::vector<Bounds> bounds;
  Eigen::MatrixXd D;         // what moments do to turning, by each other
  Eigen::MatrixXd coupling;  // what they do to the speeds of the contacts
  Eigen::VectorXd free;      // turning without any impulse
};
struct TurnedSolution {
  Solution contacts;
  Eigen::VectorXd moments;
  // False: impulses and moments make each other larger, or change each other again and again; these
  // are the last of them.
  bool settled = true;
};
// Both together, by turns. Empty where the contacts have no solution beside moments that are
// finite.
std::optional<TurnedSolution> solve(const Problem& problem, const Turns& turns);

}  // namespace mbs::impact

// A blow as a process in impulse (Routh, Darboux, Keller): contacts are pressed together until they
// approach no more, then part again as their hypothesis says, and friction acts all along. For
// restitution of impulses (Poisson) and of work (Stronge); Newton's law needs no process, it is
// the problem of contact_problem.hpp in the speeds at the end.
//
// Routh, Dynamics of a System of Rigid Bodies, 1891; Keller, J. Appl. Mech. 53 (1986) 1; Stronge,
// Impact Mechanics, 2000, chapters 4 and 5; Pfeiffer and Glocker 1996, section 8.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "runtime/impact/contact_problem.hpp"

namespace mbs::impact {

// What a contact has taken up in compression.
struct Compression {
  double P_in = 0;  // N s
  double W_in = 0;  // J
};

struct Restitution {
  enum class Kind { impulse, work } kind = Kind::impulse;
  // P_out in N s, or W_out in J, of contact i; not negative. Of several contacts work sets the
  // impulse that one alone without friction would need for it, sqrt(W_out/W_in) P_in.
  std::function<double(int contact, const Compression&)> given_back;
};

struct ProcessResult {
  Eigen::VectorXd P, w;  // 2 n each, as in Solution
  std::vector<Compression> taken;
};

// `problem.free` are the speeds before the blow; departures are not used. A contact
// without friction slides with ratio 0. Of several contacts each gives back its part of what all
// of them pass on at the same rate, and what still approaches afterwards is pressed to rest. Empty
// if nothing can end the approach.
std::optional<ProcessResult> run_process(const Problem& problem, const Restitution& restitution);
// The same of one contact, in closed form, and of several; in the plane.
std::optional<ProcessResult> process_of_one(const Problem& problem, const Restitution& restitution);
std::optional<ProcessResult> process_of_many(const Problem& problem,
                                             const Restitution& restitution);
// In space.
std::optional<ProcessResult> run_process_in_space(const Problem& problem,
                                                  const Restitution& restitution);
std::optional<ProcessResult> process_of_many_in_space(const Problem& problem,
                                                      const Restitution& restitution);
// What each of several contacts gives back of what it has taken up, N s. Works are given back as if
// the others' speeds did not matter.
Eigen::VectorXd impulses_given_back(const Restitution& restitution,
                                    const std::vector<Compression>& taken);

}  // namespace mbs::impact

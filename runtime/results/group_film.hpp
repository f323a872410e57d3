// What the pairs of contacts among many exert, as pictures show it: how many are closed, which of
// them presses hardest and with what force, and the largest force on each member.
#pragma once

#include <array>
#include <vector>

#include "runtime/model/evaluation.hpp"
#include "runtime/results/scene.hpp"
#include "runtime/results/step_values.hpp"
#include "runtime/results/thin.hpp"

namespace mbs {

// FN, N, of each pair of a group whose pairs are not contacts of their own, in their order; the
// poses must be set. What a law cannot tell is 0.
std::vector<double> pair_forces(const Model& model, int group, const Instant& now,
                                Workspace& workspace);

class GroupFilm {
 public:
  // `largest`: of the forces, N, by which is judged what is seen of one.
  GroupFilm(const Model& model, int group, double largest);
  // One of the places of a step, the poses set; all of them have the same mode.
  void see(int place, const Instant& now, Workspace& workspace);
  // That was the whole step.
  void add(const std::array<double, step_places>& t);
  void take(SceneGroup& group);

 private:
  void add_hardest(const std::array<double, step_places>& t, double step);
  void add_member(std::size_t member, const std::array<double, step_places>& t, double step);

  const Model& model_;
  int group_;
  std::vector<PairMode> pairs_;                          // of the step
  std::array<std::vector<double>, step_places> forces_;  // of them
  std::array<std::vector<double>, step_places> loads_;   // of the members
  std::vector<bool> pressed_, was_pressed_;              // members
  Thinner hardest_;
  std::vector<Thinner> members_;
};

}  // namespace mbs

// Signals of a run at its samples, each computed once and kept.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "lang/scenario/scenario.hpp"
#include "runtime/record/run.hpp"
#include "runtime/results/sampler.hpp"

namespace mbs {

class Traces {
 public:
  // Both must outlive this object; the run must not grow meanwhile.
  // `model`: of the scenario, if the run was made with another one of the same mechanism.
  Traces(const ir::Scenario& scenario, const Run& run, ModelPtr model = nullptr);

  // Called now and then in long work; what it throws ends the work.
  void poll_with(std::function<void()> poll) { poll_ = std::move(poll); }
  // The run still has what they are computed from.
  bool available(std::span<const Slot> slots) const;
  // Fills all of `slots` that are not there yet in one pass over the run.
  void prepare(std::span<const Slot> slots);
  void prepare_inner(std::span<const Slot> slots);
  // Values at the accepted steps, and at the inner nodes of each step (reductions.hpp). Prepared
  // before.
  const std::vector<double>& samples(const Slot& slot) const { return find(samples_, slot); }
  const std::vector<double>& inner(const Slot& slot) const { return find(inner_, slot); }
  // Values at one time, or at one sample.
  void at_time(double t, std::span<const Slot> slots, std::span<double> out);
  void at_sample(std::size_t sample, std::span<const Slot> slots, std::span<double> out);

 private:
  struct Column {
    Slot slot;
    std::vector<double> values;
  };
  static const std::vector<double>& find(const std::vector<Column>& columns, const Slot& slot);
  static bool absent_from(const std::vector<Column>& columns, const Slot& slot);
  static std::vector<Slot> absent(const std::vector<Column>& columns, std::span<const Slot> slots);
  std::vector<NodeId> nodes_of(std::span<const Slot> slots) const;
  std::vector<Slot> with_alike(const std::vector<Column>& columns, std::vector<Slot> slots) const;
  void poll();

  const Run& run_;
  ModelPtr model_;
  Sampler sampler_;
  std::vector<std::pair<Slot, NodeId>> slot_nodes_;
  std::vector<Column> samples_, inner_;
  std::function<void()> poll_;
  unsigned polls_ = 0;
};

}  // namespace mbs

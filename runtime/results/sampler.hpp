// Reading a run: values of any node of the scenario's graph, at any sample or time.
#pragma once

#include <memory>
#include <span>

#include "runtime/record/run.hpp"

namespace mbs {

// Evaluates nodes of the scenario's graph at samples of a run. Keeps workspaces; not thread-safe.
class Sampler {
 public:
  // `model`: of another scenario with the same mechanism, if the nodes are of its graph.
  explicit Sampler(const Run& run, ModelPtr model = nullptr);
  ~Sampler();
  // Values of `nodes` (signals or constants) at sample i, written to `out`.
  void at(std::size_t sample, std::span<const NodeId> nodes, std::span<double> out);
  // At any time within the run, by the solver's own interpolation order (cubic Hermite of y, y').
  void at_time(double t, std::span<const NodeId> nodes, std::span<double> out);
  ContactState contact(std::size_t sample, int contact);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mbs

// Signals of a run that is being made, sample by sample, handed on in blocks: in the memory of one
// block, however long the run.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "lang/scenario/recorded.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/record/run.hpp"

namespace mbs {

class SignalStream {
 public:
  // Times and columns of the next samples, each column in the unit of its signal. A value that
  // cannot be computed is NaN.
  using Take =
      std::function<void(std::span<const double> t, std::span<const std::vector<double>> columns)>;
  // `signals` must outlive it.
  SignalStream(ModelPtr model, const ir::Recorded& signals, Take take);
  ~SignalStream();
  // The sample at hand, with its mode; `run` so far.
  void add(const Instant& now, const Run& run);
  void flush();  // hands on what has not filled a block

  // How many samples of so many signals make a block.
  static std::size_t block_of(std::size_t signals);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mbs

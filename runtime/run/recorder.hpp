// Writes accepted steps into a run: times and unknowns row by row, of the mode what changes.
#pragma once

#include "runtime/integration/segment.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/record/run.hpp"
#include "runtime/record/simulation_options.hpp"

namespace mbs {

class Recorder {
 public:
  // Above `limit` bytes only what the results of the model's scenario need is kept; at `most` the
  // record is full. 0: no limit. Both count what else is kept, `options.beside`.
  Recorder(Run& run, const Model& model, const RunLimits& options);
  bool full() const;
  void mode_changed() { stale_ = true; }
  // Appends a sample; times never decrease.
  void add(Instant now, const Mode& mode);
  // From the last sample on it is this mode, unless it has changed since then.
  void amend_mode(const Mode& mode);
  // y' of the last sample is another one.
  void amend_rates(const double* yp) { run_->samples.amend_rates(yp); }
  void log(double t, std::string what, std::string subject, double value = 0,
           std::string note = {});

 private:
  std::size_t taken() const;  // bytes
  void shrink();
  Run* run_;
  const Model* model_;
  std::size_t limit_, most_;
  std::function<std::size_t()> beside_;
  bool stale_ = true;
};

}  // namespace mbs

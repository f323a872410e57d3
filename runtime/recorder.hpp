// Writes accepted steps into a run: times and unknowns row by row, a snapshot of the mode per
// change.
#pragma once

#include "runtime/run.hpp"
#include "runtime/segment.hpp"

namespace mbs {

class Recorder {
 public:
  Recorder(Run& run, int size) : run_(&run), size_(size) {}
  void mode_changed() { stale_ = true; }
  // Appends a sample; times never decrease.
  void add(Instant now, const Mode& mode);
  void log(double t, std::string what, std::string subject, double value = 0,
           std::string note = {});

 private:
  Run* run_;
  std::size_t size_;
  bool stale_ = true;
};

}  // namespace mbs

#include "runtime/run/recorder.hpp"

#include <algorithm>
#include <cstdlib>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "runtime/model/unknowns_of_signals.hpp"

namespace mbs {

Recorder::Recorder(Run& run, const Model& model, const RunLimits& options)
    : run_(&run),
      model_(&model),
      limit_(options.memory),
      most_(options.most_memory),
      beside_(options.beside) {
  constexpr std::size_t few = 64;  // samples, of the shortest runs
  run.t.reserve(few);
  if (run.size() == 0) run.samples = Recording(layout(model).size);
}

void Recorder::add(Instant now, const Mode& mode) {
  if (stale_) run_->modes.add(run_->size(), mode);
  stale_ = false;
  run_->t.push_back(now.t);
  run_->samples.add(now.y, now.yp);
  if (limit_ > 0 && run_->samples.whole() && taken() > limit_) shrink();
}

// What a long run lets go of is not its own any more: the allocator would keep it for blocks of
// that size, and none are to come.
void Recorder::shrink() {
  const std::vector<Slot> asked = all_slots(model_->scenario->graph);
  if (std::ranges::find(asked, SlotKind::joint_impulse, &Slot::kind) == asked.end())
    run_->kicks.forget();
  run_->samples.keep_only(unknowns_of_results(*model_));
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

std::size_t Recorder::taken() const {
  return run_->samples.used_bytes() + run_->t.size() * sizeof(double) + run_->modes.bytes() +
         run_->kicks.bytes() + (beside_ ? beside_() : 0);
}

void Recorder::amend_mode(const Mode& mode) {
  if (!stale_ && run_->size() > 0) run_->modes.add(run_->size() - 1, mode);
  stale_ = true;
}

// By the same measure as it shrinks, so that where both limits are one it does so first.
bool Recorder::full() const {
  return most_ > 0 && taken() > most_;
}

void Recorder::log(double t, std::string what, std::string subject, double value,
                   std::string note) {
  run_->log.push_back({t, std::move(what), std::move(subject), value, std::move(note)});
}

}  // namespace mbs

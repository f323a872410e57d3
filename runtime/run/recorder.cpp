#include "runtime/run/recorder.hpp"

#include "runtime/model/unknowns_of_signals.hpp"

namespace mbs {

Recorder::Recorder(Run& run, const Model& model, std::size_t limit, std::size_t most)
    : run_(&run), model_(&model), limit_(limit), most_(most) {
  if (run.size() == 0) run.samples = Recording(layout(model).size);
}

void Recorder::add(Instant now, const Mode& mode) {
  if (stale_) run_->modes.add(run_->size(), mode);
  stale_ = false;
  run_->t.push_back(now.t);
  run_->samples.add(now.y, now.yp);
  if (limit_ > 0 && run_->samples.whole() && run_->samples.bytes() > limit_)
    run_->samples.keep_only(unknowns_of_results(*model_));
}

void Recorder::amend_mode(const Mode& mode) {
  if (!stale_ && run_->size() > 0) run_->modes.add(run_->size() - 1, mode);
  stale_ = true;
}

bool Recorder::full() const {
  const std::size_t times = run_->t.size() * sizeof(double);
  return most_ > 0 && run_->samples.used_bytes() + times + run_->modes.bytes() > most_;
}

void Recorder::log(double t, std::string what, std::string subject, double value,
                   std::string note) {
  run_->log.push_back({t, std::move(what), std::move(subject), value, std::move(note)});
}

}  // namespace mbs

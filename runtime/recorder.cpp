#include "runtime/recorder.hpp"

#include "runtime/needs.hpp"

namespace mbs {

Recorder::Recorder(Run& run, const Model& model, std::size_t limit)
    : run_(&run), model_(&model), limit_(limit) {
  if (run.size() == 0) run.samples = Recording(layout(model).size);
}

void Recorder::add(Instant now, const Mode& mode) {
  if (stale_) run_->modes.push_back(mode);
  stale_ = false;
  run_->t.push_back(now.t);
  run_->samples.add(now.y, now.yp);
  run_->mode_of.push_back(static_cast<std::int32_t>(run_->modes.size()) - 1);
  if (limit_ > 0 && run_->samples.whole() && run_->samples.bytes() > limit_)
    run_->samples.keep_only(unknowns_of_results(*model_));
}

void Recorder::log(double t, std::string what, std::string subject, double value,
                   std::string note) {
  run_->log.push_back({t, std::move(what), std::move(subject), value, std::move(note)});
}

std::size_t Run::recorded_bytes() const {
  std::size_t bytes = samples.bytes() + t.size() * (sizeof(double) + sizeof(std::int32_t));
  for (const Mode& mode : modes) {
    bytes += mode.flags.size() * sizeof(double) + mode.contacts.size() * sizeof(ContactMode);
    for (const ContactMode& contact : mode.contacts) bytes += contact.flags.size() * sizeof(double);
  }
  return bytes;
}

}  // namespace mbs

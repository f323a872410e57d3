#include "runtime/recorder.hpp"

namespace mbs {

void Recorder::add(Instant now, const Mode& mode) {
  if (stale_) run_->modes.push_back(mode);
  stale_ = false;
  run_->t.push_back(now.t);
  run_->y.insert(run_->y.end(), now.y, now.y + size_);
  run_->yp.insert(run_->yp.end(), now.yp, now.yp + size_);
  run_->mode_of.push_back(static_cast<std::int32_t>(run_->modes.size()) - 1);
}

void Recorder::log(double t, std::string what, std::string subject, double value,
                   std::string note) {
  run_->log.push_back({t, std::move(what), std::move(subject), value, std::move(note)});
}

std::span<const double> Run::y_at(std::size_t i) const {
  const std::size_t n = static_cast<std::size_t>(layout(*model).size);
  return std::span(y).subspan(i * n, n);
}

std::span<const double> Run::yp_at(std::size_t i) const {
  const std::size_t n = static_cast<std::size_t>(layout(*model).size);
  return std::span(yp).subspan(i * n, n);
}

}  // namespace mbs

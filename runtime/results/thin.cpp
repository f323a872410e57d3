#include "runtime/results/thin.hpp"

#include <cmath>

#include "runtime/numerics/hermite.hpp"

namespace mbs {

Thinner::Thinner(std::vector<Allowance> allowed) : allowed_(std::move(allowed)) {
  track_.value.resize(allowed_.size());
  track_.rate.resize(allowed_.size());
}

bool Thinner::meets(const Instant& at, const Instant& end) const {
  const Instant& begin = waiting_.front();
  const Hermite cubic(end.t - begin.t, at.t - begin.t);
  for (std::size_t k = 0; k < allowed_.size(); ++k) {
    const double found =
        cubic.value(begin.value[k], begin.rate[k], end.value[k], end.rate[k]) - at.value[k];
    if (!(std::abs(found) <= allowed_[k].absolute + allowed_[k].relative * std::abs(at.value[k])))
      return false;
  }
  return true;
}

bool Thinner::spans(const Instant& end) const {
  for (std::size_t i = waiting_.size(); i-- > 1;)
    if (!meets(waiting_[i], end)) return false;
  return true;
}

void Thinner::keep(const Instant& knot) {
  track_.t.push_back(knot.t);
  for (std::size_t k = 0; k < allowed_.size(); ++k) {
    track_.value[k].push_back(knot.value[k]);
    track_.rate[k].push_back(knot.rate[k]);
  }
}

// The last instant said the same, but for what rates found from differences are off.
bool Thinner::continues(const std::vector<double>& value, const std::vector<double>& rate) const {
  const Instant& last = waiting_.back();
  const double step = waiting_.size() > 1 ? last.t - waiting_[waiting_.size() - 2].t : 0;
  for (std::size_t k = 0; k < allowed_.size(); ++k) {
    const double allowed = allowed_[k].absolute + allowed_[k].relative * std::abs(value[k]);
    if (!(std::abs(value[k] - last.value[k]) <= allowed)) return false;
    if (rate[k] != last.rate[k] && !(std::abs(rate[k] - last.rate[k]) * step <= 4 * allowed))
      return false;
  }
  return true;
}

void Thinner::add(double t, const std::vector<double>& value, const std::vector<double>& rate) {
  constexpr std::size_t most_waiting = 96;
  Instant now{t, value, rate};
  if (waiting_.empty()) {
    keep(now);
  } else if (t <= waiting_.back().t) {
    if (continues(value, rate)) return;
    if (waiting_.size() > 1) keep(waiting_.back());
    keep(now);
    waiting_.clear();
  } else if (waiting_.size() >= most_waiting || !spans(now)) {
    Instant last = waiting_.back();
    keep(last);
    waiting_.clear();
    waiting_.push_back(std::move(last));
  }
  waiting_.push_back(std::move(now));
}

Track Thinner::take() {
  if (waiting_.size() > 1) keep(waiting_.back());
  waiting_.clear();
  return std::move(track_);
}

Track thinned(const Track& track, const std::vector<Allowance>& allowed) {
  Thinner thinner(allowed);
  std::vector<double> value(allowed.size()), rate(allowed.size());
  for (std::size_t i = 0; i < track.t.size(); ++i) {
    for (std::size_t k = 0; k < allowed.size(); ++k)
      value[k] = track.value[k][i], rate[k] = track.rate[k][i];
    thinner.add(track.t[i], value, rate);
  }
  return thinner.take();
}

}  // namespace mbs

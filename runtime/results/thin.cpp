#include "runtime/results/thin.hpp"

#include <bit>
#include <cmath>

#include "runtime/numerics/hermite.hpp"

namespace mbs {

Thinner::Thinner(std::vector<Allowance> allowed) : allowed_(std::move(allowed)) {
  track_.value.resize(allowed_.size());
  track_.rate.resize(allowed_.size());
}

bool Thinner::meets(const TrackPoint& at, const TrackPoint& end) const {
  const TrackPoint& begin = waiting_.front();
  const Hermite cubic(end.t - begin.t, at.t - begin.t);
  for (std::size_t k = 0; k < allowed_.size(); ++k) {
    const double found =
        cubic.value(begin.value[k], begin.rate[k], end.value[k], end.rate[k]) - at.value[k];
    if (!(std::abs(found) <= allowed_[k].absolute + allowed_[k].relative * std::abs(at.value[k])))
      return false;
  }
  return true;
}

// Whether one cubic from the first that waits to this one gives all between them.
bool Thinner::spans(std::size_t end) const {
  for (std::size_t i = end; i-- > 1;)
    if (!meets(waiting_[i], waiting_[end])) return false;
  return true;
}

// The farthest that is spanned where the last is not: by bisection, as if none beyond a failure
// were.
std::size_t Thinner::reach() const {
  std::size_t good = 1, bad = waiting_.size() - 1;
  while (bad - good > 1) {
    const std::size_t middle = (good + bad) / 2;
    (spans(middle) ? good : bad) = middle;
  }
  return good;
}

// Keeps knots until one cubic spans all that still wait.
void Thinner::close_up() {
  while (waiting_.size() > 1 && !spans(waiting_.size() - 1)) {
    const std::size_t end = reach();
    keep(waiting_[end]);
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(end));
  }
}

void Thinner::keep(const TrackPoint& knot) {
  track_.t.push_back(knot.t);
  for (std::size_t k = 0; k < allowed_.size(); ++k) {
    track_.value[k].push_back(knot.value[k]);
    track_.rate[k].push_back(knot.rate[k]);
  }
}

// The last instant said the same, but for what rates found from differences are off.
bool Thinner::continues(const std::vector<double>& value, const std::vector<double>& rate) const {
  const TrackPoint& last = waiting_.back();
  const double step = waiting_.size() > 1 ? last.t - waiting_[waiting_.size() - 2].t : 0;
  for (std::size_t k = 0; k < allowed_.size(); ++k) {
    const double allowed = allowed_[k].absolute + allowed_[k].relative * std::abs(value[k]);
    if (!(std::abs(value[k] - last.value[k]) <= allowed)) return false;
    if (rate[k] != last.rate[k] && !(std::abs(rate[k] - last.rate[k]) * step <= 4 * allowed))
      return false;
  }
  return true;
}

// What waits is looked at when it has doubled: at each instant it would be looked at in vain.
void Thinner::add(double t, const std::vector<double>& value, const std::vector<double>& rate) {
  constexpr std::size_t most_waiting = 128;
  TrackPoint now{t, value, rate};
  if (waiting_.empty()) {
    keep(now);
  } else if (t <= waiting_.back().t) {
    if (continues(value, rate)) return;
    end_piece();
    keep(now);
  }
  waiting_.push_back(std::move(now));
  if (!std::has_single_bit(waiting_.size())) return;
  close_up();
  if (waiting_.size() < most_waiting) return;
  keep(waiting_.back());
  waiting_.erase(waiting_.begin(), waiting_.end() - 1);
}

void Thinner::end_piece() {
  close_up();
  if (waiting_.size() > 1) keep(waiting_.back());
  waiting_.clear();
}

Track Thinner::take() {
  end_piece();
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

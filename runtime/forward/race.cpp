#include "runtime/forward/race.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace mbs {

namespace {

constexpr int most_held_back = 15;  // then IDA is tried
constexpr int forgiving = 6;        // so many free steps, and those held back are forgotten
constexpr long round_length = 100;  // steps of IDA
constexpr long first_trial = 100, longest_trial = 6400;  // the same
constexpr long first_trial_at_rest = 200;
constexpr double getting_better = 1.1;                           // from round to round
constexpr double hopeless = 0.5;                                 // of what explicit steps get
constexpr long peace = 8;                                        // trials, in explicit steps
constexpr long first_hearing = 500, longest_hearing = 1L << 40;  // explicit steps without events
constexpr long hearing_growth = 4;
constexpr long soon = 60;          // explicit steps after an event
constexpr int most_patience = 64;  // events

}  // namespace

void Race::begin_explicit() {
  implicit_ = trial_ = by_yield_ = false;
  held_back_ = free_ = 0;
  since_start_ = calm_ = 0;
}

// The last explicit steps, s per cost. What rests by now may have flown a moment ago, in steps a
// hundred times longer.
double Race::yield() const {
  if (filled_ == 0) return 0;
  std::array<double, window> yields{};
  for (int i = 0; i < filled_; ++i) yields[i] = last_[i].length / last_[i].cost;
  const auto middle = yields.begin() + filled_ / 2;
  std::nth_element(yields.begin(), middle, yields.begin() + filled_);
  return *middle;
}

void Race::begin_implicit() {
  implicit_ = true;
  begin_round();
}

void Race::begin_round() {
  round_ = 0;
  round_yield_ = {};
}

bool Race::took(const StepYield& step) {
  return implicit_ ? took_implicit(step) : took_explicit(step);
}

bool Race::took_explicit(const StepYield& step) {
  last_[next_] = step;
  next_ = (next_ + 1) % window;
  filled_ = std::min(filled_ + 1, window);
  ++since_start_;
  if (in_peace_ > 0) --in_peace_;
  ++calm_;
  if (step.held_back)
    ++held_back_, free_ = 0;
  else if (++free_ >= forgiving)
    held_back_ = 0;
  if (since_start_ > soon) patience_ = 0;
  if (in_peace_ > 0) return false;
  hearing_ = std::max(hearing_, first_hearing);
  if (held_back_ >= most_held_back) {
    if (since_start_ <= soon) patience_ = std::min(2 * patience_ + 1, most_patience);
  } else if (calm_ >= hearing_) {
    hearing_ = std::min(hearing_growth * hearing_, longest_hearing);
    trial_length_ = first_trial;
  } else {
    return false;
  }
  begin_trial();
  return true;
}

// A trial lasts for trial_length_ steps, and for as long as it gets better: what rings under IDA
// dies out, and all of a sudden its steps are a hundred times longer.
void Race::begin_trial() {
  trial_length_ = std::max(trial_length_, rests_ ? first_trial_at_rest : first_trial);
  trial_ = by_yield_ = true;
  events_ = 0;
  tried_ = 0;
  settles_ = rings_;
  yield_before_ = settles_ ? 0 : std::numeric_limits<double>::infinity();
  begin_implicit();
}

bool Race::took_implicit(const StepYield& step) {
  if (held_ || !by_yield_) return false;
  if (++round_ > round_length - round_length / 3) {
    round_yield_.length += step.length;
    round_yield_.cost += step.cost;
  }
  return round_ >= round_length && end_round();
}

bool Race::end_round() {
  tried_ += round_;
  const double got = round_yield_.length / round_yield_.cost;
  const bool better = got > getting_better * std::exchange(yield_before_, got);
  begin_round();
  if (got > yield()) {
    win();
    return false;
  }
  if (settles()) {
    settle(better);
    return false;
  }
  const bool close = tried_ < trial_length_ && (rests_ || got > hopeless * yield());
  if (trial_ && (better || close)) return false;
  give_way();
  return true;
}

void Race::win() {
  trial_ = false;
  trial_length_ = first_trial;
}

// It may ring for as long as that gets better. Then rounds are compared from the start.
void Race::settle(bool better) {
  settles_ = better;
  if (!better) yield_before_ = 0;
}

// What rests and had won once is tried again.
void Race::give_way() {
  rings_ = rests_;
  if (!trial_ && rests_)
    begin_trial();
  else
    lose();
}

void Race::lose() {
  in_peace_ = peace * (trial_ ? tried_ : round_length);
  if (trial_) trial_length_ = std::min(2 * trial_length_, longest_trial);
  begin_explicit();
}

void Race::gave_up() {
  const bool at_once = since_start_ <= soon && trial_length_ > 0;
  trial_length_ = at_once ? std::min(2 * trial_length_, longest_trial) : first_trial;
  patience_ = std::min(2 * patience_ + 1, most_patience);
  begin_trial();
}

void Race::event() {
  calm_ = 0;
  if (held_ || rests_ || !implicit_) return;
  if (by_yield_ && events_++ < patience_) return;
  begin_explicit();
}

void Race::hold(bool held) {
  if (held == held_) return;
  held_ = held;
  if (!held) return begin_explicit();
  by_yield_ = trial_ = false;
  begin_implicit();
}

void Race::rest(bool rests) {
  if (rests == rests_) return;
  rests_ = rests;
  rings_ = false;
  if (!held_ && !rests) begin_explicit();
}

}  // namespace mbs

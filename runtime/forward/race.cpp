#include "runtime/forward/race.hpp"

#include <algorithm>

namespace mbs {

namespace {

constexpr int most_held_back = 15;  // then IDA is tried
constexpr int forgiving = 6;        // so many free steps, and those held back are forgotten
constexpr long first_trial = 100, longest_trial = 6400;          // steps of IDA
constexpr long peace = 4;                                        // trials, in explicit steps
constexpr long first_hearing = 100, longest_hearing = 1L << 40;  // explicit steps without events
constexpr long hearing_growth = 4;
constexpr long soon = 60;          // explicit steps after an event
constexpr int most_patience = 64;  // events

}  // namespace

void Race::begin_explicit() {
  implicit_ = trial_ = by_yield_ = false;
  held_back_ = free_ = 0;
  since_start_ = calm_ = 0;
}

void Race::begin_implicit() {
  implicit_ = true;
  round_ = 0;
  round_yield_ = {};
}

bool Race::took(const StepYield& step) {
  return implicit_ ? took_implicit(step) : took_explicit(step);
}

bool Race::took_explicit(const StepYield& step) {
  StepYield& oldest = last_[next_];
  length_ += step.length - oldest.length;
  cost_ += step.cost - oldest.cost;
  oldest = step;
  next_ = (next_ + 1) % window;
  filled_ = std::min(filled_ + 1, window);
  ++since_start_;
  if (in_peace_ > 0) --in_peace_;
  ++calm_;
  if (step.held_back > 0)
    held_back_ += step.held_back, free_ = 0;
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
  trial_length_ = std::max(trial_length_, first_trial);
  begin_trial();
  return true;
}

// A trial lasts for trial_length_ steps.
void Race::begin_trial() {
  trial_ = by_yield_ = true;
  events_ = 0;
  begin_implicit();
}

bool Race::took_implicit(const StepYield& step) {
  if (rests_ || !by_yield_) return false;
  const long length = trial_ ? trial_length_ : first_trial;
  if (++round_ > length - length / 3) {
    round_yield_.length += step.length;
    round_yield_.cost += step.cost;
  }
  if (round_ < length) return false;
  const bool won = round_yield_.length > yield() * round_yield_.cost;
  if (won) {
    trial_ = false;
    trial_length_ = first_trial;
    begin_implicit();
    return false;
  }
  in_peace_ = peace * length;
  if (trial_) trial_length_ = std::min(2 * trial_length_, longest_trial);
  begin_explicit();
  return true;
}

void Race::gave_up() {
  const bool at_once = since_start_ <= soon && trial_length_ > 0;
  trial_length_ = at_once ? std::min(2 * trial_length_, longest_trial) : first_trial;
  patience_ = std::min(2 * patience_ + 1, most_patience);
  begin_trial();
}

void Race::event() {
  calm_ = 0;
  if (rests_ || !implicit_) return;
  if (by_yield_ && events_++ < patience_) return;
  begin_explicit();
}

void Race::rest(bool rests) {
  if (rests == rests_) return;
  rests_ = rests;
  if (!rests) return begin_explicit();
  by_yield_ = trial_ = false;
  begin_implicit();
}

}  // namespace mbs

#include "runtime/forward/race.hpp"

#include <algorithm>

namespace mbs {

namespace {

constexpr int most_held_back = 15;  // then IDA is tried
constexpr int forgiving = 6;        // so many free steps, and those held back are forgotten
constexpr long first_trial = 100, longest_trial = 6400;  // steps of IDA
constexpr long peace = 4;                                // trials, in explicit steps
constexpr long soon = 60;                                // explicit steps after an event
constexpr int most_patience = 64;                        // events

}  // namespace

void Race::begin_explicit() {
  implicit_ = trial_ = by_yield_ = false;
  held_back_ = free_ = 0;
  since_start_ = 0;
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
  if (step.held_back)
    ++held_back_, free_ = 0;
  else if (++free_ >= forgiving)
    held_back_ = 0;
  if (since_start_ > soon) patience_ = 0;
  if (held_back_ < most_held_back || in_peace_ > 0) return false;
  if (since_start_ <= soon) patience_ = std::min(2 * patience_ + 1, most_patience);
  trial_length_ = std::max(trial_length_, first_trial);
  trial_ = by_yield_ = true;
  events_ = 0;
  begin_implicit();
  return true;
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
  by_yield_ = true;
  trial_ = false;
  events_ = 0;
  patience_ = std::min(2 * patience_ + 1, most_patience);
  begin_implicit();
}

void Race::event() {
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

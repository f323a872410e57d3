// Actions whose numbers come from what was run before them.
#include <fmt/format.h>

#include <cmath>

#include "runtime/results/quantity_text.hpp"
#include "runtime/study/executor.hpp"

namespace mbs {

bool Executor::refuse(const ir::Later& later, const std::string& message) {
  complaints_.add(Code::E0411, later.origin, message);
  settle(results(), complaints_);
  return false;
}

// False, with a complaint, if it has no value.
bool Executor::take(const ir::Later& later, const char* name, double& value) {
  if (!later.given()) return true;
  Results& seen = results();
  value = seen.point(later.node);
  if (!settle(seen, complaints_)) return false;
  return !std::isnan(value) || refuse(later, fmt::format("{} has no value", name));
}

// A run that cannot be made leaves nothing to look at.
std::optional<ir::Simulate> Executor::settled(const ir::Simulate& asked) {
  ir::Simulate action = asked;
  const ir::Later& later = asked.duration_later;
  if (!later.given()) return action;
  constexpr const char* name = "the duration of a run";
  constexpr double shortest = 1e-12;  // steps, of the duration: t has no more digits
  bool good = take(later, name, action.duration);
  if (good && !(action.duration > 0 && std::isfinite(action.duration)))
    good = refuse(later, fmt::format("{} must be greater than 0 and finite, but this is {} s", name,
                                     number_text(action.duration, options_.digits)));
  for (const auto& step : {action.max_step, action.step})
    if (good && step && *step < shortest * action.duration)
      good = refuse(later, fmt::format("steps of {} s are too short for a run of {} s",
                                       number_text(*step, options_.digits),
                                       number_text(action.duration, options_.digits)));
  if (good) return action;
  run_.reset();
  results_.reset();
  run_broken_ = true;
  return std::nullopt;
}

std::optional<ir::Table> Executor::settled(const ir::Table& asked) {
  ir::Table action = asked;
  if (action.every && !take(asked.every_later, "`every`", *action.every)) return std::nullopt;
  if (asked.every_later.given() && !(*action.every > 0 && std::isfinite(*action.every))) {
    refuse(asked.every_later, "`every` must be greater than 0 and finite");
    return std::nullopt;
  }
  if (!action.during) return action;
  if (!take(asked.from_later, "the start of `during`", (*action.during)[0]) ||
      !take(asked.to_later, "the end of `during`", (*action.during)[1]))
    return std::nullopt;
  if ((*action.during)[0] <= (*action.during)[1]) return action;
  refuse(asked.from_later.given() ? asked.from_later : asked.to_later,
         "the interval of `during` ends before it begins");
  return std::nullopt;
}

std::optional<ir::Animate> Executor::settled(const ir::Animate& asked) {
  ir::Animate action = asked;
  if (!action.time) return action;
  if (!take(asked.from_later, "the start of `time`", (*action.time)[0]) ||
      !take(asked.to_later, "the end of `time`", (*action.time)[1]))
    return std::nullopt;
  if ((*action.time)[0] <= (*action.time)[1] && std::isfinite((*action.time)[1])) return action;
  refuse(asked.from_later.given() ? asked.from_later : asked.to_later,
         "the interval of `time` must be finite and end behind its beginning");
  return std::nullopt;
}

}  // namespace mbs

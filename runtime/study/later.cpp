#include "runtime/study/later.hpp"

#include <fmt/format.h>

#include <cmath>

#include "runtime/results/quantity_text.hpp"

namespace mbs {

namespace {

bool refuse(Execution& now, const ir::Later& later, const std::string& message) {
  now.complaints.add(Code::E0411, later.origin, message);
  now.settle(now.results(), now.complaints);
  return false;
}

// False, with a complaint, if it has no value.
bool take(Execution& now, const ir::Later& later, const char* name, double& value) {
  if (!later.given()) return true;
  value = now.results().point(later.node);
  if (!now.settle()) return false;
  return !std::isnan(value) || refuse(now, later, fmt::format("{} has no value", name));
}

}  // namespace

// A run that cannot be made leaves nothing to look at.
std::optional<ir::Simulate> settled(Execution& now, const ir::Simulate& asked) {
  ir::Simulate action = asked;
  const ir::Later& later = asked.duration_later;
  if (!later.given()) return action;
  constexpr const char* name = "the duration of a run";
  constexpr double shortest = 1e-12;  // steps, of the duration: t has no more digits
  bool good = take(now, later, name, action.duration);
  if (good && !(action.duration > 0 && std::isfinite(action.duration)))
    good = refuse(now, later,
                  fmt::format("{} must be greater than 0 and finite, but this is {} s", name,
                              number_text(action.duration, now.options.digits)));
  for (const auto& step : {action.max_step, action.step})
    if (good && step && *step < shortest * action.duration)
      good = refuse(now, later,
                    fmt::format("steps of {} s are too short for a run of {} s",
                                number_text(*step, now.options.digits),
                                number_text(action.duration, now.options.digits)));
  if (good) return action;
  now.no_run();
  return std::nullopt;
}

std::optional<ir::Table> settled(Execution& now, const ir::Table& asked) {
  ir::Table action = asked;
  if (action.every && !take(now, asked.every_later, "`every`", *action.every)) return std::nullopt;
  if (asked.every_later.given() && !(*action.every > 0 && std::isfinite(*action.every))) {
    refuse(now, asked.every_later, "`every` must be greater than 0 and finite");
    return std::nullopt;
  }
  if (!action.during) return action;
  if (!take(now, asked.from_later, "the start of `during`", (*action.during)[0]) ||
      !take(now, asked.to_later, "the end of `during`", (*action.during)[1]))
    return std::nullopt;
  if ((*action.during)[0] <= (*action.during)[1]) return action;
  refuse(now, asked.from_later.given() ? asked.from_later : asked.to_later,
         "the interval of `during` ends before it begins");
  return std::nullopt;
}

std::optional<ir::Animate> settled(Execution& now, const ir::Animate& asked) {
  ir::Animate action = asked;
  if (!action.time) return action;
  if (!take(now, asked.from_later, "the start of `time`", (*action.time)[0]) ||
      !take(now, asked.to_later, "the end of `time`", (*action.time)[1]))
    return std::nullopt;
  if ((*action.time)[0] <= (*action.time)[1] && std::isfinite((*action.time)[1])) return action;
  refuse(now, asked.from_later.given() ? asked.from_later : asked.to_later,
         "the interval of `time` must be finite and end behind its beginning");
  return std::nullopt;
}

}  // namespace mbs

#include "runtime/run/pace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace mbs {

namespace {

constexpr long steps_per_progress = 64;

const char* by_explicit_alone(const SimulationOptions& options) {
  const bool alone = options.integrator == ir::IntegratorKind::explicit_steps;
  return alone ? ", by explicit steps alone; with `auto` in place of `explicit` they may be fewer"
               : "";
}

}  // namespace

Pace::Pace(Present& now)
    : now_(now),
      step_limit_(now.model),
      turns_(now.model.swings),
      began_(std::chrono::steady_clock::now()) {}

bool Pace::within_limits(double t_end) {
  const bool enough = now_.options.most_polls > 0 && ++looks_ >= now_.options.most_polls;
  if (enough || (now_.options.interrupted && now_.options.interrupted())) {
    now_.end(Termination::interrupted);
    return false;
  }
  if (now_.options.max_wall_seconds) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - began_;
    if (spent.count() > *now_.options.max_wall_seconds) {
      now_.end(Termination::time_limit);
      return false;
    }
  }
  if (now_.recorder.full()) {
    now_.end(Termination::memory_limit);
    return false;
  }
  if (now_.options.progress && polls_++ % steps_per_progress == 0)
    now_.options.progress(now_.t, t_end);
  return true;
}

// Steps of hours are told once, by the pace of late; steps that rounding takes away end the run.
bool Pace::gets_on(double from, double t_end) {
  constexpr int most_without = 100'000;  // events of one instant are such steps, too
  constexpr long often = 1L << 18;
  constexpr double too_many = 1e7;
  without_progress_ = now_.t > from ? 0 : without_progress_ + 1;
  if (without_progress_ > most_without) {
    Failure failure;
    failure.message =
        fmt::format("steps became shorter than rounding of the time, t = {:.9g} s", now_.t);
    now_.fail_with(std::move(failure));
    return false;
  }
  if (++accepted_ < often || !now_.options.warn) return true;
  const double gone = now_.t - looked_at_;
  const double to_come = static_cast<double>(accepted_) * (t_end - now_.t) / std::max(gone, 1e-300);
  accepted_ = 0;
  looked_at_ = now_.t;
  if (to_come < too_many) return true;
  now_.options.warn({Code::W0704,
                     {},
                     fmt::format("at this pace some {:.1g} steps are to come{}", to_come,
                                 by_explicit_alone(now_.options)),
                     {},
                     1,
                     now_.t});
  now_.options.warn = {};
  return true;
}

// What a force or a condition makes of the motion may be all of a sudden; where nothing else
// happens a step could pass it by.
double Pace::longest_blind_step(bool asks) const {
  constexpr double looks = 100;  // at a run, at least
  const auto may_change = [&](const ForceProgram& force) {
    return !now_.integrator->exact_rates() || !force.value.inputs().empty();
  };
  const bool blind = asks || std::ranges::any_of(now_.model.forces, may_change);
  if (!blind || !(now_.options.duration > 0)) return std::numeric_limits<double>::infinity();
  return now_.options.duration / looks;
}

// Where nothing is looked for between samples it is reports that want them, and with accelerations
// at both ends of a step a polynomial over twice as long errs less than one without.
double Pace::longest_turn(const double* y, bool asks) const {
  constexpr double with_accelerations = 2;
  const bool looked_for = asks || !now_.model.contacts.empty();
  const bool smooth = !looked_for && now_.integrator->exact_rates();
  return step_limit_.longest_step(y) * (smooth ? with_accelerations : 1);
}

double Pace::longest_step(const double* y, bool asks) const {
  const double asked = now_.options.max_step.value_or(std::numeric_limits<double>::infinity());
  if (now_.integrator->follows_pairs()) return asked;  // each of its bodies takes steps of its own
  return std::min({asked, longest_turn(y, asks), longest_blind_step(asks)});
}

// Turns too close for a step are passed over; conditions never are. A turn is found a little late,
// where the rate is more than nothing: what reverses there starts anew just before it.
double Pace::next_stop(WatchEvents& watch, double t_end) {
  constexpr double closest = 1e-10;
  const double seen = turns_.sight(now_.t, t_end);
  const double landing =
      seen > now_.t + closest * std::max(t_end - now_.t, std::abs(now_.t)) ? seen : t_end;
  return std::min(watch.stop(now_.t, t_end), landing);
}

}  // namespace mbs

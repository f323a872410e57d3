#include "runtime/run/landing.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "runtime/contact/forces.hpp"

namespace mbs {

namespace {

constexpr int most_corrections = 3;
constexpr double close_enough = 1e-3;  // of the tolerance of positions
constexpr double rounding = 2 * std::numeric_limits<double>::epsilon();  // of the size
constexpr double farthest = 0.5;                                         // of the step
constexpr double seen = 0.05;          // of the tolerance of speeds
constexpr double hardly_later = 1e-3;  // of the step: so far the motion is a parabola

}  // namespace

bool Landing::step_to(double t) {
  if (!now_.integrator->exactly(t, y_.data(), yp_.data())) return false;
  now_.take({t, y_.data(), yp_.data(), &now_.mode});
  return true;
}

// How much later the gap is 0, s; 0 where that does not matter. A contact that opens is taken just
// before, one that closes just after: the record has its last and its first force, which may jump.
// A rigid one strikes where its gap is 0: what hops fall deeper comes back as speed.
double Landing::correction(const Occurrence& event) const {
  const bool rigid = now_.model.contacts[event.index].rigid();
  const double close = close_enough * now_.scales.tolerance[now_.layout.q];
  const double enough = rigid ? rounding * now_.model.size : close;
  const auto [gap, rate] = contacts_.motion(event.index, now_.here());
  const double off = gap + (rigid ? 0 : enough);
  if (std::abs(off) < enough || rate == 0) return 0;
  const double later = -off / rate;
  return std::abs(later) <= farthest * now_.integrator->last_step() ? later : 0;
}

// Whether a condition holds is decided where it was located, and a largest force or penetration is
// only noted.
bool Landing::worth_a_step(const Occurrence& event) const {
  if (event.source == Occurrence::Source::condition) return false;
  if (event.source != Occurrence::Source::contact) return true;
  if (event.kind == ContactEventKind::turns) return uses_memory(now_.model, event.index);
  return event.kind != ContactEventKind::peaks;
}

// A step to there, or in the plane a small part of one; never beyond the step that was taken, after
// which something may be waiting.
bool Landing::go_on(double later) {
  const Layout& l = now_.layout;
  const bool hardly = std::abs(later) <= hardly_later * now_.integrator->last_step();
  if (!hardly || l.spatial()) return step_to(now_.t + later);
  if (!(now_.t + later < now_.integrator->time())) return false;
  now_.t += later;
  for (int i = 0; i < l.size; ++i) now_.y[i] += later * now_.yp[i];
  for (int i = 0; i < l.motions; ++i) now_.y[l.q + i] += 0.5 * later * later * now_.yp[l.v + i];
  return true;
}

// A step across the end of a force errs on how that bends by more than its estimate has seen.
bool Landing::off_step() {
  const Instant read = now_.segment.at(now_.t);
  const Layout& l = now_.layout;
  double most = 0;
  for (int i = l.v; i < l.v + l.motions; ++i)
    most = std::max(most, std::abs(now_.y[i] - read.y[i]) / now_.scales.tolerance[i]);
  return most > seen;
}

void Landing::land(const Occurrence& event) {
  now_.off_step = false;
  // What has changed in this step already would count for all of it.
  const bool landed = worth_a_step(event) && !std::exchange(changed_, true) && step_to(event.t);
  if (!landed) return now_.take(now_.segment.at(event.t));
  const bool contact = event.source == Occurrence::Source::contact;
  if (!contact || event.kind == ContactEventKind::turns) return;
  now_.off_step = event.kind == ContactEventKind::opens && off_step();
  for (int i = 0; i < most_corrections; ++i) {
    const double later = correction(event);
    if (later == 0 || !go_on(later)) return;
  }
}

}  // namespace mbs

#include "runtime/run/row_changes.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/model/evaluation.hpp"
#include "runtime/setup/acting_rows.hpp"

namespace mbs {

namespace {

constexpr double often = 0.1;  // rad, between two looks at least

double fastest_turn(const Layout& l, const double* y) {
  double fastest = 0;
  for (int b = 1; b <= l.bodies; ++b) {
    const double* omega = y + l.v + l.motion_of(b) + 3;
    fastest = std::max(fastest, std::hypot(omega[0], omega[1], omega[2]));
  }
  return fastest;
}

}  // namespace

RowChanges::RowChanges(Present& now, Restart* restart)
    : now_(now), restart_(restart), seen_(now.mode.switched), wait_(often), last_(now.t) {}

bool RowChanges::choose(Instant here) {
  place(now_.model, here.y, now_.workspace.impl().at);
  FirmerRows firmer = firmer_rows(now_.model, now_.workspace.impl().at, now_.mode);
  wait_ = std::max(often, firmer.firm_for);
  seen_ = now_.mode.switched;
  if (!firmer.rows) return false;
  now_.take(here);
  now_.workspace.failure.reset();
  now_.mode.switched = seen_ = std::move(firmer.rows);
  now_.mode_changed();
  if (restart_) restart_->restart_here(0);
  return !now_.over;
}

void RowChanges::follow(Instant end) {
  if (now_.model.sharing_rows.empty()) return;
  turned_ += std::abs(end.t - last_) * fastest_turn(now_.layout, end.y);
  last_ = end.t;
  if (seen_ != now_.mode.switched) wait_ = often;  // found for other rows
  if (turned_ < wait_) return;
  turned_ = 0;
  choose(end);
}

bool RowChanges::rescue() {
  return !now_.model.sharing_rows.empty() && choose(now_.here());
}

}  // namespace mbs

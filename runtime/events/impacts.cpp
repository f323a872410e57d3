#include "runtime/events/impacts.hpp"

#include <algorithm>

#include "runtime/model/instant.hpp"

namespace mbs {

ImpactLog::ImpactLog(const Model& model, Run& run)
    : run_(&run), work_(layout(model).work), impulse_(layout(model).impulse) {
  open_.resize(layout(model).touching);
  for (const ContactModel& contact : model.contacts) rigid_.push_back(contact.rigid());
  run.impacts.resize(open_.size());
  if (run.size() == 0) return;
  const auto y = run.y_at(run.size() - 1);
  for (std::size_t c = 0; c < open_.size(); ++c) {
    if (run.impacts[c].empty() || run.impacts[c].back().closed) continue;
    const Impact& last = run.impacts[c].back();
    open_[c] = {true, y[work_ + c] - last.energy_lost, y[impulse_ + c] - last.impulse};
  }
}

void ImpactLog::begin(int contact, Instant now, double v_in) {
  open_[contact] = {true, now.y[work_ + contact], now.y[impulse_ + contact]};
  Impact impact;
  impact.t = now.t;
  impact.v_in = v_in;
  impact.rigid = rigid_[contact];
  run_->impacts[contact].push_back(impact);
}

void ImpactLog::account(int contact, Instant now) {
  row(contact).energy_lost = now.y[work_ + contact] - open_[contact].work;
  row(contact).impulse = now.y[impulse_ + contact] - open_[contact].impulse;
}

void ImpactLog::sample(int contact, Instant now, const ContactState& state) {
  if (!open_[contact].open) return;
  Impact& impact = row(contact);
  impact.F_max = std::max(impact.F_max, state.FN);
  impact.depth = std::max(impact.depth, state.delta);
  account(contact, now);
}

void ImpactLog::end(int contact, Instant now, double v_out) {
  if (!open_[contact].open) return;
  if (row(contact).F_max != 0) return part(contact, now, v_out);
  open_[contact].open = false;
  run_->impacts[contact].pop_back();
}

void ImpactLog::strike(int contact, const BlowPart& blow, int together) {
  Impact& impact = row(contact);
  if (together > 0 && impact.blows++ == 0) impact.vt_in = blow.vt_in(), impact.together = together;
  impact.impulse_T += blow.impulse_T();
  impact.vt_out = blow.vt_out();
}

void ImpactLog::overlap(int contact, double depth) {
  row(contact).depth = std::max(row(contact).depth, depth);
}

void ImpactLog::part(int contact, Instant now, double v_out) {
  open_[contact].open = false;
  account(contact, now);
  row(contact).closed = true;
  row(contact).t_end = now.t;
  row(contact).v_out = v_out;
}

double ImpactLog::F_max(int contact) const {
  return open_[contact].open ? run_->impacts[contact].back().F_max : 0;
}

double ImpactLog::depth(int contact) const {
  return open_[contact].open ? run_->impacts[contact].back().depth : 0;
}

}  // namespace mbs

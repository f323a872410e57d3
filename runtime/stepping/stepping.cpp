#include "runtime/stepping/stepping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "runtime/contact/group.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/numerics/hermite.hpp"

namespace mbs {

namespace {

constexpr double solved = 1e-6;      // of a step's largest impulse
constexpr double mended = 1e-10;     // of the model's size: gaps of closed contacts
constexpr double immovable = 1e-13;  // of what free bodies would give: rounding
constexpr double merged = 1e-9;      // of a step: less of it is not made

}  // namespace

Stepping::Stepping(const Model& model, double step, const Mode& mode, Workspace& workspace)
    : model_(model),
      mode_(mode),
      workspace_(workspace),
      finder_(model),
      linked_(model, mode),
      led_bends_(model),
      masses_(mass_diagonal(model)),
      step_(step) {
  responses_.columns = linked_.columns();
}

StepStatus Stepping::start(double t, std::span<const double> y, std::span<const double> yp,
                           double) {
  start_ = t_ = previous_t_ = t;
  since_start_ = 0;
  for (auto* vector : {&y_, &previous_y_, &middle_}) vector->assign(y.begin(), y.end());
  for (auto* vector : {&yp_, &previous_yp_}) vector->assign(yp.begin(), yp.end());
  finder_.begin(mode_, y_.data());
  return StepStatus::accepted;
}

// Steps are counted, not added up: their ends are those of a table.
double Stepping::next_end(double stop) const {
  const double end = start_ + static_cast<double>(since_start_ + 1) * step_;
  return end > stop - merged * step_ ? stop : end;
}

StepStatus Stepping::step(double stop) {
  const double end = next_end(stop);
  previous_y_ = y_;
  if (!cross(end - t_)) {
    y_ = previous_y_;
    return StepStatus::undefined;
  }
  previous_t_ = t_;
  t_ = end;
  ++since_start_;
  ++counters_.steps;
  return end == stop ? StepStatus::stop : StepStatus::accepted;
}

bool Stepping::cross(double h) {
  const Layout& l = model_.layout;
  v_.assign(y_.begin() + l.v, y_.begin() + l.v + l.motions);
  middle_ = y_;
  moved_.resize(v_.size());
  for (std::size_t i = 0; i < v_.size(); ++i) moved_[i] = 0.5 * h * v_[i];
  move_places(model_, moved_.data(), middle_.data() + l.q);
  mbs::place(model_, middle_.data(), workspace_.impl().at);
  if (!push_freely(h)) return false;
  const StepMoment moment{t_ + 0.5 * h, h, y_.data() + l.v, &free_rates_};
  if (!finder_.find(moment, middle_.data(), workspace_) || !respond()) return false;
  solve_contacts();
  move(h);
  mend_gaps();
  double given = linked_.input();
  if (!linked_.project(t_ + h, y_.data(), given, workspace_)) return false;
  if (passes_over_a_bend(h)) return false;
  count_turns(h);
  book(h, given);
  set_rates(h);
  return true;
}

bool Stepping::passes_over_a_bend(double h) {
  if (!led_bends_.any()) return false;
  before_ = workspace_.impl().at;
  mbs::place(model_, previous_y_.data(), before_);
  const int row = led_bends_.passed_over(before_, workspace_.impl().at, mode_);
  if (row < 0) return false;
  const ir::Part part = model_.rows[row].owner();
  const Span origin = with_part(*model_.scenario, part, [](const auto& x) { return x.origin; });
  Failure failure{Code::E0701, origin, {}, {}, {}};
  failure.message = fmt::format("`{}` leads a bend to where it has no direction by t = {:.6g} ms",
                                name_of(*model_.scenario, part), (t_ + h) * 1e3);
  failure.hint = "keep the bend of a `constant_velocity` joint between 0 and 180 deg";
  keep(workspace_, std::move(failure));
  return true;
}

// Speeds without contacts.
bool Stepping::push_freely(double h) {
  const double t = t_ + 0.5 * h;
  const Instant middle{t, middle_.data(), yp_.data(), &mode_};
  if (!gather_forces(model_, middle, 0.5 * h, workspace_, forces_)) return false;
  if (!linked_.set_constraints(t, workspace_)) return false;
  mbs::place(model_, middle_.data(), workspace_.impl().at);  // forces may have looked elsewhere
  free_rates_.assign(v_.size(), 0);
  impulses_.resize(v_.size());
  for (std::size_t i = 0; i < v_.size(); ++i) {
    impulses_[i] = h * forces_.all[i];
    if (masses_[i] > 0) free_rates_[i] = forces_.all[i] / masses_[i];
    if (!linked_.has(static_cast<int>(i))) v_[i] += h * free_rates_[i];
  }
  return linked_.push(impulses_, v_);
}

// What part `of` of a contact moves at by a unit impulse along `part`, 1/kg.
double Stepping::mobility(const StepContact& c, int of, int part) {
  std::vector<double>& unit = moved_;
  for (int i = 0; i < c.count; ++i) unit[c.columns[i]] = 0;
  if (c.linked >= 0)
    for (const int column : responses_.columns) unit[column] = 0;
  pass_on(c, responses_, part, 1, unit);
  return speed_along(c, of, unit.data());
}

// How the bodies of one contact give way to it.
bool Stepping::give_way(StepContact& c) {
  double free_N = 0;
  bool linked = false;
  for (int i = 0; i < c.count; ++i) {
    free_N += c.row(0)[i] * c.give(0)[i];
    linked = linked || linked_.has(c.columns[i]);
  }
  if (linked && !join_linked(c)) return false;
  moved_.resize(v_.size());
  c.D_NN = mobility(c, 0, 0);
  c.D_TT = mobility(c, 1, 1);
  if (c.parts == 3) {  // the larger of the two of a symmetric matrix
    const double across = mobility(c, 2, 2), mixed = mobility(c, 1, 2);
    c.D_TT = 0.5 * (c.D_TT + across) + std::hypot(0.5 * (c.D_TT - across), mixed);
  }
  if (c.D_NN < immovable * free_N) c.D_NN = 0;
  return true;
}

bool Stepping::join_linked(StepContact& c) {
  c.linked = static_cast<int>(responses_.change.size());
  const std::span<const int> columns(c.columns.data(), static_cast<std::size_t>(c.count));
  for (int part = 0; part < c.parts; ++part) {
    auto& change = responses_.change.emplace_back();
    auto& reaction = responses_.reaction.emplace_back();
    if (!linked_.respond(columns, {c.row(part), columns.size()}, change, reaction)) return false;
  }
  for (int i = 0; i < c.count; ++i)
    for (int part = 0; part < c.parts && linked_.has(c.columns[i]); ++part) c.give(part)[i] = 0;
  return true;
}

// A contact between two bodies that drives alone move can end no approach.
bool Stepping::anything_fixed(const StepContact& c) {
  constexpr double slowly = 1e-9;  // of the model's size, a second
  if (c.D_NN > 0 || c.v[0] >= -slowly * model_.size) return false;
  const bool pair = c.key.group >= 0;
  const ir::Scenario& s = *model_.scenario;
  Failure failure{Code::E0707,
                  pair ? s.groups[c.key.group].origin : s.contacts[c.key.first].origin,
                  {},
                  {},
                  {}};
  failure.message =
      fmt::format("nothing gives way where `{}` strikes at t = {:.6g} ms",
                  pair ? pair_name(model_.groups[c.key.group], c.key.first, c.key.second)
                       : s.contacts[c.key.first].name,
                  t_ * 1e3);
  failure.hint =
      "drives and joints alone decide how both ends of this contact move: let one of them follow";
  keep(workspace_, std::move(failure));
  return true;
}

bool Stepping::respond() {
  responses_.change.clear();
  responses_.reaction.clear();
  for (StepContact& c : finder_.contacts())
    if (!give_way(c) || anything_fixed(c)) return false;
  return true;
}

void Stepping::solve_contacts() {
  std::vector<StepContact>& all = finder_.contacts();
  for (const StepContact& c : all)
    for (int k = 0; k < c.parts; ++k) pass_on(c, responses_, k, c.P[k], v_);
  const SweepResult result = sweep_impulses(all, responses_, solved, v_);
  counters_.contacts += static_cast<long>(all.size());
  counters_.sweeps += result.sweeps;
  counters_.visits += result.visits;
  counters_.most_sweeps = std::max(counters_.most_sweeps, result.sweeps);
  counters_.unconverged += !result.converged;
  for (StepContact& c : all) {
    for (int k = 0; k < c.parts; ++k) c.after[k] = speed_along(c, k, v_.data());
    if (c.linked < 0) continue;
    const auto reactions = linked_.reactions();
    for (int part = 0; part < c.parts; ++part)
      for (std::size_t k = 0; k < reactions.size(); ++k)
        reactions[k] += responses_.reaction[c.linked + part][k] * c.P[part];
  }
}

void Stepping::move(double h) {
  const Layout& l = model_.layout;
  for (std::size_t i = 0; i < v_.size(); ++i) {
    moved_[i] = 0.5 * h * (y_[l.v + i] + v_[i]);
    y_[l.v + i] = v_[i];
  }
  move_places(model_, moved_.data(), y_.data() + l.q);
  mbs::place(model_, y_.data(), workspace_.impl().at);
}

// Angles count their turns: what the step adds, and then the turn in which the bodies are.
void Stepping::count_turns(double h) {
  constexpr double turn = 2 * std::numbers::pi;
  for (int i = 0; i < model_.layout.angles; ++i) {
    const PairFunction& f = model_.counted_angles[i];
    double& angle = y_[model_.layout.angle + i];
    const double now = value(f, workspace_.impl().at);
    angle += h * rate(f, workspace_.impl().at);
    angle = now + turn * std::round((angle - now) / turn);
  }
}

void Stepping::mend_gaps() {
  const Layout& l = model_.layout;
  std::vector<StepContact>& all = finder_.contacts();
  if (all.empty()) return;
  finder_.measure_ends(workspace_.impl().at);
  const double tolerance = mended * model_.size;
  const bool any = std::any_of(all.begin(), all.end(), [&](const StepContact& c) {
    return c.stays() && std::abs(c.end_gap) > tolerance;
  });
  if (!any) return;
  moved_.assign(v_.size(), 0);
  sweep_gaps(all, responses_, tolerance, moved_);
  move_places(model_, moved_.data(), y_.data() + l.q);
  for (StepContact& c : all) {
    if (c.lift == 0) continue;
    for (int i = 0; i < c.count; ++i) c.lifted += forces_.all[c.columns[i]] * c.give(0)[i] * c.lift;
    if (c.linked < 0) continue;
    const std::vector<double>& change = responses_.change[c.linked];
    for (std::size_t k = 0; k < change.size(); ++k)
      c.lifted += forces_.all[responses_.columns[k]] * change[k] * c.lift;
  }
  mbs::place(model_, y_.data(), workspace_.impl().at);
  finder_.measure_ends(workspace_.impl().at);
}

// Works, impulses, states: rates times h, but for what happens at once.
void Stepping::book(double h, double given) {
  const Layout& l = model_.layout;
  for (std::size_t i = 0; i < v_.size(); ++i) {
    const double way = 0.5 * h * (previous_y_[l.v + i] + v_[i]);
    given += forces_.applied[i] * way;
    y_[l.damping] -= forces_.damping[i] * way;
  }
  y_[l.input] += given;
  for (int i = 0; i < l.script_states; ++i) y_[l.script + i] += h * forces_.rates[i];
  const auto reactions = linked_.reactions();
  for (int k = 0; k < l.constraints; ++k) y_[l.lam + k] += reactions[k];
  for (const StepContact& c : finder_.contacts()) {
    counters_.deepest = std::max(counters_.deepest, -c.end_gap);
    if (c.key.group >= 0) {
      y_[l.group + c.key.group] += c.lost();
      continue;
    }
    y_[l.work + c.key.first] += c.lost();
    y_[l.impulse + c.key.first] += c.P[0];
    const int hold = model_.contacts[c.key.first].own.hold;
    for (int k = 1; hold >= 0 && k < c.parts; ++k) y_[l.hold + hold + k - 1] -= c.P[k];
  }
}

// Powers go with the speeds, which are lines: works are parabolas, and the books close within the
// step as they do at its ends. What positions are mended by comes with no rate at either.
void Stepping::set_powers(double h) {
  const Layout& l = model_.layout;
  for (auto* rates : {&previous_yp_, &yp_}) std::fill_n(rates->begin() + l.group, l.groups, 0.0);
  for (const StepContact& c : finder_.contacts()) {
    const int work = c.key.group < 0 ? l.work + c.key.first : l.group + c.key.group;
    if (c.key.group < 0) previous_yp_[work] = yp_[work] = 0;
    for (int k = 0; k < c.parts; ++k) {
      previous_yp_[work] -= c.P[k] * c.v[k] / h;
      yp_[work] -= c.P[k] * c.after[k] / h;
    }
  }
  for (std::size_t i = 0; i < v_.size(); ++i) {
    const double half = 0.5 * (v_[i] - previous_y_[l.v + i]);
    previous_yp_[l.input] -= forces_.applied[i] * half;
    yp_[l.input] += forces_.applied[i] * half;
    previous_yp_[l.damping] += forces_.damping[i] * half;
    yp_[l.damping] -= forces_.damping[i] * half;
  }
}

// Everything but positions and works goes evenly through the step.
void Stepping::set_rates(double h) {
  const Layout& l = model_.layout;
  for (int i = 0; i < l.size; ++i) yp_[i] = (y_[i] - previous_y_[i]) / h;
  previous_yp_ = yp_;
  motions_to_rates(model_, y_.data(), yp_.data());
  motions_to_rates(model_, previous_y_.data(), previous_yp_.data());
  set_powers(h);
}

bool Stepping::interpolate(double t, double* y, double* yp) const {
  const Hermite cubic(t_ - previous_t_, t - previous_t_);
  for (std::size_t i = 0; i < y_.size(); ++i) {
    y[i] = cubic.value(previous_y_[i], previous_yp_[i], y_[i], yp_[i]);
    if (yp) yp[i] = cubic.slope(previous_y_[i], previous_yp_[i], y_[i], yp_[i]);
  }
  return true;
}

void Stepping::place(Placement& at) const {
  mbs::place(model_, y_.data(), at);
}

SolverCounters Stepping::counters() const {
  SolverCounters all;
  all.steps = counters_.steps;
  return all;
}

}  // namespace mbs

#include "runtime/setup/initial_speeds.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/elements/drives.hpp"
#include "runtime/equations/kkt.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/setup/acting_rows.hpp"
#include "runtime/setup/equation.hpp"
#include "runtime/setup/loop_closing.hpp"
#include "runtime/setup/placing_in_space.hpp"
#include "runtime/setup/rank.hpp"
#include "runtime/setup/report.hpp"
#include "runtime/setup/row_space.hpp"

namespace mbs {

namespace {

constexpr double speed_mismatch = 1e-9;       // relative, of equations of velocity that contradict
constexpr double rounding_of_speeds = 1e-13;  // relative

std::vector<Equation> velocity_equations(const AssemblyState& k, Workspace& w) {
  std::vector<Equation> all;
  w.impl().at = k.at;
  const std::vector<char> spare = spare_cosines(k.rows, k.at);
  for (const ConstraintRow& row : k.rows) {
    if (spare[&row - k.rows.data()]) continue;
    all.push_back(equation_of(k, row, w, 1));
  }
  all.insert(all.end(), k.pins.begin(), k.pins.end());
  all.insert(all.end(), k.speed_holds.begin(), k.speed_holds.end());
  return all;
}

// Masses, with a small stand-in where there are none: those coordinates are held by constraints.
std::vector<double> velocity_metric(const Model& m) {
  std::vector<double> metric = mass_diagonal(m);
  const double most = metric.empty() ? 0 : std::ranges::max(metric);
  for (double& x : metric)
    if (x <= 0) x = most > 0 ? 1e-6 * most : 1;
  return metric;
}

std::vector<double> guessed_velocities(const AssemblyState& k) {
  std::vector<double> v(k.v.size(), 0.0);
  if (k.model.layout.spatial()) {
    guess_speeds_in_space(k, v);
    return v;
  }
  const auto& bodies = k.model.scenario->bodies;
  for (std::size_t b = 1; b < bodies.size(); ++b) {
    const auto guess = [](const ir::Initial& i) {
      return i.kind == ir::Initial::Kind::unset ? 0 : i.value;
    };
    const Arm& r = k.at.arms[k.model.origin_point[b]];
    const double spin = guess(bodies[b].spin);
    const int c = column_of(static_cast<int>(b));
    v[c] =
        guess(bodies[b].vx) + spin * r.y;  // of the centre of mass; r points from it to the origin
    v[c + 1] = guess(bodies[b].vy) - spin * r.x;
    v[c + 2] = spin;
  }
  return v;
}

// Equations whose left sides are independent, in order; then what these leave of joints' guesses.
std::vector<Equation> independent(const AssemblyState& k, std::vector<Equation> all) {
  if (k.v.size() > 400 && k.speed_guesses.empty()) return all;
  all.insert(all.end(), k.speed_guesses.begin(), k.speed_guesses.end());
  RowSpace space(k.v.size());
  std::vector<Equation> kept;
  for (const Equation& e : all)
    if (space.add(scaled_gradient(k, e))) kept.push_back(e);
  return kept;
}

// Speeds nearest to the guesses of bodies; of equations that depend on each other they satisfy the
// first.
void solve_velocities(AssemblyState& k, const std::vector<Equation>& all) {
  const std::vector<double> metric = velocity_metric(k.model);
  const std::vector<double> guess = guessed_velocities(k);
  std::vector<SparseRow> rows;
  std::vector<double> right;
  for (const Equation& e : independent(k, all)) {
    rows.push_back(gradient_of(k, e));
    right.push_back(e.target);
  }
  for (std::size_t i = 0; i < k.v.size(); ++i) k.v[i] = metric[i] * guess[i];
  Kkt(metric, rows).solve(k.v, right);
  set_placement(k, k.q, k.v);
}

// What joints and clearances allow is asked first: of two drives that contradict each other through
// them, it is the drives that are to blame.
void report_speeds(AssemblyState& k, std::vector<Equation> all, Diagnostics& diagnostics) {
  std::stable_partition(all.begin(), all.end(), [](const Equation& e) {
    return e.source != Equation::Source::drive && e.source != Equation::Source::hold;
  });
  solve_velocities(k, all);
  report_contradicting_speeds(k, all, diagnostics);
}

double fastest_of(const Model& m, const std::vector<double>& v) {
  double fastest = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    fastest =
        std::max(fastest, std::abs(v[i]) * (m.layout.turns(static_cast<int>(i)) ? m.size : 1));
  return fastest;
}

}  // namespace

// Where nothing can move, rounding is left of the speeds that were asked for, which counts as 0.
bool find_velocities(AssemblyState& k, Workspace& w, Diagnostics& diagnostics) {
  const std::vector<Equation> all = velocity_equations(k, w);
  double fastest = 0;
  for (const Equation& e : all)
    fastest = std::max(fastest, std::abs(e.target) * (e.angle ? k.model.size : 1));
  solve_velocities(k, all);
  const double guessed = fastest_of(k.model, guessed_velocities(k));
  const double rounded = rounding_of_speeds * std::max(guessed, fastest);
  const double found = fastest_of(k.model, k.v);
  if (found < rounded) {
    std::ranges::fill(k.v, 0.0);
    set_placement(k, k.q, k.v);
  }
  fastest = std::max(fastest, found);
  for (const Equation& e : all) {
    const double miss = std::abs(rate_of(k, e) - e.target) * (e.angle ? k.model.size : 1);
    if (miss <= std::max(speed_mismatch * fastest, rounded)) continue;
    report_speeds(k, all, diagnostics);
    return false;
  }
  return true;
}

}  // namespace mbs

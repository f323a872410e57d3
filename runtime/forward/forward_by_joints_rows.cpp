// Rows of constraints that joint coordinates leave.
#include <algorithm>
#include <cmath>

#include "runtime/elements/drives.hpp"
#include "runtime/forward/forward_by_joints.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/numerics/cholesky.hpp"

namespace mbs {

// Are these three rows, which joints have one after the other, a point held to a point?
bool ForwardByJoints::holds_points(std::size_t acting) const {
  if (acting + 3 > acting_.size()) return false;
  const PairFunction& first = m_.rows[acting_[acting]].terms[0].function;
  for (int k = 0; k < 3; ++k) {
    const ConstraintRow& row = m_.rows[acting_[acting + k]];
    const PairFunction& f = row.terms[0].function;
    if (row.term_count != 1 || f.kind != FunctionKind::space_world) return false;
    if (f.pa != first.pa || f.pb != first.pb || row.terms[0].factor != 1) return false;
    if (f.axes->axis != Vector3::Unit(k)) return false;
  }
  return true;
}

void ForwardByJoints::find_points() {
  points_.assign(acting_.size(), 0);
  for (std::size_t i = 0; i < acting_.size(); i += points_[i] ? 3 : 1) points_[i] = holds_points(i);
}

// G, and what is asked of it where free coordinates are not accelerated.
void ForwardByJoints::fill_rows() {
  if (acting_.empty()) return;
  if (motion_.flat_alone()) motion_.lift_columns(now_);
  std::ranges::fill(g_, 0.0);
  RowPulls pulls(w_.impl().at, now_.rates);
  for (std::size_t i = 0; i < acting_.size(); i += points_[i] ? 3 : 1)
    points_[i] ? fill_points(i, pulls) : fill_row(i, pulls);
}

void ForwardByJoints::fill_row(std::size_t i, RowPulls& pulls) {
  const ConstraintRow& row = m_.rows[acting_[i]];
  gamma_[i] = drive_value(m_, row, w_.impl(), 2);
  for (int k = 0; k < row.term_count; ++k) {
    const RowTerm& term = row.terms[k];
    const RowPull by = pulls.of(term.function);
    gamma_[i] -= term.factor * by.second_rate;
    pull(by, term.function, term.factor, g_.data() + i * tree_.speeds);
  }
}

// Three rows at once: what a speed does to the way from point to point.
void ForwardByJoints::fill_points(std::size_t i, const RowPulls& pulls) {
  const PairFunction& f = m_.rows[acting_[i]].terms[0].function;
  const Placement& at = w_.impl().at;
  const Vector3 second = pulls.second(f);
  for (int k = 0; k < 3; ++k)
    gamma_[i + k] = drive_value(m_, m_.rows[acting_[i + k]], w_.impl(), 2) - second[k];
  double* rows = g_.data() + i * tree_.speeds;
  pull_point(f.a, at.levers[f.pa], -1, rows);
  pull_point(f.b, at.levers[f.pb], 1, rows);
}

inline void ForwardByJoints::pull_point(int body, const Vector3& lever, double sign, double* rows) {
  if (body == 0) return;
  for (int c = motion_.first(body); c < motion_.end(body); ++c) {
    Vector3 by = now_.moved[c].shift;
    if (motion_.turns_by(c)) by += now_.axes[motion_.column(c).speed].axis.cross(lever);
    double* to = rows + in_order_[c];
    for (int k = 0; k < 3; ++k, to += tree_.speeds) *to += sign * by[k];
  }
}

void ForwardByJoints::pull(const RowPull& by, const PairFunction& f, double factor, double* row) {
  pull_body(f.a, by, -factor, -by.about_a, row);
  pull_body(f.b, by, factor, by.about_b, row);
}

inline void ForwardByJoints::pull_body(int body, const RowPull& by, double sign,
                                       const Vector3& about, double* row) {
  if (body == 0) return;
  for (int c = motion_.first(body); c < motion_.end(body); ++c) {
    double sum = by.turns_alone ? 0 : by.force.dot(now_.moved[c].shift);
    if (motion_.turns_by(c)) sum += about.dot(now_.axes[motion_.column(c).speed].axis);
    row[in_order_[c]] += sign * sum;
  }
}

Held ForwardByJoints::held() {
  return {free_,        static_cast<int>(acting_.size()),
          tree_.speeds, inertia_.data(),
          g_.data(),    square_.data(),
          first_};
}

bool ForwardByJoints::factor_rows() {
  const int n = static_cast<int>(acting_.size());
  if (n == 0) return true;
  reduce_held(held());
  if (!factor_cholesky(square_.data(), n, least_pivot_)) return false;
  note_pivots(square_.data(), most_);
  return true;
}

double ForwardByJoints::independence() const {
  return least_part_of_pivots(square_.data(), most_);
}

void ForwardByJoints::solve_rows(std::vector<double>& right) const {
  const int n = static_cast<int>(acting_.size());
  mbs::solve_lower(square_.data(), n, right.data());
  solve_upper(square_.data(), n, right.data());
}

// ---- constraints -----------------------------------------------------------------

double ForwardByJoints::rate_of(int index, RowPulls& pulls) const {
  const ConstraintRow& row = m_.rows[index];
  double rate = -drive_value(m_, row, w_.impl(), 1);
  for (int k = 0; k < row.term_count; ++k)
    rate += row.terms[k].factor * pulls.rate(row.terms[k].function);
  return rate;
}

bool ForwardByJoints::project(double allowed, double* unknowns) {
  if (acting_.empty()) return false;
  Workspace::Impl& w = w_.impl();
  RowPulls pulls(w.at, now_.rates);
  double largest = 0;
  for (std::size_t i = 0; i < acting_.size(); ++i) {
    const ConstraintRow& row = m_.rows[acting_[i]];
    lambda_[i] = row.position ? row_error(m_, acting_[i], &mode_, w) : 0;
    missed_[i] = rate_of(acting_[i], pulls);
    largest = std::max(largest, std::abs(lambda_[i]) * (is_angle(row) ? m_.size : 1));
  }
  if (!(largest > allowed)) return false;
  for (auto* off : {&lambda_, &missed_}) solve_rows(*off);
  std::ranges::fill(shift_, 0.0);
  std::ranges::fill(turn_, 0.0);
  spread_held(held(), lambda_.data(), shift_.data());
  spread_held(held(), missed_.data(), turn_.data());
  for (const FreeMove& free : moves_) {
    const double* by = shift_.data() + free.speed;
    if (tree_.space.moves[free.move].ball())
      turn_quaternion(unknowns + free.place, Vector3::Map(by));
    else
      unknowns[free.place] += *by;
  }
  for (int k = 0; k < free_; ++k) unknowns[plan_.positions() + k] += turn_[k];
  return true;
}

}  // namespace mbs

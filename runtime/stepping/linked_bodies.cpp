#include "runtime/stepping/linked_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/elements/drives.hpp"
#include "runtime/joints/joints.hpp"

namespace mbs {

namespace {

constexpr double followed = 1e-12;  // of the model's size: constraints are held so closely
constexpr int most_iterations = 5;

double along(const SparseRow& row, const std::vector<int>& columns, const double* v) {
  double sum = 0;
  for (std::size_t i = 0; i < row.columns.size(); ++i)
    sum += row.values[i] * v[columns[row.columns[i]]];
  return sum;
}

}  // namespace

LinkedBodies::LinkedBodies(const Model& model, const Mode& mode)
    : model_(model), mode_(mode), place_(model.layout.motions, -1) {
  const std::vector<double> masses = mass_diagonal(model);
  std::vector<bool> linked(model.masses.size(), false);
  for (const RowEntry& entry : model.entries) linked[model.layout.body_of(entry.column)] = true;
  for (int i = 0; i < static_cast<int>(place_.size()); ++i) {
    if (!linked[model.layout.body_of(i)]) continue;
    place_[i] = static_cast<int>(columns_.size());
    columns_.push_back(i);
    masses_.push_back(masses[i]);
  }
}

// The constraints at the present placement, in columns of linked bodies.
std::size_t LinkedBodies::rows(bool positions, Workspace& w) {
  fill_constraint_jacobian(model_, w.impl().at, w.impl().g.data());
  const std::size_t count = constraint_rows(model_, w.impl().g, positions, &mode_, rows_);
  for (std::size_t k = 0; k < count; ++k)
    for (int& column : rows_[k].columns) column = place_[column];
  return count;
}

bool LinkedBodies::set_constraints(double t, Workspace& w) {
  if (!any()) return true;
  // Flags of conditions are live in steps: no mode.
  if (!evaluate_drives(model_, t, nullptr, DriveOrder::rate, w)) return false;
  const std::size_t count = rows(false, w);
  middle_.factor(masses_, std::span(rows_).first(count));
  wanted_.resize(count);
  for (std::size_t k = 0; k < count; ++k)
    wanted_[k] = drive_value(model_, model_.rows[k], w.impl(), 1);
  reactions_.assign(count, 0);
  return true;
}

bool LinkedBodies::push(std::span<const double> impulses, std::vector<double>& v) {
  if (!any()) return true;
  x_.resize(columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) x_[i] = impulses[columns_[i]];
  for (std::size_t k = 0; k < wanted_.size(); ++k)
    reactions_[k] = 2 * (wanted_[k] - along(rows_[k], columns_, v.data()));
  if (!middle_.solve(x_, reactions_)) return false;
  for (std::size_t i = 0; i < columns_.size(); ++i) v[columns_[i]] += x_[i];
  return true;
}

bool LinkedBodies::respond(std::span<const int> columns, std::span<const double> row,
                           std::vector<double>& change, std::vector<double>& reaction) {
  change.assign(columns_.size(), 0);
  reaction.assign(wanted_.size(), 0);
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (has(columns[i])) change[place_[columns[i]]] += row[i];
  return middle_.solve(change, reaction);
}

double LinkedBodies::input() const {
  double sum = 0;
  for (std::size_t k = 0; k < wanted_.size(); ++k)
    if (model_.rows[k].drive >= 0) sum -= reactions_[k] * wanted_[k];
  return sum;
}

bool LinkedBodies::move_onto(double t, double* y, Workspace& w) {
  if (!evaluate_drives(model_, t, nullptr, DriveOrder::rate, w)) return false;
  Placement& at = w.impl().at;
  for (int i = 0; i < most_iterations; ++i) {
    place(model_, y, at);
    const std::size_t count = rows(true, w);
    double worst = 0;
    p_.resize(count);
    for (std::size_t k = 0; k < count; ++k) {
      const ConstraintRow& row = model_.rows[k];
      p_[k] = drive_value(model_, row, w.impl(), 0) - row_value(row, at);
      worst = std::max(worst, std::abs(p_[k]) * (is_angle(row) ? model_.size : 1));
    }
    if (worst <= followed * model_.size) return true;
    x_.assign(columns_.size(), 0);
    places_.factor(masses_, std::span(rows_).first(count));
    if (!places_.solve(x_, p_)) return false;
    moves_.assign(place_.size(), 0);
    for (std::size_t k = 0; k < columns_.size(); ++k) moves_[columns_[k]] = x_[k];
    move_places(model_, moves_.data(), y + model_.layout.q);
  }
  place(model_, y, at);
  return true;
}

bool LinkedBodies::turn_onto(double* y, double& given, Workspace& w) {
  double* v = y + model_.layout.v;
  const std::size_t count = rows(false, w);
  p_.resize(count);
  std::vector<double> mean(count);
  for (std::size_t k = 0; k < count; ++k) {
    const double has = along(rows_[k], columns_, v);
    const double wanted = drive_value(model_, model_.rows[k], w.impl(), 1);
    p_[k] = wanted - has;
    mean[k] = 0.5 * (wanted + has);
  }
  x_.assign(columns_.size(), 0);
  speeds_.factor(masses_, std::span(rows_).first(count));
  if (!speeds_.solve(x_, p_)) return false;
  for (std::size_t k = 0; k < columns_.size(); ++k) v[columns_[k]] += x_[k];
  reactions_.resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    reactions_[k] += p_[k];
    if (model_.rows[k].drive >= 0) given -= p_[k] * mean[k];
  }
  return true;
}

bool LinkedBodies::project(double t, double* y, double& given, Workspace& w) {
  if (!any()) return true;
  return move_onto(t, y, w) && turn_onto(y, given, w);
}

}  // namespace mbs

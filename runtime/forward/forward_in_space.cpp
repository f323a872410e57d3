#include "runtime/forward/forward_in_space.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/elements/drives.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/numerics/cholesky.hpp"

namespace mbs {

namespace {

FlatMotion of_none(std::size_t bodies) {
  FlatMotion plane;
  plane.bodies.resize(bodies);
  return plane;
}

}  // namespace

ForwardInSpace::ForwardInSpace(const Model& model, const Mode& mode, Workspace& workspace)
    : m_(model),
      mode_(mode),
      w_(workspace),
      l_(model.layout),
      motions_(l_.motions),
      y_(l_.size),
      yp_(l_.size),
      still_(l_.size),
      residual_(l_.size),
      seen_(l_.contacts),
      in_no_plane_(of_none(model.masses.size())),
      contacts_(model, numbered(), in_no_plane_, mode, workspace),
      moving_(model.masses.size()) {
  find_masses();
  by_residual_ = contacts_.left_to_the_residual(plan_);
  choose();
}

const StepUnknowns& ForwardInSpace::numbered() {
  plan_.size = l_.size;
  plan_.place_of.assign(l_.size, -1);
  const auto add = [&](int from, int count) {
    for (int i = from; i < from + count; ++i) {
      plan_.place_of[i] = plan_.count();
      plan_.unknowns.push_back(i);
    }
  };
  add(l_.q, l_.places);
  add(l_.v, l_.motions);
  plan_.motion = plan_.count();
  add(l_.z, l_.states);
  add(l_.angle, l_.angles);  // forces may see how often something has turned
  plan_.gaps = plan_.count();
  add(l_.s, l_.contacts);
  plan_.integrals = plan_.count();
  for (int i = 0; i < l_.size; ++i)
    if (plan_.place_of[i] < 0) add(i, 1);
  plan_.own = plan_.unknowns;
  // A quaternion changes by half a turn.
  for (int i = 0; i < l_.motions; ++i) {
    const int first = l_.place_of(l_.body_of(i)), part = i % l_.per_motion;
    plan_.moved.push_back(l_.turns(i) ? StepUnknowns::Moved{first + 3, 0.5}
                                      : StepUnknowns::Moved{first + part, 1});
  }
  return plan_;
}

void ForwardInSpace::find_masses() {
  for (int i = 0; i < l_.motions; ++i) {
    const int body = l_.body_of(i);
    const double mass = mass_of(m_, body, i % l_.per_motion);
    if (!(mass > 0) && loose_ < 0) loose_ = body;
    mobility_.push_back(1 / mass);
  }
}

void ForwardInSpace::choose() {
  contacts_.choose();
  alone_ = m_.forces.empty() && m_.springs.empty() && m_.groups.empty() && contacts_.all();
  next_.clear();
  for (std::size_t k = 0; k < m_.rows.size(); ++k)
    if (row_acts(&mode_, k)) next_.push_back(static_cast<int>(k));
  if (next_ == acting_) return;
  acting_ = next_;
  find_products();
  square_.resize(acting_.size() * acting_.size());
  most_.assign(acting_.size(), 0.0);
  lambda_.resize(acting_.size());
  rates_.resize(acting_.size());
}

// Row by row, by the bodies it touches: a long chain has as many products for each body as a short
// one.
void ForwardInSpace::find_products() {
  products_.clear();
  const int n = static_cast<int>(acting_.size());
  first_.assign(n, n);
  struct Entry {
    int row = 0, entry = 0;
  };
  std::vector<std::vector<Entry>> of_column(motions_.size());  // of rows so far
  for (int i = 0; i < n; ++i) {
    const ConstraintRow& row = m_.rows[acting_[i]];
    const int end = row.first_entry + row.entry_count;
    for (int p = row.first_entry; p < end; ++p) of_column[m_.entries[p].column].push_back({i, p});
    for (int p = row.first_entry; p < end; ++p)
      for (const Entry& other : of_column[m_.entries[p].column]) {
        first_[i] = std::min(first_[i], other.row);
        products_.push_back({p, other.entry, i * n + other.row, mobility_[m_.entries[p].column]});
      }
  }
}

// ---- accelerations ---------------------------------------------------------------

bool ForwardInSpace::evaluate(double t, const double* unknowns, double* rates) {
  trouble_ = ForwardTrouble::none;
  if (loose_ >= 0) return fail(ForwardTrouble::inertia);
  if (!take(t, unknowns) || !find_forces(t, unknowns, rates))
    return fail(ForwardTrouble::undefined);
  if (!factor() || !solve()) return fail(ForwardTrouble::loops);
  give(rates);
  return true;
}

// Bodies in their places, and the gradients of rows.
bool ForwardInSpace::take(double t, const double* unknowns) {
  for (int i = 0; i < plan_.integrals; ++i) y_[plan_.unknowns[i]] = unknowns[i];
  if (!m_.drives.empty() && !evaluate_drives(m_, t, &mode_, DriveOrder::acceleration, w_))
    return false;
  Placement& at = w_.impl().at;
  place(m_, y_.data(), at);
  if (!acting_.empty()) fill_constraint_jacobian(m_, at, w_.impl().g.data());
  for (int b = 1; b <= l_.bodies; ++b) moving_[b].spin = at.bodies[b].R * at.bodies[b].omega;
  return true;
}

// -m g, omega x J omega: what is missing where nothing is accelerated.
void ForwardInSpace::find_momenta() {
  const Vector3 gravity = vector_of(m_.scenario->gravity);
  for (int b = 1; b <= l_.bodies; ++b) {
    const MassEntry& mass = m_.masses[b];
    const Vector3& omega = w_.impl().at.bodies[b].omega;
    const Vector3 J = Vector3::Map(mass.principal.data());
    double* of = residual_.data() + l_.v + l_.motion_of(b);
    Vector3::Map(of) = -mass.mass * gravity;
    Vector3::Map(of + 3) = omega.cross(J.cwiseProduct(omega));
  }
}

bool ForwardInSpace::find_forces(double t, const double* unknowns, double* rates) {
  find_momenta();
  std::fill(rates + plan_.motion, rates + plan_.count(), 0.0);
  for (int i = 0; i < l_.angles; ++i)
    rates[plan_.place_of[l_.angle + i]] = rate(m_.counted_angles[i], w_.impl().at);
  if (!alone_) {
    const Instant now{t, y_.data(), still_.data(), &mode_};
    if (!add_forces_placed(m_, now, residual_.data(), w_, seen_, contacts_.own())) return false;
    for (const int i : by_residual_) rates[i] = -residual_[plan_.own[i]];
  }
  return contacts_.take_forces(t, unknowns, moving_, {}, residual_.data() + l_.v, rates);
}

void ForwardInSpace::give(double* rates) {
  motions_to_rates(m_, y_.data(), yp_.data());
  std::copy_n(yp_.begin() + l_.q, l_.places, rates);
  std::ranges::copy(motions_, rates + l_.places);
  for (std::size_t i = 0; i < acting_.size(); ++i)
    rates[plan_.place_of[l_.lam + acting_[i]]] = lambda_[i];
  rates[plan_.place_of[l_.input]] += drive_power();
}

bool ForwardInSpace::factor() {
  const int n = static_cast<int>(acting_.size());
  if (n == 0) return true;
  const std::vector<double>& g = w_.impl().g;
  for (int i = 0; i < n; ++i)
    for (int k = first_[i]; k <= i; ++k) square_[i * n + k] = 0;
  for (const Product& p : products_) square_[p.to] += g[p.first] * g[p.second] * p.mobility;
  if (!factor_cholesky(square_.data(), first_, least_pivot_)) return false;
  note_pivots(square_.data(), most_);
  return true;
}

double ForwardInSpace::independence() const {
  return least_part_of_pivots(square_.data(), most_);
}

// The rate of a row by these motions.
double ForwardInSpace::along(int row, const double* motions) const {
  const ConstraintRow& of = m_.rows[row];
  double sum = 0;
  for (int e = of.first_entry; e < of.first_entry + of.entry_count; ++e)
    sum += w_.impl().g[e] * motions[m_.entries[e].column];
  return sum;
}

void ForwardInSpace::solve_rows(std::vector<double>& right) const {
  solve_lower(square_.data(), first_, right.data());
  solve_upper(square_.data(), first_, right.data());
}

// motions -= M^-1 G^T multipliers
void ForwardInSpace::push(const std::vector<double>& multipliers,
                          std::vector<double>& motions) const {
  for (std::size_t i = 0; i < acting_.size(); ++i) {
    const ConstraintRow& row = m_.rows[acting_[i]];
    for (int e = row.first_entry; e < row.first_entry + row.entry_count; ++e) {
      const int column = m_.entries[e].column;
      motions[column] -= mobility_[column] * w_.impl().g[e] * multipliers[i];
    }
  }
}

bool ForwardInSpace::solve() {
  Workspace::Impl& w = w_.impl();
  for (int i = 0; i < l_.motions; ++i) motions_[i] = -residual_[l_.v + i] * mobility_[i];
  for (std::size_t i = 0; i < acting_.size(); ++i) {
    const ConstraintRow& row = m_.rows[acting_[i]];
    const double gamma = drive_value(m_, row, w, 2) - row_acceleration_bias(row, w.at);
    lambda_[i] = along(acting_[i], motions_.data()) - gamma;
  }
  solve_rows(lambda_);
  push(lambda_, motions_);
  return std::ranges::all_of(motions_, [](double a) { return std::isfinite(a); });
}

void ForwardInSpace::show_multipliers(double* lambda) const {
  for (const int row : acting_) lambda[row] = yp_[l_.lam + row];
}

double ForwardInSpace::drive_power() const {
  double power = 0;
  for (std::size_t i = 0; i < acting_.size(); ++i) {
    const ConstraintRow& row = m_.rows[acting_[i]];
    if (row.drive >= 0) power -= lambda_[i] * drive_value(m_, row, w_.impl(), 1);
  }
  return power;
}

void ForwardInSpace::show(const double* unknowns, const double* rates, double* y,
                          double* yp) const {
  for (int i = 0; i < plan_.count(); ++i) {
    y[plan_.unknowns[i]] = unknowns[i];
    yp[plan_.unknowns[i]] = rates[i];
  }
}

// ---- constraints -----------------------------------------------------------------

bool ForwardInSpace::project(double allowed, double* unknowns) {
  if (acting_.empty()) return false;
  Workspace::Impl& w = w_.impl();
  double largest = 0;
  for (std::size_t i = 0; i < acting_.size(); ++i) {
    const ConstraintRow& row = m_.rows[acting_[i]];
    lambda_[i] = row.position ? row_error(m_, acting_[i], &mode_, w) : 0;
    rates_[i] = along(acting_[i], y_.data() + l_.v) - drive_value(m_, row, w, 1);
    largest = std::max(largest, std::abs(lambda_[i]) * (is_angle(row) ? m_.size : 1));
  }
  if (!(largest > allowed)) return false;
  solve_rows(lambda_);
  solve_rows(rates_);
  std::ranges::fill(motions_, 0.0);
  push(lambda_, motions_);
  move_places(m_, motions_.data(), unknowns);
  std::copy_n(unknowns + l_.places, l_.motions, motions_.begin());
  push(rates_, motions_);
  std::ranges::copy(motions_, unknowns + l_.places);
  return true;
}

}  // namespace mbs

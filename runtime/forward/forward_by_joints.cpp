#include "runtime/forward/forward_by_joints.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "runtime/coordinates/motion.hpp"
#include "runtime/coordinates/motion_in_space.hpp"
#include "runtime/coordinates/prescribed.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/numerics/cholesky.hpp"

namespace mbs {

namespace {

// Beyond that many speeds rows of the bodies, each of which touches two of them, cost less.
constexpr int most_speeds = 40;
constexpr int few_speeds = 6;  // gaps in matrices so small are not worth looking for

}  // namespace

bool ForwardByJoints::suits(const Model& m) {
  return m.layout.spatial() && m.tree.used() && m.tree.speeds <= most_speeds;
}

ForwardByJoints::ForwardByJoints(const Model& model, const Mode& mode, Workspace& workspace)
    : m_(model),
      mode_(mode),
      w_(workspace),
      l_(model.layout),
      tree_(model.tree),
      columns_(model.tree.space, l_.bodies),
      state_(model),
      lack_(tree_.speeds),
      reduced_(tree_.size),
      rates_(tree_.size),
      y_(l_.size),
      yp_(l_.size),
      residual_(l_.size),
      seen_(l_.contacts) {
  order_speeds();
  number_unknowns();
  find_products();
  for (auto* of_speeds : {&accelerations_, &shift_, &turn_}) of_speeds->resize(free_);
  choose();
}

// ---- numbers ---------------------------------------------------------------------

void ForwardByJoints::order_speeds() {
  const auto& given = tree_.prescribed.given;
  given_ = static_cast<int>(given.size());
  order_.assign(tree_.speeds, -1);
  free_ = tree_.speeds - given_;
  for (int i = 0; i < given_; ++i) order_[given[i].speed - tree_.coordinates] = free_ + i;
  int next = 0, place = 0;
  for (std::size_t k = 0; k < tree_.space.moves.size(); ++k) {
    const TreeMove& move = tree_.space.moves[k];
    if (order_[move.speed] >= 0) continue;
    moves_.push_back({static_cast<int>(k), place, next});
    for (int i = 0; i < move.speeds(); ++i) order_[move.speed + i] = next++;
    place += move.places();
  }
}

void ForwardByJoints::number_unknowns() {
  plan_.size = tree_.size;
  plan_.place_of.assign(l_.size, -1);
  const auto add = [&](int reduced, int own) {
    if (own >= 0) plan_.place_of[own] = plan_.count();
    plan_.unknowns.push_back(reduced);
    plan_.own.push_back(own);
  };
  for (const FreeMove& free : moves_) {
    const TreeMove& move = tree_.space.moves[free.move];
    for (int i = 0; i < move.places(); ++i) add(move.place + i, -1);
  }
  for (const FreeMove& free : moves_) {
    const TreeMove& move = tree_.space.moves[free.move];
    for (int i = 0; i < move.speeds(); ++i) {
      add(tree_.coordinates + move.speed + i, -1);
      plan_.moved.push_back({free.place, move.ball() ? 0.5 : 1});  // a quaternion by half a turn
    }
  }
  plan_.motion = plan_.count();
  const auto add_others = [&](auto&& wanted) {
    for (std::size_t i = 0; i < tree_.others.size(); ++i)
      if (wanted(tree_.others[i])) add(tree_.motion() + static_cast<int>(i), tree_.others[i]);
  };
  const auto state = [&](int i) {
    return (i >= l_.z && i < l_.z + l_.states) || (i >= l_.angle && i < l_.angle + l_.angles);
  };
  const auto gap = [&](int i) { return i >= l_.s && i < l_.s + l_.contacts; };
  add_others(state);
  plan_.gaps = plan_.count();
  add_others(gap);
  plan_.integrals = plan_.count();
  add_others([&](int i) { return !state(i) && !gap(i); });
  // Kept so that steps follow what drives do.
  for (const GivenCoordinate& g : tree_.prescribed.given)
    if (!g.uniform) add(g.coordinate, -1);
}

// The pairs of columns of each body, as fill_inertia goes through them.
void ForwardByJoints::find_products() {
  for (int c = 0; c < columns_.end(l_.bodies); ++c)
    in_order_.push_back(order_[columns_.column(c).speed]);
  first_.resize(free_);
  for (int i = 0; i < free_; ++i) first_[i] = i;
  for (int body = 1; body <= l_.bodies; ++body)
    for (int i = columns_.first(body); i < columns_.end(body); ++i)
      for (int k = columns_.first(body); k <= i; ++k) {
        const int a = in_order_[i], b = in_order_[k];
        const int row = std::max(a, b), column = std::min(a, b);
        if (column >= free_) continue;
        if (row < free_) first_[row] = std::min(first_[row], column);
        products_.push_back({i, k, row * free_ + column});
      }
  if (free_ <= few_speeds) first_.clear();
  inertia_.resize(static_cast<std::size_t>(tree_.speeds) * free_);
  weighted_.resize(columns_.end(l_.bodies));
}

void ForwardByJoints::choose() {
  next_.clear();
  for (std::size_t k = 0; k < m_.rows.size(); ++k)
    if (!m_.rows[k].tree && row_acts(&mode_, k)) next_.push_back(static_cast<int>(k));
  if (next_ == acting_) return;
  acting_ = next_;
  const std::size_t n = acting_.size();
  g_.resize(n * tree_.speeds);
  square_.resize(n * n);
  most_.assign(n, 0.0);
  for (auto* of_rows : {&gamma_, &lambda_, &missed_}) of_rows->resize(n);
  find_points();
}

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

// ---- accelerations ---------------------------------------------------------------

bool ForwardByJoints::evaluate(double t, const double* unknowns, double* rates) {
  trouble_ = ForwardTrouble::none;
  if (!take(t, unknowns) || !find_forces(t)) return fail(ForwardTrouble::undefined);
  columns_.fill(state_.space);
  project_forces();
  fill_inertia();
  fill_rows();
  if (!factor_inertia()) return fail(ForwardTrouble::inertia);
  if (!factor_rows()) return fail(ForwardTrouble::loops);
  solve();
  give(rates);
  return std::ranges::all_of(accelerations_, [](double a) { return std::isfinite(a); }) ||
         fail(ForwardTrouble::loops);
}

// Places the bodies; their accelerations are those that free coordinates without any leave.
bool ForwardByJoints::take(double t, const double* unknowns) {
  for (int i = 0; i < plan_.integrals; ++i) reduced_[plan_.unknowns[i]] = unknowns[i];
  const PrescribedCoordinates& prescribed = tree_.prescribed;
  if (prescribed.follows_drives && !evaluate_drives(m_, t, &mode_, DriveOrder::acceleration, w_))
    return false;
  prescribe(m_, t, w_, reduced_.data(), rates_.data());
  expand_motion(m_, reduced_.data(), rates_.data(), y_.data(), yp_.data(), state_);
  place_bodies(m_, y_.data(), state_, w_.impl().at);
  return true;
}

bool ForwardByJoints::find_forces(double t) {
  return free_forces_placed(m_, {t, y_.data(), yp_.data(), &mode_}, residual_.data(), w_, seen_);
}

// B^T of what the bodies lack.
void ForwardByJoints::project_forces() {
  std::ranges::fill(lack_, 0.0);
  for (int body = 1; body <= l_.bodies; ++body) {
    const double* by = residual_.data() + l_.v + l_.motion_of(body);
    const Vector3 force = Vector3::Map(by), torque = Vector3::Map(by + 3);
    for (int c = columns_.first(body); c < columns_.end(body); ++c)
      lack_[in_order_[c]] +=
          force.dot(columns_.motion(c).shift) + torque.dot(columns_.motion(c).turn);
  }
}

void ForwardByJoints::fill_inertia() {
  for (int body = 1; body <= l_.bodies; ++body) {
    const MassEntry& mass = m_.masses[body];
    const Vector3 J(mass.principal[0], mass.principal[1], mass.principal[2]);
    for (int c = columns_.first(body); c < columns_.end(body); ++c) {
      const BodyColumns::Motion& motion = columns_.motion(c);
      weighted_[c] = {mass.mass * motion.shift, J.cwiseProduct(motion.turn)};
    }
  }
  std::ranges::fill(inertia_, 0.0);
  for (const Product& p : products_) {
    const Load& a = weighted_[p.first];
    const BodyColumns::Motion& b = columns_.motion(p.second);
    inertia_[p.to] += a.force.dot(b.shift) + a.torque.dot(b.turn);
  }
}

// G, and what is asked of it where free coordinates are not accelerated.
void ForwardByJoints::fill_rows() {
  std::ranges::fill(g_, 0.0);
  RowPulls pulls(w_.impl().at, state_.space.bodies);
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
void ForwardByJoints::fill_points(std::size_t i, RowPulls& pulls) {
  const PairFunction& f = m_.rows[acting_[i]].terms[0].function;
  const Placement& at = w_.impl().at;
  const Vector3& second = pulls.second(f);
  for (int k = 0; k < 3; ++k)
    gamma_[i + k] = drive_value(m_, m_.rows[acting_[i + k]], w_.impl(), 2) - second[k];
  double* rows = g_.data() + i * tree_.speeds;
  pull_point(f.a, at.levers[f.pa], -1, rows);
  pull_point(f.b, at.levers[f.pb], 1, rows);
}

inline void ForwardByJoints::pull_point(int body, const Vector3& lever, double sign, double* rows) {
  if (body == 0) return;
  for (int c = columns_.first(body); c < columns_.end(body); ++c) {
    const BodyColumns::Motion& motion = columns_.motion(c);
    Vector3 by = motion.shift;
    if (!columns_.column(c).slides) by += motion.spin.cross(lever);
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
  for (int c = columns_.first(body); c < columns_.end(body); ++c) {
    const BodyColumns::Motion& motion = columns_.motion(c);
    double sum = by.turns_alone ? 0 : by.force.dot(motion.shift);
    if (!columns_.column(c).slides) sum += about.dot(motion.spin);
    row[in_order_[c]] += sign * sum;
  }
}

bool ForwardByJoints::factor_inertia() {
  const int loose = first_.empty() ? factor_until_loose(inertia_.data(), free_)
                                   : factor_until_loose(inertia_.data(), first_);
  if (loose == free_) return true;
  for (int speed = 0; speed < tree_.speeds; ++speed)
    if (order_[speed] == loose)
      loose_ = l_.body_of(tree_.absolute[tree_.coordinates + speed] - l_.v);
  return false;
}

void ForwardByJoints::solve_lower(double* x) const {
  if (first_.empty())
    mbs::solve_lower(inertia_.data(), free_, x);
  else
    mbs::solve_lower(inertia_.data(), first_, x);
}

bool ForwardByJoints::factor_rows() {
  const int n = static_cast<int>(acting_.size()), stride = tree_.speeds;
  for (int i = 0; i < n; ++i) {
    double* row = g_.data() + static_cast<std::ptrdiff_t>(i) * stride;
    solve_lower(row);
    for (int k = 0; k <= i; ++k)
      square_[i * n + k] = std::inner_product(
          row, row + free_, g_.data() + static_cast<std::ptrdiff_t>(k) * stride, 0.0);
  }
  if (n > 0 && !factor_cholesky(square_.data(), n)) return false;
  for (int i = 0; i < n; ++i) {
    const double pivot = square_[i * n + i];
    most_[i] = std::max(most_[i], pivot * pivot);
  }
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

void ForwardByJoints::spread(const std::vector<double>& multipliers, double* to) const {
  const double* row = g_.data();
  for (const double multiplier : multipliers) {
    for (int k = 0; k < free_; ++k) to[k] -= row[k] * multiplier;
    row += tree_.speeds;
  }
  if (first_.empty())
    solve_upper(inertia_.data(), free_, to);
  else
    solve_upper(inertia_.data(), first_, to);
}

void ForwardByJoints::solve() {
  for (int i = 0; i < free_; ++i) accelerations_[i] = -lack_[i];
  solve_lower(accelerations_.data());
  const double* row = g_.data();
  for (std::size_t i = 0; i < acting_.size(); ++i, row += tree_.speeds)
    lambda_[i] = std::inner_product(row, row + free_, accelerations_.data(), -gamma_[i]);
  if (!acting_.empty()) solve_rows(lambda_);
  spread(lambda_, accelerations_.data());
}

// What a drive pulls its coordinate by.
double ForwardByJoints::pull_on(int given) const {
  const int row = free_ + given;
  const double* inertia = inertia_.data() + static_cast<std::ptrdiff_t>(row) * free_;
  double pull = lack_[row];
  for (int k = 0; k < free_; ++k) pull += inertia[k] * accelerations_[k];
  for (std::size_t i = 0; i < acting_.size(); ++i) pull += g_[i * tree_.speeds + row] * lambda_[i];
  return pull;
}

double ForwardByJoints::drive_power() const {
  double power = 0;
  for (std::size_t i = 0; i < acting_.size(); ++i) {
    const ConstraintRow& row = m_.rows[acting_[i]];
    if (row.drive >= 0) power -= lambda_[i] * drive_value(m_, row, w_.impl(), 1);
  }
  for (int i = 0; i < given_; ++i) power += reduced_[tree_.prescribed.given[i].speed] * pull_on(i);
  return power;
}

void ForwardByJoints::give(double* rates) const {
  const double* u = reduced_.data() + tree_.coordinates;
  for (const FreeMove& free : moves_) {
    const TreeMove& move = tree_.space.moves[free.move];
    if (move.ball())
      Eigen::Vector4d::Map(rates + free.place) =
          quaternion_rates(reduced_.data() + move.place, Vector3::Map(u + move.speed));
    else
      rates[free.place] = u[move.speed];
  }
  std::ranges::copy(accelerations_, rates + plan_.positions());
  for (int i = plan_.motion; i < plan_.count(); ++i) {
    const int own = plan_.own[i];
    rates[i] = own < 0 ? rates_[plan_.unknowns[i]] : own < l_.s ? 0 : -residual_[own];
  }
  for (std::size_t i = 0; i < acting_.size(); ++i)
    if (const int place = plan_.place_of[l_.lam + acting_[i]]; place >= 0)
      rates[place] = lambda_[i];
  rates[plan_.place_of[l_.input]] += drive_power();
}

// The bodies are where they were evaluated last, and `yp_` is without accelerations of free speeds.
void ForwardByJoints::show(const double* unknowns, const double* rates, double* y,
                           double* yp) const {
  std::copy_n(y_.begin() + l_.q, l_.places, y + l_.q);
  spatial::put_place_rates(l_, state_.space, yp);
  for (auto [from, to] : {std::pair{y_.data(), y}, std::pair{yp_.data(), yp}}) {
    std::copy_n(from + l_.v, l_.motions, to + l_.v);
    std::copy_n(from + l_.angle, l_.angles, to + l_.angle);
  }
  const double* a = rates + plan_.positions();
  for (int body = 1; body <= l_.bodies; ++body) {
    double* of = yp + l_.v + l_.motion_of(body);
    for (int c = columns_.first(body); c < columns_.end(body); ++c) {
      if (in_order_[c] >= free_) continue;
      Vector3::Map(of) += a[in_order_[c]] * columns_.motion(c).shift;
      Vector3::Map(of + 3) += a[in_order_[c]] * columns_.motion(c).turn;
    }
  }
  for (int i = plan_.motion; i < plan_.count(); ++i)
    if (plan_.own[i] >= 0) y[plan_.own[i]] = unknowns[i], yp[plan_.own[i]] = rates[i];
}

// ---- constraints -----------------------------------------------------------------

double ForwardByJoints::rate_of(int index, RowPulls& pulls) const {
  const ConstraintRow& row = m_.rows[index];
  double rate = -drive_value(m_, row, w_.impl(), 1);
  for (int k = 0; k < row.term_count; ++k) {
    const PairFunction& f = row.terms[k].function;
    rate +=
        row.terms[k].factor * pulls.of(f).along(state_.space.bodies[f.a], state_.space.bodies[f.b]);
  }
  return rate;
}

bool ForwardByJoints::project(double allowed, double* unknowns) {
  if (acting_.empty()) return false;
  Workspace::Impl& w = w_.impl();
  RowPulls pulls(w.at, state_.space.bodies);
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
  spread(lambda_, shift_.data());
  spread(missed_, turn_.data());
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

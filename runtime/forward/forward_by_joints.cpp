#include "runtime/forward/forward_by_joints.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "runtime/coordinates/motion.hpp"
#include "runtime/coordinates/motion_in_space.hpp"
#include "runtime/coordinates/prescribed.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/equations/residual.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/numerics/cholesky.hpp"

namespace mbs {

namespace {

// Beyond that many speeds rows of the bodies, each of which touches two of them, cost less.
constexpr int most_speeds = 40;

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
      shown_(tree_.size),
      y_(l_.size),
      yp_(l_.size),
      residual_(l_.size) {
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
  first_.resize(free_);
  for (int i = 0; i < free_; ++i) first_[i] = i;
  for (int body = 1; body <= l_.bodies; ++body)
    for (int i = columns_.first(body); i < columns_.end(body); ++i)
      for (int k = columns_.first(body); k <= i; ++k) {
        const int a = order_[columns_.column(i).speed], b = order_[columns_.column(k).speed];
        const int row = std::max(a, b), column = std::min(a, b);
        if (column >= free_) continue;
        if (row < free_) first_[row] = std::min(first_[row], column);
        products_.push_back({i, k, row * free_ + column});
      }
  inertia_.resize(static_cast<std::size_t>(tree_.speeds) * free_);
  weighted_.resize(columns_.end(l_.bodies));
}

void ForwardByJoints::choose() {
  next_.clear();
  for (std::size_t k = 0; k < m_.rows.size(); ++k)
    if (!m_.rows[k].tree && row_acts(&mode_, k)) next_.push_back(static_cast<int>(k));
  if (next_ == acting_) return;
  acting_ = next_;
  find_pulls();
  const std::size_t n = acting_.size();
  g_.resize(n * tree_.speeds);
  square_.resize(n * n);
  most_.assign(n, 0.0);
  for (auto* of_rows : {&gamma_, &lambda_, &missed_}) of_rows->resize(n);
}

void ForwardByJoints::find_pulls() {
  pulls_.clear();
  for (std::size_t i = 0; i < acting_.size(); ++i) {
    const ConstraintRow& row = m_.rows[acting_[i]];
    const std::size_t begin = pulls_.size();
    for (int e = row.first_entry; e < row.first_entry + row.entry_count; ++e) {
      const int motion = m_.entries[e].column, body = l_.body_of(motion);
      // A row of several terms may have a motion twice: then it pulls the body twice.
      const auto free = std::find_if(pulls_.begin() + begin, pulls_.end(), [&](const Pull& p) {
        return p.body == body && p.entries[motion % 6] < 0;
      });
      Pull& pull =
          free == pulls_.end() ? pulls_.emplace_back(Pull{static_cast<int>(i), body}) : *free;
      pull.entries[motion % 6] = e;
    }
  }
}

// ---- accelerations ---------------------------------------------------------------

bool ForwardByJoints::evaluate(double t, const double* unknowns, double* rates) {
  trouble_ = ForwardTrouble::none;
  if (!take(t, unknowns) || !find_forces(t)) return fail(ForwardTrouble::undefined);
  columns_.fill(state_.space);
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
  expand(m_, reduced_.data(), y_.data(), state_);
  place_bodies(m_, y_.data(), state_, w_.impl().at);
  expand_rates(m_, reduced_.data(), rates_.data(), yp_.data(), state_);
  return true;
}

bool ForwardByJoints::find_forces(double t) {
  if (!loop_forces_placed(m_, {t, y_.data(), yp_.data(), &mode_}, residual_.data(), w_))
    return false;
  spatial::contract_forces(m_, residual_.data() + l_.v, lack_.data(), state_);
  return true;
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
    const BodyColumns::Motion &a = weighted_[p.first], &b = columns_.motion(p.second);
    inertia_[p.to] += a.shift.dot(b.shift) + a.turn.dot(b.turn);
  }
}

void ForwardByJoints::fill_rows() {
  const std::vector<double>& g = w_.impl().g;
  std::ranges::fill(g_, 0.0);
  for (const Pull& pull : pulls_) {
    std::array<double, 6> by{};
    for (int k = 0; k < 6; ++k)
      if (pull.entries[k] >= 0) by[k] = g[pull.entries[k]];
    const Vector3 force = Vector3::Map(by.data()), torque = Vector3::Map(by.data() + 3);
    double* row = g_.data() + static_cast<std::ptrdiff_t>(pull.row) * tree_.speeds;
    for (int c = columns_.first(pull.body); c < columns_.end(pull.body); ++c) {
      const BodyColumns::Motion& motion = columns_.motion(c);
      row[order_[columns_.column(c).speed]] += force.dot(motion.shift) + torque.dot(motion.turn);
    }
  }
  for (std::size_t i = 0; i < acting_.size(); ++i)
    gamma_[i] = drive_value(m_, m_.rows[acting_[i]], w_.impl(), 2) - bias_of(acting_[i]);
}

// The second rate of a row where free coordinates are not accelerated.
double ForwardByJoints::bias_of(int index) const {
  const ConstraintRow& row = m_.rows[index];
  double sum = row_acceleration_bias(row, w_.impl().at);
  for (int e = row.first_entry; e < row.first_entry + row.entry_count; ++e)
    sum += w_.impl().g[e] * yp_[l_.v + m_.entries[e].column];
  return sum;
}

bool ForwardByJoints::factor_inertia() {
  const int loose = factor_until_loose(inertia_.data(), first_);
  if (loose == free_) return true;
  for (int speed = 0; speed < tree_.speeds; ++speed)
    if (order_[speed] == loose)
      loose_ = l_.body_of(tree_.absolute[tree_.coordinates + speed] - l_.v);
  return false;
}

bool ForwardByJoints::factor_rows() {
  const int n = static_cast<int>(acting_.size()), stride = tree_.speeds;
  for (int i = 0; i < n; ++i) {
    double* row = g_.data() + static_cast<std::ptrdiff_t>(i) * stride;
    solve_lower(inertia_.data(), first_, row);
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
  solve_lower(square_.data(), n, right.data());
  solve_upper(square_.data(), n, right.data());
}

void ForwardByJoints::spread(const std::vector<double>& multipliers, double* to) const {
  const double* row = g_.data();
  for (const double multiplier : multipliers) {
    for (int k = 0; k < free_; ++k) to[k] -= row[k] * multiplier;
    row += tree_.speeds;
  }
  solve_upper(inertia_.data(), first_, to);
}

void ForwardByJoints::solve() {
  for (int speed = 0; speed < tree_.speeds; ++speed)
    if (order_[speed] < free_) accelerations_[order_[speed]] = -lack_[speed];
  solve_lower(inertia_.data(), first_, accelerations_.data());
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
  double pull = lack_[tree_.prescribed.given[given].speed - tree_.coordinates];
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

// The bodies are where they were evaluated last.
void ForwardByJoints::show(const double* unknowns, const double* rates, double* y,
                           double* yp) const {
  std::ranges::copy(rates_, shown_.begin());
  for (int i = 0; i < plan_.count(); ++i) shown_[plan_.unknowns[i]] = rates[i];
  expand_rates(m_, reduced_.data(), shown_.data(), yp, state_);
  std::copy_n(y_.begin() + l_.q, l_.places, y + l_.q);
  std::copy_n(y_.begin() + l_.v, l_.motions, y + l_.v);
  std::copy_n(y_.begin() + l_.angle, l_.angles, y + l_.angle);
  for (int i = plan_.motion; i < plan_.count(); ++i)
    if (plan_.own[i] >= 0) y[plan_.own[i]] = unknowns[i];
}

// ---- constraints -----------------------------------------------------------------

bool ForwardByJoints::project(double allowed, double* unknowns) {
  if (acting_.empty()) return false;
  Workspace::Impl& w = w_.impl();
  double largest = 0;
  for (std::size_t i = 0; i < acting_.size(); ++i) {
    const ConstraintRow& row = m_.rows[acting_[i]];
    lambda_[i] = row.position ? row_error(m_, acting_[i], &mode_, w) : 0;
    missed_[i] = -drive_value(m_, row, w, 1);
    for (int e = row.first_entry; e < row.first_entry + row.entry_count; ++e)
      missed_[i] += w.g[e] * y_[l_.v + m_.entries[e].column];
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

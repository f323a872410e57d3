#include "runtime/equations/joint_friction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/contact/bearing.hpp"
#include "runtime/contact/forces.hpp"

namespace mbs {

namespace {

constexpr int most_steps = 50, most_halvings = 30;
constexpr double rounding = 1e-15, good_enough = 1e-11;  // of the forces
constexpr double locked = 1e-6;                          // determinant that counts as 0

}  // namespace

bool JointFrictionSystem::prepare(const Model& m, const Mode& mode, Kkt& kkt, int rows,
                                  Workspace& w) {
  model_ = &m;
  margin_ = 1;
  rows_.clear();
  for (int c = m.layout.touching; c < m.layout.in_joints; ++c)
    if (mode.contacts[c].armed && !mode.contacts[c].sticking)
      rows_.push_back(sliding_row(m, c, mode.contacts[c], w));
  const int n = static_cast<int>(rows_.size()), columns = m.layout.motions;
  X_.resize(columns, n);
  P_.resize(rows, n);
  for (int i = 0; i < n; ++i) {
    x_.assign(columns, 0.0);
    p_.assign(rows, 0.0);
    const HoldRow& row = rows_[i];
    for (int k = 0; k < row.count; ++k) x_[row.columns[k]] -= row.values[k];
    if (!kkt.solve(x_, p_)) return false;
    X_.col(i) = Eigen::VectorXd::Map(x_.data(), columns);
    P_.col(i) = Eigen::VectorXd::Map(p_.data(), rows);
  }
  f_.setZero(n);
  F_.setZero(n);
  return true;
}

void JointFrictionSystem::leave_out(const Instant& now, std::span<double> x, Workspace& w) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const HoldRow& row = rows_[i];
    ContactForce force;
    contact_force(*model_, row.contact, now, now.mode->contacts[row.contact], w, force);
    f_[i] = force.FT;
    for (int k = 0; k < row.count; ++k) x[row.columns[k]] += f_[i] * row.values[k];
  }
}

// F and J for the forces f.
bool JointFrictionSystem::evaluate(const Instant& now, Workspace& w) {
  reactions_ = alone_;
  reactions_.noalias() += P_ * f_;
  J_.setIdentity(f_.size(), f_.size());
  for (Eigen::Index i = 0; i < f_.size(); ++i) {
    const int contact = rows_[i].contact;
    const Bearing& bearing = *model_->contacts[contact].bearing();
    const Pressing pressed = pressing(*model_, bearing, w.impl().at, reactions_.data());
    LiveContact live = live_contact(*model_, contact, now, now.mode->contacts[contact], w);
    live.pressed = pressed.FN;
    const Indentation seen{0, 0, along(rows_[i], now.y + model_->layout.v)};
    if (!evaluate_law(*model_, live.user, LawTape::coulomb, law_call(live, seen, now.t), w))
      return false;
    F_[i] = live.user.tapes.more[0];
    const double by_FN = live.user.tapes.more[2];
    if (!std::isfinite(by_FN)) continue;
    const BearingRows rows = bearing_rows(*model_, bearing);
    for (std::size_t n = 0; n < rows.size(); ++n)
      if (rows[n] >= 0) J_.row(i) -= by_FN * pressed.slopes[n] * P_.row(rows[n]);
  }
  return true;
}

// Newton's steps, each as long as it makes the misfit smaller.
JointFrictionSystem::Outcome JointFrictionSystem::iterate(const Instant& now, Workspace& w) {
  if (!evaluate(now, w)) return Outcome::failed;
  for (int i = 0; i < most_steps; ++i) {
    const double misfit = off();
    const double size = std::max(f_.lpNorm<Eigen::Infinity>(), F_.lpNorm<Eigen::Infinity>());
    if (misfit <= rounding * size) return Outcome::found;
    if (!std::isfinite(misfit)) return Outcome::none;
    lu_.compute(J_);
    step_ = lu_.solve(F_ - f_);
    if (!step_.allFinite()) return Outcome::none;
    from_ = f_;
    double part = 1;
    for (int k = 0; k < most_halvings; ++k, part /= 2) {
      f_ = from_ + part * step_;
      if (!evaluate(now, w)) return Outcome::failed;
      if (off() < misfit) break;
    }
    if (!(off() < misfit)) return misfit <= good_enough * size ? Outcome::found : Outcome::none;
  }
  return Outcome::none;
}

// The determinant of J with rows no longer than 1: joints that friction relieves must not hide
// those that it loads.
double JointFrictionSystem::determinant() {
  double margin = J_.determinant();
  for (Eigen::Index i = 0; i < J_.rows(); ++i)
    margin /= std::max(1.0, J_.row(i).lpNorm<Eigen::Infinity>());
  return margin;
}

bool JointFrictionSystem::add(const Instant& now, std::vector<double>& x, std::vector<double>& p,
                              Workspace& w) {
  if (rows_.empty()) return true;
  alone_ = Eigen::VectorXd::Map(p.data(), static_cast<Eigen::Index>(p.size()));
  const Outcome outcome = iterate(now, w);
  if (outcome == Outcome::failed) return false;
  margin_ = outcome == Outcome::found ? determinant() : 0;
  if (!(margin_ > locked)) {
    keep(w, failure(now.t));
    return false;
  }
  Eigen::VectorXd::Map(x.data(), static_cast<Eigen::Index>(x.size())) += X_ * f_;
  Eigen::VectorXd::Map(p.data(), static_cast<Eigen::Index>(p.size())) += P_ * f_;
  return true;
}

// Names the joint whose friction presses itself up most.
Failure JointFrictionSystem::failure(double t) const {
  Eigen::Index worst = 0;
  J_.diagonal().minCoeff(&worst);
  const ContactSite site = site_of(*model_, rows_[worst].contact);
  Failure f;
  f.code = Code::E0708;
  f.origin = site.origin;
  f.message = fmt::format("the friction of `{}` presses itself up without bound at t = {:.6g} s",
                          site.name, t);
  f.notes.push_back(
      fmt::format("1 N of friction there changes what presses the joint so that friction becomes "
                  "{:.4g} N more: from 1 on no force fits, or several do",
                  1 - J_(worst, worst)));
  f.hint = "a smaller coefficient, a longer guide, or a load closer to it keeps clear of this";
  return f;
}

}  // namespace mbs

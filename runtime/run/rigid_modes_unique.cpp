// Which forces of closed contacts are not unique, to be told.
#include <algorithm>

#include "runtime/numerics/cone_span.hpp"
#include "runtime/run/rigid_modes.hpp"

namespace mbs {

namespace {

constexpr double nothing = 1e-10, part = 1e-6;  // of a mobility; of what takes part most

// Directions in which none asks for more of these bounds, as columns.
Eigen::MatrixXd within(const Eigen::MatrixXd& bounds, const Eigen::MatrixXd& directions) {
  if (bounds.rows() == 0 || directions.cols() == 0) return directions;
  return directions * span_of_cone(bounds * directions, part);
}

}  // namespace

// One that friction keeps still with all that it can give, and no more: nothing accelerates it by
// more than `still` of the largest acceleration.
bool RigidModes::at_bound(int i, double still) const {
  const impact::Friction& f = problem_.friction[i];
  const ContactMode& mode = now_.mode.contacts[touch_.touching()[i].rows.contact];
  if (f.kind != impact::Friction::Kind::coulomb || !mode.pressed || mode.sticking) return false;
  const int at = problem_.parts * i + 1, tangents = problem_.parts - 1;
  const Eigen::VectorXd rate =
      problem_.free.segment(at, tangents) + problem_.D.middleRows(at, tangents) * forces_;
  return rate.norm() <= still * problem_.free.cwiseAbs().maxCoeff();
}

// By row, what more of these forces asks of the friction of contacts that have none left.
Eigen::MatrixXd RigidModes::asks_of_bounds(const std::vector<int>& rows) const {
  const int parts = problem_.parts;
  Eigen::MatrixXd asks(0, static_cast<Eigen::Index>(rows.size()));
  for (int i = 0; i < problem_.size(); ++i) {
    const impact::Friction& f = problem_.friction[i];
    if (!at_bound(i) || f.sticking > f.sliding) continue;
    const Eigen::VectorXd along = forces_.segment(parts * i + 1, parts - 1).normalized();
    asks.conservativeResize(asks.rows() + 1, Eigen::NoChange);
    asks.bottomRows(1).setZero();
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (rows[k] / parts != i) continue;
      const int place = rows[k] % parts;
      asks(asks.rows() - 1, static_cast<Eigen::Index>(k)) =
          place == 0 ? -f.sticking : along[place - 1];
    }
  }
  return asks;
}

// Which of these rows of D take part in forces that together do nothing, by row of D. Forces that
// only share a load do so whatever friction has left.
std::vector<bool> RigidModes::not_unique(const std::vector<int>& rows, bool with_friction) const {
  std::vector<bool> found(mobility_.D.rows(), false);
  if (rows.empty()) return found;
  Eigen::MatrixXd d = mobility_.D(rows, rows);
  const Eigen::VectorXd unit = d.diagonal().cwiseSqrt().cwiseMax(1e-300).cwiseInverse();
  d = unit.asDiagonal() * d * unit.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(d);
  const Eigen::Index free = (modes.eigenvalues().array() < nothing).count();
  Eigen::MatrixXd directions = modes.eigenvectors().leftCols(free);
  if (with_friction) directions = within(asks_of_bounds(rows) * unit.asDiagonal(), directions);
  for (std::size_t i = 0; i < rows.size() && directions.cols() > 0; ++i)
    found[rows[i]] = directions.row(static_cast<Eigen::Index>(i)).cwiseAbs().maxCoeff() > part;
  return found;
}

// Tells of closed contacts whose forces are not unique. Where friction holds, bodies between
// contacts that look different ways may be squeezed.
void RigidModes::tell_shares(const std::vector<int>& closed) {
  using Loose = RigidLimits::Loose;
  const auto contact = [&](int i) { return touch_.touching()[i].rows.contact; };
  if (std::ranges::none_of(closed, [&](int i) { return limits_.asks(contact(i)); })) return;
  const int parts = mobility_.parts;
  std::vector<int> normals, all;
  for (const int i : closed) {
    normals.push_back(parts * i);
    const bool holds = now_.mode.contacts[contact(i)].sticking || at_bound(i);
    for (int row = 0; row < (holds ? parts : 1); ++row) all.push_back(parts * i + row);
  }
  const std::vector<bool> shared = not_unique(normals, false), loose = not_unique(all, true);
  for (const int i : closed) {
    const auto at = loose.begin() + parts * i;
    if (*at)
      limits_.not_unique(contact(i), shared[parts * i] ? Loose::normal : Loose::squeezed);
    else if (std::find(at, at + parts, true) != at + parts)
      limits_.not_unique(contact(i), Loose::friction);
  }
}

}  // namespace mbs

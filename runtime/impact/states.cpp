// What the states of contacts mean: equations for their impulses, and inequalities to be kept.
#include <algorithm>
#include <cmath>

#include "runtime/impact/contact_problem.hpp"

namespace mbs::impact {

namespace {

constexpr int shares = 3;  // times that shares are found from the bounds before

// P_T over P_N of a contact that slides, in the plane.
double slope(const Friction& f, State state) {
  if (f.kind == Friction::Kind::ratio) return f.ratio;
  return state == State::slides_forward ? -f.sliding : f.sliding;
}

bool sticks(const Problem& p, const std::vector<State>& states, int i) {
  return states[i] == State::sticks && p.friction[i].kind == Friction::Kind::coulomb;
}

// Columns give P = basis x: a contact that sticks has two unknowns, one that slides one. The rows
// of `wanted` are the speeds that are prescribed.
struct Equations {
  std::vector<int> wanted;
  std::vector<double> value;
  Eigen::MatrixXd basis;
};

Equations equations_of(const Problem& p, const std::vector<State>& states) {
  Equations e;
  const int places = p.parts * p.size();
  e.basis = Eigen::MatrixXd::Zero(places, places);
  int used = 0;
  for (int i = 0; i < p.size(); ++i) {
    if (states[i] == State::open) continue;
    const int normal = p.parts * i;
    e.wanted.push_back(normal);
    e.value.push_back(p.departure[i] - p.free[normal]);
    e.basis(normal, used) = 1;
    if (!sticks(p, states, i)) {
      if (p.spatial()) e.basis(normal + 2, used) = p.friction[i].ratio_2;
      e.basis(normal + 1, used++) = slope(p.friction[i], states[i]);
      continue;
    }
    for (int part = 1; part < p.parts; ++part) {
      e.wanted.push_back(normal + part);
      e.value.push_back(-p.free[normal + part]);
      e.basis(normal + part, used + part) = 1;
    }
    used += p.parts;
  }
  e.basis.conservativeResize(Eigen::NoChange, used);
  return e;
}

// Units of impulses, by which the smallest that do ask friction for no more than they must: what
// sticks shares a push in proportion to what each contact could hold (least sum of |P_T|^2 over the
// bounds), so that the feet of a block let go together, and normal impulses count for next to
// nothing beside it.
Eigen::VectorXd units_of_shares(const Problem& p, const std::vector<State>& states,
                                const Equations& e, const Eigen::VectorXd& x) {
  constexpr double least = 1e-6;  // of the largest
  constexpr double normal = 1e4;  // beside 1 for the largest
  const Eigen::VectorXd P = e.basis * x;
  double most = 0;
  for (int i = 0; i < p.size(); ++i)
    if (sticks(p, states, i)) most = std::max(most, p.friction[i].sticking * P[p.parts * i]);
  Eigen::VectorXd units = Eigen::VectorXd::Constant(x.size(), normal);
  int used = 0;
  for (int i = 0; i < p.size() && most > 0; ++i) {
    if (states[i] == State::open) continue;
    if (!sticks(p, states, i)) {
      ++used;
      continue;
    }
    const double share = std::max(p.friction[i].sticking * P[p.parts * i] / most, least);
    units.segment(used + 1, p.parts - 1).setConstant(std::sqrt(share));
    used += p.parts;
  }
  return units;
}

double largest(const Eigen::VectorXd& x, double least) {
  return x.size() == 0 ? least : std::max(least, x.cwiseAbs().maxCoeff());
}

// Normals that are closed, and joints, may hold a body along a tangent, too, as those of a shaft in
// its bore do along the axis. Nothing is asked of friction there, in space: its rows differ from
// what holds by rounding, which no impulse could make up for.
Problem without_idle_friction(Problem p, const std::vector<State>& states) {
  constexpr double idle = 1e-6;  // of the mobility along the tangent
  std::vector<int> normals;
  for (int i = 0; i < p.size(); ++i)
    if (states[i] != State::open) normals.push_back(3 * i);
  if (normals.empty()) return p;
  const Eigen::MatrixXd pressed = p.D(normals, normals);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> held(pressed.rows(), pressed.cols());
  held.setThreshold(1e-11);
  held.compute(pressed);
  for (int i = 0; i < p.size(); ++i) {
    if (!sticks(p, states, i)) continue;
    const Eigen::Matrix2d D = p.D.block<2, 2>(3 * i + 1, 3 * i + 1);
    const Eigen::MatrixXd N = p.D(normals, std::vector<int>{3 * i + 1, 3 * i + 2});
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> left(D - N.transpose() * held.solve(N));
    for (int k = 0; k < 2; ++k) {
      const Eigen::Vector2d along = left.eigenvectors().col(k);
      if (left.eigenvalues()[k] > idle * along.dot(D * along)) continue;
      const Eigen::Matrix2d rest = Eigen::Matrix2d::Identity() - along * along.transpose();
      p.free.segment<2>(3 * i + 1) = (rest * p.free.segment<2>(3 * i + 1)).eval();
      p.D.middleRows<2>(3 * i + 1) = (rest * p.D.middleRows<2>(3 * i + 1)).eval();
      p.D.middleCols<2>(3 * i + 1) = (p.D.middleCols<2>(3 * i + 1) * rest).eval();
    }
  }
  return p;
}

// What is nothing but rounding.
struct Rounding {
  double speed, equal, impulse;  // equal: of a speed that is prescribed
};

// In the plane.
bool tangent_holds(const Friction& f, State state, double PN, double PT, double wT,
                   const Rounding& allowed) {
  if (f.kind == Friction::Kind::ratio) return true;
  if (state == State::sticks)
    return std::abs(PT) <= f.sticking * PN + allowed.impulse && std::abs(wT) <= allowed.equal;
  return (state == State::slides_forward ? 1 : -1) * wT >= -allowed.speed;
}

// In space; what slides has its friction against its speed.
bool tangents_hold(const Friction& f, State state, const Eigen::Vector3d& P,
                   const Eigen::Vector3d& w, const Rounding& allowed) {
  if (f.kind == Friction::Kind::ratio) return true;
  const Eigen::Vector2d P_T = P.tail<2>(), w_T = w.tail<2>();
  if (state == State::sticks)
    return P_T.norm() <= f.sticking * P[0] + allowed.impulse && w_T.norm() <= allowed.equal;
  if (std::abs(P_T.norm() - f.sliding * P[0]) > allowed.impulse) return false;
  const double size = P_T.norm();
  if (size <= allowed.impulse) return true;
  const Eigen::Vector2d against = -P_T / size;
  return against.dot(w_T) >= -allowed.speed &&
         (w_T - against * against.dot(w_T)).norm() <= allowed.speed;
}

bool hold_in_space(const Problem& p, const Solution& s, const Rounding& allowed) {
  for (int i = 0; i < p.size(); ++i) {
    const Eigen::Vector3d P = s.P.segment<3>(3 * i), w = s.w.segment<3>(3 * i);
    if (s.states[i] == State::open) {
      if (!(w[0] >= p.departure[i] - allowed.speed)) return false;
      continue;
    }
    if (!(P[0] >= -allowed.impulse) || !(std::abs(w[0] - p.departure[i]) <= allowed.equal))
      return false;
    if (!tangents_hold(p.friction[i], s.states[i], P, w, allowed)) return false;
  }
  return true;
}

// What normals that are more than are needed leave open, as a mobility along it that is as large as
// the largest of theirs: Z Z' d for D_NN Z = 0.
Eigen::MatrixXd spare_normals(const Eigen::MatrixXd& D_NN) {
  constexpr double nothing = 1e-8;
  if (D_NN.rows() < 2) return Eigen::MatrixXd::Zero(D_NN.rows(), D_NN.cols());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(D_NN);
  const double largest = modes.eigenvalues().maxCoeff();
  const auto open = (modes.eigenvalues().array() < nothing * largest).count();
  const auto loose = modes.eigenvectors().leftCols(open);
  return largest * loose * loose.transpose();
}

// In space closed normals share evenly what fewer of them could take: along what they leave open
// nothing is asked for, so that any mobility there gives them no part of it.
void share_normals(const Problem& p, const Equations& e, Eigen::MatrixXd& a) {
  std::vector<int> rows, columns, places;
  for (std::size_t k = 0; k < e.wanted.size(); ++k) {
    if (e.wanted[k] % p.parts != 0) continue;
    rows.push_back(static_cast<int>(k));
    places.push_back(e.wanted[k]);
  }
  for (int k = 0; k < e.basis.cols(); ++k)
    if (e.basis(places, k).cwiseAbs().maxCoeff() > 0) columns.push_back(k);
  a(rows, columns) += spare_normals(p.D(places, places));
}

std::optional<Solution> shared_solution(const Problem& p, const std::vector<State>& states) {
  Solution s{states, Eigen::VectorXd::Zero(p.parts * p.size()), p.free, true};
  const Equations e = equations_of(p, states);
  const int n = static_cast<int>(e.wanted.size());
  if (n == 0) return s;
  Eigen::MatrixXd a = (p.D * e.basis)(e.wanted, Eigen::all);
  if (p.spatial()) share_normals(p, e, a);
  const Eigen::VectorXd b = Eigen::Map<const Eigen::VectorXd>(e.value.data(), n);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors(n, n);
  factors.setThreshold(1e-11);
  factors.compute(a);
  Eigen::VectorXd x = factors.solve(b);
  for (int i = 0; factors.rank() < n && i < shares; ++i) {
    const Eigen::VectorXd units = units_of_shares(p, states, e, x);
    factors.compute(a * units.asDiagonal());
    x = units.cwiseProduct(factors.solve(b));
  }
  // Light bodies between heavy ones are moved by far more than is left in the end.
  constexpr double rounding = 1e-13;
  const double moved = (a.cwiseAbs() * x.cwiseAbs()).maxCoeff();
  const double missed = (a * x - b).cwiseAbs().maxCoeff();
  if (!(missed <= rounding_of_speeds * largest(b, 0) * n + rounding * moved)) return std::nullopt;
  s.P = e.basis * x;
  s.w = p.free + p.D * s.P;
  s.unique = factors.rank() == n;
  return s;
}

}  // namespace

void share_evenly(Problem& p) {
  constexpr double give = 1e-9;  // of the largest mobility
  if (!p.spatial()) return;
  std::vector<int> normals;
  for (int i = 0; i < p.size(); ++i) normals.push_back(3 * i);
  p.D(normals, normals) += give * spare_normals(p.D(normals, normals));
}

std::optional<Solution> solution_of(const Problem& p, const std::vector<State>& states) {
  auto s = shared_solution(p, states);
  if (!p.spatial() || (s && s->unique)) return s;
  s = shared_solution(without_idle_friction(p, states), states);
  if (s) s->w = p.free + p.D * s->P;
  return s;
}

bool holds(const Problem& p, const Solution& s, double within) {
  const double speed = within * largest(p.free, 0);
  const double impulse = within * largest(s.P, 0);
  const double equal = p.parts * p.size() * speed;
  if (p.spatial() && s.unique) return hold_in_space(p, s, {speed, equal, impulse});
  if (p.spatial()) {
    const Problem asked = without_idle_friction(p, s.states);
    return hold_in_space(asked, {s.states, s.P, asked.free + asked.D * s.P, false},
                         {speed, equal, impulse});
  }
  for (int i = 0; i < p.size(); ++i) {
    const double PN = s.P[2 * i], PT = s.P[2 * i + 1];
    if (s.states[i] == State::open) {
      if (!(s.w[2 * i] >= p.departure[i] - speed)) return false;
    } else if (!(PN >= -impulse) || !(std::abs(s.w[2 * i] - p.departure[i]) <= equal) ||
               !tangent_holds(p.friction[i], s.states[i], PN, PT, s.w[2 * i + 1],
                              {speed, equal, impulse})) {
      return false;
    }
  }
  return true;
}

}  // namespace mbs::impact

// Blows of several contacts in space by impulse and work: against one contact by itself, the plane,
// small steps, and what holds of any of them.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "runtime/impact/contact_problem.hpp"
#include "runtime/impact/process.hpp"

using namespace mbs::impact;
using Eigen::Matrix2d, Eigen::MatrixXd, Eigen::Vector2d, Eigen::Vector3d, Eigen::VectorXd;

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr Restitution::Kind impulse = Restitution::Kind::impulse, work = Restitution::Kind::work;

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  double in(double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(engine_);
  }
  MatrixXd matrix(int rows, int columns) {
    MatrixXd m(rows, columns);
    for (int i = 0; i < rows; ++i)
      for (int k = 0; k < columns; ++k) m(i, k) = in(-1, 1);
    return m;
  }

 private:
  std::mt19937 engine_;
};

Friction coulomb(double mu) {
  return {.kind = Friction::Kind::coulomb, .sliding = mu, .sticking = mu};
}

Restitution restitution(Restitution::Kind kind, double e) {
  return {kind,
          [=](int, const Compression& c) { return kind == impulse ? e * c.P_in : e * e * c.W_in; }};
}

// n contacts of bodies with so many freedoms, of which the first approaches.
Problem random_problem(Dice& dice, int parts, int n, int freedoms, double most_mu) {
  const MatrixXd rows = dice.matrix(parts * n, freedoms);
  Problem p;
  p.parts = parts;
  p.D = rows * rows.transpose();
  p.free = rows * dice.matrix(freedoms, 1);
  if (p.free[0] > 0) p.free *= -1;
  p.departure.assign(n, 0);
  for (int i = 0; i < n; ++i) p.friction.push_back(coulomb(dice.in(0.05, most_mu)));
  return p;
}

ProcessResult blow(const Problem& p, const Restitution& r) {
  const auto result = run_process(p, r);
  REQUIRE(result);
  return *result;
}

// Both as one, without anything between them.
Problem beside(const Problem& a, const Problem& b) {
  Problem p;
  p.parts = a.parts;
  p.D = MatrixXd::Zero(a.D.rows() + b.D.rows(), a.D.rows() + b.D.rows());
  p.D.topLeftCorner(a.D.rows(), a.D.rows()) = a.D;
  p.D.bottomRightCorner(b.D.rows(), b.D.rows()) = b.D;
  p.free.resize(p.D.rows());
  p.free << a.free, b.free;
  p.departure.assign(a.size() + b.size(), 0);
  p.friction = a.friction;
  p.friction.insert(p.friction.end(), b.friction.begin(), b.friction.end());
  return p;
}

// Places of the plane in space, where each contact's first tangent is turned by an angle.
MatrixXd lifting(int n, double angle) {
  MatrixXd up = MatrixXd::Zero(3 * n, 2 * n);
  for (int i = 0; i < n; ++i) {
    up(3 * i, 2 * i) = 1;
    up(3 * i + 1, 2 * i + 1) = std::cos(angle);
    up(3 * i + 2, 2 * i + 1) = std::sin(angle);
  }
  return up;
}

// The same contacts in space, which may move across their plane as well.
Problem lifted(const Problem& planar, double angle) {
  const int n = planar.size();
  const MatrixXd up = lifting(n, angle), turned = lifting(n, angle + pi / 2);
  MatrixXd across(3 * n, n);
  for (int i = 0; i < n; ++i) across.col(i) = turned.col(2 * i + 1);
  const MatrixXd give = MatrixXd::Identity(n, n) + 0.3 * MatrixXd::Ones(n, n);
  Problem p = planar;
  p.parts = 3;
  p.D = up * planar.D * up.transpose() + across * give * across.transpose();
  p.free = up * planar.free;
  return p;
}

// Of two contacts that both press all along, by the equations of the process in small steps.
VectorXd compressed_by_small_steps(const Problem& p, int pieces) {
  VectorXd w = p.free, P = VectorXd::Zero(6);
  for (int piece = 0; piece < pieces; ++piece) {
    MatrixXd along = MatrixXd::Zero(6, 2);
    for (int i = 0; i < 2; ++i) {
      const Vector2d ratio = -p.friction[i].sliding * w.segment<2>(3 * i + 1).normalized();
      along.col(i).segment<3>(3 * i) << 1, ratio;
    }
    const std::vector<int> normals{0, 3};
    const Matrix2d give = (p.D * along)(normals, Eigen::all);
    const Vector2d approach = -w(normals);
    const VectorXd step = along * give.inverse() * approach / (pieces - piece);
    P += step;
    w += p.D * step;
  }
  return P;
}

}  // namespace

TEST_CASE("one contact alone is what its own process finds") {
  Dice dice(1);
  for (int trial = 0; trial < 40; ++trial) {
    const Problem p = random_problem(dice, 3, 1, 5, 0.6);
    const Restitution r = restitution(impulse, dice.in(0, 1));
    const ProcessResult own = blow(p, r);
    const auto many = process_of_many_in_space(p, r);
    REQUIRE(many);
    CHECK((many->P - own.P).norm() < 1e-10 * own.P.norm());
    CHECK((many->w - own.w).norm() < 1e-10 * p.free.norm());
    CHECK(many->taken[0].P_in == doctest::Approx(own.taken[0].P_in).epsilon(1e-10));
    CHECK(many->taken[0].W_in == doctest::Approx(own.taken[0].W_in).epsilon(1e-10));
  }
}

TEST_CASE("contacts in space that do not know of each other have blows of their own") {
  Dice dice(2);
  for (int trial = 0; trial < 20; ++trial) {
    const Problem a = random_problem(dice, 3, 1, 5, 0.6), b = random_problem(dice, 3, 1, 5, 0.6);
    const Restitution r = restitution(impulse, 0.7);
    const ProcessResult both = blow(beside(a, b), r);
    CHECK((both.P.head(3) - blow(a, r).P).norm() < 1e-10 * both.P.norm());
    CHECK((both.P.tail(3) - blow(b, r).P).norm() < 1e-10 * both.P.norm());
  }
}

TEST_CASE("a blow in a plane of symmetry is that of the plane") {
  Dice dice(3);
  int seen = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 2 + trial % 3;
    const Problem planar = random_problem(dice, 2, n, 2 * n + 1, 0.5);
    const Restitution r = restitution(trial % 2 == 0 ? impulse : work, 0.7);
    const auto flat = run_process(planar, r);
    const double angle = dice.in(0, 6);
    const auto s = run_process(lifted(planar, angle), r);
    if (!flat || !s) continue;
    ++seen;
    const MatrixXd up = lifting(n, angle);
    CHECK((s->P - up * flat->P).norm() < 1e-9 * flat->P.norm());
    CHECK((s->w - up * flat->w).norm() < 1e-9 * planar.free.norm());
  }
  CHECK(seen > 190);
}

TEST_CASE("a blow of two contacts that turns, as in small steps") {
  Dice dice(4);
  int seen = 0;
  for (int trial = 0; trial < 60 && seen < 6; ++trial) {
    const Problem p = random_problem(dice, 3, 2, 8, 0.2);
    const ProcessResult s = blow(p, restitution(impulse, 0));
    const VectorXd w = s.w;
    const bool press = p.free[0] < 0 && p.free[3] < 0 && s.P[0] > 0.05 && s.P[3] > 0.05 &&
                       w.segment<2>(1).norm() > 0.1 && w.segment<2>(4).norm() > 0.1;
    if (!press) continue;
    ++seen;
    // Euler's method errs in proportion to its step: what both leave of that is of second order.
    const VectorXd small =
        2 * compressed_by_small_steps(p, 40'000) - compressed_by_small_steps(p, 20'000);
    CHECK((s.P - small).norm() < 1e-6 * s.P.norm());
  }
  CHECK(seen == 6);
}

TEST_CASE("several contacts in space part, push only, keep within their cones and gain no energy") {
  Dice dice(5);
  int undecided = 0, gained = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const int n = 2 + trial % 3;
    const Problem p = random_problem(dice, 3, n, 3 * n + 1, trial % 2 == 0 ? 0.15 : 0.5);
    const auto r = run_process(p, restitution(trial % 4 < 2 ? work : impulse, dice.in(0, 1)));
    if (!r) {
      ++undecided;
      continue;
    }
    CHECK((p.free + p.D * r->P - r->w).cwiseAbs().maxCoeff() < 1e-10 * (1 + r->P.norm()));
    if (r->P.dot(p.free + r->w) > 1e-10 * r->P.norm()) ++gained;
    for (int i = 0; i < n; ++i) {
      CHECK(r->w[3 * i] > -1e-9);
      CHECK(r->P[3 * i] >= 0);
      CHECK(r->P.segment<2>(3 * i + 1).norm() <= p.friction[i].sliding * r->P[3 * i] + 1e-9);
    }
  }
  MESSAGE("undecided " << undecided << ", gained " << gained);
  CHECK(undecided == 0);
  CHECK(gained == 0);
}

TEST_CASE("a million times smaller and larger a blow in space is the same") {
  Dice dice(6);
  for (int trial = 0; trial < 5; ++trial) {
    const Problem p = random_problem(dice, 3, 2, 7, 0.4);
    const ProcessResult s = blow(p, restitution(impulse, 0.5));
    for (const double by : {1e-6, 1e6}) {
      Problem q = p;
      q.D *= by;
      q.free *= by * by;
      const ProcessResult t = blow(q, restitution(impulse, 0.5));
      CHECK((t.P / by - s.P).norm() < 1e-9 * s.P.norm());
    }
  }
}

// Steps that follow rounding stop what slides by less than 1e-9 of the largest speed, by which
// impulses change by less than 1e-8 of them. In an ordinary blow there are no such steps: so slow a
// sliding tells as one does that is a hundred times as fast, but for the way that it turns first.
TEST_CASE("an ordinary blow stops nothing that slides, however slowly") {
  constexpr double fast = 1e-7;
  Dice dice(7);
  for (int trial = 0; trial < 60; ++trial) {
    const int n = 2 + trial % 3;
    Problem p = random_problem(dice, 3, n, 3 * n + 1, 0.5);
    const Restitution r = restitution(trial % 2 == 0 ? impulse : work, 0.6);
    const Vector2d along = Vector2d(dice.in(-1, 1), dice.in(-1, 1)).normalized();
    const double speed = p.free.cwiseAbs().maxCoeff();
    p.free.tail(2).setZero();
    const VectorXd stands = blow(p, r).P;
    const auto change = [&](double part) {
      p.free.tail(2) = part * speed * along;
      return (blow(p, r).P - stands).norm() / stands.norm();
    };
    const double told = change(fast);
    for (const double part : {3e-10, 9e-10, 1.1e-9}) {
      CHECK(change(part) < 1e-8);
      CHECK(change(part) > 0.5 * part / fast * told);
    }
  }
}

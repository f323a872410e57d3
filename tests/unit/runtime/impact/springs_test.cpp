// Contacts that are more than are needed, held by all the friction there is: an answer exists, and
// neither sweeps nor exchanges of states come to it.
#include "runtime/impact/springs.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace mbs::impact;
using Eigen::MatrixXd, Eigen::Vector2d, Eigen::Vector3d, Eigen::VectorXd;

namespace {

constexpr double g = 9.81, mass = 0.1;

// Boxes on each other, flush, each on as many corners as four times `copies`. What is below the
// lowest is at rest: it may hold that one (mu0), or slides under it.
struct Tower {
  int boxes, copies;
  double mu0, mu;
  bool slides = false;
  Vector3d pull{0, 0, -g};
};

Friction friction_of(const Tower& t, int box) {
  if (box > 0) return {Friction::Kind::coulomb, t.mu, t.mu};
  if (t.slides) return {.ratio = -t.mu0};
  return {Friction::Kind::coulomb, t.mu0, t.mu0};
}

// Speeds of a contact's three ways by those of one body.
Eigen::Matrix<double, 3, 6> ways(const Vector3d& arm) {
  Eigen::Matrix<double, 3, 6> rows;
  int k = 0;
  for (const Vector3d& way : {Vector3d(0, 0, 1), Vector3d(1, 0, 0), Vector3d(0, 1, 0)})
    rows.row(k++) << way.transpose(), arm.cross(way).transpose();
  return rows;
}

Problem standing(const Tower& t) {
  const double a = 0.04, b = 0.03, h = 0.02;
  const int contacts = 4 * t.copies * t.boxes;
  MatrixXd rows = MatrixXd::Zero(3 * contacts, 6 * t.boxes);
  VectorXd mobility(6 * t.boxes), pull = VectorXd::Zero(6 * t.boxes);
  Problem p;
  p.parts = 3;
  for (int i = 0; i < t.boxes; ++i) {
    const Vector3d inertia(b * b + h * h, a * a + h * h, a * a + b * b);
    mobility.segment<6>(6 * i) << Vector3d::Ones() / mass, (mass / 12 * inertia).cwiseInverse();
    pull.segment<3>(6 * i) = t.pull;
    for (int c = 0; c < 4 * t.copies; ++c) {
      const double x = (c & 1 ? a : -a) / 2, y = (c & 2 ? b : -b) / 2;
      const int at = 3 * p.size();
      rows.block<3, 6>(at, 6 * i) = ways({x, y, -h / 2});
      if (i > 0) rows.block<3, 6>(at, 6 * i - 6) = -ways({x, y, h / 2});
      p.friction.push_back(friction_of(t, i));
      p.departure.push_back(0);
    }
  }
  p.D = rows * mobility.asDiagonal() * rows.transpose();
  p.free = rows * pull;
  return p;
}

// By how much equations and inequalities are missed, of the largest speed and impulse.
double missed(const Problem& p, const Solution& s) {
  const VectorXd w = p.free + p.D * s.P;
  const double speed = p.free.cwiseAbs().maxCoeff(), impulse = s.P.cwiseAbs().maxCoeff();
  double worst = (w - s.w).cwiseAbs().maxCoeff() / speed;
  for (int i = 0; i < p.size(); ++i) {
    const Friction& f = p.friction[i];
    const int at = p.parts * i;
    const double P_N = s.P[at], open = w[at] - p.departure[i];
    worst = std::max({worst, -P_N / impulse, -open / speed});
    worst = std::max(worst, std::min(P_N / impulse, open / speed));
    if (f.kind == Friction::Kind::ratio) continue;
    const VectorXd P_T = s.P.segment(at + 1, p.parts - 1), w_T = w.segment(at + 1, p.parts - 1);
    const double left = f.sticking * P_N - P_T.norm();
    worst = std::max(worst, -left / impulse);
    // What slides has all of its friction against it.
    if (w_T.norm() < 1e-6 * speed) continue;
    worst = std::max(worst, (P_T + f.sliding * P_N * w_T.normalized()).norm() / impulse);
  }
  return worst;
}

}  // namespace

TEST_CASE("a tower is held, or slides, where boxes have all of their friction") {
  const double accuracy = 1e-6;  // of what is tied, 100 times that of springs
  for (const int boxes : {2, 3})
    for (const int copies : {1, 2})
      for (const double mu0 : {0.2, 0.3, 0.35, 0.6})
        for (const bool slides : {false, true})
          for (const Vector3d& pull : {Vector3d(0, 0, -g), Vector3d(0.3 * g, 0, -g)}) {
            Problem p = standing({boxes, copies, mu0, 0.3, slides, pull});
            share_evenly(p);
            CAPTURE(boxes);
            CAPTURE(copies);
            CAPTURE(mu0);
            CAPTURE(slides);
            CAPTURE(pull[0]);
            const auto s = solve(p);
            REQUIRE(s);
            CHECK(missed(p, *s) < accuracy);
            const auto springs = by_springs(p);
            REQUIRE(springs);
            CHECK(missed(p, *springs) < accuracy);
          }
}

// 0.35 of three weights on the table, beside 0.3 of two and of one: the lowest slows by
// (3 * 0.35 - 2 * 0.3) g, those above it together by 0.3 g, with all that the uppermost gets.
TEST_CASE("of three boxes the upper two slide as one") {
  const Problem p = standing({3, 2, 0.35, 0.3, true});
  const auto s = by_springs(p);
  REQUIRE(s);
  for (int i = 0; i < p.size(); ++i) {
    const double relative = i < 8 ? -(3 * 0.35 - 2 * 0.3) * g : i < 16 ? 0.15 * g : 0;
    CHECK(std::abs(s->w[3 * i + 1] - relative) < 1e-6 * g);
    CHECK(std::abs(s->w[3 * i]) < 1e-6 * g);
  }
  CHECK(missed(p, *s) < 1e-6);
}

// Twelve contacts of one body: many impulses do the same.
TEST_CASE("a body wedged among a dozen contacts has an answer") {
  std::mt19937 random(1);
  const auto in = [&](double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random);
  };
  for (int trial = 0; trial < 40; ++trial) {
    const MatrixXd rows = MatrixXd::NullaryExpr(36, 6, [&] { return in(-1, 1); });
    Problem p;
    p.parts = 3;
    p.D = rows * rows.transpose();
    p.free = rows * VectorXd::NullaryExpr(6, [&] { return in(-1, 1); });
    for (int i = 0; i < 12; ++i) {
      const double mu = in(0.05, 0.8);
      p.friction.push_back({Friction::Kind::coulomb, mu, mu});
      p.departure.push_back(0);
    }
    CAPTURE(trial);
    const auto s = solve(p);
    REQUIRE(s);
    CHECK(missed(p, *s) < 1e-6);
  }
}

// Without friction the speeds are unique (Moreau), so springs find those that exchanges of states
// do; with little friction in the plane as well.
TEST_CASE("springs come to the speeds that are found otherwise, a million times smaller as well") {
  std::mt19937 random(5);
  const auto in = [&](double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random);
  };
  for (int trial = 0; trial < 100; ++trial) {
    const int n = 1 + trial % 5;
    const double unit = trial % 2 == 0 ? 1 : 1e-6, mu = trial % 3 == 0 ? 0 : 0.05;
    const MatrixXd rows = MatrixXd::NullaryExpr(2 * n, 2 * n + 2, [&] { return in(-1, 1); });
    Problem p;
    p.D = unit * rows * rows.transpose();
    p.free = unit * rows * VectorXd::NullaryExpr(2 * n + 2, [&] { return in(-1, 1); });
    for (int i = 0; i < n; ++i) {
      p.friction.push_back({Friction::Kind::coulomb, mu, mu});
      p.departure.push_back(std::max(0.0, -0.5 * p.free[2 * i]));
    }
    CAPTURE(trial);
    const auto s = solve(p), springs = by_springs(p);
    REQUIRE(s);
    REQUIRE(springs);
    CHECK((s->w - springs->w).norm() < 1e-6 * p.free.norm());
  }
}

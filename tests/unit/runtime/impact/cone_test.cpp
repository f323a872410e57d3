// Contacts in space: Coulomb's law in its circular cone, of one contact and of several, against
// searches over the whole disc; blows that turn, against small steps.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "runtime/impact/cone.hpp"
#include "runtime/impact/contact_problem.hpp"
#include "runtime/impact/process.hpp"

using namespace mbs::impact;
using Eigen::Matrix2d, Eigen::Matrix3d, Eigen::MatrixXd, Eigen::Vector2d, Eigen::Vector3d,
    Eigen::VectorXd;

namespace {

constexpr double pi = 3.14159265358979323846;

Friction coulomb(double sliding, double sticking) {
  return {.kind = Friction::Kind::coulomb, .sliding = sliding, .sticking = sticking};
}

class Dice {
 public:
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
  std::mt19937 engine_{7};
};

// n contacts of bodies with so many freedoms, all of which approach.
Problem random_problem(Dice& dice, int n, int freedoms, double most_mu) {
  const MatrixXd rows = dice.matrix(3 * n, freedoms);
  Problem p;
  p.parts = 3;
  p.D = rows * rows.transpose();
  p.free = rows * dice.matrix(freedoms, 1);
  for (int i = 0; i < n; ++i) {
    const double mu = dice.in(0.05, most_mu);
    p.friction.push_back(coulomb(mu, mu));
    p.departure.push_back(p.free[3 * i] < 0 ? -dice.in(0, 0.9) * p.free[3 * i] : 0);
  }
  return p;
}

// What friction makes least: the work of the tangential impulse with the mean of both speeds, the
// normal impulse and all other contacts unchanged.
double dissipated(const Problem& p, const Solution& s, int i, const Vector2d& P_T) {
  const Matrix2d D = p.D.block<2, 2>(3 * i + 1, 3 * i + 1);
  const Vector2d now = s.P.segment<2>(3 * i + 1);
  const Vector2d without = s.w.segment<2>(3 * i + 1) - D * now;
  return P_T.dot(without + 0.5 * D * P_T);
}

// The optimum over the disc that the normal impulse allows, by looking everywhere on it.
void check_optimum(const Problem& p, const Solution& s, int i) {
  const double bound = p.friction[i].sliding * s.P[3 * i];
  const double found = dissipated(p, s, i, s.P.segment<2>(3 * i + 1));
  CHECK(s.P.segment<2>(3 * i + 1).norm() <= bound + 1e-9 * s.P.cwiseAbs().maxCoeff());
  double least = found;
  for (int radius = 0; radius <= 40; ++radius)
    for (int turn = 0; turn < 180; ++turn) {
      const double a = pi * turn / 90, r = bound * radius / 40;
      least = std::min(least, dissipated(p, s, i, r * Vector2d(std::cos(a), std::sin(a))));
    }
  CHECK(found <= least + 1e-9 * (std::abs(found) + 1));
}

void check_all(const Problem& p, const Solution& s) {
  CHECK(holds(p, s));
  for (int i = 0; i < p.size(); ++i) {
    const double P_N = s.P[3 * i], opens = s.w[3 * i] - p.departure[i];
    CHECK(P_N >= -1e-10);
    CHECK(opens >= -1e-9);
    CHECK(std::abs(P_N * opens) < 1e-9);
    check_optimum(p, s, i);
  }
}

Solution solved(const Problem& p) {
  const auto s = solve(p);
  REQUIRE(s);
  return *s;
}

// Directions in which a single contact can slide: scanned all round, where the speed left is along
// the direction that friction acts against.
std::vector<Vector3d> sliding_impulses(const Problem& p) {
  const double mu = p.friction[0].sliding;
  const auto at = [&](double angle) {
    const Vector3d along(1, -mu * std::cos(angle), -mu * std::sin(angle));
    return Vector3d((p.departure[0] - p.free[0]) / p.D.row(0).dot(along) * along);
  };
  const auto across = [&](double angle) {
    const Vector3d w = p.free + p.D * at(angle);
    return std::cos(angle) * w[2] - std::sin(angle) * w[1];
  };
  std::vector<Vector3d> found;
  constexpr int looks = 20000;
  for (int i = 0; i < looks; ++i) {
    double a = 2 * pi * i / looks, b = 2 * pi * (i + 1) / looks;
    if ((across(a) > 0) == (across(b) > 0)) continue;
    for (int cut = 0; cut < 60; ++cut) {
      const double c = 0.5 * (a + b);
      ((across(a) > 0) == (across(c) > 0) ? a : b) = c;
    }
    const Vector3d P = at(a), w = p.free + p.D * P;
    if (P[0] > 0 && std::cos(a) * w[1] + std::sin(a) * w[2] > 0) found.push_back(P);
  }
  return found;
}

}  // namespace

TEST_CASE("one contact takes what a search over its whole cone finds") {
  Dice dice;
  int slid = 0, stuck = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Problem p = random_problem(dice, 1, 5, 1.5);
    if (p.free[0] >= 0) continue;
    const Solution s = solved(p);
    check_all(p, s);
    if (s.states[0] == State::sticks) {
      ++stuck;
      CHECK(s.w.tail<2>().norm() < 1e-10);
      continue;
    }
    ++slid;
    double nearest = 1;
    for (const Vector3d& P : sliding_impulses(p)) nearest = std::min(nearest, (P - s.P).norm());
    CHECK(nearest < 1e-8 * s.P.norm());
  }
  CHECK(slid > 50);
  CHECK(stuck > 50);
}

TEST_CASE("several contacts, each the optimum over its own disc") {
  Dice dice;
  int found = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 2 + trial % 3;
    const Problem p = random_problem(dice, n, 3 * n + 2, 0.8);
    const auto s = solve(p);
    if (!s) continue;
    ++found;
    check_all(p, *s);
  }
  CHECK(found >= 198);
}

TEST_CASE("contacts that hold a thing twice share it") {
  Dice dice;
  // Four feet of one body of which each could carry what another does.
  MatrixXd rows(12, 6);
  for (int i = 0; i < 4; ++i) {
    const double x = i < 2 ? 0.3 : -0.3, y = i % 2 == 0 ? 0.2 : -0.2, z = -0.1;
    rows.middleRows<3>(3 * i) << 0, 0, 1, y, -x, 0,  //
        1, 0, 0, 0, z, -y,                           //
        0, 1, 0, -z, 0, x;
  }
  VectorXd give(6);
  give << 1, 1, 1, 60, 40, 30;
  for (int trial = 0; trial < 50; ++trial) {
    Problem p;
    p.parts = 3;
    p.D = rows * give.asDiagonal() * rows.transpose();
    VectorXd push(6);
    push << dice.in(-3, 3), dice.in(-3, 3), -9.81, 0, 0, dice.in(-1, 1);
    p.free = rows * push;
    p.departure.assign(4, 0);
    p.friction.assign(4, coulomb(0.3, 0.3));
    const Solution s = solved(p);
    check_all(p, s);
    CHECK(s.P[0] + s.P[3] + s.P[6] + s.P[9] == doctest::Approx(9.81).epsilon(1e-9));
  }
}

TEST_CASE("sliding begins from rest as mass and friction say, not against the push") {
  // (mu N + a W^-1) e = F: a body that gives way along x four times as easily.
  Cone cone;
  cone.D = Vector3d(1, 4, 1).asDiagonal();
  cone.free = Vector3d(-1, 4 * 0.4, 1 * 0.4);  // pushed by 0.4, 0.4
  cone.friction = coulomb(0.3, 0.5);
  const auto s = solve_cone(cone);
  REQUIRE(s);
  REQUIRE(s->state == State::slides_forward);
  const Vector2d e = -s->P.tail<2>() / 0.3;
  CHECK(e.norm() == doctest::Approx(1).epsilon(1e-12));
  const Vector2d w = Vector2d(4 * 0.4, 0.4) + Vector2d(4 * s->P[1], s->P[2]);
  CHECK(w[0] * e[1] - w[1] * e[0] == doctest::Approx(0).epsilon(1e-12));
  CHECK(w.dot(e) > 0);
  CHECK(e[0] > e[1] + 0.05);
  // At the bound itself it is against the push, with no speed yet.
  cone.free = Vector3d(-1, 4 * 0.3 * 0.6, 0.3 * 0.8);
  cone.friction = coulomb(0.3, 0.3);
  cone.friction.grips = false;
  const auto begins = solve_cone(cone);
  REQUIRE(begins);
  CHECK(begins->P[1] == doctest::Approx(-0.18).epsilon(1e-9));
  CHECK(begins->P[2] == doctest::Approx(-0.24).epsilon(1e-9));
}

TEST_CASE("a million times smaller and larger the answer is the same") {
  Dice dice;
  for (int trial = 0; trial < 20; ++trial) {
    Problem p = random_problem(dice, 2, 8, 0.8);
    const auto s = solve(p);
    if (!s) continue;
    for (const double by : {1e-6, 1e6}) {
      Problem q = p;
      q.D *= by;
      q.free *= by * by;
      for (double& d : q.departure) d *= by * by;
      const Solution t = solved(q);
      CHECK((t.P / by - s->P).norm() <= 1e-9 * s->P.norm());
    }
  }
}

namespace {

constexpr Restitution::Kind impulse = Restitution::Kind::impulse, work = Restitution::Kind::work;

Restitution restitution(Restitution::Kind kind, double e) {
  return {kind,
          [=](int, const Compression& c) { return kind == impulse ? e * c.P_in : e * e * c.W_in; }};
}

// The same contact in the plane, turned about its normal by an angle.
Problem lifted(const Problem& planar, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  Eigen::Matrix<double, 3, 2> up;
  up << 1, 0, 0, c, 0, s;
  Problem p;
  p.parts = 3;
  const Vector3d other(0, -s, c);
  p.D = up * planar.D * up.transpose() + 2.5 * other * other.transpose();
  p.free = up * planar.free;
  p.departure = planar.departure;
  p.friction = planar.friction;
  return p;
}

Problem rod(double angle, double vx, double vy, double mu) {
  const double rx = -std::cos(angle) / 2, ry = -std::sin(angle) / 2, I = 1.0 / 12;
  Problem p;
  p.D.resize(2, 2);
  p.D << 1 + rx * rx / I, -rx * ry / I, -rx * ry / I, 1 + ry * ry / I;
  p.free = Vector2d(vy, vx);
  p.departure = {0};
  p.friction = {coulomb(mu, mu)};
  return p;
}

// Keller's equations in small steps of impulse.
Vector3d by_small_steps(const Problem& p, double e) {
  const int pieces = 400'000;
  Vector3d w = p.free, P = Vector3d::Zero();
  const double dp = -w[0] / p.D(0, 0) / pieces;
  double left = -1;
  while (left != 0) {
    const Vector2d v = w.tail<2>();
    const Vector2d way = v.norm() > 0 ? Vector2d(v.normalized()) : Vector2d(Vector2d::Zero());
    const Vector3d step =
        dp * Vector3d(1, -p.friction[0].sliding * way[0], -p.friction[0].sliding * way[1]);
    w += p.D * step;
    P += step;
    if (left < 0 && w[0] >= 0) left = std::round(e * P[0] / dp);
    if (left > 0) --left;
  }
  return P;
}

}  // namespace

TEST_CASE("a blow in one plane is that of the plane, whichever way it is turned") {
  for (const double vx : {0.0, 0.5, 1.0, -2.0})
    for (const double mu : {0.1, 0.2, 0.5, 0.9})
      for (const auto kind : {impulse, work}) {
        const Problem planar = rod(pi / 3, vx, -1, mu);
        const auto flat = run_process(planar, restitution(kind, 0.8));
        REQUIRE(flat);
        for (const double angle : {0.0, 0.7, 2.5}) {
          const auto s = run_process(lifted(planar, angle), restitution(kind, 0.8));
          REQUIRE(s);
          const double c = std::cos(angle), n = std::sin(angle);
          CHECK(s->P[0] == doctest::Approx(flat->P[0]).epsilon(1e-10));
          CHECK(std::abs(c * s->P[1] + n * s->P[2] - flat->P[1]) < 1e-10);
          CHECK(std::abs(c * s->P[2] - n * s->P[1]) < 1e-10);
          CHECK(std::abs(s->w[0] - flat->w[0]) < 1e-10);
          CHECK(std::abs(c * s->w[1] + n * s->w[2] - flat->w[1]) < 1e-10);
        }
      }
}

TEST_CASE("a blow that turns, as in small steps") {
  Dice dice;
  for (int trial = 0; trial < 6; ++trial) {
    Problem p = random_problem(dice, 1, 5, 0.3);
    p.free[0] = -1;
    const auto s = run_process(p, restitution(impulse, 0.7));
    REQUIRE(s);
    const Vector3d small = by_small_steps(p, 0.7);
    CHECK((s->P - small).norm() < 3e-5 * s->P.norm());
    CHECK((s->w - p.free - p.D * s->P).norm() < 1e-10);
  }
}

TEST_CASE("no blow by impulse or work gains energy in space") {
  Dice dice;
  for (int trial = 0; trial < 300; ++trial) {
    Problem p = random_problem(dice, 1, 5, 2);
    p.free[0] = -dice.in(0.01, 2);
    const double e = dice.in(0, 1);
    for (const auto kind : {impulse, work}) {
      const auto s = run_process(p, restitution(kind, e));
      REQUIRE(s);
      CHECK(s->P.dot(p.free + s->w) <= 1e-10 * s->P.norm());
      CHECK(s->P.tail<2>().norm() <= p.friction[0].sliding * s->P[0] * (1 + 1e-9));
      CHECK(s->w[0] >= -1e-12);
    }
  }
}

// Blows with closed forms: rods and balls, under the three hypotheses of restitution.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "runtime/impact/contact_problem.hpp"
#include "runtime/impact/process.hpp"

using namespace mbs::impact;
using Eigen::MatrixXd, Eigen::VectorXd;

namespace {

constexpr double pi = 3.14159265358979323846;

// A uniform rod of 1 kg and 1 m whose lower end, at (-cos a, -sin a)/2 from its centre, touches the
// floor. The tangential direction is x.
Problem rod(double angle, double vx, double vy, double mu, double spin = 0) {
  const double rx = -std::cos(angle) / 2, ry = -std::sin(angle) / 2, I = 1.0 / 12;
  Problem p;
  p.D.resize(2, 2);
  p.D << 1 + rx * rx / I, -rx * ry / I, -rx * ry / I, 1 + ry * ry / I;
  p.free = Eigen::Vector2d(vy + spin * rx, vx - spin * ry);
  p.departure = {0};
  p.friction = {{Friction::Kind::coulomb, mu, mu}};
  return p;
}

Solution newton(Problem p, double ce) {
  for (int i = 0; i < p.size(); ++i) p.departure[i] = std::max(0.0, -ce * p.free[2 * i]);
  const auto s = solve(p);
  REQUIRE(s);
  CHECK(holds(p, *s));
  return *s;
}

ProcessResult poisson(const Problem& p, double ce) {
  const auto r = run_process(
      p, {Restitution::Kind::impulse, [=](int, const Compression& c) { return ce * c.P_in; }});
  REQUIRE(r);
  return *r;
}

ProcessResult stronge(const Problem& p, double ce) {
  const auto r = run_process(
      p, {Restitution::Kind::work, [=](int, const Compression& c) { return ce * ce * c.W_in; }});
  REQUIRE(r);
  return *r;
}

struct Blow {
  double vN, vT, PN, PT;
};

template <class Result>
void check(const Result& r, const Blow& b) {
  CHECK(r.w[0] == doctest::Approx(b.vN).epsilon(2e-10));
  CHECK(r.w[1] == doctest::Approx(b.vT).epsilon(2e-10));
  CHECK(r.P[0] == doctest::Approx(b.PN).epsilon(2e-10));
  CHECK(r.P[1] == doctest::Approx(b.PT).epsilon(2e-10));
}

// Equal balls in a row that touch; no friction.
Problem row_of_balls(const std::vector<double>& mass, const std::vector<double>& speed) {
  const int n = static_cast<int>(mass.size()) - 1;
  Problem p;
  p.D = MatrixXd::Zero(2 * n, 2 * n);
  p.free = VectorXd::Zero(2 * n);
  p.departure.assign(n, 0);
  p.friction.assign(n, {});
  for (int i = 0; i < n; ++i) {
    p.free[2 * i] = speed[i + 1] - speed[i];
    p.D(2 * i, 2 * i) = 1 / mass[i] + 1 / mass[i + 1];
    if (i > 0) p.D(2 * i, 2 * i - 2) = p.D(2 * i - 2, 2 * i) = -1 / mass[i];
  }
  return p;
}

template <class Result>
std::vector<double> speeds_after(const Result& r, const std::vector<double>& mass,
                                 std::vector<double> speed) {
  for (std::size_t i = 0; i + 1 < mass.size(); ++i) {
    speed[i] -= r.P[2 * i] / mass[i];
    speed[i + 1] += r.P[2 * i] / mass[i + 1];
  }
  return speed;
}

void check_all(const std::vector<double>& found, const std::vector<double>& wanted) {
  REQUIRE(found.size() == wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    CHECK(found[i] == doctest::Approx(wanted[i]).epsilon(1e-12));
}

}  // namespace

// Figures: integration of Routh's process in the rod's own coordinates.
TEST_CASE("a rod that strikes the floor obliquely") {
  const double a45 = pi / 4, a60 = pi / 3;
  SUBCASE("slides on: the hypotheses agree") {
    const Blow all{0.5, -0.5487804878, 0.7317073171, 0.2195121951};
    const Problem p = rod(a45, 0, -1, 0.3);
    check(newton(p, 0.5), all);
    check(poisson(p, 0.5), all);
    check(stronge(p, 0.5), all);
  }
  SUBCASE("slides and turns round") {
    const Problem p = rod(a60, 0.5, -1, 0.2);
    check(newton(p, 0.8), {0.8, -0.2839716581, 1.2078977356, 0.2415795471});
    check(poisson(p, 0.8), {0.6933596545, -0.5129657384, 1.0468844458, 0.1067621689});
    check(stronge(p, 0.8), {0.7164925479, -0.5230410344, 1.0624078733, 0.1098668544});
  }
  SUBCASE("sticks") {
    const Problem p = rod(a60, 0.5, -1, 0.5);
    check(newton(p, 0.8), {0.8, 0, 1.3001202368, 0.3658171476});
    check(poisson(p, 0.8), {0.6401183870, 0, 1.1702164262, 0.3138940706});
    check(stronge(p, 0.8), {0.6608102053, 0, 1.1870285286, 0.3206139357});
  }
  SUBCASE("sticks, and by Newton's law gains energy") {
    const Problem p = rod(a60, 1, -1, 0.5);
    check(newton(p, 0.9), {0.9, 0, 1.2189904736, 0.1795431002});
    check(poisson(p, 0.9), {0.5402663707, 0, 0.9267068998, 0.0627161771});
    check(stronge(p, 0.9), {0.6543416941, 0, 1.0193931001, 0.0997632251});
  }
}

// At 65 degrees with mu = 2 no force could hold the end, which slides and does not approach: an
// impulse without approach stops the sliding.
TEST_CASE("a rod that jams") {
  Problem p = rod(65 * pi / 180, -3, 0, 2);
  p.free[0] = -1e-13;
  CHECK(p.D(0, 0) + 2 * p.D(0, 1) == doctest::Approx(-0.7623147439).epsilon(1e-9));
  const ProcessResult compression = poisson(p, 0);
  CHECK(compression.P[0] == doctest::Approx(0.8617999985).epsilon(1e-9));
  CHECK(compression.P[1] == doctest::Approx(1.1518639391).epsilon(1e-9));
  const ProcessResult r = poisson(p, 0.5);
  CHECK(r.P[0] == doctest::Approx(1.2926999978).epsilon(1e-9));
  CHECK(r.P[1] == doctest::Approx(1.2947931815).epsilon(1e-9));
  CHECK(r.taken[0].P_in == doctest::Approx(0.8617999985).epsilon(1e-9));
  CHECK(r.w[0] == doctest::Approx(0.4975489995).epsilon(1e-9));
  const ProcessResult s = stronge(p, 0.5);
  CHECK(s.P[0] == doctest::Approx(1.1335276771).epsilon(1e-9));
  CHECK(s.w[0] == doctest::Approx(0.3137568690).epsilon(1e-9));
}

TEST_CASE("balls in a row, struck all at once") {
  const auto by_newton = [](double e, std::vector<double> m, std::vector<double> v) {
    return speeds_after(newton(row_of_balls(m, v), e), m, v);
  };
  const auto by_poisson = [](double e, std::vector<double> m, std::vector<double> v) {
    return speeds_after(poisson(row_of_balls(m, v), e), m, v);
  };
  const std::vector<double> three{1, 1, 1}, five{1, 1, 1, 1, 1};
  check_all(by_newton(1, three, {1, 0, 0}), {-1.0 / 3, 2.0 / 3, 2.0 / 3});
  check_all(by_poisson(1, three, {1, 0, 0}), {-1.0 / 3, 2.0 / 3, 2.0 / 3});
  check_all(by_newton(1, five, {1, 0, 0, 0, 0}), {-0.6, 0.4, 0.4, 0.4, 0.4});
  check_all(by_newton(1, five, {1, 1, 0, 0, 0}), {-0.2, -0.2, 0.8, 0.8, 0.8});
  check_all(by_newton(0.8, three, {1, 0, 0}), {-0.2, 0.6, 0.6});
  check_all(by_poisson(0.8, three, {1, 0, 0}), {-0.2, 0.6, 0.6});
  check_all(by_newton(1, {1, 2, 1}, {1, 0, 0}), {-0.5, 0.5, 0.5});
}

namespace {

// Bodies that touch at random places: D = J M^-1 J^T.
Problem random_problem(int contacts, int speeds, double mu, std::mt19937& random) {
  std::normal_distribution<double> normal;
  const MatrixXd J = MatrixXd::NullaryExpr(2 * contacts, speeds, [&] { return normal(random); });
  Problem p;
  p.D = J * J.transpose();
  p.free = J * VectorXd::NullaryExpr(speeds, [&] { return normal(random); });
  p.departure.assign(contacts, 0);
  p.friction.assign(contacts, {Friction::Kind::coulomb, mu, mu});
  return p;
}

double violation(const Problem& p, const Solution& s) {
  double worst = (p.free + p.D * s.P - s.w).cwiseAbs().maxCoeff();
  for (int i = 0; i < p.size(); ++i) {
    const double PN = s.P[2 * i], PT = s.P[2 * i + 1], gap = s.w[2 * i] - p.departure[i];
    const double vT = s.w[2 * i + 1], bound = p.friction[i].sliding * PN;
    worst = std::max({worst, -PN, -gap, std::abs(PN * gap), std::abs(PT) - bound,
                      std::abs(vT * PT + bound * std::abs(vT))});
  }
  return worst;
}

}  // namespace

TEST_CASE("what is found keeps all inequalities, and little friction always has an answer") {
  std::mt19937 random(2);
  int unsolved = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const int contacts = 1 + trial % 5;
    const double mu = trial % 3 == 0 ? 0.05 : trial % 3 == 1 ? 0.3 : 1.0;
    Problem p = random_problem(contacts, 2 * contacts + 1, mu, random);
    for (int i = 0; i < contacts; ++i) p.departure[i] = std::max(0.0, -0.5 * p.free[2 * i]);
    const auto s = solve(p);
    if (!s) {
      ++unsolved;
      CHECK(mu == 1.0);
      continue;
    }
    CHECK(violation(p, *s) < 1e-7 * (1 + s->P.cwiseAbs().maxCoeff()));
  }
  CHECK(unsolved < 20);  // of a third of the trials, with much friction
}

namespace {

// All answers, by trial of every state of every contact: open, held, sliding either way. Written
// without anything of the solver.
std::vector<VectorXd> answers_by_trial(const Problem& p) {
  const int n = p.size();
  int count = 1;
  for (int i = 0; i < n; ++i) count *= 4;
  std::vector<VectorXd> answers;
  for (int number = 0; number < count; ++number) {
    MatrixXd by(2 * n, 2 * n), columns = MatrixXd::Zero(2 * n, 2 * n);
    VectorXd wanted = VectorXd::Zero(2 * n);
    by.setZero();
    std::vector<int> state;
    for (int i = 0, rest = number; i < n; ++i, rest /= 4) state.push_back(rest % 4);
    // One equation for each of the two impulses: it is 0, or its speed is given, or the other's
    // part.
    for (int i = 0; i < n; ++i) {
      const double slope = state[i] == 2 ? -p.friction[i].sliding : p.friction[i].sliding;
      if (state[i] == 0) {
        by(2 * i, 2 * i) = by(2 * i + 1, 2 * i + 1) = 1;
        continue;
      }
      by.row(2 * i) = p.D.row(2 * i);
      wanted[2 * i] = p.departure[i] - p.free[2 * i];
      if (state[i] == 1) {
        by.row(2 * i + 1) = p.D.row(2 * i + 1);
        wanted[2 * i + 1] = -p.free[2 * i + 1];
      } else {
        by(2 * i + 1, 2 * i + 1) = 1;
        by(2 * i + 1, 2 * i) = -slope;
      }
    }
    const Eigen::FullPivLU<MatrixXd> factors(by);
    if (!factors.isInvertible()) continue;
    const VectorXd P = factors.solve(wanted), w = p.free + p.D * P;
    bool good = true;
    for (int i = 0; i < n && good; ++i) {
      const double bound = p.friction[i].sticking * P[2 * i];
      if (state[i] == 0) good = w[2 * i] >= p.departure[i] - 1e-9;
      if (state[i] == 1) good = P[2 * i] >= -1e-9 && std::abs(P[2 * i + 1]) <= bound + 1e-9;
      if (state[i] == 2) good = P[2 * i] >= -1e-9 && w[2 * i + 1] >= -1e-9;
      if (state[i] == 3) good = P[2 * i] >= -1e-9 && w[2 * i + 1] <= 1e-9;
    }
    if (good) answers.push_back(w);
  }
  return answers;
}

}  // namespace

TEST_CASE("the solver finds an answer where trial of all states does, and one of those") {
  std::mt19937 random(6);
  int several = 0, none = 0, alone = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const int contacts = 1 + trial % 4;
    const double mu = trial % 5 == 0 ? 0 : trial % 5 == 1 ? 2.0 : 0.4;
    Problem p = random_problem(contacts, 2 * contacts + 2, mu, random);
    for (int i = 0; i < contacts; ++i) p.departure[i] = std::max(0.0, -0.5 * p.free[2 * i]);
    const auto s = solve(p);
    const auto answers = answers_by_trial(p);
    CHECK(s.has_value() == !answers.empty());
    if (!s || answers.empty()) {
      ++none;
      continue;
    }
    double nearest = 1e300, apart = 0;
    for (const VectorXd& w : answers) {
      nearest = std::min(nearest, (w - s->w).cwiseAbs().maxCoeff());
      apart = std::max(apart, (w - answers.front()).cwiseAbs().maxCoeff());
    }
    (apart > 1e-6 ? several : alone) += 1;
    CHECK(nearest < 1e-7 * (1 + s->w.cwiseAbs().maxCoeff()));
  }
  // What much friction leaves open: more than one answer, or none.
  CHECK(alone > 1200);
  CHECK(several < 250);
  CHECK(none < 100);
}

TEST_CASE("tangential restitution is Coulomb's law in another speed") {
  // A ball that grips leaves with -ct of its sliding; of a rod by what the coupling adds.
  Problem ball;
  ball.D = Eigen::Vector2d(1, 3.5).asDiagonal();
  ball.free = Eigen::Vector2d(-1, 0.2 + 0.6 * 0.2);  // the speed before and 0.6 of it
  ball.departure = {0.5};
  ball.friction = {{Friction::Kind::coulomb, 0.5, 0.5}};
  const auto s = solve(ball);
  REQUIRE(s);
  CHECK(s->states[0] == State::sticks);
  CHECK(0.2 + 3.5 * s->P[1] == doctest::Approx(-0.6 * 0.2).epsilon(1e-12));
}

TEST_CASE("contacts that are redundant, and many of them, are solved") {
  std::mt19937 random(3);
  for (int trial = 0; trial < 60; ++trial) {
    const Problem p = random_problem(20, 9, 0.2, random);
    const auto s = solve(p);
    REQUIRE(s);
    CHECK(violation(p, *s) < 1e-7 * (1 + s->P.cwiseAbs().maxCoeff()));
  }
}

TEST_CASE("impulses and works give no energy to a blow of one contact") {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> part(0, 1);
  for (int trial = 0; trial < 100000; ++trial) {
    const Problem p = random_problem(1, 2, 2 * part(random), random);
    const double ce = part(random);
    const auto before = 0.5 * p.free.dot(p.D.ldlt().solve(p.free));
    for (const ProcessResult& r : {poisson(p, ce), stronge(p, ce)})
      CHECK(0.5 * r.w.dot(p.D.ldlt().solve(r.w)) <= before * (1 + 1e-9));
  }
}

TEST_CASE("several contacts part, push only, and keep within Coulomb's bound") {
  std::mt19937 random(5);
  int undecided = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const int contacts = 2 + trial % 3;
    const double mu = trial % 2 == 0 ? 0.1 : 0.4;
    const Problem p = random_problem(contacts, 2 * contacts + 1, mu, random);
    Restitution half{Restitution::Kind::impulse,
                     [](int, const Compression& c) { return 0.5 * c.P_in; }};
    if (trial % 4 < 2)
      half = {Restitution::Kind::work, [](int, const Compression& c) { return 0.25 * c.W_in; }};
    const auto r = run_process(p, half);
    if (!r) {
      ++undecided;
      continue;
    }
    CHECK((p.free + p.D * r->P - r->w).cwiseAbs().maxCoeff() < 1e-9 * (1 + r->P.norm()));
    for (int i = 0; i < contacts; ++i) {
      CHECK(r->w[2 * i] > -1e-9);
      CHECK(r->P[2 * i] >= 0);
      CHECK(std::abs(r->P[2 * i + 1]) <= mu * r->P[2 * i] + 1e-9);
    }
  }
  CHECK(undecided < 30);
}

// A block whose two feet slide to a stop while the tip of an arm hinged to it strikes: both feet
// hold one and the same sliding, but for 2e-10 of it, by which their places err. Neither can hold
// it all, and passing it from one to the other came to no end.
TEST_CASE("feet that hold the same sliding, but for rounding, stick while a blow gives back") {
  Problem p;
  p.D.resize(6, 6);
  p.D << 1.1379450696540769, 0.49221449008433682, 0.25442841571163943, 0.49221449025238051,
      -0.031930333714630076, -0.28325322452132107, 0.49221449008433682, 1.5667653368682319,
      -1.03017140376316, 1.5667653371577877, -0.28325322452086288, 0.66908563124712439,
      0.25442841571163943, -1.03017140376316, 2.3253299462260637, -1.0301714041570427,
      -0.031930333714630076, -0.28325322452132107, 0.49221449025238051, 1.5667653371577877,
      -1.0301714041570427, 1.5667653374473434, -0.28325322452086288, 0.66908563124712439,
      -0.031930333714630076, -0.28325322452086288, -0.031930333714630076, -0.28325322452086288,
      6.9114658918121652, 2.1716080546634622, -0.28325322452132107, 0.66908563124712439,
      -0.28325322452132107, 0.66908563124712439, 2.1716080546634622, 1.5370101604399555;
  p.free.resize(6);
  p.free << -8.442959609222811e-09, 0.34503737903350129, -1.1912891601771001, 0.34503737926008282,
      1.2896153589458947e-10, -0.1428686454059952;
  p.departure = {0, 0, 0};
  p.friction.assign(3, {Friction::Kind::coulomb, 0.8, 0.8});
  const ProcessResult r = poisson(p, 0.5);
  CHECK((p.free + p.D * r.P - r.w).norm() < 1e-9);
  for (int i = 0; i < 3; ++i) {
    CHECK(r.w[2 * i] > -1e-9);
    CHECK(std::abs(r.P[2 * i + 1]) <= 0.8 * r.P[2 * i] + 1e-12);
  }
  CHECK(std::abs(r.w[1] - r.w[3]) < 1e-9);  // of one block on one floor
  CHECK(r.P.dot(p.free + r.w) < 0);         // twice the energy gained
}

// Two rods that strike at one instant.
TEST_CASE("a blow of two contacts that do not know of each other is two blows") {
  const Problem one = rod(pi / 3, 0.5, -1, 0.2), other = rod(pi / 4, 0, -1, 0.3);
  Problem both;
  both.D = MatrixXd::Zero(4, 4);
  both.D.topLeftCorner(2, 2) = one.D;
  both.D.bottomRightCorner(2, 2) = other.D;
  both.free.resize(4);
  both.free << one.free, other.free;
  both.departure = {0, 0};
  both.friction = {one.friction[0], other.friction[0]};
  const ProcessResult r = poisson(both, 0.8), a = poisson(one, 0.8), b = poisson(other, 0.8);
  CHECK((r.w.head(2) - a.w).norm() < 1e-12);
  CHECK((r.P.tail(2) - b.P).norm() < 1e-12);
}

// The explicit pair against its order conditions, and against closed forms.
#include "runtime/numerics/runge_kutta.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

using namespace mbs;

namespace {

using Stages = std::array<double, Tsitouras::stages>;

struct Condition {  // sum of weights times `phi` is 1/`density`
  int order = 0;
  Stages phi{};
  double density = 1;
};

Stages times(const Stages& a, const Stages& b) {
  Stages out;
  for (std::size_t i = 0; i < a.size(); ++i) out[i] = a[i] * b[i];
  return out;
}
Stages through(const Stages& x) {
  Stages out{};
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t k = 0; k < x.size(); ++k) out[i] += Tsitouras::a[i][k] * x[k];
  return out;
}
double sum(const Stages& weights, const Stages& phi) {
  double total = 0;
  for (std::size_t i = 0; i < phi.size(); ++i) total += weights[i] * phi[i];
  return total;
}
Stages ones() {
  Stages all;
  all.fill(1);
  return all;
}

// All rooted trees up to order 5 (Hairer, Norsett, Wanner, Solving ODEs I, table II.2.2).
std::vector<Condition> conditions() {
  const Stages& c = Tsitouras::c;
  const Stages c2 = times(c, c), c3 = times(c2, c), ac = through(c), ac2 = through(c2);
  return {{1, ones(), 1},
          {2, c, 2},
          {3, c2, 3},
          {3, ac, 6},
          {4, c3, 4},
          {4, times(c, ac), 8},
          {4, ac2, 12},
          {4, through(ac), 24},
          {5, times(c2, c2), 5},
          {5, times(c2, ac), 10},
          {5, times(ac, ac), 20},
          {5, times(c, ac2), 15},
          {5, times(c, through(ac)), 30},
          {5, through(c3), 20},
          {5, through(times(c, ac)), 40},
          {5, through(ac2), 60},
          {5, through(through(ac)), 120}};
}

Stages dense_weights(double x) {
  Stages out{};
  for (std::size_t i = 0; i < out.size(); ++i)
    for (std::size_t k = Tsitouras::dense_terms; k-- > 0;)
      out[i] = x * (out[i] + Tsitouras::dense[i][k]);
  return out;
}

// The coefficients are printed with 15 digits.
constexpr double rounding = 1e-14;

class Function : public Ode {
 public:
  using Rates = std::function<bool(double t, const double* y, double* f)>;
  explicit Function(Rates rates) : rates_(std::move(rates)) {}
  bool rates(double t, const double* y, double* f) override {
    ++calls;
    return rates_(t, y, f);
  }
  int calls = 0;

 private:
  Rates rates_;
};

// y' = y cos t: y = exp(sin t); and a circle.
Function swing() {
  return Function([](double t, const double* y, double* f) {
    f[0] = y[0] * std::cos(t);
    f[1] = -y[2];
    f[2] = y[1];
    return true;
  });
}
std::vector<double> exact(double t) {
  return {std::exp(std::sin(t)), std::cos(t), std::sin(t)};
}
double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

RungeKutta started(Function& f, double t, const std::vector<double>& y) {
  RungeKutta steps(static_cast<int>(y.size()));
  std::vector<double> rates(y.size());
  f.rates(t, y.data(), rates.data());
  steps.start(t, y.data(), rates.data());
  return steps;
}

// After so many equal steps from 0 to 2: the error at the end.
double error_at_end(int count) {
  Function f = swing();
  RungeKutta steps = started(f, 0, exact(0));
  for (int i = 1; i <= count; ++i) {
    REQUIRE(steps.attempt(f, 2.0 * i / count));
    steps.accept();
  }
  return distance({steps.y().begin(), steps.y().end()}, exact(2));
}

// In one step of h from 0.3 on: of the interpolated values, and of what error() says.
double error_within(double h) {
  Function f = swing();
  RungeKutta steps = started(f, 0.3, exact(0.3));
  REQUIRE(steps.attempt(f, 0.3 + h));
  steps.accept();
  double largest = 0;
  for (const double x : {0.2, 0.45, 0.7, 0.9}) {
    std::vector<double> y(3);
    steps.interpolate(0.3 + x * h, y.data(), nullptr);
    largest = std::max(largest, distance(y, exact(0.3 + x * h)));
  }
  return largest;
}

}  // namespace

TEST_CASE("the explicit pair fulfils its order conditions") {
  for (std::size_t i = 0; i < Tsitouras::c.size(); ++i)
    CHECK(std::abs(sum(Tsitouras::a[i], ones()) - Tsitouras::c[i]) < rounding);
  double estimate_at_5 = 0;
  for (const Condition& condition : conditions()) {
    const double off = sum(Tsitouras::a.back(), condition.phi) - 1 / condition.density;
    CHECK(std::abs(off) < rounding);
    const double estimate = sum(Tsitouras::e, condition.phi);
    if (condition.order < 5)
      CHECK(std::abs(estimate) < rounding);
    else
      estimate_at_5 = std::max(estimate_at_5, std::abs(estimate));
    if (condition.order > 4) continue;  // which is that between the ends of a step
    for (const double x : {0.1, 0.37, 0.8, 1.0}) {
      const double within = sum(dense_weights(x), condition.phi);
      CHECK(std::abs(within - std::pow(x, condition.order) / condition.density) < rounding);
    }
  }
  CHECK(estimate_at_5 > 1e-4);  // else it would estimate nothing
}

TEST_CASE("explicit steps have order 5") {
  // Each halving divides the error by 32, but for the next term.
  const double coarse = error_at_end(16), middle = error_at_end(32), fine = error_at_end(64);
  CHECK(std::log2(coarse / middle) == doctest::Approx(5).epsilon(0.08));
  CHECK(std::log2(middle / fine) == doctest::Approx(5).epsilon(0.05));
}

TEST_CASE("values within an explicit step have order 4") {
  // Of one step: h^5.
  CHECK(std::log2(error_within(0.2) / error_within(0.1)) == doctest::Approx(5).epsilon(0.1));
  CHECK(std::log2(error_within(0.1) / error_within(0.05)) == doctest::Approx(5).epsilon(0.1));
}

TEST_CASE("rates within an explicit step are those of its values") {
  Function f = swing();
  RungeKutta steps = started(f, 0.3, exact(0.3));
  REQUIRE(steps.attempt(f, 0.5));
  steps.accept();
  std::vector<double> y(3), slope(3), before(3), after(3);
  steps.interpolate(0.42, y.data(), slope.data());
  steps.interpolate(0.42 - 1e-5, before.data(), nullptr);
  steps.interpolate(0.42 + 1e-5, after.data(), nullptr);
  for (int i = 0; i < 3; ++i)
    CHECK(slope[i] == doctest::Approx((after[i] - before[i]) / 2e-5).epsilon(1e-8));
  steps.interpolate(0.5, y.data(), nullptr);
  CHECK(distance(y, {steps.y().begin(), steps.y().end()}) < 1e-14);
}

TEST_CASE("what a cubic through both ends of an explicit step misses is told") {
  // y = t^4, which the interpolant has exactly: in the middle h^4/384 times the fourth derivative.
  Function f([](double t, const double*, double* out) {
    out[0] = 4 * t * t * t;
    return true;
  });
  RungeKutta steps = started(f, 0.3, {std::pow(0.3, 4)});
  REQUIRE(steps.attempt(f, 0.9));
  steps.accept();
  double missed = 0;
  steps.missed_by_cubic(0, 1, 1, &missed);
  CHECK(missed == doctest::Approx(std::pow(0.6, 4) / 384 * 24).epsilon(1e-12));
}

TEST_CASE("the first stage of an explicit step is not that of what was before a start") {
  double force = 1;
  Function f([&](double, const double*, double* out) {
    out[0] = force;
    return true;
  });
  RungeKutta steps = started(f, 0, {0});
  REQUIRE(steps.attempt(f, 1));
  steps.accept();
  force = -1;
  const std::vector<double> y(steps.y().begin(), steps.y().end()), rates = {-1};
  steps.start(1, y.data(), rates.data());
  REQUIRE(steps.attempt(f, 2));
  double error = 1;
  steps.error(&error);
  CHECK(std::abs(error) < 1e-14);
  CHECK(std::abs(steps.tried()[0]) < 1e-14);
}

TEST_CASE("the weighted error of an explicit step is that of its unknowns") {
  Function f = swing();
  RungeKutta steps = started(f, 0, exact(0));
  REQUIRE(steps.attempt(f, 0.3));
  const std::vector<double> weights = {3, 0, 7e4};
  std::vector<double> error(3);
  steps.error(error.data());
  double wanted = 0;
  for (std::size_t i = 0; i < error.size(); ++i)
    wanted += error[i] * weights[i] * error[i] * weights[i];
  REQUIRE(wanted > 0);
  // But for the order of the products.
  CHECK(steps.squared_error(weights.data()) == doctest::Approx(wanted).epsilon(1e-14));
}

TEST_CASE("a step within the last one leaves the next one as it was") {
  const auto end = [](bool looks) {
    Function f = swing();
    RungeKutta steps = started(f, 0, exact(0));
    REQUIRE(steps.attempt(f, 0.3));
    steps.accept();
    std::vector<double> y(3), rates(3);
    if (looks) REQUIRE(steps.again(f, 0.2, y.data(), rates.data()));
    REQUIRE(steps.attempt(f, 0.5));
    return std::vector<double>(steps.tried(), steps.tried() + 3);
  };
  CHECK(end(true) == end(false));
}

TEST_CASE("an explicit step uses its last stage again") {
  Function f = swing();
  RungeKutta steps = started(f, 0, exact(0));
  f.calls = 0;
  for (int i = 1; i <= 10; ++i) {
    REQUIRE(steps.attempt(f, 0.1 * i));
    steps.accept();
  }
  CHECK(f.calls == 60);
}

TEST_CASE("a step again to an instant within the last one is a step") {
  Function f = swing();
  RungeKutta steps = started(f, 0.3, exact(0.3)), direct = steps;
  REQUIRE(steps.attempt(f, 0.7));
  steps.accept();
  REQUIRE(direct.attempt(f, 0.45));
  std::vector<double> y(3), rates(3);
  REQUIRE(steps.again(f, 0.45, y.data(), rates.data()));
  CHECK(y == std::vector<double>(direct.tried(), direct.tried() + 3));
  CHECK(steps.time() == 0.7);  // which stands where it stood
}

TEST_CASE("an explicit step tells where there are no rates") {
  Function f([](double t, const double*, double* out) {
    out[0] = 1;
    return t < 0.5;
  });
  RungeKutta steps = started(f, 0, {0});
  CHECK_FALSE(steps.attempt(f, 1));
  CHECK(steps.time() == 0);
  CHECK(steps.attempt(f, 0.4));
}

TEST_CASE("the size of explicit steps follows their errors") {
  StepSize size;
  CHECK_FALSE(size.known());
  size.set(1);
  SUBCASE("grows, at most five times") {
    size.accepted(1, 1e-30, false);
    CHECK(size.size() == doctest::Approx(5));
    size.accepted(5, 0, false);
    CHECK(size.size() == doctest::Approx(25));
  }
  SUBCASE("aims a little below what is allowed") {
    size.accepted(1, 1, false);
    CHECK(size.size() == doctest::Approx(0.9));
    size.accepted(1, std::pow(2, -5), false);
    CHECK(size.size() == doctest::Approx(1.8));
  }
  SUBCASE("a failed step lowers it, and the next one does not raise it") {
    size.rejected(1, 32);
    CHECK(size.size() == doctest::Approx(0.45));
    size.accepted(0.45, 1e-10, false);
    CHECK(size.size() == doctest::Approx(0.45));
    size.accepted(0.45, 1e-10, false);
    CHECK(size.size() > 0.45);
  }
  SUBCASE("what failed without a number lowers it, too") {
    size.rejected(1, std::nan(""));
    CHECK(size.size() == doctest::Approx(0.2));
    size.undefined(1);
    CHECK(size.size() == doctest::Approx(0.25));
  }
  SUBCASE("a step cut short does not") {
    size.accepted(1e-6, 1e-12, true);
    CHECK(size.size() == 1);
  }
}

// The Jacobian against central differences of the residual, at states that need not be consistent.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "runtime/coordinates/prescribed.hpp"
#include "runtime/equations/jacobian.hpp"
#include "runtime/equations/residual.hpp"
#include "runtime/integration/motion_solver.hpp"
#include "runtime/model/sparse_pattern.hpp"
#include "runtime/model/workspace.hpp"
#include "tests/support/mechanisms.hpp"

namespace mbs::test {

struct State {
  std::vector<double> y, yp;
};

inline State random_state(const Assembled& x, unsigned seed, double spread) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> u(-1, 1);
  const Layout& l = layout(*x.model);
  State s{x.a->y, x.a->yp};
  for (int i = 0; i < l.size; ++i) {
    s.y[i] += (i < l.v ? spread : 1.0) * u(generator);
    s.yp[i] = 3 * u(generator);
  }
  return s;
}

// F(t, y + a e, y' + b e) by column; the residual is evaluated with steps of 1e-6, so that rounding
// (1e-16 * 1e4 N / 1e-6) and truncation both stay near 1e-6 of the larger entries.
inline void check_jacobian(const Assembled& x, State s, const Mode& mode, double h = 1e-6) {
  const Layout& l = layout(*x.model);
  const SparsePattern& pattern = jacobian_pattern(*x.model);
  const double cj = 37, t = 0.13;
  Workspace w(*x.model);
  std::vector<double> values(pattern.rows.size()), plus(l.size), minus(l.size);
  REQUIRE(jacobian(*x.model, {t, s.y.data(), s.yp.data(), &mode}, cj, values.data(), w));
  double scale = 1;
  for (double v : values) scale = std::max(scale, std::abs(v));
  for (int c = 0; c < l.size; ++c) {
    State p = s, m = s;
    p.y[c] += h;
    m.y[c] -= h;
    p.yp[c] += cj * h;
    m.yp[c] -= cj * h;
    REQUIRE(residual(*x.model, {t, p.y.data(), p.yp.data(), &mode}, plus.data(), w));
    REQUIRE(residual(*x.model, {t, m.y.data(), m.yp.data(), &mode}, minus.data(), w));
    std::vector<double> column(l.size, 0.0);
    for (auto k = pattern.column_starts[c]; k < pattern.column_starts[c + 1]; ++k)
      column[pattern.rows[k]] = values[k];
    for (int r = 0; r < l.size; ++r) {
      const double difference = (plus[r] - minus[r]) / (2 * h);
      INFO("row " << r << " column " << c);
      CHECK(std::abs(column[r] - difference) < 2e-7 * scale + 1e-6 * std::abs(difference));
    }
  }
}

// The same of the equations in joint coordinates, where the mechanism has any. In space corrections
// of places are left out of the derivatives by places: they are zero up to the tolerance, and are 0
// here; and angles that only count turns are not looked at.
template <class X>
void check_tree_jacobian(const X& x, unsigned seed, double spread, const Mode& mode,
                         double h = 1e-6) {
  const Model& model = *x.model;
  const Layout& l = model.layout;
  if (!model.tree.used()) return;
  const std::vector<int>& unknowns = model.tree.prescribed.unknowns;
  const int n = static_cast<int>(unknowns.size());
  const SparsePattern& pattern = model.tree.prescribed.pattern;
  const double cj = 37, t = 0.13;
  Workspace w(model);
  ModelDae absolute(model, mode, w);
  TreeDae dae(model, mode, absolute, w);
  TreeState state(model);
  std::vector<double> y(n), yp(n), values(pattern.rows.size()), plus(n), minus(n);
  std::vector<double> reduced(model.tree.size), rates(model.tree.size);
  reduce(model, x.a->y.data(), x.a->yp.data(), reduced.data(), rates.data(), state);
  gather_unknowns(model.tree.prescribed, reduced.data(), y.data());
  const auto corrects = [&](int i) {
    const int of = model.tree.absolute[unknowns[i]];
    return l.spatial() && of >= l.mu && of < l.mu + l.positions;
  };
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> u(-1, 1);
  for (int i = 0; i < n; ++i) {
    y[i] += (unknowns[i] < model.tree.coordinates ? spread : 1.0) * u(generator);
    yp[i] = corrects(i) ? 0 : 3 * u(generator);
  }
  dae.start(reduced);
  REQUIRE(dae.jacobian(t, cj, y.data(), yp.data(), values.data()));
  double scale = 1;
  for (double v : values) scale = std::max(scale, std::abs(v));
  for (int c = 0; c < n; ++c) {
    const double q = y[c], rate = yp[c];
    y[c] = q + h, yp[c] = rate + cj * h;
    REQUIRE(dae.residual(t, y.data(), yp.data(), plus.data()));
    y[c] = q - h, yp[c] = rate - cj * h;
    REQUIRE(dae.residual(t, y.data(), yp.data(), minus.data()));
    y[c] = q, yp[c] = rate;
    std::vector<double> column(n, 0.0);
    for (auto k = pattern.column_starts[c]; k < pattern.column_starts[c + 1]; ++k)
      column[pattern.rows[k]] = values[k];
    for (int r = 0; r < n; ++r) {
      if (l.angles > 0 && model.tree.absolute[unknowns[r]] >= l.angle) continue;
      const double difference = (plus[r] - minus[r]) / (2 * h);
      INFO("reduced row " << r << " column " << c);
      CHECK(std::abs(column[r] - difference) < 2e-7 * scale + 1e-6 * std::abs(difference));
    }
  }
}

inline void check_at_random_states(const Mechanism& m, double spread = 0.3) {
  Assembled x(m);
  for (const Diagnostic& d : x.diagnostics.list()) MESSAGE(d.message);
  REQUIRE(x.a);
  for (unsigned seed = 1; seed <= 4; ++seed) {
    check_jacobian(x, random_state(x, seed, spread), x.a->mode);
    check_tree_jacobian(x, seed, spread, x.a->mode);
  }
}

// Two moving bodies with points off their centres of mass.
struct Pair {
  Mechanism m;
  ir::BodyId a, b;
  ir::FrameId pa, pb;
  Pair() {
    m.s.gravity = {0.3, -9.81};
    a = m.body("a", 1.3, 0.2, {0.1, -0.05});
    b = m.body("b", 0.7, 0.1, {-0.2, 0.15});
    pa = m.frame(a, 0.4, 0.1, 0.3);
    pb = m.frame(b, -0.3, 0.2, -0.2);
  }
};

}  // namespace mbs::test

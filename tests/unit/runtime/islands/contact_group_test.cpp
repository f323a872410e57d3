// Contacts among many: pairs found as they move, closed with and without a restart.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "runtime/equations/group_pattern.hpp"
#include "runtime/equations/residual.hpp"
#include "runtime/model/sparse_pattern.hpp"
#include "runtime/model/unknowns_of_signals.hpp"
#include "runtime/model/workspace.hpp"
#include "tests/support/balls.hpp"

using namespace mbs;
using namespace mbs::test;

TEST_CASE("a group moves like contacts of all its pairs") {
  for (const bool dissipative : {false, true}) {
    const ir::LawProgram law = power_law(1e8, 1.5, dissipative ? 0.6 : 0);
    Balls group, pairs;
    for (Balls* balls : {&group, &pairs}) {
      balls->b.s.gravity = {0, -9.81};
      balls->grid(3);
    }
    group.group(law, group.box(0.18));
    pairs.pairs(law, pairs.box(0.18));
    // Each impact stretches what was different before it: compared while there are few of them.
    const Run a = run(group.b, 0.04, 1e-9), b = run(pairs.b, 0.04, 1e-9);
    REQUIRE(a.termination == Termination::finished);
    REQUIRE(b.termination == Termination::finished);
    std::size_t impacts = 0;
    for (const auto& rows : b.impacts) impacts += rows.size();
    CHECK(impacts > 5);
    CHECK(a.modes.last().groups[0].hits == static_cast<long>(impacts));
    CHECK(largest_difference(motion_at_end(a), motion_at_end(b)) < 1e-5);
  }
}

TEST_CASE("balls in a box keep their energy and stay inside") {
  Balls balls;
  balls.b.s.gravity = {0, -9.81};
  balls.grid(6);
  balls.group(power_law(1e8, 1.5, 0.6), balls.box(0.36));
  const Run r = run(balls.b, 0.3, 1e-6);
  REQUIRE(r.termination == Termination::finished);
  CHECK(r.modes.last().groups[0].hits > 200);
  const double start = energy_at(r, 0);
  for (std::size_t i = 0; i < r.size(); i += 7)
    CHECK(std::abs(energy_at(r, i) - start) < 1e-4 * start);
  // 1 mm: three times the penetration at the highest speed.
  const auto y = r.y_at(r.size() - 1);
  for (int k = 0; k < 36; ++k) {
    CHECK(y[3 * k] > radius - 1e-3);
    CHECK(y[3 * k] < 0.36 - radius + 1e-3);
    CHECK(y[3 * k + 1] > radius - 1e-3);
  }
}

TEST_CASE("where closings crowd pairs close without a restart, as accurately") {
  const auto crowd = [](double tol) {
    Balls balls;
    balls.grid(8);
    balls.group(power_law(1e8, 1.5, 0.3));
    return run(balls.b, 0.03, tol);
  };
  const Run coarse = crowd(1e-6), fine = crowd(1e-9);
  REQUIRE(coarse.termination == Termination::finished);
  const long hits = coarse.modes.last().groups[0].hits;
  CHECK(hits > 40);
  CHECK(coarse.counters.restarts < hits / 2);
  // Speeds are followed to 1e-6 m/s a step; a ball that was hit turns errors into ten times larger
  // ones with each hit.
  CHECK(largest_difference(motion_at_end(coarse), motion_at_end(fine)) < 2e-3);
  const auto momentum = [](const Run& r, std::size_t i) {
    double sum = 0;
    for (int k = 0; k < 64; ++k) sum += r.y_at(i)[3 * 64 + 3 * k];
    return sum;
  };
  CHECK(std::abs(momentum(coarse, coarse.size() - 1) - momentum(coarse, 0)) < 1e-9);
}

TEST_CASE("a force that jumps always restarts") {
  Balls balls;
  balls.add(0, 0, 1, 0);
  balls.add(0.05, 0, -1, 0);
  balls.group(kelvin_voigt(1e6, 20));
  const Run r = run(balls.b, 0.02, 1e-8);
  REQUIRE(r.termination == Termination::finished);
  CHECK(r.modes.last().groups[0].hits == 1);
  CHECK(r.counters.restarts >= 3);  // the start, touching, leaving
  CHECK(std::abs(energy_at(r, r.size() - 1) - energy_at(r, 0)) < 1e-6 * energy_at(r, 0));
}

TEST_CASE("derivatives of pairs are exact") {
  Balls balls;
  balls.grid(2);
  balls.group(with_ambrosio(power_law(1e4, 1.5, 0.3), 0.2, 1e-3, 5), balls.box(0.12));
  const ModelPtr model = balls.b.build();
  Diagnostics none;
  const auto start = assemble(*model, none);
  REQUIRE(start);
  std::vector<double> y = start->y, yp = start->yp;
  y[3] = y[0] + 0.03, y[4] = y[1] + 0.02;  // the second ball into the first
  y[6] = 0.015;                            // the third into the left wall
  for (std::size_t i = 0; i < 12; ++i) y[12 + i] += 0.3 * std::sin(1.0 + static_cast<double>(i));
  Mode mode = start->mode;
  mode.groups[0].pairs = {{0, 1, true, 0.8}, {2, 5, true, 1.1}};
  Workspace w(*model);
  GroupPattern pattern(*model, w);
  pattern.set_pairs(0, std::vector<NearPair>{{0, 1}, {0, 3}, {2, 5}});
  const SparsePattern& p = pattern.renew();
  const int n = layout(*model).size;
  std::vector<double> values(p.rows.size()), plus(n), minus(n);
  const double cj = 13;
  REQUIRE(pattern.fill({0, y.data(), yp.data(), &mode}, cj, values.data()));
  double force = 0;
  for (int c = 0; c < n; ++c) {
    std::vector<double> column(n, 0.0);
    for (auto k = p.column_starts[c]; k < p.column_starts[c + 1]; ++k)
      column[p.rows[k]] = values[k];
    const double h = 1e-7;
    auto moved = [&](double by, std::vector<double>& r) {
      auto a = y, b = yp;
      a[c] += by, b[c] += cj * by;
      REQUIRE(residual(*model, {0, a.data(), b.data(), &mode}, r.data(), w));
    };
    moved(h, plus), moved(-h, minus);
    for (int r = 0; r < n; ++r) {
      const double slope = (plus[r] - minus[r]) / (2 * h);
      force = std::max(force, std::abs(slope));
      // Central differences of a smooth force: h^2 and rounding of the residual over h.
      CHECK(std::abs(slope - column[r]) < 1e-6 * (1 + std::abs(slope)) + 1e-4);
    }
  }
  CHECK(force > 100);  // the pairs do act
}

TEST_CASE("a thin record keeps what the signals of a group are made of") {
  Balls balls;
  balls.grid(2);
  balls.group(power_law(1e8, 1.5, 0.3), balls.box(0.12));
  const ModelPtr model = balls.b.build();
  const auto kept = [&](Slot slot) { return unknowns_of(*model, {&slot, 1}); };
  const auto signal = [&](GroupSignal which) {
    return kept({SlotKind::group_signal, 0, static_cast<std::int32_t>(which), 0});
  };
  const int work = layout(*model).group;
  CHECK(signal(GroupSignal::hits).empty());
  CHECK(signal(GroupSignal::delta).size() == 24);  // q and v of four balls
  CHECK(signal(GroupSignal::energy_lost) == std::vector<int>{work});
  const auto energy =
      kept({SlotKind::energy, 0, static_cast<std::int32_t>(EnergySignal::contact), 0});
  CHECK(std::ranges::count(energy, work) == 1);
}

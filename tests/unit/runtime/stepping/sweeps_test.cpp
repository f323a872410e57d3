// The sweeps over the contacts of a step: each cluster by itself.
#include "runtime/stepping/sweeps.hpp"

#include <doctest/doctest.h>

#include <array>
#include <deque>

using namespace mbs;

namespace {

// Balls of 1 kg on each other that move along one line each, in columns of `v` one after the other.
struct Stacks {
  std::vector<StepContact> contacts;
  std::deque<std::array<double, 8>> values;  // by contact: two rows, two responses
  std::vector<double> v;
  LinkedResponses linked;

  // The lowest on the floor; all fall at 1 m/s.
  void add(int balls) {
    for (int i = 0; i < balls; ++i) {
      const int upper = static_cast<int>(v.size());
      v.push_back(-1);
      StepContact c;
      c.parts = 2, c.width = 2;
      c.count = i == 0 ? 1 : 2;
      c.columns[0] = upper, c.columns[1] = upper - 1;
      c.values = values.emplace_back(std::array<double, 8>{1, -1, 0, 0, 1, -1, 0, 0}).data();
      c.D_NN = c.count;
      contacts.push_back(c);
    }
  }
  SweepResult solve() { return sweep_impulses(contacts, linked, 1e-12, v); }
};

}  // namespace

TEST_CASE("stacks that fall pass on what they carry, each by itself") {
  Stacks apart;
  apart.add(8);
  apart.add(1);
  apart.add(8);
  const SweepResult result = apart.solve();
  REQUIRE(result.converged);
  for (int i = 0; i < 8; ++i) {  // all above come to rest by it
    CHECK(apart.contacts[i].P[0] == doctest::Approx(8 - i).epsilon(1e-10));
    CHECK(apart.contacts[9 + i].P[0] == apart.contacts[i].P[0]);
  }
  CHECK(apart.contacts[8].P[0] == 1);
  CHECK(result.visits < 17L * result.sweeps);  // the ball by itself needs few

  Stacks alone;
  alone.add(8);
  const SweepResult one = alone.solve();
  CHECK(one.sweeps == result.sweeps);
  CHECK(one.visits == 8L * one.sweeps);
  for (int i = 0; i < 8; ++i) CHECK(alone.contacts[i].P[0] == apart.contacts[i].P[0]);
}

TEST_CASE("bodies that joints link are one cluster") {
  Stacks stacks;
  stacks.add(1);
  stacks.add(1);
  // A rod through both balls: what pushes one moves both by a half.
  const std::array<int, 2> columns{0, 1};
  stacks.linked.columns = columns;
  stacks.linked.change.assign(4, {0.5, 0.5});
  for (int i = 0; i < 2; ++i) {
    StepContact& c = stacks.contacts[i];
    c.linked = 2 * i;
    c.values[4] = 0;  // all of it goes by the rod
    c.D_NN = 0.5;
  }
  const SweepResult result = stacks.solve();
  REQUIRE(result.converged);
  CHECK(stacks.contacts[0].P[0] + stacks.contacts[1].P[0] == doctest::Approx(2).epsilon(1e-12));
  CHECK(stacks.v[0] == doctest::Approx(0).epsilon(1e-12));
  CHECK(result.visits == 2L * result.sweeps);
}

#include <doctest/doctest.h>

#include <algorithm>

#include "runtime/forward/race.hpp"

using namespace mbs;

namespace {

// Explicit steps of 1 s at a cost of 2.
constexpr StepYield free_step{1, 2, 0}, held_back{1, 2, 1};

// Until the other one is to go on; -1: not within `most` steps.
int steps_until_change(Race& race, const StepYield& step, int most = 100000) {
  for (int i = 1; i <= most; ++i)
    if (race.took(step)) return i;
  return -1;
}

}  // namespace

TEST_CASE("explicit steps that their error bounds go on as long as there are events") {
  Race race;
  for (int i = 0; i < 10000; ++i) {
    CHECK(steps_until_change(race, free_step, 99) == -1);
    race.event();
  }
  // Five of six held back are a rest, six free ones in a row forgive all.
  for (int round = 0; round < 1000; ++round) {
    for (int i = 0; i < 14; ++i) CHECK_FALSE(race.took(held_back));
    for (int i = 0; i < 6; ++i) CHECK_FALSE(race.took(free_step));
    race.event();
  }
}

TEST_CASE("without events IDA is tried after a hundred explicit steps, then ever more rarely") {
  Race race;
  for (const int wait : {100, 400, 1600, 6400}) {
    CHECK(steps_until_change(race, free_step) == std::max(wait, wait > 100 ? 400 : 0));
    CHECK(steps_until_change(race, {0.49, 1, 0}) == 100);
  }
  CHECK(steps_until_change(race, free_step) == 25600);
  CHECK(steps_until_change(race, {0.51, 1, 0}) == -1);
}

TEST_CASE("a bound far below what the error allows counts for five") {
  Race race;
  CHECK(steps_until_change(race, {1, 2, 5}) == 3);
}

TEST_CASE("IDA is tried where explicit steps are held back, and stays if it gets farther") {
  Race race;
  steps_until_change(race, free_step, 40);
  CHECK(steps_until_change(race, held_back) == 15);
  CHECK(race.implicit());
  SUBCASE("at the same cost") {
    CHECK(steps_until_change(race, {0.51, 1, 0}) == -1);
  }
  SUBCASE(
      "else explicit steps go on after the trial, and are left in peace for four times as long") {
    CHECK(steps_until_change(race, {0.49, 1, 0}) == 100);
    CHECK_FALSE(race.implicit());
    CHECK(steps_until_change(race, held_back) == 400);
    // The next trial is twice as long, up to 6400.
    int last = 100;
    for (const int length : {200, 400, 800, 1600, 3200, 6400, 6400}) {
      last = steps_until_change(race, {0.49, 1, 0});
      CHECK(last == length);
      CHECK(steps_until_change(race, held_back) == 4 * length);
    }
  }
  SUBCASE("only the last third of a trial counts: steps grow from order 1") {
    for (int i = 0; i < 66; ++i) CHECK_FALSE(race.took({1e-6, 1, 0}));
    CHECK(steps_until_change(race, {0.6, 1, 0}) == -1);
  }
  SUBCASE("after it has won it is asked again every hundred steps") {
    steps_until_change(race, {1, 1, 0}, 1000);
    CHECK(steps_until_change(race, {0.4, 1, 0}) == 100);
  }
}

TEST_CASE("an event begins with explicit steps, unless these were soon held back after others") {
  Race race;
  steps_until_change(race, free_step, 99);
  steps_until_change(race, held_back);
  race.event();
  CHECK_FALSE(race.implicit());
  // At once again: through one event IDA goes on, then three, seven and so on.
  for (const int through : {1, 3, 7, 15}) {
    CHECK(steps_until_change(race, held_back) == 15);
    for (int i = 0; i < through; ++i) {
      race.event();
      CHECK(race.implicit());
    }
    race.event();
    CHECK_FALSE(race.implicit());
  }
}

TEST_CASE("what rests is IDA's until it leaves, whatever it gets") {
  Race race;
  race.rest(true);
  CHECK(race.implicit());
  CHECK(steps_until_change(race, {1e-9, 1, 0}, 1000) == -1);
  race.event();
  CHECK(race.implicit());
  race.rest(false);
  CHECK_FALSE(race.implicit());
}

TEST_CASE("explicit steps that cannot go on leave it to IDA, longer each time") {
  Race race;
  for (const int through : {1, 3, 7}) {
    race.gave_up();
    for (int i = 0; i < through; ++i) {
      CHECK(race.implicit());
      race.event();
    }
    CHECK(race.implicit());
    race.event();
    CHECK_FALSE(race.implicit());
  }
}

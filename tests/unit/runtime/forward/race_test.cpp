#include <doctest/doctest.h>

#include <algorithm>

#include "runtime/forward/race.hpp"

using namespace mbs;

namespace {

// Explicit steps of 1 s at a cost of 2.
constexpr StepYield free_step{1, 2, false}, held_back{1, 2, true};

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

TEST_CASE("without events IDA is tried after five hundred explicit steps, then ever more rarely") {
  Race race;
  for (const int wait : {500, 2000, 8000}) {
    CHECK(steps_until_change(race, free_step) == wait);
    CHECK(steps_until_change(race, {0.49, 1}) == 100);
  }
  CHECK(steps_until_change(race, free_step) == 32000);
  CHECK(steps_until_change(race, {0.51, 1}) == -1);
}

TEST_CASE("IDA is tried where explicit steps are held back, and stays if it gets farther") {
  Race race;
  steps_until_change(race, free_step, 40);
  CHECK(steps_until_change(race, held_back) == 15);
  CHECK(race.implicit());
  SUBCASE("at the same cost") {
    CHECK(steps_until_change(race, {0.51, 1}) == -1);
  }
  SUBCASE(
      "else explicit steps go on after the trial, and are left in peace for eight times as long") {
    CHECK(steps_until_change(race, {0.49, 1}) == 100);
    CHECK_FALSE(race.implicit());
    CHECK(steps_until_change(race, held_back) == 800);
    // The next trial is twice as long, up to 6400.
    int last = 100;
    for (const int length : {200, 400, 800, 1600, 3200, 6400, 6400}) {
      last = steps_until_change(race, {0.49, 1});
      CHECK(last == length);
      CHECK(steps_until_change(race, held_back) == 8 * length);
    }
  }
  SUBCASE("only the last third of a trial counts: steps grow from order 1") {
    for (int i = 0; i < 66; ++i) CHECK_FALSE(race.took({1e-6, 1}));
    CHECK(steps_until_change(race, {0.6, 1}) == -1);
  }
  SUBCASE("a trial that is hopeless ends early") {
    CHECK(steps_until_change(race, {0.49, 1}) == 100);
    steps_until_change(race, held_back);
    CHECK(steps_until_change(race, {0.24, 1}) == 100);
    CHECK(steps_until_change(race, held_back) == 800);
  }
  SUBCASE("one that gets better goes on") {
    Race resting;
    resting.rest(true);
    CHECK(steps_until_change(resting, held_back) == 15);
    double length = 0.1;
    for (int round = 0; round < 8; ++round, length *= 1.11)
      CHECK(steps_until_change(resting, {length, 1}, 100) == -1);
    CHECK(steps_until_change(resting, {length / 1.11, 1}) == 100);
  }
  SUBCASE("what explicit steps did elsewhere does not count: the median is theirs") {
    Race other;
    steps_until_change(other, {1000, 2, false}, 14);
    CHECK(steps_until_change(other, held_back) == 15);
    CHECK(steps_until_change(other, {0.51, 1}) == -1);
  }
  SUBCASE("after it has won it is asked again every hundred steps") {
    steps_until_change(race, {1, 1}, 1000);
    CHECK(steps_until_change(race, {0.4, 1}) == 100);
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

TEST_CASE("what is held is IDA's until nothing is, whatever it gets") {
  Race race;
  race.hold(true);
  CHECK(race.implicit());
  CHECK(steps_until_change(race, {1e-9, 1}, 1000) == -1);
  race.event();
  CHECK(race.implicit());
  race.hold(false);
  CHECK_FALSE(race.implicit());
}

TEST_CASE("what rests is tried for longer, through events, and left when it gets up") {
  Race race;
  steps_until_change(race, free_step, 40);
  race.rest(true);
  CHECK_FALSE(race.implicit());
  CHECK(steps_until_change(race, held_back) == 15);
  CHECK(steps_until_change(race, {0.01, 1}, 150) == -1);
  race.event();
  CHECK(race.implicit());
  CHECK(steps_until_change(race, {0.01, 1}) == 50);
  CHECK(steps_until_change(race, held_back) == 1600);
  race.rest(false);
  CHECK_FALSE(race.implicit());
}

TEST_CASE(
    "what rests and rings after a trial of IDA is settled in the next one, then goes on freely") {
  Race race;
  race.rest(true);
  CHECK(steps_until_change(race, held_back) == 15);
  CHECK_FALSE(race.settles());
  CHECK(steps_until_change(race, {0.1, 1}) == 200);
  CHECK(steps_until_change(race, held_back) == 1600);
  SUBCASE("as long as it gets better") {
    double length = 0.1;
    for (int round = 0; round < 4; ++round, length *= 1.2) {
      CHECK(race.settles());
      CHECK(steps_until_change(race, {length, 1}, 100) == -1);
    }
    CHECK(steps_until_change(race, {length / 1.2, 1}, 100) == -1);
    CHECK_FALSE(race.settles());
    CHECK(race.implicit());
    CHECK(steps_until_change(race, {1, 1}, 1000) == -1);
    // It rings again: it is settled anew, by a new start.
    CHECK(steps_until_change(race, {0.1, 1}) == 100);
    CHECK(race.implicit());
    CHECK(race.settles());
  }
  SUBCASE("and no longer when it does not rest any more") {
    race.rest(false);
    CHECK_FALSE(race.implicit());
    race.rest(true);
    CHECK(steps_until_change(race, held_back) > 0);
    CHECK_FALSE(race.settles());
  }
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

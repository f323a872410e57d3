#include "runtime/results/followed.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace mbs;

namespace {

Impact impact(double t, double t_end, double lost = 1) {
  Impact one;
  one.t = t;
  one.t_end = t_end;
  one.closed = t_end > t;
  one.energy_lost = lost;
  return one;
}

}  // namespace

TEST_CASE("of few contacts all are followed, of many those that take up most work") {
  Run run;
  run.impacts.resize(few_contacts);
  CHECK(followed_contacts(run, few_contacts) == std::vector<bool>(few_contacts, true));

  run.impacts.resize(40);
  CHECK(followed_contacts(run, 40) == std::vector<bool>(40, false));  // none ever closes
  for (int c = 10; c < 40; ++c) run.impacts[c] = {impact(0, 1, c)};
  const std::vector<bool> all = followed_contacts(run, 40);
  CHECK(std::count(all.begin(), all.end(), true) == most_followed);
  for (int c = 0; c < 40; ++c) CHECK(all[c] == (c >= 28));
  CHECK(followed_contacts(run, 40, 3)[3]);  // of a lens

  // Elastic ones take up no work: the hardest, then.
  for (int c = 10; c < 40; ++c) run.impacts[c][0].energy_lost = 0;
  run.impacts[11][0].F_max = 5;
  CHECK(followed_contacts(run, 40)[11]);
}

TEST_CASE("a contact is closed within a time that its impacts reach") {
  std::vector<std::vector<Impact>> impacts(2);
  impacts[0] = {impact(1, 2), impact(3, 0)};  // the second goes on
  ClosedTimes closed(impacts);
  CHECK_FALSE(closed.within(0, 0, 0.9));
  CHECK(closed.within(0, 0.9, 1));
  CHECK(closed.within(0, 1.2, 1.3));
  CHECK(closed.within(0, 2, 2.5));
  CHECK_FALSE(closed.within(0, 2.1, 2.9));
  CHECK(closed.within(0, 2.9, 3.1));
  CHECK(closed.within(0, 8, 9));
  CHECK_FALSE(closed.within(1, 0, 9));
  CHECK_FALSE(closed.within(7, 0, 9));  // no such contact
}

// When a run under way has its picture made.
#include <doctest/doctest.h>

#include "cli/view/parts.hpp"

using namespace mbs;
using namespace std::chrono_literals;

TEST_CASE(
    "what there is so far is shown after a second, and then so seldom that it costs a fifth") {
  PartSink::Clock::time_point now{};
  BufferedSink all;
  int made = 0;
  PartSink parts(
      all, [&] { ++made, now += 500ms; }, [&] { return now; });
  now += 900ms;
  parts.give(Note{"quick"});
  CHECK(made == 0);
  now += 200ms;
  parts.give(Origin{});  // shows nothing by itself
  CHECK(made == 0);
  parts.give(Note{"late"});
  CHECK(made == 1);
  now += 2900ms;  // a second, and four times as long as it took
  parts.give(Note{"too soon"});
  CHECK(made == 1);
  now += 200ms;
  parts.give(Note{"again"});
  CHECK(made == 2);
  CHECK(all.outputs().size() == 5);
}

#include "runtime/passes.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>

using namespace mbs;

namespace {

std::vector<std::size_t> order_of(int jobs, std::size_t passes) {
  std::vector<std::size_t> order;
  run_passes(
      passes, jobs,
      [](std::size_t i) {
        // Later passes are done sooner.
        std::this_thread::sleep_for(std::chrono::milliseconds(5 - static_cast<int>(i % 5)));
        PassResult result;
        result.outcome.expectation_failed = i == 2;
        return result;
      },
      [&](std::size_t i, PassResult& result) {
        CHECK(result.outcome.expectation_failed == (i == 2));
        order.push_back(i);
      });
  return order;
}

}  // namespace

TEST_CASE("passes are handed over in order, whatever the number of threads") {
  const std::vector<std::size_t> expected = {0, 1, 2, 3, 4, 5, 6};
  for (const int jobs : {1, 2, 4, 16}) CHECK(order_of(jobs, 7) == expected);
  CHECK(order_of(4, 0).empty());
}

TEST_CASE("the worst of several outcomes decides the exit code") {
  Outcome outcome;
  CHECK(outcome.exit_code() == 0);
  outcome.expectation_failed = true;
  CHECK(outcome.exit_code() == 1);
  Outcome other;
  other.simulation_failed = true;
  outcome.merge(other);
  CHECK(outcome.exit_code() == 3);
  outcome.interrupted = true;
  CHECK(outcome.exit_code() == 130);
}

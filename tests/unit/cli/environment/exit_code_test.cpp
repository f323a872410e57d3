#include "cli/environment/exit_code.hpp"

#include <doctest/doctest.h>

using namespace mbs;

TEST_CASE("the worst of several outcomes decides the exit code") {
  Outcome outcome;
  CHECK(exit_code(outcome) == 0);
  outcome.expectation_failed = true;
  CHECK(exit_code(outcome) == 1);
  Outcome other;
  other.simulation_failed = true;
  outcome.merge(other);
  CHECK(exit_code(outcome) == 3);
  outcome.interrupted = true;
  CHECK(exit_code(outcome) == 130);
}

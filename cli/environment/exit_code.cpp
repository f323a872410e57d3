#include "cli/environment/exit_code.hpp"

namespace mbs {

int exit_code(const Outcome& outcome) {
  if (outcome.interrupted) return 130;
  if (outcome.file_error) return 4;
  if (outcome.simulation_failed) return 3;
  if (outcome.script_error) return 2;
  return outcome.expectation_failed ? 1 : 0;
}

}  // namespace mbs

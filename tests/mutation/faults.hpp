// Faults of the machine, injected from outside: too little memory, full disks, closed streams,
// signals, files cut off.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/record/findings.hpp"
#include "tests/mutation/corpus.hpp"
#include "tests/mutation/oracles.hpp"

namespace mbs::mutation {

struct FaultResult {
  std::string what;  // was done
  std::optional<Finding> finding;
};

// Fault `number` of a seed. Where a signal strikes depends on the machine; what must hold does not.
FaultResult inject(const Corpus& corpus, const Bench& bench, std::uint64_t seed,
                   std::uint64_t number, bool sanitized);

}  // namespace mbs::mutation

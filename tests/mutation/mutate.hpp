// Changes to scripts as a slip, a bad idea or bad luck would make them.
#pragma once

#include <cstdint>
#include <string>

#include "tests/mutation/corpus.hpp"

namespace mbs::mutation {

struct Mutant {
  const Script* origin;
  std::string text;
  std::string changes;  // what was done, by name
};

// Mutant `number` of a seed: the same on every machine.
Mutant make_mutant(const Corpus& corpus, std::uint64_t seed, std::uint64_t number);

}  // namespace mbs::mutation

#include "lang/names/program.hpp"

namespace mbs::names {

const std::vector<Definition>& Program::defined_by(const Statements& statements) {
  const auto [known, is_new] = definitions_.try_emplace(&statements);
  if (is_new) known->second = names::defined_by(statements);
  return known->second;
}

}  // namespace mbs::names

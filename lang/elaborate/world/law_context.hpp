// Where the body of a law is evaluated.
#pragma once

#include <map>
#include <string>

#include "lang/elaborate/world/scope.hpp"
#include "lang/elaborate/world/value.hpp"
#include "lang/kinds/law_inputs.hpp"

namespace mbs::elaborate {

struct Pair;  // lang/elaborate/pairs/pair.hpp

struct LawContext {
  bool friction = false;
  ir::Departure departure = ir::Departure::none;  // of a rigid law
  std::string name;                               // the law's
  const Pair* pair = nullptr;
  ir::LawProgram* program = nullptr;
  Span site;                            // where the contact names the law
  std::map<std::string, Value> nested;  // forces of laws given as parameters
  bool lacks_data = false;              // E0409 has been said for this use
  // Rates of states by name, for z'.
  std::map<std::string, Symbol*> rates;

  LawRole role() const {
    if (friction) return LawRole::friction;
    return departure == ir::Departure::none ? LawRole::normal : LawRole::rigid;
  }
};

}  // namespace mbs::elaborate

// A contact's normal and friction law, applied to its pair: the compiled program.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "lang/elaborate/pairs/pair.hpp"
#include "lang/elaborate/world/law_context.hpp"
#include "lang/elaborate/world/world.hpp"
#include "lang/kinds/law_inputs.hpp"

namespace mbs::elaborate {

struct LawUnit {
  ir::LawProgram program;
  std::map<std::string, Scalar> values;  // of `program.signals`, by name
  Pair pair;
  std::map<std::string, LawContext> contexts;
  bool good = false;
};

// Compiles the laws of a contact, or the friction of a joint, once; null after an error. `pair` is
// filled by the caller.
LawUnit* law_of(World& world, Object& contact);
// The force of a law that is a parameter of the law being evaluated: `elastic.FN`.
Value nested_force(World& world, const LawValue& law, const ast::Expr& expr, Scope& scope);
// "flores(ce = 0.8, n = 1.5, …)": the signature with what is given.
std::string signature_text(const Reports& reports, const LawValue& law);

}  // namespace mbs::elaborate

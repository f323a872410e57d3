#include "lang/elaborate/values/harmonic.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/reductions.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

using ir::ReductionKind;

Value harmonic(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const auto* x = call.arguments[0].value.get<Scalar>();
  if (!results_allowed(world, call)) return Poison{};
  if (!x || x->boolean || x->list >= 0 || !x->is_signal()) {
    report(world, Code::E0308, call.arguments[0].expr->span,
           fmt::format("`{}` needs a history, but this is {}", builtin.name,
                       describe(call.arguments[0].value)));
    return Poison{};
  }
  const EvaluatedArgument& at = call.arguments[1];
  const auto frequency =
      number(world, at.value,
             {"the frequency of `harmonic`", dim::pure / dim::time, at.expr->span, true}, at.expr);
  if (!frequency) return Poison{};
  const std::string unit = frequency->unit ? frequency->unit->text : "";
  if (unit.starts_with("r")) {  // rad/s, rev/s, rpm
    report(world, Code::E0209, at.expr->span, "`harmonic` needs a frequency, not an angular speed",
           unit)
        .hint = "in Hz: an angular speed divided by `2*pi`";
    return Poison{};
  }
  if (frequency->constant() && !(frequency->value > 0 && std::isfinite(frequency->value))) {
    report(world, Code::E0411, at.expr->span, "the frequency must be greater than 0 and finite");
    return Poison{};
  }
  const NodeId node = node_in(world.graph(), *frequency);
  RecordValue result{"a harmonic", {}};
  for (const auto& [name, kind] : {std::pair{"amplitude", ReductionKind::amplitude},
                                   std::pair{"phase", ReductionKind::phase}}) {
    const Value part = reduced(world, kind, ir::Domain::trace, *x, node, call);
    if (part.poisoned()) return Poison{};
    result.parts.emplace_back(name, *part.get<Scalar>());
  }
  return result;
}

}  // namespace mbs::elaborate

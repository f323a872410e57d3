#include "lang/elaborate/laws/laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lang/elaborate/laws/in_space.hpp"
#include "lang/elaborate/laws/rigid.hpp"
#include "lang/elaborate/laws/scope.hpp"
#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/clearance_parts.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/pairs/pair.hpp"
#include "lang/elaborate/values/conditions.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/swapped.hpp"
#include "lang/elaborate/world/law_context.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

const ast::Law& definition(const LawValue& law) {
  return std::get<ast::Law>(law.law->statement->node);
}

std::string argument_list(World& world, Scope& scope, const LawValue& law) {
  std::string text;
  for (const ast::Parameter& parameter : definition(law).parameters) {
    Symbol* symbol = find_here(scope, parameter.name.name);
    if (!symbol) continue;
    Value value = value_of(world, *symbol, scope, parameter.name.span);
    auto* scalar = std::get_if<Scalar>(&value.node);
    if (scalar) scalar->unit.reset();
    // What only the run finds, a stiffness from radii of curvature, stands as written.
    const bool open = scalar && !scalar->constant() && parameter.default_value;
    const std::string given =
        open ? source_text(world, parameter.default_value->span) : to_text(value);
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", parameter.name.name, given);
  }
  return text;
}

std::string law_text(World& world, Scope& scope, const LawValue& law) {
  const std::string arguments = argument_list(world, scope, law);
  return arguments.empty() ? law.law->name : law.law->name + "(" + arguments + ")";
}

void add_signal(World& world, LawUnit& unit, Scope& scope, const ast::Identifier& name) {
  Symbol* symbol = find_here(scope, name.name);
  if (!symbol || unit.values.contains(name.name)) return;
  const Value value = value_of(world, *symbol, scope, name.span);
  const auto* scalar = value.get<Scalar>();
  if (!scalar) return;
  unit.values.emplace(name.name, *scalar);
  unit.program.signals.push_back(
      {name.name, node_in(unit.program.graph, *scalar), shown_unit(*scalar), scalar->boolean});
}

// Parameters, lets, solved names and states can be asked for by reports.
void add_signals(World& world, LawUnit& unit, Scope& scope, const ast::Law& law) {
  for (const ast::Parameter& parameter : law.parameters)
    add_signal(world, unit, scope, parameter.name);
  for (const ast::LawItem& item : law.items) {
    if (const auto* let = std::get_if<ast::Let>(&item.node))
      add_signal(world, unit, scope, let->name);
    if (const auto* state = std::get_if<ast::State>(&item.node))
      add_signal(world, unit, scope, state->name);
    const auto* solve = std::get_if<ast::Solve>(&item.node);
    if (solve && solve->unknown.name != "FN" && solve->unknown.name != "FT")
      add_signal(world, unit, scope, solve->unknown);
  }
}

void failed_requirement(Reports& reports, const LawContext& context, const ast::Require& require,
                        Span origin, bool judged) {
  const bool placed = context.site.source >= 0;
  Diagnostic& d = report(reports, Code::E0411, placed ? context.site : origin, require.message);
  d.notes.insert(d.notes.begin(),
                 fmt::format("`{}` requires `{}`{}", context.name,
                             source_text(reports, require.condition->span),
                             judged ? "" : ", which compares what is not a number"));
}

void add_requirement(World& world, Scope& scope, LawContext& context, const ast::Require& require,
                     Span origin) {
  Setting<bool> plain(world.watched, false);
  const auto condition = truth(world, evaluate(world, *require.condition, scope), "a requirement",
                               require.condition->span);
  if (!condition) return;
  if (!condition->constant()) {
    context.program->requirements.push_back(
        {condition->node, require.message, context.name, origin});
  } else if (condition->value == 0 || std::isnan(condition->value)) {
    failed_requirement(world, context, require, origin, !std::isnan(condition->value));
  }
}

// A warning that asks for what the pair does not have, a material say, cannot be judged: it is
// left out, and its law can be used.
std::optional<Scalar> warning_condition(World& world, Scope& scope, LawContext& context,
                                        const ast::WarnIf& warning) {
  Diagnostics found;
  std::optional<Scalar> condition;
  const bool lacked = std::exchange(context.lacks_data, false);
  {
    Setting<Diagnostics*> aside(world.diagnostics, &found);
    Setting<bool> plain(world.watched, false);
    condition = truth(world, evaluate(world, *warning.condition, scope), "a warning",
                      warning.condition->span);
  }
  context.lacks_data = lacked;
  for (const Diagnostic& d : found.list()) {
    if (d.code != Code::E0409) world.diagnostics->add(d);
  }
  return condition;
}

void add_warning(World& world, Scope& scope, LawContext& context, const ast::WarnIf& warning,
                 Span origin) {
  const auto condition = warning_condition(world, scope, context, warning);
  if (!condition) return;
  if (!condition->constant()) {
    context.program->warnings.push_back({condition->node, warning.message, context.name, origin});
  } else if (condition->value != 0) {
    const bool known = !std::isnan(condition->value);
    Diagnostic& d = report(world, Code::W0601, context.site.source >= 0 ? context.site : origin,
                           known ? warning.message : ir::not_judged(warning.message));
    d.notes.insert(d.notes.begin(), fmt::format("`{}` says this when `{}`", context.name,
                                                source_text(world, warning.condition->span)));
  }
}

void add_checks(World& world, Scope& scope, LawContext& context, const ast::Law& law) {
  for (const ast::LawItem& item : law.items) {
    if (const auto* require = std::get_if<ast::Require>(&item.node))
      add_requirement(world, scope, context, *require, item.span);
    if (const auto* warning = std::get_if<ast::WarnIf>(&item.node))
      add_warning(world, scope, context, *warning, item.span);
  }
}

void add_states(World& world, Scope& scope, LawContext& context, const ast::Law& law) {
  for (const ast::LawItem& item : law.items) {
    const auto* state = std::get_if<ast::State>(&item.node);
    if (!state) continue;
    for (ir::LawState& known : context.program->states) {
      const auto rate = context.rates.find(state->name.name);
      if (known.name != state->name.name || rate == context.rates.end() || known.rate.valid())
        continue;
      const Value value = value_of(world, *rate->second, scope, state->name.span);
      if (const auto* scalar = value.get<Scalar>())
        known.rate = node_in(context.program->graph, *scalar);
    }
  }
}

std::optional<Scalar> result(World& world, Scope& scope, const std::string& name, Span span) {
  Symbol* symbol = find_here(scope, name);
  if (!symbol) return std::nullopt;
  const Value value = value_of(world, *symbol, scope, span);
  const auto* scalar = value.get<Scalar>();
  if (!scalar) return std::nullopt;
  return *scalar;
}

std::string site_note(const Reports& reports, const LawValue& law, const Object& contact,
                      Span site) {
  return fmt::format("in law `{}`, used by {} `{}` at {}", law.law->name, contact.kind->name,
                     contact.name, place_text(reports, site));
}

struct Site {
  World& world;
  Object& contact;
  LawUnit& unit;
};

LawContext& context_for(const Site& at, const LawValue& law, Span place) {
  const bool friction = definition(law).friction;
  LawContext& context = at.unit.contexts[friction ? "FT" : "FN"];
  context.friction = friction;
  context.departure = departure_of(definition(law));
  context.name = law.law->name;
  context.pair = &at.unit.pair;
  context.program = &at.unit.program;
  context.site = place;
  return context;
}

// A rigid law says how a contact departs; what presses it until then follows from the mechanism.
void set_result(ir::LawProgram& program, ir::Departure departure, NodeId node, bool adhesion) {
  Graph& graph = program.graph;
  program.departure = departure;
  program.given = departure != ir::Departure::none;
  if (!program.given) {
    program.FN = adhesion ? node : graph.binary(Op::maximum, graph.constant(0), node);
  } else {
    program.out = node;
    program.FN = graph.slot({SlotKind::law_FN});
  }
}

bool compile_normal(const Site& at, const LawValue& law, Span place, bool adhesion) {
  World& world = at.world;
  LawContext& context = context_for(at, law, place);
  UseNote note(world, site_note(world, law, at.contact, place));
  Scope& scope = law_scope(world, law, context, {});
  const auto wanted = result(world, scope, std::string(result_of(context.departure).name), place);
  add_states(world, scope, context, definition(law));
  add_checks(world, scope, context, definition(law));
  add_signals(world, at.unit, scope, definition(law));
  if (!wanted) return false;
  set_result(at.unit.program, context.departure, node_in(at.unit.program.graph, *wanted), adhesion);
  at.unit.program.name = law.law->name;
  at.unit.program.text = law_text(world, scope, law);
  return true;
}

bool compile_friction(const Site& at, const LawValue& law, Span place) {
  World& world = at.world;
  LawContext& context = context_for(at, law, place);
  UseNote note(world, site_note(world, law, at.contact, place));
  Scalar normal;
  normal.node = at.unit.program.FN;
  normal.dimension = dim::force;
  Scope& scope = law_scope(world, law, context, normal);
  const auto force = result(world, scope, "FT", place);
  const auto stick = result(world, scope, "stick", place);
  const auto restored = result(world, scope, std::string(restored_sliding.name), place);
  add_states(world, scope, context, definition(law));
  add_checks(world, scope, context, definition(law));
  add_signals(world, at.unit, scope, definition(law));
  if (!force) return false;
  at.unit.program.FT = node_in(at.unit.program.graph, *force);
  if (stick) at.unit.program.stick = node_in(at.unit.program.graph, *stick);
  if (restored) at.unit.program.vt_out = node_in(at.unit.program.graph, *restored);
  at.unit.program.friction_name = law.law->name;
  at.unit.program.friction_text = law_text(world, scope, law);
  const bool slides_along_a_line =
      !world.spatial || (is_joint(at.contact) && !slides_several_ways(at.contact));
  return slides_along_a_line || read_in_space(world, at.unit.program, place);
}

// A friction law may know more of a contact than of a joint.
bool check_joint_friction(const Site& at, const LawValue& law, Span place) {
  const ir::LawProgram& program = at.unit.program;
  std::vector<NodeId> parts{program.FT, program.stick};
  for (const ir::LawState& state : program.states) parts.push_back(state.rate);
  for (const NodeId part : parts) {
    if (!part.valid()) continue;
    for (const Slot& slot : program.graph.slots_used(part)) {
      const LawInput* input = find_law_input(slot.kind);
      if (!input || !input->of_overlap) continue;
      report(at.world, Code::E0409, place,
             fmt::format("`{}` needs `{}`, which a joint does not have", law.law->name,
                         input->field.name))
          .hint =
          "the surfaces of a joint neither strike nor go into each other: its friction "
          "sees vt, FN, pair, t and its own parameters";
      return false;
    }
  }
  return true;
}

// The law an attribute gives, and where. Empty if missing or broken.
std::optional<LawValue> law_attribute(World& world, Object& contact, std::string_view name) {
  const auto value = attribute(world, contact, name);
  const auto* law = value ? value->get<LawValue>() : nullptr;
  if (!law || !law->law) return std::nullopt;
  return *law;
}

LawValue with_exchange(const LawValue& law, Exchange exchange) {
  if (exchange.none()) return law;
  std::vector<LawArgument> given = *law.given;
  std::swap(given[exchange.first].value, given[exchange.second].value);
  std::swap(given[exchange.first].span, given[exchange.second].span);
  return {law.law, std::make_shared<const std::vector<LawArgument>>(std::move(given))};
}

// Compiles a law into the unit of a contact; `compile` takes the unit and the law.
template <class Compile>
bool compile_given(const Site& at, const LawValue& law, Compile compile) {
  std::vector<GivenArgument> given;
  if (law.given) {
    for (const LawArgument& a : *law.given) given.push_back({a.parameter, a.value, a.span});
  }
  bool good = false;
  attempt_call(at.world, law.law->name, given, [&](Exchange exchange) {
    if (exchange.none()) return good = compile(at, law);
    const auto trial = std::make_shared<LawUnit>(at.unit);
    at.world.kept.push_back(trial);  // names in it refer to it
    trial->contexts.clear();
    return compile(Site{at.world, at.contact, *trial}, with_exchange(law, exchange));
  });
  return good;
}

Span attribute_place(Object& contact, std::string_view name) {
  const BoundAttribute* bound = find_bound(contact, name);
  return bound ? bound->attribute->value->span : contact.span;
}

// What presses the surfaces of a joint is given by the motion.
bool compile_joint_friction(const Site& at) {
  const auto friction = law_attribute(at.world, at.contact, "friction");
  if (!fill_joint_pair(at.world, at.contact, at.unit.pair) || !friction) return false;
  Setting<bool> watched(at.world.watched, true);
  Setting<bool> instant(at.world.histories, false);
  ir::LawProgram& program = at.unit.program;
  program.given = true;
  program.name = program.text = "reaction";
  program.FN = program.graph.slot({SlotKind::law_FN});
  const Span place = attribute_place(at.contact, "friction");
  return compile_given(at, *friction, [&](const Site& site, const LawValue& law) {
    return compile_friction(site, law, place) && check_joint_friction(site, law, place);
  });
}

bool compile_laws(const Site& at) {
  World& world = at.world;
  Object& contact = at.contact;
  if (is_joint(contact)) return compile_joint_friction(at);
  const bool paired = fill_pair(world, contact, at.unit.pair);
  Object& asked = is_stop(contact) ? *contact.owner : contact;
  const char* const name = is_stop(contact) ? "axial_law" : "law";
  const auto normal = law_attribute(world, asked, name);
  const auto friction = law_attribute(world, asked, "friction");
  if (!paired || !normal) return false;
  Setting<bool> watched(world.watched, true);
  Setting<bool> instant(world.histories, false);
  const bool adhesion = attribute_number(world, asked, "adhesion").value_or(0) != 0;
  const auto compiled = [&](const Site& site, const LawValue& law) {
    return compile_normal(site, law, attribute_place(asked, name), adhesion);
  };
  const auto with_friction = [&](const Site& site, const LawValue& law) {
    return compile_friction(site, law, attribute_place(asked, "friction"));
  };
  if (!compile_given(at, *normal, compiled)) return false;
  return !friction || compile_given(at, *friction, with_friction);
}

}  // namespace

LawUnit* law_of(World& world, Object& contact) {
  if (contact.law_state == Memo::State::running) {
    report(world, Code::E0305, contact.span,
           fmt::format("the law of `{}` depends on itself", contact.name));
    return nullptr;
  }
  if (contact.law_state == Memo::State::fresh) {
    contact.law_state = Memo::State::running;
    contact.law = std::make_shared<LawUnit>();
    world.kept.push_back(contact.law);  // names in it refer to it
    contact.law->good = compile_laws({world, contact, *contact.law});
    contact.law_state = settled(world, !contact.law->good);
  }
  return contact.law->good ? contact.law.get() : nullptr;
}

namespace {

// Tells laws with different arguments apart to the last bit.
std::string exact_key(const LawValue& law) {
  std::string key = fmt::format("{}@{}", law.law->name, static_cast<const void*>(law.law));
  if (!law.given) return key;
  for (const LawArgument& argument : *law.given) {
    key += "," + argument.parameter + "=";
    if (const auto* inner = argument.value.get<LawValue>(); inner && inner->law)
      key += "(" + exact_key(*inner) + ")";
    else if (const auto* scalar = argument.value.get<Scalar>(); scalar && scalar->constant())
      key += fmt::format("{:a}", scalar->value);
    else
      key += to_text(argument.value);
  }
  return key;
}

}  // namespace

Value nested_force(World& world, const LawValue& law, const ast::Expr& expr, Scope& scope) {
  if (!scope.law) {
    report(world, Code::E0301, expr.span,
           fmt::format("`{}` has a force only inside a law", source_text(world, expr.span)));
    return Poison{};
  }
  const bool rigid = law.law && departure_of(definition(law)) != ir::Departure::none;
  if (!law.law || definition(law).friction || rigid) {
    report(world, Code::E0308, expr.span,
           fmt::format("only a {} law has `.FN`, but this is {}", rigid ? "compliant" : "normal",
                       rigid ? "the rigid law `" + law.law->name + "`" : describe(Value(law))));
    return Poison{};
  }
  LawContext& outer = *scope.law;
  const std::string key = exact_key(law);
  if (const auto known = outer.nested.find(key); known != outer.nested.end()) return known->second;
  if (outer.nested.size() > 20) {
    report(world, Code::E0305, expr.span, "laws are nested too deep");
    return Poison{};
  }
  outer.nested.emplace(key, Poison{});
  LawContext inner = outer;
  inner.name = law.law->name;
  inner.friction = false;
  inner.departure = ir::Departure::none;
  inner.rates.clear();
  auto kept = std::make_shared<LawContext>(std::move(inner));
  world.kept.push_back(kept);
  UseNote note(world, fmt::format("in law `{}`, used by `{}`", law.law->name, outer.name));
  Scope& inside = law_scope(world, law, *kept, {});
  inside.graph = scope.graph;
  const auto force = result(world, inside, "FN", expr.span);
  add_states(world, inside, *kept, definition(law));
  add_checks(world, inside, *kept, definition(law));
  Value value = force ? Value(*force) : Value(Poison{});
  outer.nested[key] = value;
  return value;
}

std::string signature_text(const Reports& reports, const LawValue& law) {
  if (!law.law) return "none";
  std::string text;
  for (const ast::Parameter& parameter : definition(law).parameters) {
    std::string value =
        parameter.default_value ? source_text(reports, parameter.default_value->span) : "";
    if (law.given) {
      for (const LawArgument& argument : *law.given) {
        if (argument.parameter == parameter.name.name) value = to_text(argument.value);
      }
    }
    text += (text.empty() ? "" : ", ") + parameter.name.name + (value.empty() ? "" : " = " + value);
  }
  return law.law->name + (text.empty() ? "" : "(" + text + ")");
}

}  // namespace mbs::elaborate

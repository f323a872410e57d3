#include "lang/elaborate/actions/recorded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "lang/elaborate/fields/object_fields.hpp"
#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/objects/signals.hpp"
#include "lang/elaborate/objects/states.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/kinds/activity.hpp"
#include "lang/scenario/recorded.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {
namespace {

// A signal that can be kept, and what it is also called: `ball.velocity` has `ball.vx` as a part.
struct Keepable {
  ir::RecordedSignal signal;
  std::vector<std::string> names;
};
using Signals = std::vector<Keepable>;

struct Field {
  std::string name, words;
};

// The heading that things of a sort stand under; empty: they have no signals.
std::string heading_of(const Object& object) {
  switch (object.kind->entity) {
    case Entity::body:
    case Entity::point:
      return "bodies";
    case Entity::joint:
      return "joints";
    case Entity::drive:
      return "drives";
    case Entity::force:
      return "forces";
    case Entity::spring:
      return "springs";
    case Entity::contact:
      return "contacts";
    case Entity::group:
      return "groups";
    case Entity::state:
      return "states";
    default:
      return {};
  }
}

Unit coherent_unit(const Scalar& scalar) {
  Scalar plain = scalar;
  plain.unit.reset();
  const Unit unit = shown_unit(plain);
  return scalar.unit && scalar.unit->factor == unit.factor ? *scalar.unit : unit;
}

// As all items of a family are called together: `hit.FN` of `hit[2].FN`.
std::string without_items(const std::string& name) {
  std::string short_name;
  int inside = 0;
  for (const char c : name) {
    inside += c == '[';
    if (inside == 0) short_name += c;
    inside -= c == ']';
  }
  return short_name;
}

// All signals of one thing. What is there under two names, such as `x` and `position.x`, is kept
// under the first.
class Collector {
 public:
  explicit Collector(Signals& signals) : signals_(signals) {}

  void add(const std::string& kind, const std::string& of, const Field& field, const Value& value) {
    if (const auto* scalar = value.get<Scalar>()) return add_one({kind, of, field}, *scalar);
    static const std::string planar_and_spatial[] = {"x", "y", "z"};
    if (const auto* vector = value.get<VectorValue>())
      for (std::size_t i = 0; i < std::min<std::size_t>(vector->parts.size(), 3); ++i)
        add_one({kind, of, part(field, planar_and_spatial[i]), field.name}, vector->parts[i]);
    static const std::string quaternion[] = {"w", "x", "y", "z"};
    if (const auto* rotation = value.get<RotationValue>())
      for (std::size_t i = 0; i < 4; ++i)
        add_one({kind, of, part(field, quaternion[i]), field.name}, rotation->parts[i]);
  }

 private:
  struct Place {
    std::string kind, of;
    Field field;
    std::optional<std::string> whole = {};  // the field that it is a part of
  };

  static Field part(const Field& field, const std::string& of) {
    return {(field.name.empty() ? "" : field.name + ".") + of, field.words + ", " + of};
  }

  void add_one(const Place& at, const Scalar& scalar) {
    if (scalar.constant() || !scalar.is_signal() || scalar.list >= 0 || scalar.result) return;
    ir::RecordedSignal signal{
        at.kind,        at.of,      at.field.name, at.field.words, coherent_unit(scalar),
        scalar.boolean, scalar.node};
    std::vector<std::string> names{signal.name()};
    if (at.whole) {
      ir::RecordedSignal whole = signal;
      whole.field = *at.whole;
      names.push_back(whole.name());
    }
    const auto [known, fresh] = known_.insert({{at.of, scalar.node.index}, signals_.size()});
    if (fresh) return signals_.push_back({std::move(signal), std::move(names)});
    std::vector<std::string>& more = signals_[known->second].names;
    more.insert(more.end(), names.begin(), names.end());
  }

  Signals& signals_;
  std::map<std::pair<std::string, std::int32_t>, std::size_t> known_;
};

// Does it add up over a run, so that results alone know it?
bool adds_up(const Object& object, const FieldInfo& field) {
  const bool held = object.kind->joint || object.kind->entity == Entity::drive;
  return held && (field.name == impulse_field.name || field.name == angular_impulse_field.name);
}

std::vector<Field> fields_of(const Object& object) {
  std::vector<Field> fields;
  for (const FieldInfo& field : object.kind->fields)
    if (!adds_up(object, field))
      fields.push_back({std::string(field.name), std::string(field.doc)});
  const LawUnit* unit = object.law.get();
  if (unit && unit->good)
    for (const auto& [name, value] : unit->values)
      if (std::ranges::none_of(fields, [&of = name](const Field& f) { return f.name == of; }))
        fields.push_back({name, "of its law"});
  fields.push_back({"active", "whether it acts"});
  return fields;
}

void add_object(World& world, Object& object, Collector& collector) {
  const std::string kind = heading_of(object);
  if (kind.empty() || object.scope->kind == ScopeKind::library) return;
  const ast::Expr* expr = name_expr(world, object.name, object.span);
  if (object.kind->entity == Entity::state)
    return collector.add(kind, object.name, {"", "a state"}, state_value(world, object));
  std::vector<std::pair<Field, Value>> later;  // the parts of vectors may have names of their own
  for (const Field& field : fields_of(object)) {
    const ast::Identifier name{field.name, object.span};
    Value value = object_field(world, object, name, *expr, *world.root);
    if (value.get<Scalar>())
      collector.add(kind, object.name, field, value);
    else
      later.emplace_back(field, std::move(value));
  }
  for (const auto& [field, value] : later) collector.add(kind, object.name, field, value);
}

void add_energy(World& world, Collector& collector) {
  const auto fields = energy_fields();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == "error") continue;  // a part of what the whole run exchanges
    const NodeId node = slot_node(world, SlotKind::energy, 0, static_cast<int>(i));
    const ast::Expr* expr = name_expr(world, "energy", {});
    collector.add(
        "energy", "", {std::string(fields[i].name), std::string(fields[i].doc)},
        signal(world, node, dim::torque, *expr, Unit{"J", internal(1, dim::torque), dim::torque}));
  }
}

// Names that the script itself gives to signals.
void add_lets(World& world, Collector& collector) {
  for (Symbol* symbol : world.root->order)
    if (symbol->kind == SymbolKind::let)
      collector.add("lets", symbol->name, {"", "a `let` of the script"},
                    value_of(world, *symbol, *world.root, symbol->span));
}

Signals all_signals(World& world, bool with_lets) {
  Signals signals;
  Collector collector(signals);
  const Quiet quiet(world);
  for (std::size_t i = 0; i < world.objects.size(); ++i)
    if (world.objects[i].statement) add_object(world, world.objects[i], collector);
  add_energy(world, collector);
  if (with_lets) add_lets(world, collector);
  return signals;
}

// By one of its names, or by that of its family.
bool selects(const std::string& pattern, const std::vector<std::string>& names) {
  return std::ranges::any_of(names, [&](const std::string& name) {
    return matches(pattern, name) || matches(pattern, without_items(name));
  });
}

// What is no signal, though it has a name.
std::string instead_of(const std::string& pattern, const std::vector<std::string>& names) {
  const std::size_t column = pattern.find(".impacts.");
  const std::string table = pattern.substr(0, column) + ".impacts";
  if (column != std::string::npos && selects(table, names))
    return fmt::format("`--keep {}` keeps them with all their columns", table);
  if (pattern == "energy.error")
    return "it is known when a run has ended; `energy.*` are the parts that it is made of";
  return {};
}

void report_unmatched(World& world, const std::string& pattern,
                      const std::vector<std::string>& names) {
  Diagnostic d;
  d.code = Code::E0314;
  d.message = fmt::format("`--keep {}`: no signal has such a name", pattern);
  d.hint = instead_of(pattern, names);
  std::vector<std::string> candidates = names;
  for (const Object& object : world.objects)
    if (object.statement && !heading_of(object).empty())
      for (const std::string& name : {object.name, without_items(object.name)})
        candidates.push_back(name + ".*");
  candidates.push_back("energy.*");
  const auto near = suggest(pattern, candidates);
  if (d.hint->empty())
    d.hint = near ? fmt::format("did you mean `{}`?", *near)
                  : "write names as in the script, such as `B.FN`, or a part of them and `*`: "
                    "`B.*`; also of a `let` that changes in a run";
  world.diagnostics->add(std::move(d));
}

}  // namespace

bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, from = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p, ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++from;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

void record_signals(World& world) {
  const auto& keep = world.elaboration.options.keep;
  if (!keep || world.diagnostics->has_errors()) return;
  const Graph untouched = world.graph();
  auto recorded = std::make_shared<ir::Recorded>();
  Signals all = all_signals(world, !keep->empty());
  recorded->graph = std::exchange(world.graph(), untouched);
  std::vector<std::string> names{"t"};  // which is always there
  for (const Keepable& each : all) names.insert(names.end(), each.names.begin(), each.names.end());
  for (const ir::Contact& contact : world.scenario->contacts)
    names.push_back(contact.name + ".impacts");
  const auto kept = [&](const std::vector<std::string>& of) {
    return keep->empty() || std::ranges::any_of(*keep, [&](const std::string& pattern) {
             return selects(pattern, of);
           });
  };
  for (Keepable& each : all)
    if (kept(each.names)) recorded->signals.push_back(std::move(each.signal));
  for (const ir::Contact& contact : world.scenario->contacts)
    recorded->impacts.push_back(kept({contact.name + ".impacts"}));
  for (const std::string& pattern : *keep)
    if (world.bindings.empty() && !selects(pattern, names)) report_unmatched(world, pattern, names);
  world.scenario->recorded = std::move(recorded);
}

}  // namespace mbs::elaborate

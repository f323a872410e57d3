// `pair.E1` and the like, or why there is none.
#include <fmt/format.h>

#include <algorithm>

#include <utility>

#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/laws/unknown.hpp"
#include "lang/syntax/unit_text.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {
namespace {

struct Missing {
  std::string reason;
  std::string hint;
};

// The parameter whose default is being evaluated: it can be given instead.
std::string instead(const World& world) {
  for (auto s = world.evaluation.stack.rbegin(); s != world.evaluation.stack.rend(); ++s) {
    if ((*s)->is_default) return fmt::format(" or set `{}` yourself", (*s)->name);
  }
  return "";
}

Value missing(World& world, const std::string& field, const ast::Expr& expr, const Missing& why,
              LawContext* law) {
  if (law && std::exchange(law->lacks_data, true)) return Poison{};  // one message per law
  const Span site = law ? law->site : expr.span;
  const std::string name = law ? law->name : "this";
  Diagnostic& d = report(world, Code::E0409, site.source < 0 ? expr.span : site,
                         fmt::format("`{}` needs `pair.{}`, but {}", name, field, why.reason));
  if (!why.hint.empty()) d.hint = why.hint + instead(world);
  return Poison{};
}

Dimension dimension_of(const FieldInfo& field) {
  Dimension dimension;
  for (const ast::UnitFactor& factor : read_unit(field.unit).factors)
    dimension = dimension * pow(find_unit(factor.symbol)->dimension, factor.exponent);
  return dimension;
}

// What a definition that is checked by itself knows of the field: materials are no numbers.
Value unknown_field(const FieldInfo& field, Scope& scope) {
  if (field.name.starts_with("mat")) return Poison{};
  const auto number = &field - pair_fields().data();
  Scalar scalar;
  scalar.node = unknown(*scope.graph, Unknown::pair_field, static_cast<int>(number));
  scalar.dimension = dimension_of(field);
  scalar.placeholder = true;
  return scalar;
}

Value material_field(World& world, const Pair::Side& side, const std::string& field,
                     const ast::Expr& expr, LawContext* law) {
  if (!side.material) {
    return missing(world, field, expr,
                   {fmt::format("`{}` has no material", side.name),
                    fmt::format("give `{}` one (`material = steel`)", side.name)},
                   law);
  }
  const std::string name = field.substr(0, field.size() - 1);
  if (name == "mat") return ObjectValue{side.material};
  const auto value = attribute(world, *side.material, name);
  if (!value) {
    return missing(world, field, expr,
                   {fmt::format("material `{}` has no `{}`", side.material->name, name),
                    fmt::format("add `{} = …` to it", name)},
                   law);
  }
  return *value;
}

// A constant, or what the run finds where the contact begins.
Value radius_field(World& world, const Pair& pair, const std::string& field, const ast::Expr& expr,
                   Scope& scope) {
  const Pair::Side& side = pair.sides[field.back() == '1' ? 0 : 1];
  if (side.sharp) {
    const char* way = pair.clearance  ? "take a law whose stiffness is given, `hooke(1e8 N/m)`,"
                      : world.spatial ? "round them: `box(a, b, c, 1 mm)`, `cylinder(R, L, 1 mm)`,"
                                      : "round them: `polygon(corners, 1 mm)`,";
    return missing(world, field, expr, {fmt::format("`{}` has sharp corners", side.name), way},
                   scope.law);
  }
  if (side.face || side.edges)
    return missing(world, field, expr,
                   {side.face ? fmt::format("`{}` has a flat end face", side.name)
                              : fmt::format("`{}` can lie along a line or flat", side.name),
                    "take a law whose stiffness is given, `hooke(1e8 N/m)`,"},
                   scope.law);
  if (!side.varies) return constant_scalar(side.radius, dim::length);
  Scalar scalar;
  const LawInput& input = *find_pair_input(field);
  scalar.node = scope.graph->slot({.kind = *input.slot});
  scalar.dimension = input.dimension;
  scalar.signal = &expr;
  return scalar;
}

Value optional_field(World& world, const Pair& pair, const std::string& field,
                     const ast::Expr& expr, LawContext* law) {
  const bool length = field == "length";
  const auto& value = length ? pair.length : pair.clearance;
  if (value) return constant_scalar(*value, dim::length);
  if (length) {
    return missing(world, field, expr,
                   {fmt::format("`{}` has no length", pair.contact),
                    "add `length = …` to the clearance, or a width to the shape"},
                   law);
  }
  return missing(world, field, expr, {fmt::format("`{}` is not a clearance", pair.contact), ""},
                 law);
}

}  // namespace

Value pair_field(World& world, const Pair& pair, const ast::Identifier& field,
                 const ast::Expr& expr, Scope& scope) {
  const auto& fields = pair_fields();
  const auto known = std::ranges::find(fields, field.name, &FieldInfo::name);
  if (known == fields.end()) {
    std::vector<std::string> names;
    for (const FieldInfo& info : fields) names.emplace_back(info.name);
    const auto near = suggest(field.name, names);
    report(world, Code::E0301, field.span, fmt::format("`pair` has no `{}`", field.name),
           near ? fmt::format("did you mean `{}`?", *near) : "");
    return Poison{};
  }
  if (pair.placeholder) return unknown_field(*known, scope);
  if (field.name == "length" || field.name == "clearance")
    return optional_field(world, pair, field.name, expr, scope.law);
  if (field.name[0] == 'R') return radius_field(world, pair, field.name, expr, scope);
  const Pair::Side& side = pair.sides[field.name.back() == '1' ? 0 : 1];
  if (field.name[0] == 'm' && field.name[1] != 'a') return constant_scalar(side.mass, dim::mass);
  return material_field(world, side, field.name, expr, scope.law);
}

}  // namespace mbs::elaborate

#include "lang/elaborate/objects/fit_attribute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "lang/elaborate/objects/ends.hpp"
#include "lang/elaborate/objects/inertia.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/rotations.hpp"
#include "lang/elaborate/values/vectors.hpp"
#include "lang/elaborate/world/families.hpp"
#include "lang/elaborate/world/world.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {
namespace {

struct Asked {
  const AttributeInfo& info;
  const ast::Expr& expr;
  std::string name;  // "`mass`"
};

// A modulus of 207 mPa is a slip for GPa.
void warn_unusual(Reports& reports, const Asked& asked, const Scalar& scalar) {
  const auto* literal = std::get_if<ast::Number>(&asked.expr.node);
  if (!literal || !literal->unit || scalar.value == 0) return;
  if (asked.info.dimension == dim::pressure && (scalar.value < 1e3 || scalar.value > 1e13)) {
    report(reports, Code::W0203, asked.expr.span,
           fmt::format("{} = {} is unusual for a modulus", asked.info.name, to_text(scalar)))
        .hint = fmt::format("`{:g} GPa`?", literal->value);
  } else if (asked.info.dimension == dim::density && (scalar.value < 1e-1 || scalar.value > 1e5)) {
    report(reports, Code::W0203, asked.expr.span,
           fmt::format("{} = {} is unusual for a density", asked.info.name, to_text(scalar)))
        .hint = fmt::format("`{:g} kg/m^3`?", literal->value);
  }
}

// 30 for an angle is meant in degrees; nobody means 30 rad.
void warn_degrees(Reports& reports, const Asked& asked, const Scalar& scalar) {
  const bool angle = asked.info.name.starts_with("angle") || asked.info.name == "bend";
  if (!angle || scalar.unit || !std::isfinite(scalar.value)) return;
  if (std::abs(scalar.value) <= 2 * std::numbers::pi || scalar.value != std::round(scalar.value))
    return;
  report(reports, Code::W0204, asked.expr.span, fmt::format("this angle is {:g} rad", scalar.value))
      .hint = fmt::format("`{:g} deg`", scalar.value);
}

// Quantities that only make sense above zero.
bool must_be_positive(const AttributeInfo& info) {
  return info.dimension == dim::mass || info.dimension == dim::inertia ||
         info.dimension == dim::pressure || info.dimension == dim::density ||
         info.name == "bearing" || info.name == "journal" || info.name == "clearance" ||
         info.name == "length" || info.name == "radius" || info.name == "axial" ||
         info.name == "rolling" || info.name == "spinning";
}

Value quantity(Reports& reports, const Asked& asked, const Value& value) {
  const auto scalar =
      number(reports, value, {asked.name, asked.info.dimension, asked.expr.span}, &asked.expr);
  if (!scalar || !require_constant(reports, *scalar, asked.expr.span)) return Poison{};
  const bool boundless = asked.info.infinite && std::isinf(scalar->value);
  if (!boundless && !require_finite(reports, *scalar, asked.name, asked.expr.span)) return Poison{};
  const bool zero = asked.info.zero && scalar->value == 0;
  if (must_be_positive(asked.info) && !zero && !(scalar->value > 0)) {
    report(reports, Code::E0411, asked.expr.span,
           fmt::format("{} must {} greater than 0, but this is {}", asked.name,
                       asked.info.zero ? "be 0 or" : "be", to_text(*scalar)));
    return Poison{};
  }
  warn_unusual(reports, asked, *scalar);
  warn_degrees(reports, asked, *scalar);
  Scalar result = *scalar;
  result.dimension = asked.info.dimension;
  result.any_dimension = false;
  return result;
}

Value vector(World& world, const Asked& asked, const Value& value) {
  if (value.poisoned()) return Poison{};
  const auto checked = constant_vector(
      world, value, {asked.name, asked.info.dimension, asked.expr.span}, &asked.expr);
  if (!checked) return Poison{};
  const auto* written = value.get<VectorValue>();
  VectorValue result = written ? *written : VectorValue{};
  if (!written) result.parts = {constant_scalar(checked->x), constant_scalar(checked->y)};
  if (!written && world.spatial) result.parts.push_back(constant_scalar(checked->z));
  for (Scalar& part : result.parts) {
    part.dimension = asked.info.dimension;
    part.any_dimension = false;
  }
  return result;
}

// In space one number is the part about z.
Value axial(World& world, const Asked& asked, const Value& value) {
  if (!value.get<Scalar>()) return vector(world, asked, value);
  const Value about_z = quantity(world, asked, value);
  if (about_z.poisoned()) return Poison{};
  const Scalar zero = constant_scalar(0, asked.info.dimension);
  return VectorValue{{zero, zero, *about_z.get<Scalar>()}};
}

Value direction(World& world, const Asked& asked, const Value& value) {
  const auto unit = constant_direction(world, value, asked.name, asked.expr, *world.root);
  if (!unit) return Poison{};
  return VectorValue{
      {constant_scalar(unit->x), constant_scalar(unit->y), constant_scalar(unit->z)}};
}

// Two of them, square to each other.
Value directions(World& world, const Asked& asked, const Value& value) {
  if (value.poisoned()) return Poison{};
  const auto* list = value.get<ListValue>();
  if (!list || list->items->size() != 2) {
    report(world, Code::E0308, asked.expr.span,
           fmt::format("{} are two directions, but this is {}", asked.name, describe(value)))
        .hint = "`pins = [x, y]`";
    return Poison{};
  }
  std::vector<Value> found;
  for (const Value& item : *list->items) found.push_back(direction(world, asked, item));
  if (found[0].poisoned() || found[1].poisoned()) return Poison{};
  double product = 0;
  for (std::size_t i = 0; i < 3; ++i)
    product +=
        found[0].get<VectorValue>()->parts[i].value * found[1].get<VectorValue>()->parts[i].value;
  if (std::abs(product) <= 1e-9)
    return ListValue{std::make_shared<const std::vector<Value>>(found)};
  report(world, Code::E0424, asked.expr.span,
         fmt::format("{} are not square to each other: {:.6g} deg between them", asked.name,
                     std::acos(std::clamp(product, -1.0, 1.0)) * 180 / std::numbers::pi))
      .hint = "a cross joint holds a right angle between its pins: `pins = [x, y]`";
  return Poison{};
}

Value rotation(Reports& reports, const Asked& asked, const Value& value) {
  const auto given = constant_rotation(reports, value, asked.name, asked.expr.span);
  return given ? Value(rotation_value(*given)) : Value(Poison{});
}

Value wrong(Reports& reports, const Asked& asked, const Value& value, const std::string& wanted,
            const std::string& hint = {}) {
  if (value.poisoned()) return Poison{};
  Diagnostic& d =
      report(reports, Code::E0308, asked.expr.span,
             fmt::format("{} must be {}, but this is {}", asked.name, wanted, describe(value)),
             describe(value));
  if (!hint.empty()) d.hint = hint;
  return Poison{};
}

Value law(Reports& reports, const Asked& asked, const Value& value, bool friction) {
  const auto* given = value.get<LawValue>();
  const std::string wanted = friction ? "a friction law" : "a law";
  const std::string hint =
      friction ? "for instance `coulomb(mu = 0.1)`, or `none`" : "for instance `hertz`";
  if (!given || (!friction && !given->law)) return wrong(reports, asked, value, wanted, hint);
  if (given->law && std::get<ast::Law>(given->law->statement->node).friction != friction)
    return wrong(reports, asked, value, wanted, hint);
  return *given;
}

bool is_material(const Value& value) {
  const auto* object = value.get<ObjectValue>();
  return object && object->object->type() == ObjectKind::material;
}

// One material, or `[journal, bearing]` for a clearance.
Value material(Reports& reports, const Asked& asked, const Value& value, const Object& owner) {
  if (is_material(value)) return value;
  const auto* list = value.get<ListValue>();
  if (list && owner.type() == ObjectKind::clearance && list->items->size() == 2 &&
      is_material((*list->items)[0]) && is_material((*list->items)[1]))
    return value;
  return wrong(reports, asked, value, "a material");
}

Value word(Reports& reports, const Asked& asked) {
  const auto* name = std::get_if<ast::Name>(&asked.expr.node);
  std::vector<std::string> known;
  std::string words(asked.info.words), list;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    known.push_back(words.substr(at, end - at));
    list += (list.empty() ? "`" : " or `") + known.back() + "`";
    at = end + 1;
  }
  for (const std::string& candidate : known) {
    if (name && name->name == candidate) return TextValue{{candidate}};
  }
  const auto near = name ? suggest(name->name, known) : std::nullopt;
  report(reports, Code::E0308, asked.expr.span, fmt::format("{} is {}", asked.name, list),
         near ? fmt::format("did you mean `{}`?", *near) : "");
  return Poison{};
}

void flatten(const Value& given, std::vector<Value>& out) {
  const Value value = as_list(given);
  if (const auto* list = value.get<ListValue>()) {
    for (const Value& item : *list->items) flatten(item, out);
  } else {
    out.push_back(value);
  }
}

// `[ball, floor]`, where `ball` may be all of ball[1], ball[2], …
Value members(Reports& reports, const Asked& asked, const Value& value) {
  if (value.poisoned()) return Poison{};
  std::vector<Value> found;
  flatten(value, found);
  std::set<const Object*> known;
  for (const Value& item : found) {
    const auto* member = item.get<ObjectValue>();
    if (item.poisoned()) return Poison{};
    if (!member || !is_point_like(*member->object)) {
      report(reports, Code::E0406, asked.expr.span,
             fmt::format("{} takes bodies and points, but this is {}", asked.name, describe(item)));
      return Poison{};
    }
    if (!known.insert(member->object).second) {
      report(reports, Code::E0406, asked.expr.span,
             fmt::format("`{}` is named twice in {}", member->object->name, asked.name));
      return Poison{};
    }
  }
  if (found.size() < 2) {
    report(reports, Code::E0406, asked.expr.span,
           fmt::format("{} needs two members at least", asked.name))
        .hint = "for instance `among = [ball, floor]`";
    return Poison{};
  }
  return ListValue{std::make_shared<const std::vector<Value>>(std::move(found))};
}

}  // namespace

Value fitted_attribute(World& world, Object& object, BoundAttribute& bound) {
  const ast::Expr& expr = *bound.attribute->value;
  if (!bound.info) {  // an added attribute of a material
    Value value = evaluate(world, expr, *bound.scope);
    const auto* scalar = value.get<Scalar>();
    if (scalar && !require_constant(world, *scalar, expr.span)) return Poison{};
    if (scalar &&
        !require_finite(world, *scalar, fmt::format("`{}`", bound.attribute->name.name), expr.span))
      return Poison{};
    return value;
  }
  AttributeInfo wanted = *bound.info;
  if (is_joint(object) && object.kind->joint->ties_joints && wanted.name == "ratio") {
    if (!resolve_ends(world, object)) return Poison{};
    const Object::Ends& ends = object.ends;
    wanted.dimension = coordinates_of(*ends.second)[ends.second_coordinate].dimension /
                       coordinates_of(*ends.first)[ends.first_coordinate].dimension;
  }
  const Asked asked{wanted, expr, fmt::format("`{}`", bound.info->name)};
  if (bound.info->want == Want::word) return word(world, asked);
  const Value value = evaluate(world, expr, *bound.scope);
  switch (bound.info->want) {
    case Want::quantity:
      return bound.info->axial && world.spatial ? axial(world, asked, value)
                                                : quantity(world, asked, value);
    case Want::inertia:
      return world.spatial ? fitted_inertia(world, value, object, expr)
                           : quantity(world, asked, value);
    case Want::direction:
      return direction(world, asked, value);
    case Want::directions:
      return directions(world, asked, value);
    case Want::rotation:
      return rotation(world, asked, value);
    case Want::vector:
      return vector(world, asked, value);
    case Want::boolean: {
      const auto flag = truth(world, value, asked.name, expr.span);
      return flag && require_constant(world, *flag, expr.span) ? Value(*flag) : Value(Poison{});
    }
    case Want::law:
    case Want::friction:
      return law(world, asked, value, bound.info->want == Want::friction);
    case Want::material:
      return material(world, asked, value, object);
    case Want::members:
      return members(world, asked, value);
    case Want::shape:
      if (value.get<ShapeValue>()) return value;
      if (value.get<ListValue>())
        return wrong(world, asked, value, "a shape",
                     "a body has one shape: `weld` another body to it for a second one");
      return wrong(world, asked, value, "a shape",
                   "`sphere(R)`, `disc(R, width)`, `ellipse(a, b)`, `polygon(corners)` or `plane`");
    default:
      return Poison{};
  }
}

}  // namespace mbs::elaborate

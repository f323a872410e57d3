#include "lang/elaborate/world/describe.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "lang/elaborate/world/families.hpp"
#include "lang/elaborate/world/object.hpp"

namespace mbs::elaborate {

std::string with_article(std::string_view noun) {
  const bool vowel = noun.find_first_of("aeiou") == 0;
  return (vowel ? "an " : "a ") + std::string(noun);
}

namespace {

std::string describe_scalar(const Scalar& scalar) {
  if (scalar.boolean) return "a truth value";
  if (scalar.dimension.pure()) return "a number";
  return describe(scalar.dimension);
}

std::string describe_object(const Object& object) {
  if (object.type() == ObjectKind::body) return "a body";
  return with_article(std::string(object.kind->name));
}

struct Describe {
  std::string operator()(const Poison&) const { return "nothing"; }
  std::string operator()(const Scalar& s) const { return describe_scalar(s); }
  std::string operator()(const VectorValue&) const { return "a vector"; }
  std::string operator()(const Apart<RotationValue>&) const { return "a rotation"; }
  std::string operator()(const TextValue&) const { return "a string"; }
  std::string operator()(const ListValue&) const { return "a list"; }
  std::string operator()(const LawValue& law) const {
    if (!law.law) return "`none`";
    return std::get<ast::Law>(law.law->statement->node).friction ? "a friction law" : "a law";
  }
  std::string operator()(const FunctionValue&) const { return "a function"; }
  std::string operator()(const BuiltinValue&) const { return "a function"; }
  std::string operator()(const ObjectValue& o) const { return describe_object(*o.object); }
  std::string operator()(const InstanceValue&) const { return "a group of declarations"; }
  std::string operator()(const FamilyValue& f) const { return "a family, `" + name_of(f) + "[…]`"; }
  std::string operator()(const TemplateValue&) const { return "a template"; }
  std::string operator()(const TableValue&) const { return "a table"; }
  std::string operator()(const RunValue&) const { return "a run"; }
  std::string operator()(const Apart<ImpactsValue>&) const { return "a table of impacts"; }
  std::string operator()(const Apart<ImpactValue>&) const { return "an impact"; }
  std::string operator()(const RecordValue& r) const { return r.title; }
  std::string operator()(const DataValue&) const { return "a table of data"; }
  std::string operator()(const EnergyValue&) const { return "the energy balance"; }
  std::string operator()(const PairValue&) const { return "the pair in contact"; }
  std::string operator()(const Apart<ShapeValue>&) const { return "a shape"; }
};

std::string join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string law_text(const LawValue& law) {
  if (!law.law) return "none";
  std::string text = law.law->name;
  if (!law.given || law.given->empty()) return text;
  std::vector<std::string> parts;
  for (const LawArgument& argument : *law.given) {
    const std::string value = to_text(argument.value);
    parts.push_back(argument.named ? argument.parameter + " = " + value : value);
  }
  return text + "(" + join(parts) + ")";
}

std::string corner_text(const ir::Vec2& corner) {
  return fmt::format("({:.6g}, {:.6g}) m", corner.x, corner.y);
}

std::string shape_text(const ShapeValue& shape) {
  std::vector<std::string> parts, corners;
  if (shape.curve) parts.push_back(shape.curve->name);
  for (const ir::Vec2& corner : shape.corners) corners.push_back(corner_text(corner));
  if (!corners.empty()) parts.push_back("[" + join(corners) + "]");
  for (double size : shape.sizes) parts.push_back(fmt::format("{:.6g} m", size));
  if (shape.kind == ShapeKind::superellipse) parts.push_back(fmt::format("{:.6g}", shape.exponent));
  if (shape.width && shape.kind != ShapeKind::disc)
    parts.push_back(fmt::format("{:.6g} m", *shape.width));
  if (shape.rounding > 0) parts.push_back(fmt::format("{:.6g} m", shape.rounding));
  if (shape.normal)
    parts.push_back(
        fmt::format("({:.6g}, {:.6g}, {:.6g})", shape.normal->x, shape.normal->y, shape.normal->z));
  if (!shape.vertices.empty()) parts.push_back(fmt::format("{} corners", shape.vertices.size()));
  const std::string name(info(shape.kind).name);
  return parts.empty() ? name : name + "(" + join(parts) + ")";
}

// "turn((0, 0, 1), 30 deg)"
std::string rotation_text(const RotationValue& rotation) {
  for (const Scalar& part : rotation.parts)
    if (!part.constant()) return "…";
  const auto& q = rotation.parts;
  const double s = std::hypot(q[1].value, q[2].value, q[3].value);
  if (s == 0) return "none";
  const double sign = q[0].value < 0 ? -1 : 1;
  const double angle = 2 * std::atan2(s, sign * q[0].value) * 180 / std::numbers::pi;
  const auto part = [&](int i) { return sign * q[i].value / s + 0.0; };
  return fmt::format("turn(({:.6g}, {:.6g}, {:.6g}), {:.6g} deg)", part(1), part(2), part(3),
                     angle);
}

std::string plain_text(const TextValue& text) {
  std::string result;
  for (const ir::TextPart& part : text.parts) {
    if (const auto* plain = std::get_if<std::string>(&part)) result += *plain;
  }
  return result;
}

}  // namespace

std::string describe(const Value& value) {
  return std::visit(Describe{}, value.node);
}

std::string describe(const Dimension& dimension) {
  const std::string name = quantity_name(dimension);
  return name.empty() ? to_string(dimension) : with_article(name);
}

std::string bare_name(const Dimension& dimension) {
  if (dimension.pure()) return "pure number";
  const std::string name = quantity_name(dimension);
  return name.empty() ? to_string(dimension) : name;
}

std::string to_text(const Scalar& scalar) {
  if (!scalar.constant()) return "…";
  if (std::isnan(scalar.value)) return "not a number";
  if (scalar.boolean) return scalar.value != 0 ? "true" : "false";
  const Unit unit = shown_unit(scalar);
  const std::string number = fmt::format("{:.6g}", scalar.value / unit.factor);
  return unit.text.empty() ? number : number + " " + unit.text;
}

std::string to_text(const Value& value) {
  if (const auto* scalar = value.get<Scalar>()) return to_text(*scalar);
  if (const auto* law = value.get<LawValue>()) return law_text(*law);
  if (const auto* text = value.get<TextValue>()) return plain_text(*text);
  if (const auto* object = value.get<ObjectValue>()) return object->object->name;
  if (const auto* shape = value.get<ShapeValue>()) return shape_text(*shape);
  if (const auto* function = value.get<FunctionValue>()) return function->function->name;
  if (const auto* rotation = value.get<RotationValue>()) return rotation_text(*rotation);
  std::vector<std::string> parts;
  if (const auto* list = value.get<ListValue>()) {
    for (const Value& item : *list->items) parts.push_back(to_text(item));
    return "[" + join(parts) + "]";
  }
  if (const auto* vector = value.get<VectorValue>()) {
    for (const Scalar& part : vector->parts) parts.push_back(to_text(part));
    return "(" + join(parts) + ")";
  }
  return describe(value);
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const char* before = i == 0 ? "" : i + 1 == names.size() ? " and " : ", ";
    text += before + ("`" + names[i] + "`");
  }
  return text;
}

}  // namespace mbs::elaborate

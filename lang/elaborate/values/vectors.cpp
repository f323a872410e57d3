#include "lang/elaborate/values/vectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

bool has_direction(Reports& reports, const VectorValue& vector, const std::string& name,
                   Span span) {
  const bool zero = std::all_of(vector.parts.begin(), vector.parts.end(), [](const Scalar& part) {
    return part.constant() && !part.placeholder && part.value == 0;
  });
  if (!zero) return true;
  report(reports, Code::E0421, span, fmt::format("{} is a direction, but this has no length", name))
      .hint = "a direction is a vector of any length but 0: `x`, `(0, 1, 1)`";
  return false;
}

std::optional<ir::Vec3> constant_direction(World& world, const Value& value,
                                           const std::string& name, const ast::Expr& expr,
                                           Scope& scope) {
  const Value place = placed(world, value, expr, scope);
  if (place.poisoned()) return std::nullopt;
  const auto* vector = place.get<VectorValue>();
  if (!vector || vector->parts.size() != 3) {
    report(world, Code::E0308, expr.span,
           fmt::format("{} must be a direction, but this is {}", name, describe(place)),
           describe(place))
        .hint = "a direction is a vector: `x`, `(0, 1, 1)`";
    return std::nullopt;
  }
  for (const Scalar& part : vector->parts) {
    if (!require_constant(world, part, expr.span)) return std::nullopt;
    if (!require_finite(world, part, name, expr.span)) return std::nullopt;
  }
  if (!has_direction(world, *vector, name, expr.span)) return std::nullopt;
  const auto& p = vector->parts;
  const double largest =
      std::max({std::abs(p[0].value), std::abs(p[1].value), std::abs(p[2].value)});
  const ir::Vec3 scaled{p[0].value / largest, p[1].value / largest, p[2].value / largest};
  const double length = norm(scaled);
  return ir::Vec3{scaled.x / length, scaled.y / length, scaled.z / length};
}

std::optional<std::vector<ListValue>> columns_of(const ListValue& list) {
  std::vector<std::vector<Value>> parts;
  for (const Value& item : *list.items) {
    const auto* vector = item.get<VectorValue>();
    if (!vector || (!parts.empty() && parts.size() != vector->parts.size())) return std::nullopt;
    parts.resize(vector->parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i].push_back(vector->parts[i]);
  }
  if (parts.empty()) return std::nullopt;
  std::vector<ListValue> columns;
  for (std::vector<Value>& part : parts)
    columns.push_back({std::make_shared<const std::vector<Value>>(std::move(part))});
  return columns;
}

}  // namespace mbs::elaborate

#include "lang/elaborate/objects/points.hpp"

#include <fmt/format.h>

#include <map>

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"

namespace mbs::elaborate {

namespace {

ir::Vec3 declared_position(World& world, Object& point) {
  const ast::Declaration* declaration = point.declaration();
  if (!declaration || !declaration->value) return {};
  const Value value = evaluate(world, *declaration->value, *point.scope);
  const Purpose purpose{"`" + point.name + "`", dim::length, declaration->value->span};
  return constant_vector(world, value, purpose, declaration->value.get()).value_or(ir::Vec3{});
}

}  // namespace

std::vector<Object*> points_of(const Object& body) {
  std::vector<Object*> points;
  if (!body.inside) return points;
  std::map<std::string, Object*> named;
  for (const Symbol* symbol : body.inside->order) named.emplace(symbol->name, symbol->object);
  for (const auto& [name, point] : named)
    if (point) points.push_back(point);
  for (const auto& [name, family] : body.inside->families)
    for (const auto& [indices, symbol] : family)
      if (symbol->object) points.push_back(symbol->object);
  return points;
}

ir::Vec3 found_once(World& world, Object& point, ir::Vec3 (*find)(World& world, Object& point)) {
  if (point.position) return *point.position;
  if (point.running) {
    report(world, Code::E0305, point.span, fmt::format("`{}` depends on itself", point.name));
    return {};
  }
  point.running = true;
  const ir::Vec3 place = find(world, point);
  point.running = false;
  if (!world.quiet || !world.diagnostics->has_errors()) point.position = place;
  return place;
}

ir::Vec3 declared_place(World& world, Object& point) {
  return found_once(world, point, declared_position);
}

double local_angle(World& world, Object& point_like) {
  if (is_body(point_like)) return 0;
  return attribute_number(world, point_like, "angle").value_or(0);
}

}  // namespace mbs::elaborate

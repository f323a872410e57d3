#include "lang/elaborate/objects/objects.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/objects/fit_attribute.hpp"
#include "lang/elaborate/values/shapes.hpp"
#include "lang/text/foreign_words.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {
namespace {

std::vector<std::string> attribute_names(const Declarations& declarations, const KindInfo& kind) {
  std::vector<std::string> names;
  for (const AttributeInfo& a : kind.attributes)
    if (!a.spatial || declarations.spatial) names.emplace_back(a.name);
  return names;
}

void report_unknown_attribute(World& world, const KindInfo& kind, const ast::Identifier& name) {
  const auto near = suggest(name.name, attribute_names(world, kind));
  Diagnostic& d = report(world, Code::E0402, name.span,
                         fmt::format("`{}` has no attribute `{}`", kind.name, name.name),
                         near ? fmt::format("did you mean `{}`?", *near) : "");
  if (near) d.fix = Fix{name.span, *near};
  if (near) return;
  std::string list;
  for (const std::string& known : attribute_names(world, kind))
    list += (list.empty() ? "" : ", ") + known;
  const std::string_view foreign = foreign_attribute(name.name);
  d.hint = !foreign.empty() ? std::string(foreign)
           : list.empty()   ? std::string("it has none")
                            : "it has: " + list;
}

bool check_mark(World& world, const AttributeInfo& info, const ast::Attribute& attribute) {
  if (!attribute.guess || info.guess) return true;
  report(world, Code::E0410, attribute.name.span,
         fmt::format("`~` is for initial values; `{}` is not one", info.name))
      .hint = fmt::format("`{} = …`", info.name);
  return false;
}

void bind_one(World& world, Object& object, const ast::Attribute& attribute, Scope& scope, bool own,
              std::string origin) {
  const AttributeInfo* info = find_attribute(*object.kind, attribute.name.name);
  if (!info && !object.kind->open)
    return report_unknown_attribute(world, *object.kind, attribute.name);
  if (info && info->spatial && !world.spatial) {
    const char* why = "turns things in space; in a planar world give an `angle`";
    if (info->name == "axial")
      why = "is along an axis, which is square to a planar world";
    else if (info->want == Want::quantity)
      why = "is known in space alone";
    report(world, Code::E0408, attribute.name.span, fmt::format("`{}` {}", info->name, why));
    return;
  }
  if (info && !check_mark(world, *info, attribute)) return;
  if (BoundAttribute* first = find_bound(object, attribute.name.name)) {
    if (own && first->own) {
      report(world, Code::E0302, attribute.name.span,
             fmt::format("`{}` is already given", attribute.name.name))
          .labels.push_back({first->attribute->name.span, "first here"});
    }
    return;
  }
  BoundAttribute& bound = object.attributes.emplace_back();
  bound.info = info;
  bound.attribute = &attribute;
  bound.scope = &scope;
  bound.own = own;
  bound.origin = std::move(origin);
}

}  // namespace

Object& new_object(Declarations& declarations, const KindInfo& kind, std::string name, Span span,
                   Scope& scope) {
  Object& object = declarations.objects.emplace_back();
  object.kind = &kind;
  object.name = std::move(name);
  object.span = span;
  object.scope = &scope;
  return object;
}

void bind_attributes(World& world, Object& object, const ast::Block* block, Scope& scope) {
  if (block) {
    for (const auto& item : block->items) {
      if (const auto* attribute = std::get_if<ast::Attribute>(&item))
        bind_one(world, object, *attribute, scope, true,
                 fmt::format("line {}", line_of(world, attribute->name.span)));
    }
  }
  for (Scope* s = &scope; s; s = s->parent) {
    for (const KindDefault& preset : s->defaults) {
      if (preset.kind != object.kind->name) continue;
      for (const auto& item : preset.block->items) {
        const auto* attribute = std::get_if<ast::Attribute>(&item);
        if (attribute && find_attribute(*object.kind, attribute->name.name))
          bind_one(world, object, *attribute, *s, false,
                   fmt::format("default {}, line {}", preset.kind, preset.line));
      }
    }
  }
}

void bind_defaults(World& world, Object& object, const ast::Block& block, Scope& scope) {
  for (const auto& item : block.items)
    if (const auto* attribute = std::get_if<ast::Attribute>(&item))
      bind_one(world, object, *attribute, scope, false,
               fmt::format("line {}", line_of(world, attribute->name.span)));
}

BoundAttribute* find_bound(Object& object, std::string_view name) {
  for (BoundAttribute& bound : object.attributes) {
    if (bound.attribute->name.name == name) return &bound;
  }
  return nullptr;
}

std::optional<Value> attribute(World& world, Object& object, std::string_view name) {
  BoundAttribute* bound = find_bound(object, name);
  if (!bound) return std::nullopt;
  Memo& memo = bound->memo;
  if (memo.state == Memo::State::running) {
    report(world, Code::E0305, bound->attribute->value->span,
           fmt::format("`{}` of `{}` depends on itself", name, object.name));
    return Value(Poison{});
  }
  if (memo.state == Memo::State::fresh) {
    memo.state = Memo::State::running;
    memo.value = fitted_attribute(world, object, *bound);
    memo.state = settled(world.evaluation, memo.value.poisoned());
  }
  return memo.value;
}

std::optional<double> attribute_number(World& world, Object& object, std::string_view name) {
  const auto value = attribute(world, object, name);
  const auto* scalar = value ? value->get<Scalar>() : nullptr;
  if (!scalar) return std::nullopt;
  return scalar->value;
}

std::optional<ir::Vec3> attribute_vector(World& world, Object& object, std::string_view name) {
  const auto value = attribute(world, object, name);
  const auto* vector = value ? value->get<VectorValue>() : nullptr;
  if (!vector) return std::nullopt;
  const auto& parts = vector->parts;
  return ir::Vec3{parts[0].value, parts[1].value, parts.size() > 2 ? parts[2].value : 0};
}

bool require_attribute(World& world, Object& object, std::string_view name,
                       const std::string& hint) {
  if (find_bound(object, name)) return true;
  const bool vowel = std::string_view("aeiou").find(name[0]) != std::string_view::npos;
  const char* const article = vowel ? "an" : "a";
  Diagnostic& d = report(world, Code::E0403, object.span,
                         fmt::format("`{}` needs {} `{}`", object.title(), article, name));
  if (!hint.empty()) d.hint = hint;
  return false;
}

ir::Initial attribute_initial(World& world, Object& object, std::string_view name) {
  ir::Initial initial;
  const auto value = attribute_number(world, object, name);
  if (!value) return initial;
  const BoundAttribute* bound = find_bound(object, name);
  initial.kind = bound->attribute->guess ? ir::Initial::Kind::guess : ir::Initial::Kind::hold;
  initial.value = *value;
  initial.origin = bound->attribute->name.span;
  return initial;
}

bool is_body(const Object& object) {
  return object.type() == ObjectKind::body;
}

bool is_point_like(const Object& object) {
  return object.type() == ObjectKind::body || object.type() == ObjectKind::point;
}

bool is_joint(const Object& object) {
  return object.kind->joint.has_value();
}

bool has_friction(World& world, Object& joint) {
  const auto value = attribute(world, joint, "friction");
  const auto* law = value ? value->get<LawValue>() : nullptr;
  return law && law->law;
}

const CoordinateInfo* coordinate_of(const Object& object) {
  return is_joint(object) ? object.kind->joint->coordinate : nullptr;
}

std::span<const CoordinateInfo> coordinates_of(const Object& object) {
  if (!is_joint(object)) return {};
  return mbs::coordinates_of(*object.kind->joint);
}

bool turns(const Object& object) {
  const CoordinateInfo* coordinate = coordinate_of(object);
  return coordinate && coordinate->turns;
}

bool slides_several_ways(const Object& object) {
  return object.type() == ObjectKind::spherical || object.type() == ObjectKind::cylindrical;
}

bool slides(const Object& object) {
  const CoordinateInfo* coordinate = coordinate_of(object);
  return coordinate && !coordinate->turns;
}

Object& body_of(Object& point_like) {
  return is_body(point_like) ? point_like : *point_like.owner;
}

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

Object& center_of(Declarations& declarations, Object& body) {
  if (Symbol* own = body.inside ? find_here(*body.inside, "cm") : nullptr; own && own->object)
    return *own->object;
  if (const auto found = body.points.find("cm"); found != body.points.end()) return *found->second;
  Object& center =
      new_object(declarations, info(ObjectKind::point), body.name + ".cm", body.span, *body.scope);
  center.owner = &body;
  center.is_center = true;
  body.points.emplace("cm", &center);
  return center;
}

std::vector<Object*> corners_of(World& world, Object& body) {
  std::vector<Object*> corners;
  const auto shape = shape_of(world, body);
  std::vector<ir::Vec3> centers;
  if (shape && world.spatial)
    centers = space_corner_centers(*shape);
  else if (shape)
    for (const ir::Vec2& center : corner_centers(*shape)) centers.emplace_back(center);
  for (std::size_t i = 0; i < centers.size(); ++i) {
    const std::string name = fmt::format("{}[{}]", corner_name(*shape), i + 1);
    Object*& point = body.points[name];
    if (!point) {
      point = &new_object(world, info(ObjectKind::point), body.name + "." + name, body.span,
                          *body.scope);
      point->owner = &body;
      point->corner = static_cast<int>(i);
      point->position = centers[i];
    }
    corners.push_back(point);
  }
  return corners;
}

namespace {

ir::Vec3 declared_position(World& world, Object& point) {
  const ast::Declaration* declaration = point.declaration();
  if (!declaration || !declaration->value) return {};
  const Value value = evaluate(world, *declaration->value, *point.scope);
  const Purpose purpose{"`" + point.name + "`", dim::length, declaration->value->span};
  return constant_vector(world, value, purpose, declaration->value.get()).value_or(ir::Vec3{});
}

}  // namespace

ir::Vec3 local_position(World& world, Object& point_like) {
  if (is_body(point_like)) return {};
  if (point_like.position) return *point_like.position;
  if (point_like.running) {
    report(world, Code::E0305, point_like.span,
           fmt::format("`{}` depends on itself", point_like.name));
    return {};
  }
  point_like.running = true;
  const ir::Vec3 place = point_like.is_center ? body_center(world, *point_like.owner)
                                              : declared_position(world, point_like);
  point_like.running = false;
  if (!world.evaluation.quiet || !world.diagnostics->has_errors()) point_like.position = place;
  return place;
}

double local_angle(World& world, Object& point_like) {
  if (is_body(point_like)) return 0;
  return attribute_number(world, point_like, "angle").value_or(0);
}

ir::FrameId frame_of(World& world, Object& point_like) {
  if (point_like.frame.valid()) return point_like.frame;
  ir::Frame frame;
  frame.name = point_like.name;
  frame.body = ir::BodyId{body_of(point_like).index};
  frame.position = local_position(world, point_like);
  if (world.spatial)
    frame.rotation = local_rotation(world, point_like);
  else
    frame.angle = local_angle(world, point_like);
  point_like.frame = ir::FrameId{static_cast<std::int32_t>(world.scenario->frames.size())};
  world.scenario->frames.push_back(std::move(frame));
  return point_like.frame;
}

// ---- mass and inertia from the shape -------------------------------------------------------

std::optional<ShapeValue> shape_of(World& world, Object& point_like) {
  if (point_like.corner >= 0) {
    const ShapeValue whole = *shape_of(world, *point_like.owner);
    return world.spatial ? space_corner_shape(whole, point_like.corner) : corner_shape(whole);
  }
  const auto value = attribute(world, point_like, "shape");
  const auto* shape = value ? value->get<ShapeValue>() : nullptr;
  if (!shape) return std::nullopt;
  return *shape;
}

Object* material_of(World& world, Object& object) {
  const auto value = attribute(world, object, "material");
  const auto* material = value ? value->get<ObjectValue>() : nullptr;
  return material ? material->object : nullptr;
}

Object* surface_material(World& world, Object& end) {
  if (find_bound(end, "material")) return material_of(world, end);
  Object& body = body_of(end);
  return &body == world.ground ? nullptr : material_of(world, body);
}

}  // namespace mbs::elaborate

#include "lang/elaborate/objects/attributes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/objects/fit_attribute.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/shapes/corner_edges.hpp"
#include "lang/elaborate/shapes/measures.hpp"
#include "lang/elaborate/shapes/solids.hpp"
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
  const bool follows = kind.joint && kind.joint->screws && name.name == "travel";
  d.hint = follows ? "its travel follows from its angle: `angle = 3 mm / (5 mm) * 360 deg`"
           : !foreign.empty() ? std::string(foreign)
           : list.empty()     ? std::string("it has none")
                              : "it has: " + list;
}

bool check_mark(Reports& reports, const AttributeInfo& info, const ast::Attribute& attribute) {
  if (!attribute.guess || info.guess) return true;
  report(reports, Code::E0410, attribute.name.span,
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
    memo.state = settled(world, memo.value.poisoned());
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

bool require_attribute(Reports& reports, Object& object, std::string_view name,
                       const std::string& hint) {
  if (find_bound(object, name)) return true;
  const bool vowel = std::string_view("aeiou").find(name[0]) != std::string_view::npos;
  const char* const article = vowel ? "an" : "a";
  Diagnostic& d = report(reports, Code::E0403, object.span,
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

bool has_friction(World& world, Object& joint) {
  const auto value = attribute(world, joint, "friction");
  const auto* law = value ? value->get<LawValue>() : nullptr;
  return law && law->law;
}

// ---- mass and inertia from the shape -------------------------------------------------------

std::optional<ShapeValue> shape_of(World& world, Object& point_like) {
  if (point_like.corner >= 0) {
    const ShapeValue whole = *shape_of(world, *point_like.owner);
    return world.spatial ? space_corner_shape(whole, point_like.corner) : corner_shape(whole);
  }
  if (point_like.edge >= 0)
    return edge_shape(*shape_of(world, *point_like.owner),
                      static_cast<std::size_t>(point_like.edge));
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

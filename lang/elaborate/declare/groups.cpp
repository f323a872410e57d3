#include "lang/elaborate/declare/groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "lang/elaborate/declare/law_id.hpp"
#include "lang/elaborate/declare/rigid_contacts.hpp"
#include "lang/elaborate/declare/space_limits.hpp"
#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/body_mass.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/objects/places.hpp"
#include "lang/elaborate/pairs/space_shapes.hpp"
#include "lang/elaborate/shapes/solids.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/kinds/law_memory.hpp"

namespace mbs::elaborate {
namespace {

// Members that are alike share a class: what a law may ask of a side is the same for all of them.
using Likeness = std::tuple<ShapeKind, std::vector<double>, std::optional<double>, Object*, bool>;

Likeness likeness_of(World& world, Object& member, const ShapeValue& shape) {
  Object& body = body_of(member);
  const bool ground = &body == world.ground;
  return {shape.kind, shape.sizes, ground ? std::nullopt : body_mass(world, body),
          surface_material(world, member), ground};
}

struct Group {
  World& world;
  Object& object;
  std::vector<Object*> firsts, seconds;  // two members of each class; the second may be null
  ir::ContactGroup result;
};

bool round_or_plane(Group& group, const Object& member, const ShapeValue& shape) {
  const bool spatial = group.world.spatial;  // a disc has a face and a rim there
  const bool fits = shape.kind == ShapeKind::sphere || shape.kind == ShapeKind::plane ||
                    shape.kind == (spatial ? ShapeKind::socket : ShapeKind::disc);
  if (!fits)
    report(group.world, Code::E0407, group.object.span,
           fmt::format("`{}` has the shape {}, but contacts among many{} are of spheres, {} and "
                       "planes",
                       member.name, info(shape.kind).name, spatial ? " in space" : "",
                       spatial ? "sockets" : "discs"))
        .hint = "a `contact` for each pair";
  return fits;
}

ir::Shape ir_shape(const ShapeValue& shape) {
  if (shape.kind == ShapeKind::plane) return ir::HalfPlane{};
  return ir::Circle{shape.sizes[0], false};
}

ir::Shape shape_in(const Declarations& declarations, const ShapeValue& shape) {
  return declarations.spatial ? *space_contact_shape(shape) : ir_shape(shape);
}

bool add_member(Group& group, Object& member, std::map<Likeness, int>& twin_classes) {
  World& world = group.world;
  const auto shape = shape_of(world, member);
  if (!shape) {
    if (!find_bound(member, "shape"))
      report(world, Code::E0403, group.object.span,
             fmt::format("`{}` needs a `shape` on `{}`", group.object.title(), member.name))
          .hint = fmt::format("give `{}` one, `shape = sphere(20 mm)` say", member.name);
    return false;
  }
  if (!round_or_plane(group, member, *shape)) return false;
  if (world.spatial && !check_faces(world, group.object, *shape)) return false;
  const auto next = static_cast<int>(twin_classes.size());
  const auto [found, fresh] = twin_classes.emplace(likeness_of(world, member, *shape), next);
  if (fresh) {
    group.firsts.push_back(&member);
    group.seconds.push_back(nullptr);
  } else if (!group.seconds[found->second]) {
    group.seconds[found->second] = &member;
  }
  group.result.members.push_back({frame_of(world, member), shape_in(world, *shape), found->second});
  return true;
}

// What a law of such a pair may not do: nobody keeps a pair's memory while it is apart.
const char* unfit(const ir::LawProgram& law) {
  if (!law.states.empty()) return "it has states";
  if (law.stick.valid()) return "it sticks";
  for (const NodeId node : {law.FN, law.FT}) {
    if (!node.valid()) continue;
    for (const Slot& slot : law.graph.slots_used(node))
      if (is_remembered(slot.kind)) return "it remembers how deep it has been";
  }
  return nullptr;
}

std::string names(const ir::LawProgram& law) {
  if (law.friction_name.empty()) return fmt::format("`{}`", law.name);
  return fmt::format("`{}` with `{}`", law.name, law.friction_name);
}

// The same of a rigid one, which is for runs in steps of fixed length.
bool fits_rigid(Group& group, const ir::LawProgram& law) {
  const char* why = law.FT.valid() ? unfit_rigid_friction(law) : nullptr;
  const bool sticky = attribute_number(group.world, group.object, "adhesion").value_or(0) != 0;
  if (!why && !sticky) return true;
  const std::string what =
      sticky ? "adhesion" : fmt::format("the friction `{}`: {}", law.friction_name, why);
  report(group.world, Code::E0415,
         find_bound(group.object, sticky ? "adhesion" : "friction")->attribute->value->span,
         fmt::format("`{}` is rigid and cannot have {}", group.object.title(), what))
      .hint =
      sticky ? "rigid bodies only push each other apart" : "`coulomb(mu = 0.3)` for instance";
  return false;
}

// A contact of two members stands for all pairs of their twin_classes.
LawUnit* pair_law(Group& group, Object& first, Object& second) {
  World& world = group.world;
  Object& pair = new_object(world, info(ObjectKind::contact), group.object.name, group.object.span,
                            *group.object.scope);
  pair.attributes = group.object.attributes;
  pair.ends.first = &first;
  pair.ends.second = &second;
  pair.ends.state = Memo::State::done;
  return law_of(world, pair);
}

// Levers of what resists rolling and spinning, which the law must be fit for.
bool resists_turning(Group& group, const ir::LawProgram& law) {
  const auto fits = [&](const char* name, double& lever) {
    lever = attribute_number(group.world, group.object, name).value_or(0);
    return lever == 0 || check_turning_in_space(group.world, group.object, law, name);
  };
  return fits("rolling", group.result.rolling) && fits("spinning", group.result.spinning);
}

bool add_law(Group& group, int a, int b) {
  Object* first = group.firsts[a];
  Object* second = a == b ? group.seconds[a] : group.firsts[b];
  ir::LawId& id = group.result.laws[static_cast<std::size_t>(a * group.result.twin_classes + b)];
  if (!second) return true;
  const auto wall = [&](Object* member) {
    const ShapeKind kind = shape_of(group.world, *member)->kind;
    return kind == ShapeKind::plane || kind == ShapeKind::socket;
  };
  if (wall(first) && wall(second)) return true;
  const LawUnit* unit = pair_law(group, *first, *second);
  if (!unit) return false;
  const ir::LawProgram& law = unit->program;
  if (law.rigid() && !fits_rigid(group, law)) return false;
  if (const char* why = law.rigid() ? nullptr : unfit(law)) {
    const bool friction = law.stick.valid();
    report(group.world, Code::E0412,
           find_bound(group.object, friction ? "friction" : "law")->attribute->value->span,
           fmt::format("`{}` cannot use {}: {}", group.object.title(), names(law), why))
        .hint = friction ? "a smooth friction law, `coulomb_tanh` say, or a `contact` for each pair"
                         : "another law, `hunt_crossley` say, or a `contact` for each pair";
    return false;
  }
  id = law_id(group.world, law);
  return resists_turning(group, law);
}

}  // namespace

void declare_contacts(World& world, Object& object) {
  const bool given =
      require_attribute(world, object, "among", "for instance `among = [ball, floor]`");
  const bool law = require_attribute(world, object, "law", "for instance `law = flores(0.5)`");
  for (BoundAttribute& bound : object.attributes)
    attribute(world, object, bound.attribute->name.name);
  const auto among = given ? attribute(world, object, "among") : std::nullopt;
  const auto* list = among ? among->get<ListValue>() : nullptr;
  if (!list || !law) return;
  Group group{world, object, {}, {}, {}};
  group.result.name = object.name;
  group.result.origin = object.span;
  std::map<Likeness, int> twin_classes;
  for (const Value& member : *list->items)
    if (!add_member(group, *member.get<ObjectValue>()->object, twin_classes)) return;
  group.result.twin_classes = static_cast<std::int32_t>(twin_classes.size());
  group.result.laws.resize(twin_classes.size() * twin_classes.size());
  for (int a = 0; a < group.result.twin_classes; ++a)
    for (int b = a; b < group.result.twin_classes; ++b)
      if (!add_law(group, a, b)) return;
  world.scenario->groups[object.index] = std::move(group.result);
}

}  // namespace mbs::elaborate

#include "lang/elaborate/actions/switching.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/objects/clearance_parts.hpp"
#include "lang/elaborate/objects/switching.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/world/clearance_parts.hpp"
#include "lang/elaborate/world/families.hpp"

namespace mbs::elaborate {
namespace {

struct Switching {
  World& world;
  const ast::Expr& expr;
  bool on;
  ir::Event& event;

  void add(const Value& value) {
    if (value.get<FamilyValue>()) return add(as_list(value));
    if (const auto* list = value.get<ListValue>()) {
      for (const Value& item : *list->items) add(item);
      return;
    }
    if (value.poisoned()) return;
    const auto* object = value.get<ObjectValue>();
    if (object && has_several_contacts(world, *object->object)) return add_all(*object->object);
    const auto part = object ? part_of(*object->object) : std::nullopt;
    part ? add(*part) : refuse();
  }

 private:
  void add_all(Object& clearance) {
    const ClearanceParts& parts = clearance_parts(world, clearance);
    for (const Object* part : parts.all()) add(*part_of(*part));
    const bool held_along = is_journal(world, clearance) && !(axial_play(world, clearance) > 0);
    if (held_along) add({ir::Sort::joint, parts.joint.index});
  }

  void add(ir::Part part) {
    const auto before = std::find_if(event.switches.begin(), event.switches.end(),
                                     [&](const ir::Switch& s) { return s.part == part; });
    if (before == event.switches.end()) {
      event.switches.push_back({part, on, expr.span});
      with_part(*world.scenario, part, [](auto& thing) { thing.activity.varies = true; });
      return;
    }
    Diagnostic& d = report(
        world, Code::E0417, expr.span,
        before->on == on ? fmt::format("`{}` is switched twice", source_text(world, expr.span))
                         : fmt::format("`{}` is switched on and off at one instant",
                                       source_text(world, expr.span)));
    d.labels.push_back({before->origin, "first here"});
    d.hint = "one event leaves a thing on, or off";
  }

  void refuse() {
    report(world, Code::E0416, expr.span,
           fmt::format("`{}` cannot be switched", source_text(world, expr.span)))
        .hint = "joints, drives, forces, springs, contacts and clearances can be";
  }
};

}  // namespace

void compile_switch(World& world, const ast::Switch& node, Scope& scope, ir::Event& event) {
  for (const ast::ExprPtr& part : node.parts)
    Switching{world, *part, node.word != "free", event}.add(evaluate(world, *part, scope));
}

}  // namespace mbs::elaborate

// What is declared: bodies, joints, contacts and the like, with their attributes.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "lang/elaborate/world/scope.hpp"
#include "lang/kinds/kinds.hpp"
#include "lang/scenario/scenario.hpp"
#include "lang/syntax/ast.hpp"

namespace mbs::elaborate {

struct BodyParts;       // see lang/elaborate/objects/parts.hpp
struct LawUnit;         // a contact's compiled law, see lang/elaborate/laws/laws.hpp
struct ClearanceParts;  // see lang/elaborate/world/clearance_parts.hpp

struct BoundAttribute {  // an attribute in force: written in the declaration or in a `default`
  const AttributeInfo* info = nullptr;  // null: an added attribute of a material
  const ast::Attribute* attribute = nullptr;
  Scope* scope = nullptr;  // where its value is evaluated
  bool own = true;
  std::string origin;  // "line 12", "default clearance, line 9"
  Memo memo;
};

// Something declared. Bodies, joints and the like have an index in their table of the scenario.
struct Object {
  const KindInfo* kind = nullptr;
  std::string name;                           // with the instance's prefix: "p[1].ball"
  const ast::Statement* statement = nullptr;  // null: ground, cm
  Span span;  // what a message about the whole declaration underlines
  Scope* scope = nullptr;
  int index = -1;
  std::deque<BoundAttribute> attributes;
  Scope* inside = nullptr;                  // of a body: its declared points; null if it has none
  std::map<std::string, Object*> points;    // of a body: `cm` and `corner[i]`, once asked for
  std::shared_ptr<BodyParts> parts;         // of a body made of its points' shapes, once asked for
  Object* owner = nullptr;                  // of a point: its body; of a part of a clearance: that
  std::shared_ptr<ClearanceParts> several;  // of a clearance of several contacts, once asked for
  ir::FrameId frame;
  std::optional<ir::Vec3> position;  // of a point in its body, once known
  bool is_center = false;            // the predefined point `cm`
  int corner = -1;                   // the predefined point `corner[corner + 1]` of a polygon
  int edge = -1;                     // in space: the predefined point `edge[edge + 1]` of a body
  bool running = false;              // guards against definitions in a circle
  struct Ends {
    Indices chosen_first, chosen_second;  // the members of families that the ends name
    Memo::State state = Memo::State::fresh;
    Object* first = nullptr;
    Object* second = nullptr;
    std::string coordinate;                           // of a drive: "speed" in `O.speed`
    int first_coordinate = 0, second_coordinate = 0;  // which of a joint's, where an end is one
  } ends;
  struct StateParts {  // of a state
    const ast::Statement* rate = nullptr;
    Scope* rate_scope = nullptr;
    Symbol* symbol = nullptr;
    double initial = 0;  // once the symbol has its value
  } state;
  std::shared_ptr<LawUnit> law;  // of a contact, or of a joint with friction
  Memo::State law_state = Memo::State::fresh;

  ObjectKind type() const { return kind->kind; }
  const ast::Declaration* declaration() const {
    return statement ? std::get_if<ast::Declaration>(&statement->node) : nullptr;
  }
  std::string title() const { return std::string(kind->name) + " " + name; }
};

}  // namespace mbs::elaborate

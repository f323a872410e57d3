// A contact's normal and friction law, applied to its pair: the compiled program.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "lang/elaborate/objects/objects.hpp"
#include "lang/kinds/law_inputs.hpp"

namespace mbs::elaborate {

// What `pair` knows. A missing value says why when a law asks for it (E0409).
struct Pair {
  struct Side {
    std::string name;     // what can be given a material: the body, or a point of the ground
    double radius = 0;    // m; concave negative, plane inf
    bool varies = false;  // the radius is that of curvature where the contact begins
    bool sharp = false;   // has corners without a radius
    bool face = false;    // lies flat on what is flat, too
    bool edges = false;   // lies along its edges and sides as well
    double mass = 0;      // kg, inf for ground
    Object* material = nullptr;
  };
  std::string contact;  // "hit"
  Side sides[2];
  std::optional<double> length, clearance;  // m
  bool placeholder = false;                 // a definition is checked without a contact
};

// Where a law's body is evaluated.
struct LawContext {
  bool friction = false;
  ir::Departure departure = ir::Departure::none;  // of a rigid law
  std::string name;                               // the law's
  const Pair* pair = nullptr;
  ir::LawProgram* program = nullptr;
  Span site;                            // where the contact names the law
  std::map<std::string, Value> nested;  // forces of laws given as parameters
  bool lacks_data = false;              // E0409 has been said for this use
  // Rates of states by name, for z'.
  std::map<std::string, Symbol*> rates;

  LawRole role() const {
    if (friction) return LawRole::friction;
    return departure == ir::Departure::none ? LawRole::normal : LawRole::rigid;
  }
};

struct LawUnit {
  ir::LawProgram program;
  std::map<std::string, Scalar> values;  // of `program.signals`, by name
  Pair pair;
  std::map<std::string, LawContext> contexts;
  bool good = false;
};

// Compiles the laws of a contact, or the friction of a joint, once; null after an error. `pair` is
// filled by the caller.
LawUnit* law_of(World& world, Object& contact);
// The force of a law that is a parameter of the law being evaluated: `elastic.FN`.
Value nested_force(World& world, const LawValue& law, const ast::Expr& expr, Scope& scope);
// Checks laws and functions that nothing has used yet by themselves.
void check_unused_definitions(World& world, Scope& scope);
// "flores(ce = 0.8, n = 1.5, …)": the signature with what is given.
std::string signature_text(const World& world, const LawValue& law);

// The program's place in the scenario; contacts with equal programs share one.
ir::LawId law_id(Draft& draft, const ir::LawProgram& program);
ir::Shape ir_shape(const ShapeValue& shape);

// Shapes, radii and materials of a contact's sides; false after an error
// (lang/elaborate/declare/contacts.cpp).
bool fill_pair(World& world, Object& contact, Pair& pair);
// The same of the two sides of a joint with friction.
bool fill_joint_pair(World& world, Object& joint, Pair& pair);

}  // namespace mbs::elaborate

// Whether a value is what a place needs: its type, its dimension, its stage.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// What a value is for, in messages: "`mass`", "`K` of `hertz`".
struct Purpose {
  std::string name;
  Dimension dimension;
  Span span;               // of the value
  bool frequency = false;  // Hz are welcome: what is wanted is given in Hz itself
};

// Reports when a scalar does not have the wanted dimension: E0203, E0204, E0209.
bool fits(Reports& reports, const Scalar& scalar, const Purpose& purpose, const ast::Expr* expr);
// A constant number of the dimension; reports E0308, E0311, E0306, E0203, E0204.
std::optional<double> constant_number(Reports& reports, const Value& value, const Purpose& purpose,
                                      const ast::Expr* expr);
// A vector of two parts in the plane, where z = 0, and three in space; a point stands for its
// position.
std::optional<ir::Vec3> constant_vector(World& world, const Value& value, const Purpose& purpose,
                                        const ast::Expr* expr);
// A scalar of any stage.
std::optional<Scalar> number(Reports& reports, const Value& value, const Purpose& purpose,
                             const ast::Expr* expr);
std::optional<Scalar> truth(Reports& reports, const Value& value, const std::string& name,
                            Span span);
// False, with a report, unless the value is known before the run (E0311, E0306).
bool require_constant(Reports& reports, const Scalar& scalar, Span span);
// E0411 if a constant is infinite, or none at all.
bool require_finite(Reports& reports, const Scalar& scalar, const std::string& name, Span span);
// False, with E0306, if the value needs a finished run.
bool require_instant(Reports& reports, const Scalar& scalar);
// Nor of what only the books of the run know: a condition sees them at each instant, a force does
// not.
enum class Asker { condition, force };
bool require_present(World& world, const Scalar& scalar, Asker asker, Span span);
std::optional<long> whole_number(Reports& reports, const Value& value, const std::string& what,
                                 Span span);

}  // namespace mbs::elaborate

// What is asked of a declared thing, `object.field`.
#pragma once

#include "lang/elaborate/objects/signals.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

struct Asked {
  World& world;
  Object& object;
  const std::string& field;
  const ast::Expr& expr;
};

inline const Unit radian{"rad", 1, dim::pure};
inline const Unit radian_per_second{"rad/s", 1, dim::angular_speed};
inline const Unit radian_per_second_squared{"rad/s^2", 1, dim::angular_speed / dim::time};

inline Scalar made(const Asked& a, NodeId node, Dimension dimension,
                   std::optional<Unit> unit = {}) {
  return signal(a.world, node, dimension, a.expr, std::move(unit));
}

}  // namespace mbs::elaborate

// One of the two that touch.
#pragma once

#include <string>

#include "lang/elaborate/world/object.hpp"

namespace mbs::elaborate {

struct PairSide {
  std::string name;     // what can be given a material: the body, or a point of the ground
  double radius = 0;    // m; concave negative, plane inf
  bool varies = false;  // the radius is that of curvature where the contact begins
  bool sharp = false;   // has corners without a radius
  bool tip = false;     // is a point without a shape
  bool face = false;    // lies flat on what is flat, too
  bool edges = false;   // lies along its edges and sides as well
  double mass = 0;      // kg, inf for ground
  Object* material = nullptr;
  bool refused = false;  // a material was given, but is none, which has been said
};

}  // namespace mbs::elaborate

#include "runtime/joints/names.hpp"

#include <algorithm>

#include "lang/kinds/kinds.hpp"

namespace mbs {

std::string coordinate_name(const ir::Joint& joint, int coordinate, bool rate) {
  const auto kinds = all_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const KindInfo& kind) {
    return kind.joint && kind.joint->kind == joint.kind;
  });
  const auto rows = coordinates_of(*found->joint);
  const CoordinateInfo& info = rows[static_cast<std::size_t>(coordinate)];
  return joint.name + "." + std::string(rate ? info.rate_name : info.name);
}

}  // namespace mbs

#include "runtime/joints/names.hpp"

#include "lang/kinds/kinds.hpp"

namespace mbs {

std::string coordinate_name(const ir::Joint& joint, int coordinate, bool rate) {
  const auto rows = coordinates_of(*info(joint.kind).joint);
  const CoordinateInfo& row = rows[static_cast<std::size_t>(coordinate)];
  return joint.name + "." + std::string(rate ? row.rate_name : row.name);
}

std::string rotation_name(const ir::Scenario& s, const ir::Drive& drive) {
  return (drive.joint.valid() ? s.joints[drive.joint.index].name
                              : s.bodies[drive.body.index].name) +
         ".rotation";
}

}  // namespace mbs

// The inertia of a body in space, as it is written.
#pragma once

#include "lang/elaborate/world/object.hpp"
#include "lang/elaborate/world/reports.hpp"
#include "lang/elaborate/world/scope.hpp"

namespace mbs::elaborate {

// One number, (Ixx, Iyy, Izz) or (Ixx, Iyy, Izz, Ixy, Ixz, Iyz), as a vector of three or six parts,
// kg m^2. Reports E0308, E0203, E0204, E0411; E0423 for what no body has, W0207 for what breaks the
// triangle inequality.
Value fitted_inertia(Reports& reports, const Value& value, const Object& body,
                     const ast::Expr& expr);

// The principal moments of a symmetric matrix, smallest first.
std::array<double, 3> principal_moments(const ir::InertiaMatrix& inertia);

}  // namespace mbs::elaborate

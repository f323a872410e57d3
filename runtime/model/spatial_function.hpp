// Scalar functions of the placement of two bodies in space; see scalar_function.hpp, which calls
// them. Local derivatives are by motions: v and turn of a, then of b.
#pragma once

#include <optional>

#include "runtime/model/pair_function.hpp"

namespace mbs::spatial {

// A turn (FunctionKind::space_turn) whose axis is zero is about the one square to both directions
// as they lie: a bend, rad, from 0 to pi. At both ends of this it has no Hessian.
bool is_bend(const PairFunction& function);

double value(const PairFunction& function, const Placement& placement);
void gradient(const PairFunction& function, const Placement& placement, Local& out);
// Derivatives of the gradient by motions; not symmetric, as turns do not commute.
void hessian(const PairFunction& function, const Placement& placement, LocalHessian& out);
// The second rate where v and omega do not change; empty for kinds that have it by their Hessian
// alone.
std::optional<double> bent_rate(const PairFunction& function, const Placement& placement);
PairFunction structured(PairFunction function, const std::vector<BodyPoint>& points);

}  // namespace mbs::spatial

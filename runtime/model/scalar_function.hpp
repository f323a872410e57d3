// Scalar functions of the placement of two bodies, with gradient and Hessian. Joints, drives,
// springs and applied forces are all made of them: a constraint is a function held at a value, a
// force acts along a function's gradient.
#pragma once

#include <vector>

#include "runtime/model/pair_function.hpp"

namespace mbs {

double value(const PairFunction& function, const Placement& placement);
void gradient(const PairFunction& function, const Placement& placement, Local& out);
// Only entries marked in `curved` are written.
void hessian(const PairFunction& function, const Placement& placement, LocalHessian& out);

// The function with its structure filled in.
PairFunction structured(PairFunction function, const std::vector<BodyPoint>& points);
// Velocities of both bodies, in the order of derivatives.
Local local_velocity(const PairFunction& function, const Placement& placement);
// Rate of change with the placement's velocities.
double rate(const PairFunction& function, const Placement& placement);
// The rate of that, in space, for accelerations by columns of v.
double second_rate(const PairFunction& function, const Placement& placement,
                   const double* accelerations);

}  // namespace mbs

// How a mechanism whose constraints are held gives way along rows of its contacts.
#pragma once

#include <Eigen/Dense>
#include <optional>

#include "runtime/equations/kkt.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/model/model_impl.hpp"

namespace mbs {

// What a unit impulse along a row does to all motions and to the constraints, of which there are so
// many rows. Empty if the system cannot be solved.
struct GivingWay {
  Eigen::VectorXd motion, reactions;
};
std::optional<GivingWay> gives_way(const Model& model, Kkt& kkt, int constraints,
                                   const HoldRow& row);

// row . motion, exactly 0 where rounding alone is left of it.
double seen_along(const HoldRow& row, const Eigen::VectorXd& motion);
// What a row sees of its own impulse, 1/kg or 1/(kg m^2); 0 where that is rounding beside what its
// bodies would give if they were free.
double give_along(const Model& model, const HoldRow& row, const Eigen::VectorXd& motion);

}  // namespace mbs

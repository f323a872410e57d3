// Whether a value can be shown where it is asked for.
#pragma once

#include "lang/elaborate/world/world.hpp"
#include "lang/scenario/action.hpp"

namespace mbs::elaborate {

// E0307 where one value is needed; `of_table`: of a table that could have a row for each instant.
enum class Histories { refuse, allow, of_table };

ir::Domain domain_of(const Evaluation& evaluation, const Scalar& scalar);

// False, with E0306 or E0307, if the scalar cannot be shown here.
bool can_show(World& world, const Scalar& scalar, Span span, Histories histories,
              bool part = false);

}  // namespace mbs::elaborate

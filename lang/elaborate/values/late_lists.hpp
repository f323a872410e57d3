// Lists that only a run fills, made of others or of numbers that only it gives.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// A number that only a run gives.
bool is_known_by_a_run(const Value& value);

// What `expr` makes, still without what it is made of.
ir::ListSource list_source(Reports& reports, ir::ListSource::Kind kind, const ast::Expr& expr);
// Its rows; what they are, numbers of a dimension or conditions, and whether they need a run, is
// said by `like`.
Scalar rows_from(Draft& draft, ir::ListSource source, const Scalar& like, const ast::Expr& expr);

// `a .. b`, whose ends are pure numbers, and `a .. b by h`, of which a run gives one.
Scalar range_of_results(World& world, const Scalar& from, const Scalar& to, const Scalar* by,
                        const ast::Expr& expr);

}  // namespace mbs::elaborate

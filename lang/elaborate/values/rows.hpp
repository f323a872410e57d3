// Lists that a run fills, a value for each row.
#pragma once

#include "lang/elaborate/values/evaluate.hpp"

namespace mbs::elaborate {

// Is it an expression over columns of lists, one value for each row?
bool is_rows(const Value& value);

// A number, and a list, that only a run gives.
bool is_known_by_a_run(const Value& value);
bool is_filled_by_a_run(const Value& list);

// What stands in the script; its items are to be added.
ir::ListSource list_source(World& world, ir::ListSource::Kind kind, const ast::Expr& expr);
// The values of `source`, of the dimension and unit of `like`.
Scalar filled_rows(World& world, ir::ListSource source, const Scalar& like, const ast::Expr& expr);

// `a .. b`, whose ends are pure numbers, and `a .. b by h`, of which a run gives one.
Scalar range_of_results(World& world, const Scalar& from, const Scalar& to, const Scalar* by,
                        const ast::Expr& expr);

}  // namespace mbs::elaborate

// Lists that a run fills, as expressions: a value for each row.
#pragma once

#include <optional>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// The list of a column, for `list_element` and the like.
int list_id(World& world, ir::ListSource::Kind kind, int entity, int column, const ast::Expr& expr,
            int window = no_window, int run = present_run);
// The same of a column of impacts.
int impact_list(World& world, const ImpactsValue& impacts, int column, const ast::Expr& expr);
// Whose impacts they are, into Scenario::clearances; -1: of a contact alone.
int shared_of(const Object& contact);
// What a list holds, a value per row.
Scalar list_rows(Draft& draft, int list, Dimension dimension, std::optional<Unit> unit,
                 const ast::Expr& expr);

}  // namespace mbs::elaborate

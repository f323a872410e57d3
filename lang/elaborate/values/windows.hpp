// `x during a .. b`: a part of a run. `x during rough`: another run.
#pragma once

#include <functional>
#include <optional>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Finds what nothing has asked for yet and tells what is wrong with it: a value of an instant, or
// else one of a finished run.
void check_value(Evaluation& evaluation, const std::function<Value()>& find);
Value evaluate_during(World& world, const ast::During& node, const ast::Expr& expr, Scope& scope);
// The window of a history or of impacts, which a reduction or a list keeps: both ends invalid if
// there is none. Empty, with E0308, if several are mixed.
std::optional<World::Window> window_of(World& world, int window, Span span);
// Whether all histories in it are of one run, else E0308.
bool of_one_run(Reports& reports, const Scalar& scalar, Span span);
// What is shown of a windowed history: the value inside, nothing outside.
NodeId inside_window(Draft& draft, const Scalar& scalar);

}  // namespace mbs::elaborate

// Names of quantities as papers set them: delta is a letter, F_max has a subscript.
#pragma once

#include <string>
#include <string_view>

namespace mbs {

// SVG markup for the inside of a <text>: Greek letters by their names, `a_b` and the language's own
// FN, FT, vt, v_in, … with subscripts, ddelta with its dot; then the unit, if there is one, in
// brackets: N*m as N·m, um as µm, m^2 as m². All else as it is, escaped. `type`: pixels, its
// height.
std::string typeset(std::string_view name, std::string_view unit, double type);

}  // namespace mbs

// Names of quantities as papers set them: delta is a letter, F_max has a subscript.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/output/formula.hpp"

namespace mbs {

// The pieces of names: Greek letters by their names, with a dot behind a `d`; `a_b`, letters with
// digits and the language's own FN, FT, vt, v_in, … with subscripts; words such as left_pin as they
// are. Of texts
// that a script gives (`quoted`) only what stands between two `$`, as docs/language.md says.
std::vector<LabelPiece> label_pieces(std::string_view label, bool quoted);

// The unit as it is shown behind a label: N*m as N·m, um as µm, m^2 as m². Empty behind a text that
// ends with a unit of its own.
std::string label_unit(std::string_view label, bool quoted, std::string_view unit);

// SVG markup for the inside of a <text>: the label, then its unit, if there is one, in brackets.
// `type`: pixels, its height.
std::string typeset(std::string_view label, bool quoted, std::string_view unit, double type);

// For texts of plain characters: formulas as the language spells them, `ddelta_max`.
std::string plain_label(std::string_view label, bool quoted);
// The same with its unit: "delta [um]".
std::string plain_head(std::string_view label, bool quoted, std::string_view unit);

}  // namespace mbs

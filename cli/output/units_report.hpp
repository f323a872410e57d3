// A value in all the units it can be said in: for `:units` and `mbs units`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lang/diagnostics/diagnostics.hpp"
#include "lang/text/source.hpp"
#include "runtime/results/output.hpp"

namespace mbs {

// Value, dimension, SI value, and named units that leave a handy number:
//   5000 rpm
//   dimension   rad/s (angular speed)
//   in SI       523.599 rad/s
//   equal to    83.3333 rev/s, 523.599 rad/s, 30000 deg/s
std::string units_report(const std::vector<PrintPart>& value, int digits);

// The value of a text that needs nothing but the library: a constant expression, shown in `unit` if
// one is given. Empty, with the errors in `diagnostics`, if it has none.
std::vector<PrintPart> constant_value(SourceMap& sources, const std::string& text,
                                      const std::string& unit, Diagnostics& diagnostics);

}  // namespace mbs

// Diagnostics to text for people and to JSON for tools. The only place that formats them.
#pragma once

#include <string>

#include "lang/diagnostics/diagnostics.hpp"

namespace mbs {

struct RenderOptions {
  bool color = false;
  bool brief = false;  // the first two lines only
};

// `error[E0201]: …`, the place, the source line with labels, notes and hint; ends in a newline.
std::string render(const Diagnostic& diagnostic, const SourceMap& sources,
                   const RenderOptions& options = {});
// One JSON object on one line: code, severity, message, file, line, col, end_line, end_col,
// labels, notes, hint, fix.
std::string render_json(const Diagnostic& diagnostic, const SourceMap& sources);

}  // namespace mbs

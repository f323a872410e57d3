// What there is to see of a law: its text, and one trial of it. For `mbs law` and the session.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lang/ast.hpp"
#include "lang/compile.hpp"
#include "lang/diagnostics.hpp"
#include "lang/source.hpp"

namespace mbs {

struct LawRequest {
  std::string name;
  std::vector<Override> arguments;  // name and text of the value
  std::string mass = "1 kg", speed = "0.5 m/s", load = "100 N";
  bool adhesion = false;
  std::vector<ast::StatementPtr> own;  // statements of a file or session that may define the law
  std::function<std::optional<std::string>(const std::string& path)> read_file;  // of their `use`
  bool unicode = false;        // the plot may use more than ASCII
  bool outline_plots = false;  // the plot is named, not drawn
};

struct LawReport {
  std::string text;         // as far as it could be made; empty if there is no such law
  Diagnostics diagnostics;  // of arguments and of the trial; they point into `sources`
  std::string problem;      // there is no such law or argument, or one is given twice
  int exit_code = 0;
};

// `sources` must hold the texts of `request.own`; the library and the trial's script are added.
LawReport law_report(const LawRequest& request, SourceMap& sources);

}  // namespace mbs

// What is asked about laws on the command line: which ones, with which arguments, tried how.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/laws/trial.hpp"
#include "lang/compile.hpp"
#include "lang/diagnostics/diagnostics.hpp"
#include "lang/scenario/compile_options.hpp"
#include "lang/syntax/ast.hpp"
#include "lang/text/source.hpp"

namespace mbs {

struct LawRequest {
  std::vector<std::string> laws;    // names, or calls such as "flores(0.8)"
  std::vector<Override> arguments;  // name and text of the value
  std::string mass = "1 kg", speed = "0.5 m/s", load = "100 N";
  bool adhesion = false;
  std::vector<ast::StatementPtr> own;  // statements of a file that may define laws
  std::function<std::optional<std::string>(const std::string& path)> read_file;  // of their `use`
  bool unicode = false;        // the plot may use more than ASCII
  bool outline_plots = false;  // the plot is named, not drawn
};

struct LawReport {
  std::string text;         // as far as it could be made; empty if there is no such law
  PlotData plot;            // what the text shows drawn
  Diagnostics diagnostics;  // of arguments and of the trial; they point into `sources`
  std::string problem;      // there is no such law or argument, or one is given twice
  int exit_code = 0;
};

bool has_parameter(const ast::Law& law, const std::string& name);

// Arguments that have no default and were not given, as the command line would give them.
std::string missing_arguments(const LawRequest& request, const ast::Law& law);

// "flores(ce = 0.8)": the law with those of the request's arguments that it has.
std::string call_text(const LawRequest& request, const ast::Law& law);

// Each text must be an expression of its own: what follows builds on that. They are put in standard
// form on the way. False, with diagnostics, if one is none.
bool check_texts(LawRequest& request, SourceMap& sources, Diagnostics& diagnostics);

// An argument that is given twice, or that none of the laws has; empty if there is none.
std::string argument_problem(const LawRequest& request, const std::vector<const ast::Law*>& laws);
// "there is no law `floers`; did you mean `flores`?"
std::string unknown_law(const LawRequest& request, const std::string& name);

LawTrial trial_of(const LawRequest& request, const ast::Law& law, const std::string& call,
                  const SourceMap& sources);

// The curves of trials over one abscissa, each under its name, with gaps between them.
PlotData loops(const std::vector<TrialResult>& results, const std::vector<std::string>& names,
               bool friction);
// The plot as the request wants it shown, after an empty line. Empty without curves.
std::string plot_text(const LawRequest& request, const PlotData& plot);
// What was tried, and with what: "one impact of 1 kg at 0.5 m/s, a steel ball …".
std::string trial_heading(const LawRequest& request, bool friction, const std::string& pair);

}  // namespace mbs

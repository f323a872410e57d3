// `mbs units EXPR [UNIT]`: a value, its dimension, and the units it can be said in.
#include <CLI/CLI.hpp>
#include <ostream>

#include "cli/commands/commands.hpp"
#include "cli/environment/options.hpp"
#include "cli/output/reporter.hpp"
#include "cli/output/units_report.hpp"

namespace mbs {

int units_command(const Arguments& arguments, Environment& environment) {
  Options options;
  std::string expression, unit;
  CLI::App app("Evaluates an expression and converts its value.", "mbs units");
  app.add_option("EXPR", expression, "such as '3 kN / 2 mm'")->type_name("")->required();
  app.add_option("UNIT", unit, "the unit to show it in")->type_name("");
  app.add_option("--digits", options.digits, "significant digits")
      ->check(CLI::Range(1, 17))
      ->type_name("N");
  app.add_option("--color", options.color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  if (const auto code = parse_arguments(app, arguments, environment)) return *code;
  SourceMap sources;
  Diagnostics diagnostics;
  const auto value = constant_value(sources, expression, unit, diagnostics);
  Reporter(sources, options, environment).show_compilation(diagnostics, "there is no value");
  if (value.empty()) return 2;
  environment.out << units_report(value, options.digits);
  return 0;
}

}  // namespace mbs

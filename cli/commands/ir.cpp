// `mbs ir FILE`: the resolved scenario as stable text.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "cli/commands/commands.hpp"
#include "cli/environment/options.hpp"
#include "cli/environment/script.hpp"
#include "cli/output/reporter.hpp"

namespace mbs {

int ir_command(const Arguments& arguments, Environment& environment) {
  Options options;
  CLI::App app("Prints the resolved scenario.", "mbs ir");
  add_script_options(app, options);
  if (const auto code = parse_arguments(app, arguments, environment)) return *code;
  if (options.files.empty() && !options.text) options.files = {"-"};
  bool unreadable = false;
  int code = 0;
  for (const Script& script : load_scripts(options, environment, unreadable)) {
    const auto compiled = compile_script(script, options);
    Reporter reporter(compiled->sources, options, environment);
    reporter.show_compilation(compiled->diagnostics, "there is nothing to show");
    if (compiled->scenario) environment.out << ir::dump(*compiled->scenario);
    if (!compiled->scenario || reporter.warnings_failed()) code = 2;
  }
  return std::max(code, unreadable ? 4 : 0);
}

}  // namespace mbs

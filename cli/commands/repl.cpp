// `mbs repl [FILE]`: an interactive session.
#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/environment/options.hpp"
#include "cli/session/repl.hpp"

namespace mbs {

int repl_command(const Arguments& arguments, Environment& environment) {
  ReplOptions options;
  CLI::App app("Starts a session, with the declarations of a script if one is given.", "mbs repl");
  app.add_option("FILE", options.file, "script");
  app.add_flag("--json", options.json, "one JSON object per line, for programs (docs/repl.md)");
  app.add_option("--digits", options.digits, "significant digits")->check(CLI::Range(1, 17));
  app.add_option("--jobs", options.jobs, "passes of a sweep at a time; 0: all cores")
      ->check(CLI::Range(0, 1024));
  app.add_option_function<std::string>(
         "--memory", [&options](const std::string& text) { options.memory = size_option(text); },
         "most memory for the record of a run, 4GB unless given; 0: no limit")
      ->type_name("SIZE");
  if (const auto code = parse_arguments(app, arguments, environment)) return *code;
  return run_repl(options, environment);
}

}  // namespace mbs

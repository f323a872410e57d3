// `mbs fmt [--check] FILE...`: scripts in standard form.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "cli/commands/commands.hpp"
#include "cli/environment/options.hpp"
#include "cli/environment/script.hpp"
#include "cli/output/reporter.hpp"
#include "service/formatting.hpp"

namespace mbs {

namespace {

// Writes a script's new text to where the script came from.
int store(const Script& script, const std::string& file, const std::string& text,
          Environment& environment) {
  if (file == "-") {
    environment.out << text;
    return 0;
  }
  if (text == script.text) return 0;
  const std::string problem = environment.write_file(file, text);
  if (problem.empty()) return 0;
  return report_unwritten(environment, file, problem);
}

int format_script(const Script& script, const std::string& file, const Options& options, bool check,
                  Environment& environment) {
  SourceMap sources;
  const int source = sources.add(script.name, script.text);
  Diagnostics diagnostics;
  const auto text = formatted(sources, source, diagnostics);
  if (!text) {
    Reporter reporter(sources, options, environment);
    reporter.show_compilation(diagnostics, "the file is as it was");
    return 2;
  }
  if (!check) return store(script, file, *text, environment);
  if (*text == script.text) return 0;
  environment.out << script.name << "\n";
  return 1;
}

}  // namespace

int fmt_command(const Arguments& arguments, Environment& environment) {
  Options options;
  bool check = false;
  CLI::App app("Rewrites scripts in standard form; their meaning stays.", "mbs fmt");
  app.add_option("FILE", options.files, "scripts; - reads standard input and writes the result")
      ->type_name("")
      ->required();
  app.add_flag("--check", check, "write nothing; name the files that would change");
  app.add_option("--color", options.color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  if (const auto code = parse_arguments(app, arguments, environment)) return *code;
  int code = 0;
  for (const std::string& file : options.files) {
    Options one = options;
    one.files = {file};
    bool unreadable = false;
    for (const Script& script : load_scripts(one, environment, unreadable)) {
      code = std::max(code, format_script(script, file, options, check, environment));
    }
    if (unreadable) code = std::max(code, 4);
  }
  return code;
}

}  // namespace mbs

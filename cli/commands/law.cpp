// `mbs law NAME [arg=value ...]`: a law's text and one trial of it; of several laws a comparison.
#include <CLI/CLI.hpp>
#include <ostream>

#include "cli/commands/commands.hpp"
#include "cli/environment/options.hpp"
#include "cli/environment/script.hpp"
#include "cli/laws/comparison.hpp"
#include "cli/laws/text.hpp"
#include "cli/output/reporter.hpp"
#include "cli/output/svg_plot.hpp"
#include "lang/syntax/parse.hpp"

namespace mbs {

namespace {

// "ce=0.8" or "ce = 0.8" goes to the arguments, anything else to the laws: their brackets may hold
// signs of equality.
void read_word(const std::string& text, LawRequest& request) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos || text.find('(') < sign) {
    request.laws.push_back(text);
    return;
  }
  const std::size_t end = text.find_last_not_of(' ', sign == 0 ? 0 : sign - 1);
  request.arguments.push_back({text.substr(0, sign == 0 ? 0 : end + 1), text.substr(sign + 1)});
}

// The statements of a script that may define laws. False if it cannot be used.
bool read_definitions(const Options& options, SourceMap& sources, LawRequest& request,
                      Environment& environment, int& code) {
  bool unreadable = false;
  const auto scripts = load_scripts(options, environment, unreadable);
  if (unreadable) code = 4;
  for (const Script& script : scripts) {
    Diagnostics diagnostics;
    const ast::File file = parse(sources, sources.add(script.name, script.text), diagnostics);
    if (diagnostics.has_errors()) {
      Reporter(sources, options, environment).show_compilation(diagnostics, "nothing was tried");
      code = 2;
      continue;
    }
    request.own.insert(request.own.end(), file.statements.begin(), file.statements.end());
    request.read_file = [directory = script.directory](const std::string& path) {
      return read_used_file(directory / path);
    };
  }
  return code == 0;
}

}  // namespace

int law_command(const Arguments& arguments, Environment& environment) {
  Options options;
  LawRequest request;
  std::vector<std::string> words;
  std::string picture;
  CLI::App app(
      "Shows a law and one impact, or one sliding to and fro, under it. Compares several laws.",
      "mbs law");
  app.add_option("NAME", words,
                 "a law, or several to compare, also as calls such as 'flores(0.8)'; without one, "
                 "the names of all. ARG=VALUE: their arguments, such as ce=0.8 or "
                 "K='6.6e10 N/m^1.5'")
      ->type_name("");
  app.add_option("--mass", request.mass, "of the impact (1 kg)")->type_name("MASS");
  app.add_option("--speed", request.speed, "of the impact or sliding (0.5 m/s)")
      ->type_name("SPEED");
  app.add_option("--load", request.load, "on a friction law (100 N)")->type_name("FORCE");
  app.add_flag("--adhesion", request.adhesion, "let the law pull");
  std::string from;
  app.add_option("--svg", picture, "the plot, as a picture")->type_name("FILE");
  app.add_option("--from", from, "a script that defines the law")->type_name("FILE");
  app.add_option("--color", options.color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  if (const auto code = parse_arguments(app, arguments, environment)) return *code;
  if (!from.empty()) options.files = {from};
  SourceMap sources;
  int code = 0;
  if (!read_definitions(options, sources, request, environment, code)) return code;
  for (const std::string& word : words) read_word(word, request);
  if (request.laws.empty() && request.arguments.empty()) {
    environment.out << law_list(request.own);
    return 0;
  }
  if (request.laws.empty()) {
    environment.err << "mbs: arguments need the name of a law\n";
    return 2;
  }
  request.unicode = environment.utf8_terminal;
  request.outline_plots = environment.outline_plots;
  const LawReport report = laws_shown(request, sources);
  environment.out << report.text;
  Reporter(sources, options, environment).show_compilation(report.diagnostics, "nothing was tried");
  if (!report.problem.empty()) environment.err << "mbs: " << report.problem << "\n";
  if (picture.empty() || report.plot.curves.empty()) return report.exit_code;
  const std::string failed = environment.write_file(picture, render_svg(report.plot));
  if (failed.empty()) return report.exit_code;
  return report_unwritten(environment, picture, failed);
}

}  // namespace mbs

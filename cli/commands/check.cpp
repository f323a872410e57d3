// `mbs check FILE...`: everything but simulating.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/commands/commands.hpp"
#include "cli/environment/options.hpp"
#include "cli/environment/script.hpp"
#include "cli/output/json_sink.hpp"
#include "cli/output/mechanism.hpp"
#include "cli/output/reporter.hpp"
#include "cli/output/values_text.hpp"

namespace mbs {

namespace {

void print_table(const TableOutput& table, const Options& options, Environment& environment) {
  if (!table.rows.empty()) environment.out << "\n" << table_text(table, options.digits);
}

void print_text(const Model& model, const Assembly& assembly, const Options& options,
                Environment& environment) {
  const ir::Scenario& s = scenario(model);
  environment.out << mechanism_line(s, assembly, options.digits) << "\n";
  std::string names;
  for (const std::string& name : assembly.free_names) names += (names.empty() ? "" : ", ") + name;
  if (!names.empty()) environment.out << "free: " << names << "\n";
  environment.out << contact_lines(s, options.digits);
  print_table(body_table(model, assembly), options, environment);
  print_table(joint_table(model, assembly), options, environment);
  print_table(contact_table(model, assembly), options, environment);
  if (!options.verbose) return;
  print_table(effective_table(s), options, environment);
  environment.out << fmt::format("\nconstraint error after assembly: {:.1e} m, {:.1e} m/s\n",
                                 assembly.position_error, assembly.velocity_error);
}

void print_json(const Model& model, const Assembly& assembly, const Options& options,
                Environment& environment, Reporter& reporter, const Script& script) {
  FileOutput files(script, options, environment);
  JsonSink sink(options, environment, reporter, files);
  const nlohmann::ordered_json object = {{"type", "mechanism"},
                                         {"degrees_of_freedom", assembly.degrees_of_freedom},
                                         {"free", assembly.free_names}};
  environment.out << object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
  sink.give(body_table(model, assembly));
  sink.give(joint_table(model, assembly));
  sink.give(contact_table(model, assembly));
  if (options.verbose) sink.give(effective_table(scenario(model)));
}

// Assembles; a scenario without bodies has nothing to assemble.
int check_assembly(const Script& script, const Compiled& compiled, const Options& options,
                   Environment& environment, Reporter& reporter) {
  const ModelPtr model = build(compiled.scenario);
  Diagnostics diagnostics;
  const auto assembly = assemble(*model, diagnostics);
  reporter.show_compilation(diagnostics, "the mechanism was not assembled");
  if (!assembly) return 3;
  if (options.json) {
    print_json(*model, *assembly, options, environment, reporter, script);
  } else if (!options.quiet) {
    print_text(*model, *assembly, options, environment);
  }
  return diagnostics.has_errors() ? 3 : 0;
}

int check_script(const Script& script, const Options& options, Environment& environment) {
  const auto compiled = compile_script(script, options);
  Reporter reporter(compiled->sources, options, environment);
  reporter.show_compilation(compiled->diagnostics, "the mechanism was not assembled");
  int code = 2;
  if (compiled->scenario) code = check_assembly(script, *compiled, options, environment, reporter);
  if (reporter.warnings_failed()) code = std::max(code, 2);
  if (options.json) environment.out << json_end(script.name, code);
  environment.out.flush();
  return code;
}

}  // namespace

int check_command(const Arguments& arguments, Environment& environment) {
  Options options;
  CLI::App app("Checks scripts: everything but simulating.", "mbs check");
  add_script_options(app, options);
  if (const auto code = parse_arguments(app, arguments, environment)) return *code;
  if (options.files.empty() && !options.text) options.files = {"-"};
  bool unreadable = false;
  int code = 0;
  const std::vector<Script> scripts = load_scripts(options, environment, unreadable);
  for (const Script& script : scripts) {
    if (scripts.size() > 1 && !options.json) environment.out << script.name << ":\n";
    code = std::max(code, check_script(script, options, environment));
  }
  return std::max(code, unreadable ? 4 : 0);
}

}  // namespace mbs

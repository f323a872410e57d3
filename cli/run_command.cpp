#include "cli/run_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "cli/commands.hpp"
#include "cli/file_output.hpp"
#include "cli/json_sink.hpp"
#include "cli/progress.hpp"
#include "cli/reporter.hpp"
#include "cli/text_sink.hpp"
#include "runtime/actions.hpp"

namespace mbs {

namespace {

ExecuteOptions execute_options(const Options& options, Environment& environment,
                               Progress& progress) {
  ExecuteOptions execute;
  execute.tol = options.tol;
  execute.max_wall_seconds = options.max_seconds;
  // Nobody reads on where standard output is closed; there is no point in going on either.
  execute.interrupted = [&environment] { return environment.interrupted() || !environment.out; };
  execute.progress = [&progress](double t, double t_end) { progress.update(t, t_end); };
  execute.jobs = options.jobs;
  execute.digits = options.digits;
  execute.statistics = options.verbose;
  execute.log = options.log;
  return execute;
}

int report_files(const FileOutput& files, Environment& environment) {
  for (const auto& problem : files.problems()) {
    environment.err << fmt::format("mbs: cannot write `{}`: {}\n", problem.file, problem.why);
  }
  return files.problems().empty() ? 0 : 4;
}

int execute(const Script& script, const Compiled& compiled, const Options& options,
            Environment& environment, Reporter& reporter) {
  FileOutput files(script, options, environment);
  Progress progress(environment.err, environment.err_terminal);
  std::unique_ptr<Sink> sink;
  if (options.json) {
    sink = std::make_unique<JsonSink>(options, environment, reporter, files);
  } else {
    sink = std::make_unique<TextSink>(options, environment, reporter, files, &progress);
  }
  Executor executor(compiled.scenario, execute_options(options, environment, progress), *sink);
  const int code = executor.execute_all().exit_code();
  progress.clear();
  return std::max(code, report_files(files, environment));
}

}  // namespace

int run_script(const Script& script, const Options& options, Environment& environment) {
  const auto compiled = compile_script(script, options);
  Reporter reporter(compiled->sources, options, environment);
  reporter.show_compilation(compiled->diagnostics, "nothing was run");
  int code = 2;
  if (compiled->scenario && !reporter.warnings_failed()) {
    code = execute(script, *compiled, options, environment, reporter);
  }
  if (reporter.warnings_failed()) {
    code = std::max(code, 2);
    if (!options.json) environment.err << "warnings count as errors (--werror)\n";
  }
  if (options.json) environment.out << json_end(script.name, code);
  environment.out.flush();
  return code;
}

int run_command(const Arguments& arguments, Environment& environment) {
  Options options;
  CLI::App app("Runs scripts.", "mbs run");
  add_script_options(app, options);
  add_run_options(app, options);
  app.add_flag("--log", options.log, "the events of every run as a table");
  if (const auto code = parse_arguments(app, arguments, environment)) return *code;
  if (options.files.empty() && !options.text) {
    environment.err << "mbs: there is no script to run\nTry `mbs --help`.\n";
    return 2;
  }
  bool unreadable = false;
  int code = 0;
  for (const Script& script : load_scripts(options, environment, unreadable)) {
    code = std::max(code, run_script(script, options, environment));
    if (environment.interrupted()) break;
  }
  return std::max(code, unreadable ? 4 : 0);
}

}  // namespace mbs

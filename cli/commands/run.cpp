#include "cli/commands/run.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "cli/commands/commands.hpp"
#include "cli/environment/execute_options.hpp"
#include "cli/environment/exit_code.hpp"
#include "cli/output/file_output.hpp"
#include "cli/output/h5_store.hpp"
#include "cli/output/json_sink.hpp"
#include "cli/output/progress.hpp"
#include "cli/output/reporter.hpp"
#include "cli/output/text_sink.hpp"
#include "cli/passes/pass_pool.hpp"
#include "cli/passes/verify.hpp"
#include "cli/report/frames_sink.hpp"
#include "cli/report/report_sink.hpp"
#include "runtime/study/executor.hpp"

namespace mbs {

namespace {

int report_files(const FileOutput& files, Environment& environment) {
  int code = 0;
  for (const auto& problem : files.problems())
    code = report_unwritten(environment, problem.file, problem.why);
  return code;
}

// The second run of --verify: in this process alone, and none of it is shown but what differs.
int verify(const Compiled& compiled, ExecuteOptions options, const Recital& first,
           const Options& shown, Environment& environment) {
  options.runs.refined = 0.1;
  options.pass_runner = nullptr;
  options.scenes = false;
  options.store.reset();
  options.gives_signals = false;
  Recital again(nullptr);
  Executor executor(compiled.scenario, options, again);
  const int code = exit_code(executor.execute_all());
  if (executor.outcome().interrupted) return code;
  const Verification result = compare(first, again, shown.digits);
  environment.out << (shown.json ? verification_json(result)
                                 : verification_text(result, shown.digits));
  return code;
}

// Rank 0, or the only process.
int execute(const Script& script, const Compiled& compiled, const Options& options,
            Environment& environment, Reporter& reporter, Ranks* ranks) {
  environment.taken.insert(compiled.files.begin(), compiled.files.end());
  FileOutput files(script, options, environment);
  Progress progress(environment.err, environment.err_terminal);
  std::unique_ptr<Sink> sink;
  std::unique_ptr<FramesSink> frames;
  if (options.json) {
    sink = std::make_unique<JsonSink>(options, environment, reporter, files);
  } else {
    sink = std::make_unique<TextSink>(options, environment, reporter, files, &progress);
  }
  PassPool pool(options, environment, compiled.sources, ranks);
  if (!pool.open()) return 4;
  ExecuteOptions execute = execute_options(compiled, options, environment);
  execute.progress = [&progress](double t, double t_end) { progress.update(t, t_end); };
  std::shared_ptr<H5Store> store;
  if (!options.h5.empty()) {
    int code = 0;
    store = H5Store::open(script, options, environment, code);
    if (!store) return code;
    execute.store = store;
  }
  execute.pass_runner = &pool;
  // A file that others use asks for nothing and may be run, but silence would look like a result.
  if (compiled.scenario->actions.empty())
    sink->give(
        Note{"nothing to do: the script has no `simulate`, `print`, `table`, `plot` or `expect`"});
  if (options.frames && !options.quiet)
    frames = std::make_unique<FramesSink>(*sink, compiled.sources, environment);
  Sink& told = frames ? static_cast<Sink&>(*frames) : *sink;
  std::unique_ptr<ReportSink> report;
  if (!options.report.empty())
    report = std::make_unique<ReportSink>(told, script, compiled, options);
  Sink& reported = report ? static_cast<Sink&>(*report) : told;
  std::unique_ptr<H5Sink> stored;
  if (store) stored = std::make_unique<H5Sink>(reported, *store);
  Sink& shown = stored ? static_cast<Sink&>(*stored) : reported;
  Recital first(&shown);
  Executor executor(compiled.scenario, execute, options.verify ? static_cast<Sink&>(first) : shown);
  int code = exit_code(executor.execute_all());
  if (options.verify && !executor.outcome().interrupted)
    code = std::max(code, verify(compiled, execute, first, options, environment));
  progress.clear();
  if (store) code = std::max(code, store->finish());
  if (report) code = std::max(code, report->write(environment, code));
  return std::max({code, pool.exit_code(), report_files(files, environment)});
}

// Any other rank: nothing but the passes it is asked for.
int serve(const Compiled& compiled, const Options& options, Environment& environment,
          Ranks& ranks) {
  BufferedSink unread;
  Executor executor(compiled.scenario, execute_options(compiled, options, environment), unread);
  ranks.serve([&](std::size_t action) { return executor.study_of(action); });
  return 0;
}

}  // namespace

int run_script(const Script& script, const Options& options, Environment& environment,
               Ranks* ranks) {
  const auto compiled = compile_script(script, options);
  Reporter reporter(compiled->sources, options, environment);
  reporter.show_compilation(compiled->diagnostics, "nothing was run");
  int code = 2;
  if (compiled->scenario && !reporter.warnings_failed()) {
    if (ranks && !ranks->first()) return serve(*compiled, options, environment, *ranks);
    code = execute(script, *compiled, options, environment, reporter, ranks);
    if (ranks) ranks->finish_script();
  }
  if (reporter.warnings_failed()) {
    code = std::max(code, 2);
    if (!options.json) environment.err << "warnings count as errors (--werror)\n";
  }
  if (options.json) environment.out << json_end(script.name, code);
  environment.out.flush();
  return code;
}

namespace {

// What options ask of each other; empty if it is there.
std::string misused(const Options& options) {
  const bool several = options.files.size() + (options.text ? 1 : 0) > 1;
  if (several && !options.report.empty())
    return "a report shows one script; run them one by one, each with its own `--report`";
  if (several && !options.h5.empty())
    return "`--h5` stores one script; run them one by one, each with its own file";
  const bool kept_somewhere = !options.h5.empty() || !options.csv_directory.empty() ||
                              options.json || !options.report.empty();
  if (!options.keep.empty() && !kept_somewhere)
    return "`--keep` says which signals go to `--h5 FILE`, `--csv DIR`, `--json` or `--report "
           "FILE`; give one of them, too";
  if (options.frames && !options.json) return "`--frames` are lines of JSON; add `--json`";
  if (!options.h5.empty() && !options.resume.empty())
    return "`--h5` stores runs that are made, but `--resume` takes passes without their runs; use "
           "one";
  return "";
}

}  // namespace

int run_command(const Arguments& arguments, Environment& environment) {
  Options options;
  CLI::App app("Runs scripts.", "mbs run");
  add_script_options(app, options);
  add_run_options(app, options);
  app.add_flag("--log", options.log, "the events of every run as a table");
  app.add_flag("--verify", options.verify,
               "run again at a tenth of the tolerance, and tell the digits that both share");
  app.add_option("--report", options.report, "the run as one page for browsers, in this file")
      ->type_name("FILE");
  add_report_size_option(app, options);
  app.add_option("--h5", options.h5, "signals of all runs, impacts and tables as HDF5 in this file")
      ->type_name("FILE");
  app.add_option(
         "--keep", options.keep,
         "signals whose names match, such as 'B.*', for --h5, --csv, --json, --report (repeatable)")
      ->type_name("PATTERN")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_flag("--frames", options.frames,
               "with --json: the motion of every run, as reports draw it");
  if (const auto code = parse_arguments(app, arguments, environment)) return *code;
  if (options.files.empty() && !options.text) {
    environment.err << "mbs: there is no script to run\n";
    if (options.report.ends_with(".mbs"))
      environment.err << fmt::format(
          "`--report {0}` names the page: write `--report run.html {0}`\n", options.report);
    environment.err << "Try `mbs --help`.\n";
    return 2;
  }
  if (const std::string why = misused(options); !why.empty()) {
    environment.err << "mbs: " << why << "\n";
    return 2;
  }
  return with_ranks(environment, [&](Environment& own, Ranks* ranks) {
    if (!options.h5.empty() && ranks && ranks->size() > 1) {
      if (ranks->first())
        own.err << "mbs: `--h5` is written by one process, but mpirun has started several\n";
      return 2;
    }
    if (unshared_input(options, ranks, own)) return 2;
    bool unreadable = false;
    int code = 0;
    const std::vector<Script> scripts = load_scripts(options, own, unreadable);
    own.begin_runs();
    for (const Script& script : scripts) {
      code = std::max(code, run_script(script, options, own, ranks));
      if (own.interrupted()) break;
    }
    return std::max(code, unreadable ? 4 : 0);
  });
}

}  // namespace mbs

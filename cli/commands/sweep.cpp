// `mbs sweep FILE p=v,v,v ...`: a script once for each value of a param, or each combination.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "cli/commands/commands.hpp"
#include "cli/environment/execute_options.hpp"
#include "cli/environment/exit_code.hpp"
#include "cli/environment/options.hpp"
#include "cli/environment/script.hpp"
#include "cli/output/file_output.hpp"
#include "cli/output/json_sink.hpp"
#include "cli/output/reporter.hpp"
#include "cli/output/text_sink.hpp"
#include "cli/passes/pass_pool.hpp"
#include "cli/passes/sweep_output.hpp"
#include "cli/passes/sweep_values.hpp"
#include "lang/scenario/compile_options.hpp"
#include "runtime/study/executor.hpp"
#include "runtime/study/study.hpp"

namespace mbs {

namespace {

constexpr std::size_t most_passes = 10000;

// The params to sweep. Empty, with a message, if the command line is wrong.
std::vector<SweptParam> read_params(const std::vector<std::string>& given, const Options& options,
                                    Environment& environment) {
  std::vector<SweptParam> params;
  std::set<std::string> names;
  for (const Override& set : options.overrides) names.insert(set.name);
  std::size_t passes = 1;
  std::string problem;
  for (const std::string& text : given) {
    params.push_back(read_swept(text, problem));
    passes *= std::max<std::size_t>(1, params.back().values.size());
    if (problem.empty() && !names.insert(params.back().name).second)
      problem = fmt::format("`{}` is given twice", params.back().name);
    if (problem.empty() && passes > most_passes)
      problem = fmt::format("more than {} combinations", most_passes);
    if (problem.empty()) continue;
    environment.err << "mbs: " << problem << "\n";
    if (options.text && text.find('=') == text.npos)
      environment.err << "with `-e` its text is the script: a file beside it is one too many\n";
    return {};
  }
  return params;
}

std::unique_ptr<Sink> make_sink(const Options& options, Environment& environment,
                                Reporter& reporter, FileOutput& files) {
  if (options.json) return std::make_unique<JsonSink>(options, environment, reporter, files);
  return std::make_unique<TextSink>(options, environment, reporter, files);
}

class SweepRun {
 public:
  SweepRun(const Script& script, const Options& options, Environment& environment,
           std::vector<std::vector<Override>> bindings, Ranks* ranks)
      : script_(script),
        options_(options),
        environment_(environment),
        ranks_(ranks),
        bindings_(std::move(bindings)),
        rows_(bindings_.size()),
        compiled_(bindings_.size()) {}

  int run() {
    if (!check_first()) return code_;
    if (ranks_ && !ranks_->first()) {
      ranks_->serve([&](std::size_t) { return study(); });
      return 0;
    }
    PassPool pool(options_, environment_, compiled_[0]->sources, ranks_);
    if (!pool.open()) return finish(4);
    pool.run(study(), [this](std::size_t pass, PassResult& result) { show(pass, result); });
    code_ = std::max(code_, pool.exit_code());
    show_gathered();
    return finish(code_);
  }

 private:
  int finish(int code) {
    if (ranks_) ranks_->finish_script();
    return code;
  }

  Compiled& compiled(std::size_t pass) {
    if (!compiled_[pass]) {
      Options options = options_;
      options.overrides.insert(options.overrides.end(), bindings_[pass].begin(),
                               bindings_[pass].end());
      compiled_[pass] = compile_script(script_, options);
    }
    return *compiled_[pass];
  }

  // False if the first pass has errors: the others would say the same.
  bool check_first() {
    Reporter reporter(compiled(0).sources, options_, environment_);
    reporter.show_compilation(compiled(0).diagnostics, "nothing was run");
    environment_.taken.insert(compiled(0).files.begin(), compiled(0).files.end());
    if (!compiled(0).scenario || reporter.warnings_failed()) code_ = 2;
    return code_ == 0;
  }

  Study study() {
    Study study(execute_pass);
    study.passes = bindings_.size();
    study.jobs = options_.jobs;
    study.name_of = [this](std::size_t pass) { return heading_of(bindings_[pass]); };
    study.scenario_of = [this](std::size_t pass) { return scenario_of(pass); };
    return study;
  }

  PassScenario scenario_of(std::size_t pass) {
    const Compiled& script = compiled(pass);
    PassScenario made{script.scenario, script.diagnostics,
                      execute_options(script, options_, environment_)};
    if (bindings_.size() > 1) made.options.jobs = 1;
    return made;
  }

  void show(std::size_t pass, PassResult& result) {
    Reporter reporter(compiled(pass).sources, options_, environment_);
    Script numbered = script_;
    numbered.stem += fmt::format("_{}", pass + 1);
    FileOutput files(numbered, options_, environment_);
    const auto sink = make_sink(options_, environment_, reporter, files);
    PassOutput output(
        *sink, [this, pass] { announce(bindings_[pass]); }, pass + 1, options_.json);
    shown_.aim(output);
    result.output.replay(shown_);
    announced_ |= output.announced();
    if (!result.outcome.interrupted) rows_[pass] = output.rows();
    code_ = std::max(code_, exit_code(result.outcome));
    if (reporter.warnings_failed()) code_ = std::max(code_, 2);
    note_problems(files);
    environment_.out.flush();
    if (pass > 0) compiled_[pass].reset();
  }

  void announce(const std::vector<Override>& bindings) {
    if (options_.json) {
      nlohmann::ordered_json params = nlohmann::ordered_json::object();
      for (const Override& binding : bindings) params[binding.name] = binding.text;
      const nlohmann::ordered_json line = {{"type", "pass"}, {"params", params}};
      environment_.out << line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                       << "\n";
    } else {
      environment_.out << heading_of(bindings) << ":\n";
    }
  }

  void show_gathered() {
    Reporter reporter(compiled_[0]->sources, options_, environment_);
    FileOutput files(script_, options_, environment_);
    const auto sink = make_sink(options_, environment_, reporter, files);
    shown_.tell_repeated(*sink);
    for (const TableOutput& table : gathered(bindings_, rows_)) {
      if (announced_ && !options_.json && !options_.quiet) environment_.out << "\n";
      announced_ = false;
      sink->give(table);
    }
    note_problems(files);
    if (options_.json) environment_.out << json_end(script_.name, code_);
    environment_.out.flush();
  }

  void note_problems(const FileOutput& files) {
    for (const auto& problem : files.problems())
      code_ = std::max(code_, report_unwritten(environment_, problem.file, problem.why));
  }

  const Script& script_;
  const Options& options_;
  Environment& environment_;
  Ranks* ranks_;
  std::vector<std::vector<Override>> bindings_;
  std::vector<std::vector<TableOutput>> rows_;
  std::vector<std::unique_ptr<Compiled>> compiled_;  // where it was needed, until it is shown
  UnrepeatedSink shown_;
  int code_ = 0;
  bool announced_ = false;  // some pass had something to say besides its rows
};

}  // namespace

int sweep_command(const Arguments& arguments, Environment& environment) {
  Options options;
  CLI::App app("Runs a script once per value of a param: p=v,v,v or p=a..b:n; FILE comes first.",
               "mbs sweep");
  add_script_options(app, options);
  add_run_options(app, options);
  if (const auto code = parse_arguments(app, arguments, environment)) return *code;
  const std::size_t before = options.text ? 0 : 1;
  if (options.files.size() <= before) {
    environment.err << "mbs: write `mbs sweep FILE param=value,value`\nTry `mbs sweep --help`.\n";
    return 2;
  }
  const std::vector<std::string> given(options.files.begin() + static_cast<std::ptrdiff_t>(before),
                                       options.files.end());
  options.files.resize(before);
  const std::vector<SweptParam> params = read_params(given, options, environment);
  if (params.empty()) return 2;
  return with_ranks(environment, [&](Environment& own, Ranks* ranks) {
    if (unshared_input(options, ranks, own)) return 2;
    bool unreadable = false;
    const auto scripts = load_scripts(options, own, unreadable);
    if (scripts.empty()) return 4;
    own.begin_runs();
    return SweepRun(scripts[0], options, own, combinations(params), ranks).run();
  });
}

}  // namespace mbs

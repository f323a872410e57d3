#include "cli/view/job.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "cli/environment/execute_options.hpp"
#include "cli/environment/exit_code.hpp"
#include "cli/environment/script.hpp"
#include "cli/output/json_values.hpp"
#include "cli/report/report_sink.hpp"
#include "cli/view/controls.hpp"
#include "cli/view/parts.hpp"
#include "runtime/study/executor.hpp"

namespace mbs {

namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json json_of(const Control& c) {
  static constexpr const char* kinds[] = {"number", "logical", "text"};
  Json json = {{"name", c.name},
               {"kind", kinds[static_cast<int>(c.kind)]},
               {"text", c.text},
               {"words", c.words}};
  if (c.swept > 0) json["swept"] = c.swept;
  if (c.at) json["at"] = *c.at;
  if (!c.choices.empty()) json["choices"] = c.choices;
  if (c.kind != Control::Kind::number) return json;
  json.update({{"value", number(c.value)},
               {"unit", c.unit},
               {"low", number(c.low)},
               {"high", number(c.high)},
               {"whole", c.whole}});
  return json;
}

class Job {
 public:
  Job(const Script& script, const Options& options, Environment& environment)
      : script_(script), options_(options), environment_(environment), told_(Clock::now()) {}

  int run(std::vector<Override> tried) {
    auto compiled = compile_script(script_, options_);
    tell_files(*compiled);
    const std::vector<Control> controls = controls_of(*compiled, options_.overrides);
    tell_controls(controls, compiled->scenario != nullptr);
    // The script may have lost what a page has set; it may be on its way back.
    std::erase_if(tried, [&](const Override& set) {
      return std::none_of(controls.begin(), controls.end(),
                          [&](const Control& c) { return c.name == set.name; });
    });
    if (!tried.empty()) {
      replace_overrides(tried);
      compiled = compile_script(script_, options_);
      tell_files(*compiled);
    }
    return execute(*compiled);
  }

 private:
  using Clock = std::chrono::steady_clock;

  void tell(char kind, const std::string& text) {
    environment_.out << kind << text << '\n' << std::flush;
  }
  void tell_files(const Compiled& compiled) {
    Json names = Json::array();
    for (const auto& file : compiled.files) names.push_back(file.string());
    tell(job_line::files, text_of(names));
  }
  void tell_controls(const std::vector<Control>& controls, bool whole) {
    Json all = Json::array();
    for (const Control& control : controls) all.push_back(json_of(control));
    tell(whole ? job_line::controls : job_line::some_controls, text_of(all));
  }
  void replace_overrides(const std::vector<Override>& tried) {
    for (const Override& set : tried) {
      std::erase_if(options_.overrides, [&](const Override& o) { return o.name == set.name; });
      options_.overrides.push_back(set);
    }
  }
  void tell_progress(double t, double t_end) {
    constexpr std::chrono::milliseconds period{100};
    if (Clock::now() - told_ < period) return;
    told_ = Clock::now();
    const double part = t_end > 0 ? std::clamp(t / t_end, 0.0, 1.0) : 0;
    tell(job_line::progress, text_of({{"t", number(t)}, {"part", number(part)}}));
  }
  int execute(const Compiled& compiled) {
    RelaySink nobody(nullptr);
    ReportSink report(nobody, script_, compiled, options_);
    int code = 2;
    if (compiled.scenario) {
      if (compiled.scenario->actions.empty())
        report.give(Note{"the script asks for nothing to be shown"});
      ExecuteOptions execute = execute_options(compiled, options_, environment_);
      execute.progress = [this](double t, double t_end) { tell_progress(t, t_end); };
      execute.scenes = true;
      PartSink parts(
          report, [&] { tell(job_line::part, report.content(std::nullopt)); }, Clock::now);
      Executor executor(compiled.scenario, execute, parts);
      code = exit_code(executor.execute_all());
    }
    tell(job_line::result, report.content(code));
    return code;
  }

  const Script& script_;
  Options options_;
  Environment& environment_;
  Clock::time_point told_;
};

}  // namespace

int run_job(const Options& options, const std::vector<Override>& tried, Environment& environment) {
  bool unreadable = false;
  const std::vector<Script> scripts = load_scripts(options, environment, unreadable);
  if (scripts.empty()) return 4;
  return Job(scripts.front(), options, environment).run(tried);
}

}  // namespace mbs

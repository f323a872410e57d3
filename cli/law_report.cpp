#include "cli/law_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/law_text.hpp"
#include "cli/law_trial.hpp"
#include "cli/text_plot.hpp"
#include "lang/format.hpp"
#include "lang/parse.hpp"
#include "lang/suggest.hpp"

namespace mbs {

namespace {

bool has_parameter(const ast::Law& law, const std::string& name) {
  return std::any_of(law.parameters.begin(), law.parameters.end(),
                     [&](const ast::Parameter& parameter) { return parameter.name.name == name; });
}

bool is_given(const LawRequest& request, const std::string& name) {
  return std::any_of(request.arguments.begin(), request.arguments.end(),
                     [&](const Override& argument) { return argument.name == name; });
}

// Arguments that have no default and were not given, as the command line would give them.
std::string missing_arguments(const LawRequest& request, const ast::Law& law) {
  std::string missing;
  for (const ast::Parameter& parameter : law.parameters) {
    if (parameter.default_value || is_given(request, parameter.name.name)) continue;
    missing += fmt::format("{}{}=…", missing.empty() ? "" : " ", parameter.name.name);
  }
  return missing;
}

// Each text must be an expression of its own: what follows builds on that. They are put in standard
// form on the way.
bool check_texts(LawRequest& request, SourceMap& sources, Diagnostics& diagnostics) {
  const auto check = [&](const std::string& name, std::string& text) {
    const ast::ExprPtr value = parse_expression(sources, sources.add(name, text), diagnostics);
    if (value) text = format(sources, *value);
  };
  for (Override& argument : request.arguments) check(argument.name, argument.text);
  check("--mass", request.mass);
  check("--speed", request.speed);
  check("--load", request.load);
  return !diagnostics.has_errors();
}

std::string call_text(const LawRequest& request) {
  std::string arguments;
  for (const Override& argument : request.arguments) {
    arguments +=
        fmt::format("{}{} = {}", arguments.empty() ? "" : ", ", argument.name, argument.text);
  }
  return fmt::format("{}({})", request.name, arguments);
}

std::string plot_text(const LawRequest& request, const PlotData& curve) {
  if (curve.curves.empty()) return {};
  if (!request.outline_plots) return "\n" + render(curve, {70, 18, request.unicode});
  return fmt::format("\n[plot: {} [{}] vs {} [{}]]\n", curve.curves[0].name, curve.curves[0].unit,
                     curve.x_name, curve.x_unit);
}

std::string trial_text(const LawRequest& request, bool friction, const TrialResult& result) {
  const std::string what =
      friction
          ? fmt::format("one second to and fro at up to {} under {}", request.speed, request.load)
          : fmt::format("one impact of {} at {}", request.mass, request.speed);
  return fmt::format("\n{}, {}:\n  {}\n  {}\n{}", what, result.pair, result.law, result.figures,
                     plot_text(request, result.curve));
}

LawTrial trial_of(const LawRequest& request, const ast::Law& law, const SourceMap& sources) {
  LawTrial trial;
  trial.law = call_text(request);
  trial.friction = law.friction;
  trial.adhesion = request.adhesion;
  trial.asks_restitution = !law.friction && has_parameter(law, "ce");
  trial.mass = request.mass;
  trial.speed = request.speed;
  trial.load = request.load;
  trial.definitions =
      needed_definitions(trial.law + " " + trial.mass + " " + trial.speed, request.own, sources);
  trial.read_file = request.read_file;
  return trial;
}

// Why the request cannot be followed; empty if it can.
std::string problem_of(const LawRequest& request, const LawDefinition& definition) {
  if (!definition.statement) {
    const auto near = suggest(request.name, law_names(request.own));
    return fmt::format("there is no law `{}`{}", request.name,
                       near ? fmt::format("; did you mean `{}`?", *near) : "");
  }
  const ast::Law& law = definition.law();
  for (auto it = request.arguments.begin(); it != request.arguments.end(); ++it) {
    if (!has_parameter(law, it->name))
      return fmt::format("`{}` has no argument `{}`", request.name, it->name);
    const auto again = std::find_if(it + 1, request.arguments.end(),
                                    [&](const Override& other) { return other.name == it->name; });
    if (again != request.arguments.end())
      return fmt::format("argument `{}` is given twice", it->name);
  }
  return {};
}

}  // namespace

LawReport law_report(const LawRequest& asked, SourceMap& sources) {
  LawRequest request = asked;
  LawReport report;
  const LawDefinition definition = find_law(request.name, request.own, sources);
  report.problem = problem_of(request, definition);
  if (!report.problem.empty()) {
    report.exit_code = 2;
    return report;
  }
  report.text = law_text(definition, sources);
  if (!check_texts(request, sources, report.diagnostics)) {
    report.exit_code = 2;
    return report;
  }
  const std::string missing = missing_arguments(request, definition.law());
  if (!missing.empty()) {
    report.text += fmt::format("\nTo see {} give {}.\n",
                               definition.law().friction ? "it slide" : "an impact", missing);
    return report;
  }
  const TrialResult result = run_trial(trial_of(request, definition.law(), sources), sources);
  report.diagnostics = result.diagnostics;
  if (result.figures.empty()) {
    report.exit_code = result.law.empty() ? 2 : 3;
  } else {
    report.text += trial_text(request, definition.law().friction, result);
  }
  return report;
}

}  // namespace mbs

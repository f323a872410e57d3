#include "cli/laws/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "cli/laws/text.hpp"
#include "cli/output/text_plot.hpp"
#include "lang/scenario/compile_options.hpp"
#include "lang/syntax/format.hpp"
#include "lang/syntax/parse.hpp"
#include "lang/text/lexeme.hpp"
#include "lang/text/suggest.hpp"

namespace mbs {

namespace {

bool is_given(const LawRequest& request, const std::string& name) {
  return std::any_of(request.arguments.begin(), request.arguments.end(),
                     [&](const Override& argument) { return argument.name == name; });
}

void append(const PlotOutput& output, std::vector<double>& x, std::vector<double>& y) {
  x.insert(x.end(), output.x.begin(), output.x.end());
  y.insert(y.end(), output.curves[0].y.begin(), output.curves[0].y.end());
}

}  // namespace

bool has_parameter(const ast::Law& law, const std::string& name) {
  return std::any_of(law.parameters.begin(), law.parameters.end(),
                     [&](const ast::Parameter& parameter) { return parameter.name.name == name; });
}

std::string missing_arguments(const LawRequest& request, const ast::Law& law) {
  std::string missing;
  for (const ast::Parameter& parameter : law.parameters) {
    if (parameter.default_value || is_given(request, parameter.name.name)) continue;
    missing += fmt::format("{}{}=…", missing.empty() ? "" : " ", parameter.name.name);
  }
  return missing;
}

std::string call_text(const LawRequest& request, const ast::Law& law) {
  std::string arguments;
  for (const Override& argument : request.arguments) {
    if (!has_parameter(law, argument.name)) continue;
    arguments +=
        fmt::format("{}{} = {}", arguments.empty() ? "" : ", ", argument.name, argument.text);
  }
  return fmt::format("{}({})", law.name.name, arguments);
}

bool check_texts(LawRequest& request, SourceMap& sources, Diagnostics& diagnostics) {
  const auto check = [&](const std::string& name, std::string& text) {
    const ast::ExprPtr value = parse_expression(sources, sources.add(name, text), diagnostics);
    if (value) text = format(sources, *value);
  };
  for (std::string& law : request.laws) check("<law>", law);
  for (Override& argument : request.arguments) check(argument.name, argument.text);
  check("--mass", request.mass);
  check("--speed", request.speed);
  check("--load", request.load);
  return !diagnostics.has_errors();
}

std::string argument_problem(const LawRequest& request, const std::vector<const ast::Law*>& laws) {
  for (auto it = request.arguments.begin(); it != request.arguments.end(); ++it) {
    const bool known = std::any_of(laws.begin(), laws.end(), [&](const ast::Law* law) {
      return has_parameter(*law, it->name);
    });
    if (!known && laws.size() == 1)
      return fmt::format("`{}` has no argument `{}`", laws[0]->name.name, it->name);
    if (!known) return fmt::format("none of these laws has an argument `{}`", it->name);
    const auto again = std::find_if(it + 1, request.arguments.end(),
                                    [&](const Override& other) { return other.name == it->name; });
    if (again != request.arguments.end())
      return fmt::format("argument `{}` is given twice", it->name);
  }
  return {};
}

std::string unknown_law(const LawRequest& request, const std::string& name) {
  if (word_at(name, 0).empty()) return fmt::format("write `argument=value`, not `{}`", name);
  const auto near = suggest(name, law_names(request.own));
  return fmt::format("there is no law `{}`{}", name,
                     near ? fmt::format("; did you mean `{}`?", *near) : "");
}

LawTrial trial_of(const LawRequest& request, const ast::Law& law, const std::string& call,
                  const SourceMap& sources) {
  LawTrial trial;
  trial.law = call;
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

PlotData loops(const std::vector<TrialResult>& results, const std::vector<std::string>& names,
               bool friction) {
  PlotData plot;
  plot.x_name = friction ? "vt" : "delta";
  constexpr double gap = std::numeric_limits<double>::quiet_NaN();  // between two curves
  std::vector<double> all;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const PlotOutput& output = results[i].curve;
    if (output.curves.empty()) continue;
    PlotCurve curve{names[i], {}, std::vector<double>(plot.x.size(), gap)};
    append(output, plot.x, curve.y);
    all.insert(all.end(), output.curves[0].y.begin(), output.curves[0].y.end());
    plot.x.push_back(gap);
    plot.curves.push_back(std::move(curve));
  }
  const Unit x = handy_unit(largest(plot.x), {friction ? "m/s" : "m", 1, {}});
  const Unit y = handy_unit(largest(all), {"N", 1, {}});
  plot.x_unit = x.text;
  for (double& value : plot.x) value /= x.factor;
  for (PlotCurve& curve : plot.curves) {
    curve.unit = y.text;
    for (double& value : curve.y) value /= y.factor;
    curve.y.resize(plot.x.size(), gap);
  }
  return plot;
}

std::string plot_text(const LawRequest& request, const PlotData& plot) {
  if (plot.curves.empty()) return {};
  if (!request.outline_plots) return "\n" + render(plot, {70, 18, request.unicode});
  std::string curves;
  for (const PlotCurve& curve : plot.curves)
    curves += fmt::format("{}{} [{}]", curves.empty() ? "" : ", ", curve.name, curve.unit);
  return fmt::format("\n[plot: {} vs {} [{}]]\n", curves, plot.x_name, plot.x_unit);
}

std::string trial_heading(const LawRequest& request, bool friction, const std::string& pair) {
  const std::string what =
      friction
          ? fmt::format("one second to and fro at up to {} under {}", request.speed, request.load)
          : fmt::format("one impact of {} at {}", request.mass, request.speed);
  return fmt::format("\n{}, {}:\n", what, pair);
}

}  // namespace mbs

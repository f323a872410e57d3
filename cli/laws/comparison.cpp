#include "cli/laws/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/laws/report.hpp"
#include "cli/laws/text.hpp"
#include "cli/output/text_table.hpp"
#include "lang/text/number.hpp"

namespace mbs {

namespace {

// A law to compare: its definition, and how it is called.
struct Contender {
  LawDefinition definition;
  std::string text;  // as it was asked for
  bool is_call() const { return text.find('(') != std::string::npos; }
};

std::vector<Contender> contenders_of(const LawRequest& request, SourceMap& sources,
                                     std::string& problem) {
  std::vector<Contender> contenders;
  for (const std::string& text : request.laws) {
    std::string name = text.substr(0, text.find('('));
    name.erase(name.find_last_not_of(' ') + 1);
    const LawDefinition definition = find_law(name, request.own, sources);
    if (!definition.statement && problem.empty()) problem = unknown_law(request, name);
    contenders.push_back({definition, text});
  }
  return contenders;
}

// Why the laws cannot be compared; empty if they can.
std::string problem_of(const LawRequest& request, const std::vector<Contender>& contenders) {
  const ast::Law& first = contenders.front().definition.law();
  std::vector<const ast::Law*> named;
  for (const Contender& contender : contenders) {
    const ast::Law& law = contender.definition.law();
    if (law.friction != first.friction) {
      return fmt::format("`{}` is a {} law and `{}` is not: compare laws of one kind",
                         (law.friction ? law : first).name.name, "friction",
                         (law.friction ? first : law).name.name);
    }
    if (contender.is_call()) continue;
    named.push_back(&law);
    const std::string missing = missing_arguments(request, law);
    if (!missing.empty()) return fmt::format("to compare `{}` give {}", law.name.name, missing);
  }
  return argument_problem(request, named);
}

TextColumn column(const std::string& name, const Unit& unit, const std::vector<double>& values,
                  int digits = 4) {
  TextColumn column{name, unit.text, true, {}};
  for (const double value : values)
    column.cells.push_back(std::isnan(value) ? "-" : format_number(value / unit.factor, digits));
  return column;
}

std::vector<double> gather(const std::vector<TrialResult>& results, double TrialNumbers::*part) {
  std::vector<double> values;
  for (const TrialResult& result : results) values.push_back(result.numbers.*part);
  return values;
}

std::string table_text(const std::vector<TrialResult>& results,
                       const std::vector<std::string>& names, bool friction) {
  TextTable table{{{friction ? "friction" : "law", "", false, names}}};
  const auto add = [&](const char* head, const char* symbol, double TrialNumbers::*part) {
    const std::vector<double> values = gather(results, part);
    const Unit unit = *symbol ? handy_unit(largest(values), {symbol, 1, {}}) : Unit{"", 1, {}};
    table.columns.push_back(column(head, unit, values, *symbol ? 4 : 6));
  };
  if (friction) {
    add("FT at full speed", "N", &TrialNumbers::FT_at_speed);
    add("largest FT", "N", &TrialNumbers::FT_max);
    return render(table);
  }
  add("asked", "", &TrialNumbers::asked);
  add("restitution", "", &TrialNumbers::restitution);
  add("F_max", "N", &TrialNumbers::F_max);
  add("delta_max", "m", &TrialNumbers::delta_max);
  add("duration", "s", &TrialNumbers::duration);
  add("lost", "J", &TrialNumbers::lost);
  return render(table);
}

void take_diagnostics(const std::vector<TrialResult>& results,
                      const std::vector<std::string>& names, LawReport& report) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].figures.empty())
      report.exit_code = std::max(report.exit_code, results[i].law.empty() ? 2 : 3);
    for (Diagnostic diagnostic : results[i].diagnostics.list()) {
      diagnostic.notes.push_back(fmt::format("under `{}`", names[i]));
      report.diagnostics.add(diagnostic);
    }
  }
}

}  // namespace

LawReport law_comparison(const LawRequest& asked, SourceMap& sources) {
  LawRequest request = asked;
  LawReport report;
  report.exit_code = 2;
  if (!check_texts(request, sources, report.diagnostics)) return report;
  const auto contenders = contenders_of(request, sources, report.problem);
  if (report.problem.empty()) report.problem = problem_of(request, contenders);
  if (!report.problem.empty()) return report;
  const bool friction = contenders.front().definition.law().friction;
  std::vector<LawTrial> trials;
  std::vector<std::string> names;
  for (const Contender& contender : contenders) {
    const ast::Law& law = contender.definition.law();
    const std::string call = contender.is_call() ? contender.text : call_text(request, law);
    names.push_back(call.ends_with("()") ? call.substr(0, call.size() - 2) : call);
    trials.push_back(trial_of(request, law, call, sources));
  }
  const std::vector<TrialResult> results = run_trials(trials, sources);
  report.exit_code = 0;
  take_diagnostics(results, names, report);
  if (report.exit_code == 2) return report;
  if (report.diagnostics.has_errors()) report.exit_code = 3;
  report.plot = loops(results, names, friction);
  report.text = trial_heading(request, friction, results.front().pair).substr(1) +
                table_text(results, names, friction) + plot_text(request, report.plot);
  return report;
}

LawReport laws_shown(const LawRequest& request, SourceMap& sources) {
  const bool one = request.laws.size() == 1 && request.laws[0].find('(') == std::string::npos;
  return one ? law_report(request, sources) : law_comparison(request, sources);
}

}  // namespace mbs

#include "cli/laws/report.hpp"

#include <fmt/format.h>

#include "cli/laws/text.hpp"

namespace mbs {

LawReport law_report(const LawRequest& asked, SourceMap& sources) {
  LawRequest request = asked;
  LawReport report;
  report.exit_code = 2;
  const LawDefinition definition = find_law(request.laws.front(), request.own, sources);
  report.problem = definition.statement ? argument_problem(request, {&definition.law()})
                                        : unknown_law(request, request.laws.front());
  if (!report.problem.empty()) return report;
  report.text = law_text(definition, sources);
  if (!check_texts(request, sources, report.diagnostics)) return report;
  const ast::Law& law = definition.law();
  const std::string missing = missing_arguments(request, law);
  if (!missing.empty()) {
    report.text +=
        fmt::format("\nTo see {} give {}.\n", law.friction ? "it slide" : "an impact", missing);
    report.exit_code = 0;
    return report;
  }
  const LawTrial trial = trial_of(request, law, call_text(request, law), sources);
  const TrialResult result = run_trial(trial, sources);
  report.diagnostics = result.diagnostics;
  if (result.figures.empty()) {
    report.exit_code = result.law.empty() ? 2 : 3;
    return report;
  }
  report.plot = loops({result}, {law.friction ? "FT" : "FN"}, law.friction);
  report.text += trial_heading(request, law.friction, result.pair) +
                 fmt::format("  {}\n  {}\n", result.law, result.figures) +
                 plot_text(request, report.plot);
  report.exit_code = report.diagnostics.has_errors() ? 3 : 0;
  return report;
}

}  // namespace mbs

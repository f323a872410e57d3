#include "runtime/study/expect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/results/quantity_text.hpp"
#include "runtime/study/expectation_part.hpp"

namespace mbs {

namespace {

// A comparison with what has no value does not hold.
bool holds(double value) {
  return value != 0 && !std::isnan(value);
}

// "2, 4 and 5"
std::string enumerate(const std::vector<std::size_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += i + 1 == numbers.size() ? " and " : ", ";
    text += fmt::format("{}", numbers[i]);
  }
  return text;
}

std::string failing_rows(const std::vector<double>& held) {
  if (held.empty()) return "the list is empty";
  std::vector<std::size_t> failing;
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (!holds(held[i])) failing.push_back(i + 1);
  }
  constexpr std::size_t most = 10;
  if (failing.size() > most)
    return fmt::format("{} of {} entries fail", failing.size(), held.size());
  return fmt::format("{} {} of {} fails", failing.size() == 1 ? "entry" : "each of entries",
                     enumerate(failing), held.size());
}

// Values of a part: one, or a list in brackets.
std::string values_text(const std::vector<Cell>& cells, const ir::Shown& shown, int digits) {
  if (shown.domain == ir::Domain::point && cells.size() == 1)
    return cell_text(cells[0], shown.unit, digits);
  std::string text;
  for (const Cell& cell : cells)
    text += (text.empty() ? "" : ", ") + cell_text(cell, {"", shown.unit.factor, {}}, digits);
  return "[" + text + "]" + (shown.unit.text.empty() ? "" : " " + shown.unit.text);
}

// What the sides are, and when `any` holds, is looked up for sinks alone: the script has not asked.
void tell_expectation(Execution& now, const ir::Expect& action, Results& results, bool holds) {
  Expectation told{action.origin, action.text, action.message.value_or(""), holds, {}};
  results.without_notes([&] {
    for (const ir::ExpectTerm& term : action.terms)
      told.parts.push_back(expectation_part(term, results));
  });
  if (told.parts.size() == 1) told.parts.front().holds = holds;
  now.sink.give(std::move(told));
}

Diagnostic failed_expectation(const ir::Expect& action, Results& results,
                              const std::vector<double>& held, int digits) {
  Diagnostic d{Code::E0801, "expectation failed", {}, {}, {}, {}, {}};
  if (action.message) d.message += ": " + *action.message;
  const auto first = results.first_failure(action.condition);
  const auto value = [&](const ir::Shown& shown) {
    if (shown.domain == ir::Domain::trace)
      return first ? cell_text(results.cells_at(shown, {*first})[0], shown.unit, digits)
                   : std::string();
    return values_text(results.row_cells(shown), shown, digits);
  };
  for (const ir::ExpectPart& part : action.parts) {
    d.labels.push_back({part.span, ""});
    d.values.push_back(value(part.value));
  }
  if (action.allowed && action.off) {
    d.labels.push_back({action.tolerance_span, ""});
    d.values.push_back(value(*action.allowed) + " allowed, " + value(*action.off) + " off");
  }
  if (d.labels.empty()) {
    d.labels.push_back({action.origin, ""});
    d.values.clear();
  }
  if (first)
    d.notes.push_back(fmt::format("`all` fails first at t = {} s", number_text(*first, digits)));
  if (action.domain != ir::Domain::point) d.notes.push_back(failing_rows(held));
  return d;
}

}  // namespace

void expect(Execution& now, const ir::Expect& action) {
  if (now.broken()) return;
  check_expectation(now, action, now.results(), now.complaints);
  now.settle();
}

void check_expectation(Execution& now, const ir::Expect& action, Results& results,
                       const Diagnostics& complaints) {
  std::vector<double> held;
  switch (action.domain) {
    case ir::Domain::point:
      held = {results.point(action.condition)};
      break;
    case ir::Domain::rows:
      held = results.rows(action.condition, action.list);
      break;
    case ir::Domain::trace:
      held = results.trace(action.condition);
      break;
  }
  // What cannot be evaluated has been complained about; it neither holds nor fails.
  if (complaints.has_errors()) return;
  const bool holds_all = !held.empty() && std::all_of(held.begin(), held.end(), holds);
  tell_expectation(now, action, results, holds_all);
  if (holds_all) return;
  now.report(failed_expectation(action, results, held, now.options.digits));
  now.outcome.expectation_failed = true;
}

}  // namespace mbs

#include "lang/elaborate/values/swapped.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lang/elaborate/values/dimension_messages.hpp"

namespace mbs::elaborate {
namespace {

using Attempt = std::function<bool(Exchange)>;

bool about_dimensions(const Diagnostic& d) {
  return info(d.code).severity == Severity::error && info(d.code).name.starts_with("E02");
}

// Whether there is a result, and what is said on the way to it.
bool done_aside(Reports& reports, const Attempt& attempt, Exchange exchange, Diagnostics& said) {
  Setting<Diagnostics*> aside(reports.diagnostics, &said);
  return attempt(exchange);
}

const Scalar* quantity(const GivenArgument& argument) {
  const auto* scalar = argument.value.get<Scalar>();
  return scalar && !scalar->boolean && !scalar->any_dimension ? scalar : nullptr;
}

std::optional<Exchange> cure(Evaluation& evaluation, const std::vector<GivenArgument>& given,
                             const Attempt& attempt) {
  Setting<bool> trying(evaluation.exchanging, true);
  Setting<long> steps(evaluation.steps_left, evaluation.steps_left);
  const int count = static_cast<int>(given.size());
  for (int i = 0; i < count; ++i) {
    for (int k = i + 1; k < count; ++k) {
      const Scalar *first = quantity(given[i]), *second = quantity(given[k]);
      if (!first || !second || first->dimension == second->dimension) continue;
      Diagnostics said;
      if (done_aside(evaluation, attempt, {i, k}, said) && !said.has_errors())
        return Exchange{i, k};
    }
  }
  return {};
}

// "bushing(K = 5e6 N/m, h = 0.3, c = 1 mm)"
std::string exchanged_call(const Reports& reports, const std::string& callee,
                           const std::vector<GivenArgument>& given, Exchange pair) {
  std::string list;
  for (int i = 0; i < static_cast<int>(given.size()); ++i) {
    const int from = i == pair.first ? pair.second : i == pair.second ? pair.first : i;
    list += fmt::format("{}{} = {}", list.empty() ? "" : ", ", given[i].parameter,
                        source_text(reports, given[from].span));
  }
  return fmt::format("{}({})", callee, list);
}

void report_exchange(Reports& reports, const std::string& callee,
                     const std::vector<GivenArgument>& given, Exchange pair,
                     const Diagnostic& instead) {
  const GivenArgument &first = given[pair.first], &second = given[pair.second];
  Diagnostic& d = report(reports, Code::E0203, first.span,
                         fmt::format("by their units, `{}` and `{}` of `{}` are exchanged",
                                     first.parameter, second.parameter, callee),
                         dimension_label(quantity(first)->dimension));
  d.labels.push_back({second.span, dimension_label(quantity(second)->dimension)});
  const Span place = instead.labels.empty() ? Span{} : instead.labels.front().span;
  std::string reason = "as they are: " + instead.message;
  if (place.source >= 0 && place_text(reports, place) != place_text(reports, first.span))
    reason += fmt::format(" ({})", place_text(reports, place));
  d.notes.insert(d.notes.begin(), reason);
  d.hint = fmt::format("`{}`", exchanged_call(reports, callee, given, pair));
}

}  // namespace

void attempt_call(Evaluation& evaluation, const std::string& callee,
                  const std::vector<GivenArgument>& given, const Attempt& attempt) {
  const bool known = std::exchange(evaluation.exchange_told, false);
  Diagnostics found;
  done_aside(evaluation, attempt, {}, found);
  const auto& list = found.list();
  const auto wrong = std::find_if(list.begin(), list.end(), about_dimensions);
  // What a call within this one has explained needs no second explanation.
  if (wrong != list.end() && !evaluation.exchanging && !evaluation.exchange_told) {
    if (const auto pair = cure(evaluation, given, attempt)) {
      evaluation.exchange_told = true;
      return report_exchange(evaluation, callee, given, *pair, *wrong);
    }
  }
  for (const Diagnostic& d : list) evaluation.diagnostics->add(d);
  evaluation.exchange_told = evaluation.exchange_told || known;
}

}  // namespace mbs::elaborate

#include "lang/elaborate/laws/rigid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

namespace mbs::elaborate {
namespace {

constexpr LawResult results[] = {{"FN", dim::force},
                                 {"v_out", dim::speed},
                                 {"P_out", dim::impulse},
                                 {"W_out", dim::energy}};  // in the order of ir::Departure

const LawResult* find_result(std::string_view name) {
  const auto found = std::find_if(std::begin(results), std::end(results),
                                  [&](const LawResult& result) { return result.name == name; });
  return found == std::end(results) ? nullptr : found;
}

void report_beside(Reports& reports, Span span, const std::string& what, ir::Departure departure) {
  report(reports, Code::E0607, span,
         fmt::format("{} cannot stand beside `{}`", what, result_of(departure).name))
      .hint =
      "a rigid law sets one of v_out, P_out and W_out, and nothing else: it has no force, no "
      "state, no equation to solve";
}

bool fits(Reports& reports, const ast::LawItem& item, ir::Departure departure) {
  if (const auto* assign = std::get_if<ast::Assign>(&item.node)) {
    if (!told_beside(*assign, departure)) return true;
    report_beside(reports, assign->target.span, fmt::format("`{}`", assign->target.name),
                  departure);
    return false;
  }
  if (const auto* state = std::get_if<ast::State>(&item.node)) {
    report_beside(reports, state->name.span, fmt::format("the state `{}`", state->name.name),
                  departure);
    return false;
  }
  if (const auto* solve = std::get_if<ast::Solve>(&item.node)) {
    report_beside(reports, item.span, fmt::format("`solve {}`", solve->unknown.name), departure);
    return false;
  }
  return true;
}

}  // namespace

ir::Departure departure_of(const ast::Law& law) {
  if (law.friction) return ir::Departure::none;
  for (const ast::LawItem& item : law.items) {
    const auto* assign = std::get_if<ast::Assign>(&item.node);
    const LawResult* result = assign && !assign->rate ? find_result(assign->target.name) : nullptr;
    if (result && result != results) return static_cast<ir::Departure>(result - results);
  }
  return ir::Departure::none;
}

LawResult result_of(ir::Departure departure) {
  return results[static_cast<int>(departure)];
}

bool told_beside(const ast::Assign& assign, ir::Departure departure) {
  if (departure == ir::Departure::none || assign.rate) return false;
  const LawResult* result = find_result(assign.target.name);
  return result && result->name != result_of(departure).name;
}

bool check_rigid(Reports& reports, const ast::Law& law, ir::Departure departure) {
  if (departure == ir::Departure::none) return true;
  bool good = true;
  for (const ast::LawItem& item : law.items) good = fits(reports, item, departure) && good;
  return good;
}

}  // namespace mbs::elaborate

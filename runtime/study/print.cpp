#include "runtime/study/print.hpp"

#include <utility>
#include <vector>

namespace mbs {

void print(Execution& now, const ir::Print& action) {
  if (now.nothing_computed()) return;
  show_print(now, action, now.results());
  now.settle();
}

void show_print(Execution& now, const ir::Print& action, Results& results) {
  const ir::Scenario& scenario = *now.scenario;
  std::vector<PrintPart> parts;
  for (const ir::Shown& shown : action.parts) {
    if (shown.kind != ir::Shown::Kind::impacts) {
      parts.push_back(results.print_part(shown));
      continue;
    }
    now.from(action.origin);
    const ir::Contact& contact = scenario.contacts[static_cast<std::size_t>(shown.contact.index)];
    const bool rigid = scenario.laws[contact.law.index].rigid();
    const std::string& name =
        shown.shared >= 0 ? scenario.clearances[shown.shared].name : contact.name;
    now.sink.give(impact_table(name, rigid, results.impacts(shown)));
  }
  if (parts.empty()) return;
  now.from(action.origin);
  now.sink.give(Printed{std::move(parts)});
}

}  // namespace mbs

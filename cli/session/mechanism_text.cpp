#include "cli/session/mechanism_text.hpp"

namespace mbs {

std::string mechanism_text(const ir::Scenario& scenario) {
  ir::Scenario stripped = scenario;
  stripped.actions.clear();
  stripped.tables.clear();
  stripped.reductions.clear();
  stripped.lists.clear();
  stripped.effective.clear();
  stripped.params.clear();
  for (ir::Event& event : stripped.events) event.actions.clear();
  return ir::dump(stripped);
}

}  // namespace mbs

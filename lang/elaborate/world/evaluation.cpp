#include "lang/elaborate/world/evaluation.hpp"

namespace mbs::elaborate {

bool spend(Evaluation& evaluation, Span span, long steps) {
  if (evaluation.steps_left < 0) return false;
  evaluation.steps_left -= steps;
  if (evaluation.steps_left >= 0) return true;
  Setting<Diagnostics*> heard(evaluation.diagnostics,
                              evaluation.quiet ? evaluation.aloud : evaluation.diagnostics);
  report(evaluation, Code::E0310, span, "this script unfolds to more than can be compiled").hint =
      "look for long lists, loops within loops, and functions and templates that use another twice";
  return false;
}

std::string circle_text(const Evaluation& evaluation, const Symbol& symbol) {
  std::string text;
  bool inside = false;
  for (const Symbol* s : evaluation.stack) {
    inside = inside || s == &symbol;
    if (inside) text += s->name + " -> ";
  }
  return text + symbol.name;
}

}  // namespace mbs::elaborate

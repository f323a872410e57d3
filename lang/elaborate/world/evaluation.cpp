#include "lang/elaborate/world/evaluation.hpp"

namespace mbs::elaborate {

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

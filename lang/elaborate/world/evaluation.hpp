// How expressions are to be read just now: what whoever asks for a value has set for as long as it
// is found, and how far the evaluation has got. Arithmetic takes this part of the world.
#pragma once

#include <string>
#include <vector>

#include "lang/elaborate/world/reports.hpp"
#include "lang/elaborate/world/scope.hpp"
#include "lang/expression/graph.hpp"

namespace mbs::elaborate {

struct Evaluation : Reports {
  using Reports::Reports;

  bool watched = false;         // conditions on signals are frozen between crossings
  bool histories = false;       // a signal stands for its whole history (results)
  bool has_run = false;         // a finished run is at hand
  bool in_late_loop = false;    // in a loop over what a run fills
  bool exchanging = false;      // trying whether exchanged arguments would do
  bool exchange_told = false;   // that they would has been said of the call at hand
  int depth = 0;                // of expressions within expressions
  long steps_left = 5'000'000;  // expressions, objects, actions; bounds what a script unfolds to
  Span asked;                   // the place that asked for the name being evaluated
  std::vector<const Symbol*> stack;  // names being evaluated, for circles
  Graph scratch;                     // folds constants
};

// Takes `steps` of what is left; false, with one E0310, once nothing is.
bool spend(Evaluation& evaluation, Span span, long steps = 1);

// "a -> b -> a": the names from `symbol` on that are being evaluated.
std::string circle_text(const Evaluation& evaluation, const Symbol& symbol);

// How a memo stands once its value is made.
inline Memo::State settled(const Reports& reports, bool failed) {
  return failed && reports.quiet ? Memo::State::fresh : Memo::State::done;
}

}  // namespace mbs::elaborate

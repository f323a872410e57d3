// Signals that are recorded over whole runs, for other programs.
#pragma once

#include <string>
#include <vector>

#include "lang/expression/graph.hpp"
#include "lang/units/units.hpp"

namespace mbs::ir {

struct RecordedSignal {
  std::string kind;  // of the thing that has it: "bodies", "contacts", "energy"
  std::string of;  // that thing, "ball", "ball.pin", "p[1].rod"; empty if the kind is one thing, as
                   // energy is
  std::string field;  // "FN", "force.x"; empty if the thing is a signal itself, as a state is
  std::string words;  // what it is
  Unit unit;          // the coherent one of its dimension
  bool boolean = false;
  NodeId node;  // of Recorded::graph

  // As scripts name it: "B.FN".
  std::string name() const {
    if (field.empty()) return of;  // a state
    return of.empty() ? kind + "." + field : of + "." + field;
  }
};

// All that `--keep` asks for, of one scenario.
struct Recorded {
  Graph graph;  // of its own, with the slots of the scenario's: results stay what they are
  std::vector<RecordedSignal> signals;
  std::vector<bool> impacts;  // by contact: whether its impacts are kept
};

}  // namespace mbs::ir

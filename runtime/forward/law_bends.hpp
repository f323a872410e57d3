// Where the laws of closed contacts bend: min, max, abs and the like, which a step passes without
// its error estimate seeing much of it.
#pragma once

#include <span>
#include <vector>

#include "runtime/contact/forces.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// A law has a value on either side of each of its bends. The sides at the beginning of a step are
// remembered; at its end they may be others. Jumps (`if`, `sign`) are events and none of this.
class LawBends {
 public:
  LawBends(const Model& model, const Mode& mode, Workspace& workspace);
  // m, by contact: where its bodies hardly touch. A contact is looked at as if it were at least as
  // deep: at its beginning and its end a force that is cut at 0 is there.
  void set_touching(int contact, double penetration) { states_[contact].touching = penetration; }
  // What acts has changed: to be called before a restart.
  void choose();
  bool any() const { return !acting_.empty(); }

  struct Change {
    int contact = 0, bend = 0;
    // N, by which the contact's force at the end differs from what it would be without the change.
    double force = 0;
  };
  // Sides that are others at `end` than at the beginning. The bodies are placed there.
  std::span<const Change> changes(const Instant& end);
  // What changes its side with the sign of this; the bodies are placed at `now`.
  double margin(const Change& of, const Instant& now);
  // Sides from now on: those of the instant that `changes` looked at last, at a start those of now.
  // Of a bend at which the step ends it is the other one, whatever rounding says.
  void keep(const Change* at_end = nullptr);
  void restart(const Instant& now);

 private:
  struct Law {
    Tape tape;                // FN, FT if there is any, with bends as watches
    std::vector<char> bends;  // by watch; else one of the law's own
  };
  struct State {
    TapeState tape;
    std::vector<double> inputs, outputs, actual, margins, begin, end;  // sides: 1 or 0
    double touching = 0;
  };
  static Law law_of(const ir::LawProgram& program, const Tape& value);
  bool evaluate(int contact, const Instant& now);
  void look(int contact, std::vector<double>& sides);

  const Model& m_;
  const Mode& mode_;
  Workspace& w_;
  std::vector<Law> laws_;      // by law
  std::vector<State> states_;  // by contact
  std::vector<int> acting_;    // contacts
  std::vector<Change> changes_;
};

}  // namespace mbs

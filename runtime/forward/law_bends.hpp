// Where the laws of closed contacts bend: min, max and abs, which a step passes without its error
// estimate seeing much of it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "runtime/contact/forces.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// On which side of each bend a contact is, is known from every evaluation of its law; it is
// remembered from the beginning of a step to its end. Where a side has changed a second tape, in
// which bends are watches, says which one and what it has made of the force. Jumps (`if`, `sign`)
// are events and none of this.
//
// Contacts are as they were evaluated last: see ForwardContacts.
class LawBends {
 public:
  LawBends(const Model& model, const Mode& mode, Workspace& workspace);
  // What acts has changed; sides are those of now.
  void restart();
  bool any() const { return !acting_.empty(); }

  struct Change {
    int contact = 0, bend = 0;
    bool was = false;  // on its upper side
    // N, by which the contact's force differs from what it would be without the change.
    double force = 0;
  };
  // Sides that are others now than at the beginning.
  std::span<const Change> changes();
  // What changes its side with the sign of this.
  double margin(const Change& of);
  // Sides from now on are those of now. Of a bend at which the step ends it is the other one,
  // whatever rounding says.
  void keep(const Change* at_end = nullptr);

 private:
  struct Watched {            // a law
    Tape tape;                // FN, FT if there is any, with bends as watches
    std::vector<int> inputs;  // of the tape, by their places among those of the law's own
    std::vector<char> bends;  // by watch; else one of the law's own
  };
  struct State {                 // a contact
    std::vector<char> begin;     // sides, at the beginning
    std::vector<double> inputs;  // of its law, there
    int ended = -1;              // the bend that the step before has ended at, and on which side
    bool ended_on = false;
    // The state of the second tape; empty until it is needed.
    TapeState tape;
    std::vector<double> outputs, actual, margins, before;
  };
  const Watched& watched(int law);
  void make_room(int contact);
  std::span<const double> inputs_now(int contact) const;
  bool evaluate(int contact, std::span<const double> inputs);
  void find_changes(int contact);

  const Model& m_;
  const Mode& mode_;
  Workspace& w_;
  std::vector<std::optional<Watched>> laws_;  // by law, when needed
  std::vector<State> states_;                 // by contact
  std::vector<int> acting_;                   // contacts
  std::vector<char> now_;                     // scratch: sides
  std::vector<Change> changes_;
};

}  // namespace mbs

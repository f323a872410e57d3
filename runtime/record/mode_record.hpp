// The modes of a run: what its contacts, groups and conditions remembered at every sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/model/model.hpp"

namespace mbs {

// Keeps the first mode, the last one and the differences between: a change takes as much memory as
// what it changes, however large the model.
class ModeRecord {
 public:
  // `mode` holds from this sample on; samples never decrease, and of those for one sample the last
  // counts. The modes are all of one model.
  void add(std::size_t sample, const Mode& mode);
  bool empty() const { return !begun_; }
  const Mode& last() const { return last_; }               // only if not empty
  std::size_t changes() const { return changes_.size(); }  // after the first mode
  std::size_t bytes() const;                               // of the changes

 private:
  friend class ModeReader;
  static constexpr std::int32_t drives_and_forces = -1;  // in place of a contact
  struct ContactChange {
    std::int32_t contact = 0;
    std::int32_t previous = -1;  // change of the same contact; -1: it was as in the first mode
    ContactMemory memory;
    std::size_t flags = 0;  // first of them in `flags_`
  };
  struct PairChange {  // one that is altered is taken out and put in again
    std::int32_t group = 0, place = 0;
    bool enters = false;  // else leaves
    PairMode pair;
  };
  struct HitsChange {
    std::int32_t group = 0;
    long before = 0, after = 0;
  };
  struct SwitchChange {
    SwitchedPtr before, after;
  };
  // The differences of one change end here.
  struct Change {
    std::size_t sample = 0, contacts = 0, pairs = 0, hits = 0, switches = 0;
    bool same_as(const Change& other) const {
      return contacts == other.contacts && pairs == other.pairs && hits == other.hits &&
             switches == other.switches;
    }
  };
  Change end() const {
    return {0, contacts_.size(), pairs_.size(), hits_.size(), switches_.size()};
  }
  Change begin_of(std::size_t change) const { return change ? changes_[change - 1] : Change{}; }
  void begin(const Mode& mode);
  void add_contact(std::int32_t contact, const ContactMemory& memory,
                   const std::vector<double>& flags);
  void add_group(std::int32_t group, const GroupMode& mode);
  void move_pair(std::int32_t group, std::size_t place, bool enters, const PairMode& pair);
  void enter(Mode& mode, std::size_t change) const;
  void leave(Mode& mode, std::size_t change) const;
  void set(Mode& mode, const ContactChange& change) const;
  void unset(Mode& mode, const ContactChange& change) const;

  bool begun_ = false;
  Mode first_, last_;
  std::vector<Change> changes_;
  std::vector<ContactChange> contacts_;
  std::vector<double> flags_;  // of each of them
  std::vector<PairChange> pairs_;
  std::vector<HitsChange> hits_;
  std::vector<SwitchChange> switches_;
  std::vector<std::int32_t> newest_;  // change of each contact; the first is of drives and forces
};

// Reads a record, which may go on growing, at any sample. From one to the next it only follows what
// changed between them.
class ModeReader {
 public:
  explicit ModeReader(const ModeRecord& record) : record_(&record) {}
  // Valid until the next call. The record must have a mode.
  const Mode& at(std::size_t sample);

 private:
  std::size_t changes_until(std::size_t sample) const;
  const ModeRecord* record_;
  bool begun_ = false;
  Mode mode_;
  std::size_t entered_ = 0;  // changes that `mode_` has seen
};

}  // namespace mbs

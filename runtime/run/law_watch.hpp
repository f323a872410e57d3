// `require` and `warn if` of laws while a run goes on: what they say, told once with a count.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/contact/law.hpp"
#include "runtime/events/contact_events.hpp"
#include "runtime/events/group_events.hpp"
#include "runtime/run/recorder.hpp"

namespace mbs {

class LawWatch {
 public:
  // Warnings go to `run` and its log.
  LawWatch(const Model& model, Run& run, Recorder& recorder, Workspace& workspace);
  // A contact has begun: its law is to be checked anew.
  void begin(int contact) { checked_[contact] = false; }
  // A pair of a group has closed or opened.
  void begin(const GroupChange& change);
  // Checks the laws of all that is closed, at the end of a step; `contacts` has the states there.
  // Why the run cannot go on, if a requirement is broken.
  std::optional<Failure> check(const Instant& now, const ContactEvents& contacts);
  // The same of one rigid contact that was struck, as its law saw the blow, of two bodies or a
  // pair.
  std::optional<Failure> judge(int contact, const LawArguments& blow);
  std::optional<Failure> judge(int group, const PairMode& pair, int law, const LawArguments& blow);

 private:
  // When the law of a contact has something to say: what resists turning is checked with its
  // contact, and some depend on nothing but what the contact began with.
  enum class Checks : char { none, once, always };
  struct Told {              // a warning, once raised
    int entry = -1;          // in Run::warnings
    std::size_t logged = 0;  // in Run::log
  };
  struct LawWarning {
    Told told;
    double last = -1;  // s, beginning of the impact in which it was counted last
  };
  struct GroupWarning {
    Told told;
    std::set<std::pair<int, int>> counted;  // pairs whose present contact has raised it
  };
  std::optional<Failure> check_pressed(int contact, const Instant& now, double vt);
  std::optional<Failure> check_contact(int contact, const Instant& now, const ContactState& state);
  std::optional<Failure> check_pair(int group, const PairMode& pair, const Instant& now);
  std::optional<Failure> tell_contact(int contact, double t);
  std::optional<Failure> tell_pair(int group, const PairMode& pair, int law, double t);
  std::optional<Failure> broken(const ir::LawProgram& law, const std::string& contact,
                                double t) const;
  void warn_contact(int contact, int warning, double t);
  void warn_pair(int group, const PairMode& pair, const ir::LawCheck& check, double t);
  void tell(Told& told, const std::string& subject, const ir::LawCheck& check, double t);

  const Model& model_;
  const ir::Scenario& scenario_;
  Run& run_;
  Recorder& recorder_;
  Workspace& workspace_;
  LawChecks found_;
  std::vector<Checks> checks_;                        // by contact
  std::vector<char> checked_;                         // by contact: its law, since it closed
  std::vector<std::vector<LawWarning>> of_contacts_;  // by contact and warning of its law
  std::map<std::pair<int, std::string>, GroupWarning> of_groups_;  // by group and message
};

}  // namespace mbs

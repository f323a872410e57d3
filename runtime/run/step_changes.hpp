// What the contacts of a step of fixed length have done: modes, rows of impacts, the log.
#pragma once

#include <vector>

#include "runtime/events/impacts.hpp"
#include "runtime/run/recorder.hpp"
#include "runtime/stepping/stepping.hpp"

namespace mbs {

class StepChanges {
 public:
  StepChanges(const Model& model, Run& run, Recorder& recorder, Mode& mode);
  // Closes contacts of two that touch when the run begins, of which the first step shows that they
  // stay. `start` has the rates of that step.
  void close_first(std::span<const StepContact> contacts, Instant start);
  // Takes what happened in the last step over into the mode. True if that has changed.
  bool take_over(Stepping& stepping);

 private:
  void take_contact(const StepContact& contact, Stepping& stepping);
  void let_go(int contact, double speed, Stepping& stepping);
  void write_row(const StepContact& contact, Stepping& stepping);
  void begin_row(const StepContact& contact, Instant when);
  void take_pairs(int group, std::span<const StepContact> contacts, double t);
  void find_together(std::span<const StepContact> contacts);
  int root(int body);
  int together(const StepContact& contact);

  const Model& model_;
  Recorder& recorder_;
  Mode& mode_;
  ImpactLog impacts_;
  std::vector<char> seen_;        // by contact: it took part in the step
  std::vector<int> parent_, in_;  // by body: contacts that pass on impulses join them; how many
  ContactFinder* finder_ = nullptr;
  bool changed_ = false;
};

}  // namespace mbs

// A contact law at work: its tapes, what goes into them and what comes out.
#pragma once

#include <string>
#include <vector>

#include "runtime/contact/law_inputs.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

enum class LawTape { value, partial, signals, checks };

// One use of a law. Without `states` they are those of a new contact; conditions that `mode` does
// not freeze, all if it is null, are decided anew.
struct LawCall {
  int law = 0;  // in Model::laws
  LawArguments inputs;
  const double* states = nullptr;
  const ContactMode* mode = nullptr;
};

// Evaluates one of a law's tapes: results in `outputs` (value) or `more` of `tapes`. False if it
// fails: what was at work is known to the caller, see keep_law_failure.
bool run_law(const Model& model, const LawCall& call, LawTape which, ContactTapes& tapes,
             Workspace& workspace);
// The same for a contact, with its failure kept.
bool evaluate_law(const Model& model, int contact, LawTape which, const LawCall& call,
                  Workspace& workspace);
// A parameter, part or state of a contact's law, also while it is open; NaN where it has no finite
// value.
double law_signal(const Model& model, int contact, int signal, const LawCall& call,
                  Workspace& workspace);

// FN of a contact's law, all else at rest, N; 0 if it fails. For scaling and restarts.
double law_force(const Model& model, int contact, double delta, double ddelta, double v_impact,
                 Workspace& workspace);
// The same of a law of a group of contacts.
double group_law_force(const Model& model, int law, double delta, double ddelta, double v_impact,
                       Workspace& workspace);

// What `require` and `warn if` of a law say: numbers of those that are broken and of those that are
// raised, ~i of one that compares what is not a number.
struct LawChecks {
  std::vector<int> failed, raised;
  void clear() {
    failed.clear();
    raised.clear();
  }
};
// Evaluates all of them; `tapes` as for run_law.
void check_law(const Model& model, const LawCall& call, ContactTapes& tapes, Workspace& workspace,
               LawChecks& checks);
// Does the law have any?
bool has_checks(const Model& model, int law);
// Can those of a contact's law change while the contact lasts? Else they depend on what it began
// with.
bool law_checks_vary(const Model& model, int contact);
bool uses_memory(const Model& model, int contact);  // loading or delta_max
bool uses_loading(const Model& model, int contact);
bool can_stick(const Model& model, int contact);  // its law has a bound for sticking

// Where a law was at work, for messages.
struct LawSite {
  std::string contact;
  Span origin;
};
// Takes over why a law had no value.
void keep_law_failure(const Model& model, const LawSite& site, const LawCall& call,
                      const TapeState& state, Workspace& workspace);

}  // namespace mbs

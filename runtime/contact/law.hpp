// A contact law at work: its tapes, what goes into them and what comes out.
#pragma once

#include <vector>

#include "runtime/contact/law_inputs.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

enum class LawTape {
  value,
  partial,
  signals,
  checks,
  coulomb,   // of rigid contacts
  departure  // of rigid laws
};

struct ContactGeometry;

// Whose law is at work and where: a contact's, or that of any pair of a group with these surfaces.
struct LawUser {
  int law = 0;  // in Model::laws
  ContactTapes& tapes;
  int contact = -1, group = -1;     // one of them, for messages
  double usual_1 = 0, usual_2 = 0;  // m, see ContactModel
};
// Does its friction jump where sliding ends, and hold nothing there?
bool jumps_at_rest(const LawTapes& law);
LawUser law_user(const Model& model, int contact, Workspace& workspace);
LawUser group_law_user(int group, int law, Workspace& workspace);

// What a rigid law sees of a contact: its approach before a blow and its sliding, m/s, and the
// time.
LawArguments blow_inputs(const LawUser& user, double v_impact, double vt, double t);

// One use of it. Without `states` they are those of a new contact; conditions that `flags` do not
// freeze, all if it is null, are decided anew.
struct LawCall {
  LawArguments inputs;
  const double* states = nullptr;
  const std::vector<double>* flags = nullptr;
  // In space: how it slides. A law of vectors sees this speed, and of its vectors what lies in the
  // tangent plane; without it, it is at rest.
  const ContactGeometry* sliding = nullptr;
};

// Evaluates one of a law's tapes: results in `outputs` (value) or `more` of the user's tapes. False
// if it fails; the workspace knows why then.
bool evaluate_law(const Model& model, const LawUser& user, LawTape which, const LawCall& call,
                  Workspace& workspace);
// A parameter, part or state of a contact's law, also while it is open; NaN where it has no finite
// value.
double law_signal(const Model& model, const LawUser& user, int signal, const LawCall& call,
                  Workspace& workspace);

// A contact that begins or swings, for scales and first steps.
struct LawProbe {
  double delta = 0, ddelta = 0, v_impact = 0;  // m, m/s, m/s
};
// FN of a law there, all else at rest, N; 0 if it fails.
double law_force(const Model& model, const LawUser& user, const LawProbe& at, Workspace& workspace);

// What `require` and `warn if` of a law say: numbers of those that are broken and of those that are
// raised, ~i of one that compares what is not a number.
struct LawChecks {
  std::vector<int> failed, raised;
  void clear() {
    failed.clear();
    raised.clear();
  }
};
// Evaluates all of them.
void check_law(const Model& model, const LawUser& user, const LawCall& call, Workspace& workspace,
               LawChecks& checks);
// Does the law have any?
bool has_checks(const Model& model, int law);
// Can those of a contact's law change while the contact lasts? Else they depend on what it began
// with.
bool law_checks_vary(const Model& model, int contact);
bool uses_memory(const Model& model, int contact);  // see LawTapes::remembers
bool can_stick(const Model& model, int contact);    // its law has a bound for sticking

// The conditions of a law as they are frozen, for one of its tapes; those that `flags` do not
// freeze are decided anew.
void freeze_conditions(TapeState& tape, const std::vector<double>& flags);
// Takes over why a law had no value.
void keep_law_failure(const Model& model, const LawUser& user, const LawCall& call,
                      const TapeState& state, Workspace& workspace);

}  // namespace mbs

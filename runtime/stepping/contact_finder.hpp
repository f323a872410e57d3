// Which rigid contacts take part in a step, and what they remember from one to the next.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "runtime/contact/group_places.hpp"
#include "runtime/contact/kinematics.hpp"
#include "runtime/contact/law.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/stepping/step_contact.hpp"

namespace mbs {

// The step that contacts are looked at for.
struct StepMoment {
  double t = 0, h = 0;                              // s, of its middle, and its length
  const double* v = nullptr;                        // speeds before
  const std::vector<double>* free_rates = nullptr;  // m/s^2, by column: without contacts and joints
};

class ContactFinder {
 public:
  explicit ContactFinder(const Model& model);
  // Begins anew: what is closed in `mode` is held.
  void begin(const Mode& mode, const double* y);
  // All contacts that overlap or touch in the middle of the step, where the bodies are placed (`y`
  // has the same), and those that are held. The last ones hand on their impulses. In the order of
  // their keys. False if a law has no value.
  bool find(const StepMoment& step, const double* y, Workspace& w);
  std::vector<StepContact>& contacts() { return contacts_; }
  // Gaps of all of them at another placement, as `end_gap`.
  void measure_ends(const Placement& at);
  LawUser user(const ContactKey& key, Workspace& w) const;
  const ContactModel& model_of(const ContactKey& key) const;

 private:
  struct Group {
    explicit Group(NearPairs pairs) : near(std::move(pairs)) {}
    NearPairs near;
    std::vector<NearPlace> before, now;  // of each member, at this and at the last look
    std::vector<ContactModel> models;    // by near pair
  };
  struct Held {
    ContactKey key;
    bool held = false, stuck = false;
    std::array<double, 3> P{};
    double h = 0;
  };
  void remember(double h);
  void renew(int group);
  const Held* known(const ContactKey& key);
  bool consider(const StepMoment& step, const ContactKey& key, const ContactModel& c, Workspace& w);
  void place_values();
  bool ask_laws(const StepMoment& step, const Held* before, StepContact& contact, Workspace& w);

  void take_rows(const ContactModel& c, std::span<const Local> rows, StepContact& out);
  void look_along(const ContactModel& c, const ContactPair& pair, const ContactGeometry& g,
                  StepContact& out);

  const Model& model_;
  std::vector<double> inverse_masses_;  // by column of v
  std::vector<double> values_;          // of all contacts, see StepContact
  double fresh_, kept_;  // m, gaps at which a contact begins, and at which it is held
  std::vector<Group> groups_;
  std::vector<StepContact> contacts_;
  std::vector<Held> held_;     // of the last step, by key
  std::size_t next_held_ = 0;  // of them, while contacts are looked through in order
  double last_h_ = 0;
};

}  // namespace mbs

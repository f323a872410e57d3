#include "runtime/setup/turnings.hpp"

#include <string>
#include <utility>

namespace mbs {

namespace {

void add(const Model& m, int contact, bool spins, std::vector<ContactModel>& contacts) {
  const ir::Contact& asked = m.scenario->contacts[contact];
  const double lever = spins ? asked.spinning : asked.rolling;
  if (!(lever > 0)) return;
  ContactModel c = contacts[contact];
  c.response = Turning{.name = asked.name + (spins ? ".spinning" : ".rolling"),
                       .of = contact,
                       .spins = spins,
                       .arm = m.size,
                       .share = lever / m.size};
  contacts.push_back(std::move(c));
}

}  // namespace

void add_turnings(const Model& m, std::vector<ContactModel>& contacts) {
  for (int c = 0; c < static_cast<int>(m.scenario->contacts.size()); ++c) {
    if (!contacts[c].rigid() && !m.laws[contacts[c].own.law].sticks) continue;
    contacts[c].rolling = contacts[c].spinning = 0;
    for (const bool spins : {false, true}) add(m, c, spins, contacts);
  }
}

}  // namespace mbs

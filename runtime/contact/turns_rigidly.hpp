// What resists turning at rigid contacts, see Turning.
#pragma once

#include "runtime/model/model_impl.hpp"

namespace mbs {

// Does it belong to a rigid contact, whose multiplier presses it?
inline bool turns_rigidly(const Model& model, const ContactModel& contact) {
  return contact.turning() && model.contacts[contact.turning()->of].rigid();
}

}  // namespace mbs

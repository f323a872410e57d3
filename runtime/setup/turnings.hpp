// Where contacts in space resist rolling or spinning and are rigid, or have a law that can stick.
#pragma once

#include <vector>

#include "runtime/model/model_impl.hpp"

namespace mbs {

// Adds what resists turning at the contacts of the scenario, which `contacts` begins with; those
// resist no more by themselves. Laws of force that are smooth at rest are left to their contact.
void add_turnings(const Model& model, std::vector<ContactModel>& contacts);

}  // namespace mbs

// Short texts on topics, for `:help TOPIC` and `mbs doc TOPIC`.
#pragma once

#include <string>
#include <string_view>

namespace mbs {

// The text of a topic, or of the only one that begins like this; empty if there is none.
std::string_view help_topic(std::string_view topic);
std::string_view help_topic_named(std::string_view topic);  // of that name alone
std::string help_topics();                                  // "contact, joints, …"

}  // namespace mbs

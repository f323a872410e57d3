#include "cli/environment/version.hpp"

namespace mbs {

constinit const std::string_view program_version = MBS_VERSION;

}  // namespace mbs

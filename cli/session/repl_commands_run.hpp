// Commands that make a run and go on with it, or read and write scripts.
#pragma once

#include <string>

#include "cli/session/session.hpp"

namespace mbs {

bool assembly_command(Session& session, const std::string& argument);
bool start_command(Session& session, const std::string& argument);
bool step_command(Session& session, const std::string& duration);
bool until_command(Session& session, const std::string& condition);
bool run_on_command(Session& session, const std::string& duration);
bool state_command(Session& session, const std::string& name);
bool view_command(Session& session, const std::string& file);
bool load_command(Session& session, const std::string& file);
bool save_command(Session& session, const std::string& file);

}  // namespace mbs

// Commands about what has a name, and what the session's own statements define.
#pragma once

#include <string>

#include "cli/session/session.hpp"
#include "service/vocabulary.hpp"

namespace mbs {

// What the session's own statements define.
Vocabulary vocabulary_of(const Session& session);
// The same with what their `use` brings in.
Vocabulary visible_names(const Session& session);

bool doc_command(Session& session, const std::string& name);
bool list_command(Session& session, const std::string& kind);
bool show_command(Session& session, const std::string& name);
bool params_command(Session& session, const std::string& argument);
bool set_command(Session& session, const std::string& assignment);
bool unset_command(Session& session, const std::string& name);
bool undo_command(Session& session, const std::string& argument);
bool redo_command(Session& session, const std::string& argument);
bool reset_command(Session& session, const std::string& argument);
bool units_line_command(Session& session, const std::string& expression);

}  // namespace mbs

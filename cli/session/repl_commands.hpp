// The `:` commands of a session, as a table.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/session/session.hpp"
#include "service/help_topics.hpp"
#include "service/vocabulary.hpp"

namespace mbs {

struct SessionCommand {
  std::string_view name;
  std::string_view usage;                              // behind the name
  std::string_view summary;                            // one line
  bool (*run)(Session&, const std::string& argument);  // false: could not be followed
};

std::span<const SessionCommand> session_commands();

// Follows ":word argument"; the word may be any beginning that no other command has.
bool run_command_line(Session& session, const std::string& line);

// The command that is meant by `quit`, `exit()` or `help units`, words other programs follow
// without a colon: ":quit", ":help units". Empty for all else.
std::string plain_command(const std::string& text);
// The first word of an entry if it is a command that lacks its colon; empty for words that begin
// statements as well.
std::string lacks_colon(const std::string& text);

// What the session's own statements define.
Vocabulary vocabulary_of(const Session& session);
// The same with what their `use` brings in.
Vocabulary visible_names(const Session& session);

// Groups of commands, for the table.
bool help_command(Session& session, const std::string& topic);
bool doc_command(Session& session, const std::string& name);
bool list_command(Session& session, const std::string& kind);
bool show_command(Session& session, const std::string& name);
bool params_command(Session& session, const std::string& argument);
bool set_command(Session& session, const std::string& assignment);
bool unset_command(Session& session, const std::string& name);
bool assembly_command(Session& session, const std::string& argument);
bool units_line_command(Session& session, const std::string& expression);
bool law_line_command(Session& session, const std::string& law);
bool start_command(Session& session, const std::string& argument);
bool step_command(Session& session, const std::string& duration);
bool until_command(Session& session, const std::string& condition);
bool run_on_command(Session& session, const std::string& duration);
bool state_command(Session& session, const std::string& name);
bool view_command(Session& session, const std::string& file);
bool undo_command(Session& session, const std::string& argument);
bool redo_command(Session& session, const std::string& argument);
bool reset_command(Session& session, const std::string& argument);
bool load_command(Session& session, const std::string& file);
bool save_command(Session& session, const std::string& file);

}  // namespace mbs

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

}  // namespace mbs

// The interactive loop: reads entries, gives them to a session.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/session/line_editor.hpp"
#include "cli/session/session.hpp"
#include "service/complete.hpp"

namespace mbs {

struct Environment;

// Gathers lines until they make an entry: a bracket that is open, or an operator at the end of the
// line, asks for more; an empty line ends it all the same.
class EntryReader {
 public:
  using ReadLine = std::function<LineRead(const std::string& prompt, const std::string& pending)>;
  explicit EntryReader(ReadLine read) : read_(std::move(read)) {}
  // Empty at the end of input. Ctrl-C drops what was begun.
  std::optional<std::string> next();

 private:
  ReadLine read_;
};

// The entries of a text of several lines, for one that comes whole: a notebook's cell. If it parses
// as statements, it is one entry.
std::vector<std::string> entries_of(const std::string& text);

// Candidates at a place of an entry, with the session's names and commands.
Completion complete_entry(const Session& session, const Vocabulary& own, const std::string& text,
                          std::size_t cursor);

struct ReplOptions {
  std::string file;   // script whose declarations the session begins with; "" for none
  bool json = false;  // one JSON object per line, for programs
  int digits = 6;     // significant ones
  int jobs = 0;       // passes of a sweep at a time; 0: all cores
  std::optional<std::size_t> memory;  // bytes, as --memory
};
// A session from its beginning to its end; the exit code.
int run_repl(const ReplOptions& options, Environment& environment);

}  // namespace mbs

// Lines to entries, and what can stand in one.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/session/line_editor.hpp"
#include "cli/session/session.hpp"
#include "service/complete.hpp"

namespace mbs {

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

}  // namespace mbs

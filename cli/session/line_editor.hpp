// Editing of lines on a terminal: Emacs keys, history, completion.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cli/session/history.hpp"
#include "service/complete.hpp"

namespace mbs {

struct LineRead {
  enum class Kind { line, end, interrupted } kind = Kind::end;
  std::string text;  // without its newline
};

// Reads from standard input, writes to standard output; one at a time.
class LineEditor {
 public:
  using Completer = std::function<Completion(const std::string& text, std::size_t cursor)>;
  LineEditor(const History& history, Completer completer);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // `pending`: the lines of the entry so far, seen by completion. Interrupted by Ctrl-C.
  LineRead read(const std::string& prompt, const std::string& pending);
  // The history has changed.
  void refresh_history();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mbs

// The interactive loop: reads entries, gives them to a session.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace mbs {

struct Environment;

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

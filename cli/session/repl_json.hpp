// The session for programs: one JSON object per line in, one per line out. docs/repl.md describes
// the messages.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "cli/environment/environment.hpp"

namespace mbs {

struct JsonReplOptions {
  int digits = 6;
  int jobs = 0;
  std::string file;                   // whose declarations are loaded first; "" for none
  std::optional<std::size_t> memory;  // of `--memory`
};

// Serves until the end of input or `:quit`. `begin` is called before each request. Returns the
// exit code.
int serve_json(Environment& environment, const JsonReplOptions& options,
               const std::function<void()>& begin);

}  // namespace mbs

// What the `##` lines at the head of a script say of it.
#pragma once

#include <string>

namespace mbs {

// All that stands above the first statement.
struct ScriptHeader {
  std::string title;   // its first `##` line with words, without a full stop; may be empty
  int title_line = 0;  // from 1; 0: none
  int lines = 0;       // how many lines the header takes
};

ScriptHeader header_of(const std::string& script);

}  // namespace mbs

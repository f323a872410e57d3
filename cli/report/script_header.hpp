// What the `##` lines at the head of a script say of it.
#pragma once

#include <string>

namespace mbs {

// All that stands above the first statement.
struct ScriptHeader {
  // The first sentence of its `##` lines, without a full stop; of one too long for a title what
  // stands before its first colon or semicolon. May be empty.
  std::string title;
  std::string lead;    // what they say behind it; blank lines part paragraphs
  int title_line = 0;  // where they begin, from 1; 0: there are none
  int lines = 0;       // how many lines the header takes
};

ScriptHeader header_of(const std::string& script);

}  // namespace mbs

#include "cli/report/script_header.hpp"

#include <algorithm>

namespace mbs {

namespace {

constexpr const char* blank = " \t\r";

// Blank, a comment, or the version of the language.
bool belongs_to_header(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(blank);
  if (begin == std::string::npos || line[begin] == '#') return true;
  return line.starts_with("mbs") && (line.size() == 3 || line.find_first_of(blank) == 3);
}

std::string words_of(std::string line) {
  line.erase(0, line.find_first_not_of("# \t"));
  line.erase(line.find_last_not_of(blank) + 1);
  if (line.ends_with(".")) line.pop_back();
  return line;
}

}  // namespace

ScriptHeader header_of(const std::string& script) {
  ScriptHeader header;
  std::size_t begin = 0;
  while (begin < script.size()) {
    const std::size_t end = std::min(script.find('\n', begin), script.size());
    const std::string line = script.substr(begin, end - begin);
    if (!belongs_to_header(line)) break;
    begin = end + 1;
    ++header.lines;
    if (!header.title.empty() || !line.starts_with("##")) continue;
    header.title = words_of(line);
    if (!header.title.empty()) header.title_line = header.lines;
  }
  return header;
}

}  // namespace mbs

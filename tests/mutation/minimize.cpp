#include "tests/mutation/minimize.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

namespace mbs::mutation {

namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string text_of(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace

std::string minimize(std::string text, const std::function<bool(const std::string&)>& fails,
                     int tries) {
  Lines lines = lines_of(text);
  for (std::size_t chunk = std::max<std::size_t>(lines.size() / 2, 1); tries > 0;) {
    bool shorter = false;
    for (std::size_t at = 0; at < lines.size() && tries > 0;) {
      Lines fewer = lines;
      const std::size_t end = std::min(at + chunk, lines.size());
      fewer.erase(fewer.begin() + static_cast<long>(at), fewer.begin() + static_cast<long>(end));
      --tries;
      const std::string candidate = text_of(fewer);
      if (!fails(candidate)) {
        at = end;
        continue;
      }
      lines = std::move(fewer), text = candidate, shorter = true;
    }
    if (chunk == 1 && !shorter) break;
    if (!shorter) chunk = std::max<std::size_t>(chunk / 2, 1);
  }
  return text;
}

}  // namespace mbs::mutation

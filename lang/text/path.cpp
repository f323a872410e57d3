#include "lang/text/path.hpp"

#include <algorithm>
#include <vector>

namespace mbs {

std::string joined_path(const std::string& directory, const std::string& path) {
  if (directory.empty() || path.starts_with("/")) return path;
  return directory + "/" + path;
}

std::string normal_path(const std::string& path) {
  std::vector<std::string> parts;
  std::size_t at = 0;
  while (at <= path.size()) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string part = path.substr(at, end - at);
    if (part == ".." && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
    at = end + 1;
  }
  std::string result = path.starts_with("/") ? "/" : "";
  for (std::size_t i = 0; i < parts.size(); ++i) result += (i > 0 ? "/" : "") + parts[i];
  return result;
}

}  // namespace mbs

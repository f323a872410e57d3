#include "cli/environment.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

namespace mbs {

std::string write_text_file(const std::filesystem::path& path, const std::string& text) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return "it is a directory";
  error.clear();
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  if (error) return error.message();
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (file) return {};
  return errno != 0 ? std::strerror(errno) : "the file cannot be written";
}

}  // namespace mbs

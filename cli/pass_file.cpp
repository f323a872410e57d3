#include "cli/pass_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "cli/pass_json.hpp"

namespace mbs {

namespace {

constexpr std::size_t key_size = 16;

bool is_key(std::string_view text) {
  return text.size() == key_size && text.find_first_not_of("0123456789abcdef") == text.npos;
}

std::string reason() {
  return errno != 0 ? std::strerror(errno) : "it cannot be opened";
}

}  // namespace

std::string digest(const std::string& text) {
  std::uint64_t hash = 14695981039346656037ull;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return fmt::format("{:016x}", hash);
}

PassFile::PassFile(std::string path, std::string& problem) : path_(std::move(path)) {
  errno = 0;
  if (std::ifstream file(path_); file) {
    for (std::string line; std::getline(file, line);) {
      const std::string key = line.substr(0, std::min(line.find(' '), line.size()));
      if (file.eof()) break;  // no end of line: cut short
      if (!is_key(key)) {
        problem = "it is no result file of a sweep";
        return;
      }
      lines_[key] = line.substr(key_size + 1);
    }
  }
  std::error_code error;
  const auto size = std::filesystem::file_size(path_, error);
  std::ofstream file(path_, std::ios::app);
  if (!file) problem = reason();
  // A line cut short must not swallow the next one.
  if (!error && size > 0) {
    std::ifstream end(path_, std::ios::binary);
    end.seekg(-1, std::ios::end);
    if (end.get() != '\n') {
      file.close();
      std::string kept;
      for (const auto& [key, line] : lines_) kept += key + " " + line + "\n";
      std::ofstream(path_, std::ios::trunc) << kept;
    }
  }
}

std::optional<PassResult> PassFile::find(const std::string& key) const {
  const auto found = lines_.find(key);
  return found == lines_.end() ? std::nullopt : read_pass(found->second);
}

bool PassFile::add(const std::string& key, const PassResult& result) {
  if (result.outcome.interrupted) return true;
  const std::lock_guard lock(mutex_);
  std::ofstream file(path_, std::ios::app);
  file << key + " " + write_pass(result) + "\n";
  return static_cast<bool>(file.flush());
}

}  // namespace mbs

#include "cli/passes/pass_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "cli/passes/pass_json.hpp"

namespace mbs {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t key_size = 16;
// The first line: what has none of these is somebody else's, and is not touched.
constexpr std::string_view mark = "mbs passes 2";
constexpr const char* foreign = "it is no result file of a sweep";

bool is_key(std::string_view text) {
  return text.size() == key_size && text.find_first_not_of("0123456789abcdef") == text.npos;
}

bool has_mark(std::istream& in) {
  std::string begin(mark.size() + 1, '\0');
  return in.read(begin.data(), static_cast<std::streamsize>(begin.size())) &&
         begin == std::string(mark) + '\n';
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
  std::error_code error;
  const fs::file_status status = fs::status(path_, error);
  if (fs::is_directory(status)) problem = "it is a directory";
  if (fs::exists(status) && problem.empty() && !fs::is_regular_file(status))
    problem = "it is no ordinary file";
  if (problem.empty() && fs::exists(status) && fs::file_size(path_, error) > 0) problem = read();
  if (!problem.empty()) return;
  errno = 0;
  if (!std::ofstream(path_, std::ios::app)) problem = reason();
}

std::string PassFile::read() {
  errno = 0;
  std::ifstream file(path_, std::ios::binary);
  if (!file) return reason();
  if (!has_mark(file)) return foreign;
  auto whole = file.tellg();
  for (std::string line; std::getline(file, line) && !file.eof(); whole = file.tellg()) {
    const bool good = line.size() > key_size && line[key_size] == ' ' &&
                      is_key(std::string_view(line).substr(0, key_size));
    if (good) lines_[line.substr(0, key_size)] = line.substr(key_size + 1);
  }
  // A line cut short must not swallow the next one.
  std::error_code error;
  const auto end = static_cast<std::uintmax_t>(whole);
  if (fs::file_size(path_, error) > end) fs::resize_file(path_, end, error);
  return error ? error.message() : std::string();
}

std::optional<PassResult> PassFile::find(const std::string& key) const {
  const auto found = lines_.find(key);
  return found == lines_.end() ? std::nullopt : read_pass(found->second);
}

bool PassFile::add(const std::string& key, const PassResult& result) {
  if (result.outcome.interrupted || result.outcome.cut) return true;
  const std::lock_guard lock(mutex_);
  std::error_code error;
  const auto before = fs::file_size(path_, error);
  std::ofstream file(path_, std::ios::app | std::ios::binary);
  if (!error && before == 0) file << mark << "\n";
  file << key + " " + write_pass(result) + "\n";
  file.close();
  if (file) return true;
  if (!error) fs::resize_file(path_, before, error);  // half a line is of no use
  return false;
}

}  // namespace mbs

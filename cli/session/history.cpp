#include "cli/session/history.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <system_error>

#include "cli/environment/environment.hpp"

namespace mbs {

namespace fs = std::filesystem;

namespace {

// One entry per line of the file: newlines as \n, backslashes doubled.
std::string encoded(const std::string& entry) {
  std::string line;
  for (const char c : entry) {
    if (c == '\\')
      line += "\\\\";
    else if (c == '\n')
      line += "\\n";
    else
      line += c;
  }
  return line;
}

std::string decoded(const std::string& line) {
  std::string entry;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool escape = line[i] == '\\' && i + 1 < line.size();
    if (!escape)
      entry += line[i];
    else
      entry += line[++i] == 'n' ? '\n' : line[i];
  }
  return entry;
}

}  // namespace

History::History(fs::path file) : file_(std::move(file)) {
  if (file_.empty()) return;
  std::ifstream in(file_, std::ios::binary);
  std::vector<std::string> read;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) read.push_back(decoded(line));
  }
  // The latest of equal ones stays.
  std::set<std::string> seen;
  for (auto entry = read.rbegin(); entry != read.rend() && entries_.size() < most; ++entry) {
    if (seen.insert(*entry).second) entries_.push_back(*entry);
  }
  std::reverse(entries_.begin(), entries_.end());
  if (entries_.size() < read.size()) rewrite();
}

bool History::add(const std::string& entry) {
  if (entry.empty() || entry.front() == ' ' || entry.front() == '\t') return false;
  std::erase(entries_, entry);
  if (entries_.size() >= most) entries_.erase(entries_.begin());
  entries_.push_back(entry);
  append(entry);
  return true;
}

void History::append(const std::string& entry) {
  if (file_.empty()) return;
  std::error_code error;
  fs::create_directories(file_.parent_path(), error);
  const bool fresh = !fs::exists(file_, error);
  std::ofstream(file_, std::ios::binary | std::ios::app) << encoded(entry) << "\n";
  if (fresh) fs::permissions(file_, fs::perms::owner_read | fs::perms::owner_write, error);
}

void History::rewrite() {
  std::string text;
  for (const std::string& entry : entries_) text += encoded(entry) + "\n";
  write_text_file(file_, text);  // where that fails the longer file stays
}

fs::path history_file() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state && *state == '/') return fs::path(state) / "mbs" / "history";
  const char* home = std::getenv("HOME");
  return home && *home ? fs::path(home) / ".local" / "state" / "mbs" / "history" : fs::path();
}

}  // namespace mbs

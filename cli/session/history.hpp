// What was entered, kept from session to session.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mbs {

class History {
 public:
  static constexpr std::size_t most = 2000;
  // Reads the file; with an empty path nothing is kept on disk.
  explicit History(std::filesystem::path file);
  // Adds an entry, newlines and all, and appends it to the file. An older one with the same text
  // goes; entries that begin with a blank, and empty ones, are not kept. True if it was added.
  bool add(const std::string& entry);
  const std::vector<std::string>& entries() const { return entries_; }  // the oldest first

 private:
  void append(const std::string& entry);
  void rewrite();

  std::filesystem::path file_;
  std::vector<std::string> entries_;
};

// $XDG_STATE_HOME/mbs/history, else ~/.local/state/mbs/history; empty without a home.
std::filesystem::path history_file();

}  // namespace mbs

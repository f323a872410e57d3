#include "cli/session/file_completion.hpp"

#include <algorithm>

#include "cli/session/repl_commands.hpp"

namespace mbs {

namespace fs = std::filesystem;

namespace {

// Where the name of a file begins; none if the entry is no command that takes one.
std::optional<std::size_t> begin_of_file(const std::string& text) {
  for (const SessionCommand& command : session_commands()) {
    const std::string head = ":" + std::string(command.name) + " ";
    if (command.usage != "FILE" || !text.starts_with(head)) continue;
    const std::size_t begin = text.find_first_not_of(' ', head.size());
    return begin == text.npos ? text.size() : begin;
  }
  return std::nullopt;
}

// As it is typed behind the folder; empty for what is no script.
std::string shown_name(const fs::directory_entry& entry) {
  std::error_code error;
  const std::string name = entry.path().filename().string();
  if (entry.is_directory(error)) return name + "/";
  return entry.path().extension() == ".mbs" ? name : "";
}

}  // namespace

std::optional<Completion> complete_file(const fs::path& directory, const std::string& text,
                                        std::size_t cursor) {
  const auto begin = begin_of_file(text.substr(0, cursor));
  if (!begin) return std::nullopt;
  const std::string typed = text.substr(*begin, cursor - *begin);
  const std::size_t slash = typed.rfind('/');
  const std::string folder = slash == typed.npos ? "" : typed.substr(0, slash + 1);
  const std::string stem = typed.substr(folder.size());
  Completion result{*begin, cursor, {}};
  std::error_code error;
  const fs::path where = directory / folder;
  for (const auto& entry : fs::directory_iterator(where.empty() ? "." : where, error)) {
    const std::string name = shown_name(entry);
    const bool hidden = name.starts_with('.') && !stem.starts_with('.');
    if (!name.empty() && !hidden && name.starts_with(stem))
      result.candidates.push_back({folder + name, ""});
  }
  std::ranges::sort(result.candidates, {}, &Candidate::text);
  return result;
}

}  // namespace mbs

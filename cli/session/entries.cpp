#include "cli/session/entries.hpp"

#include <algorithm>

#include "cli/session/file_completion.hpp"
#include "cli/session/repl_commands.hpp"
#include "cli/session/session.hpp"
#include "lang/syntax/parse.hpp"

namespace mbs {

namespace {

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r") == text.npos;
}

bool is_command(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin != text.npos && text[begin] == ':';
}

// Documentation waits for what it documents.
bool ends_in_documentation(const std::string& entry) {
  const std::size_t line = entry.rfind('\n') + 1;  // 0 without a newline
  const std::size_t begin = entry.find_first_not_of(" \t", line);
  return begin != entry.npos && entry.compare(begin, 2, "##") == 0;
}

bool wants_more(const std::string& entry) {
  if (ends_in_documentation(entry)) return true;
  return !is_command(entry) && completeness(entry) == Completeness::incomplete;
}

// Candidates for the words behind a colon.
std::vector<Candidate> command_candidates() {
  std::vector<Candidate> candidates;
  for (const SessionCommand& command : session_commands())
    candidates.push_back({std::string(command.name), std::string(command.summary)});
  return candidates;
}

}  // namespace

std::optional<std::string> EntryReader::next() {
  std::string entry;
  while (true) {
    LineRead line = read_(entry.empty() ? "mbs> " : "...> ", entry);
    if (line.kind == LineRead::Kind::interrupted) {
      entry.clear();
      continue;
    }
    if (line.kind == LineRead::Kind::end) {
      if (entry.empty()) return {};
      return entry;
    }
    const bool blank = is_blank(line.text);
    if (blank && entry.empty()) continue;
    if (blank) return entry;
    if (!entry.empty()) entry += "\n";
    entry += line.text;
    if (!wants_more(entry)) return entry;
  }
}

std::vector<std::string> entries_of(const std::string& text) {
  SourceMap sources;
  Diagnostics diagnostics;
  parse(sources, sources.add("", text), diagnostics);
  if (!diagnostics.has_errors()) return {text};
  std::vector<std::string> entries;
  std::size_t at = 0;
  EntryReader reader([&](const std::string&, const std::string&) {
    if (at >= text.size()) return LineRead{};
    const std::size_t end = std::min(text.find('\n', at), text.size());
    LineRead line{LineRead::Kind::line, text.substr(at, end - at)};
    at = end + 1;
    return line;
  });
  while (auto entry = reader.next()) entries.push_back(std::move(*entry));
  return entries;
}

Completion complete_entry(const Session& session, const Vocabulary& own, const std::string& text,
                          std::size_t cursor) {
  if (const auto files = complete_file(session.host().directory, text, cursor)) return *files;
  CompletionOptions options;
  options.session = true;
  options.try_text = [&](const std::string& tried) { return session.tried(tried); };
  options.commands = command_candidates();
  return complete(text, cursor, own, options);
}

}  // namespace mbs

// The standard library's syntax trees, definition by definition. Spans carry the number of their
// source, so trees are kept per numbering: nearly always one.
#include <algorithm>
#include <map>
#include <mutex>

#include "lang/names/library.hpp"
#include "lang/syntax/parse.hpp"
#include "lang/text/lexeme.hpp"
#include "lang/text/stdlib.hpp"

namespace mbs::names {
namespace {

using Tree = std::shared_ptr<const ast::File>;

// Does the library stand in `sources` from `first` on? A user's file may have the name of one of
// its files.
bool stands_at(const SourceMap& sources, int first) {
  const auto files = stdlib_files();
  if (first + static_cast<int>(files.size()) > sources.size()) return false;
  for (int i = 0; const StdlibFile& file : files) {
    if (sources.name(first + i) != file.name || sources.text(first + i) != file.text) return false;
    ++i;
  }
  return true;
}

// The source of the library's first file; all of them are added together.
int first_source(SourceMap& sources) {
  for (int i = 0; i < sources.size(); ++i)
    if (stands_at(sources, i)) return i;
  const int first = sources.size();
  for (const StdlibFile& file : stdlib_files())
    sources.add(std::string(file.name), std::string(file.text));
  return first;
}

// A definition with what documents it: where it stands, in which of the library's files.
struct Entry {
  std::string name;
  int file = 0;
  std::size_t begin = 0, end = 0;
};

// A definition begins at the first column of a line with its kind, and no other line has one of
// these words there.
bool begins_definition(std::string_view word) {
  static constexpr std::string_view kinds[] = {"law", "friction", "fn", "material"};
  return std::ranges::find(kinds, word) != std::end(kinds);
}

void add_entries(int file, std::string_view text, std::vector<Entry>& entries) {
  const auto first = static_cast<std::ptrdiff_t>(entries.size());
  std::size_t above = 0;  // the first of the lines of comment directly above
  for (std::size_t line = 0; line < text.size();) {
    const std::string_view word = word_at(text, line);
    if (begins_definition(word)) {
      const std::string_view name = word_at(text, skip_blanks(text, line + word.size()));
      entries.push_back({std::string(name), file, above, text.size()});
    }
    const std::size_t next = std::min(text.find('\n', line), text.size() - 1) + 1;
    if (text[line] != '#') above = next;
    line = next;
  }
  for (auto e = entries.begin() + first; e != entries.end() && e + 1 != entries.end(); ++e)
    e->end = (e + 1)->begin;
}

const std::vector<Entry>& all_entries() {
  static const std::vector<Entry> entries = [] {
    std::vector<Entry> all;
    for (int file = 0; const StdlibFile& each : stdlib_files()) add_entries(file++, each.text, all);
    return all;
  }();
  return entries;
}

}  // namespace

Library::Library(SourceMap& sources) : sources_(sources), first_(first_source(sources)) {}

std::vector<std::string> Library::names() const {
  std::vector<std::string> names;
  for (const Entry& entry : all_entries()) names.push_back(entry.name);
  return names;
}

std::shared_ptr<const ast::File> Library::definition(const std::string& name) const {
  static std::mutex mutex;
  static std::map<std::pair<int, std::string>, Tree> parsed;
  const auto entry = std::ranges::find(all_entries(), name, &Entry::name);
  if (entry == all_entries().end()) return nullptr;
  const std::lock_guard lock(mutex);
  Tree& tree = parsed[{first_, name}];
  Diagnostics none;  // the library is tested
  if (!tree)
    tree = std::make_shared<const ast::File>(
        parse_part(sources_, first_ + entry->file, entry->begin, entry->end, none));
  return tree;
}

std::vector<std::shared_ptr<const ast::File>> library_files(SourceMap& sources) {
  std::vector<Tree> trees;
  Diagnostics none;
  const int first = first_source(sources);
  for (int i = 0; i < static_cast<int>(stdlib_files().size()); ++i)
    trees.push_back(std::make_shared<const ast::File>(parse(sources, first + i, none)));
  return trees;
}

}  // namespace mbs::names

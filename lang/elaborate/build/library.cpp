// The standard library's syntax trees. Spans carry the number of their source, so trees are kept
// per numbering: nearly always one.
#include <map>
#include <mutex>

#include "lang/elaborate/build/build.hpp"
#include "lang/syntax/parse.hpp"
#include "lang/text/stdlib.hpp"

namespace mbs::elaborate {
namespace {

using Trees = std::vector<std::shared_ptr<const ast::File>>;

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

Trees parse_all(const SourceMap& sources, int first) {
  Trees trees;
  Diagnostics none;  // the library is tested
  const int count = static_cast<int>(stdlib_files().size());
  for (int i = 0; i < count; ++i)
    trees.push_back(std::make_shared<const ast::File>(parse(sources, first + i, none)));
  return trees;
}

}  // namespace

Trees library_files(SourceMap& sources) {
  static std::mutex mutex;
  static std::map<int, Trees> parsed;
  const int first = first_source(sources);
  const std::lock_guard lock(mutex);
  const auto known = parsed.find(first);
  if (known != parsed.end()) return known->second;
  return parsed.emplace(first, parse_all(sources, first)).first->second;
}

}  // namespace mbs::elaborate

#include "service/script_text.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "lang/syntax/parse.hpp"
#include "lang/text/scan.hpp"

namespace mbs {

std::filesystem::path plain_path(const std::filesystem::path& path) {
  return path.lexically_normal();
}

ScriptText::ScriptText(std::string name, std::filesystem::path path, std::string text)
    : path_(std::move(path)) {
  const int source = sources_.add(std::move(name), std::move(text));
  tree_ = parse(sources_, source, of_parsing_);
  vocabulary_.add(tree_.statements, sources_);
  names_ = NameTable(tree_, sources_.text(source));
}

ScriptText::ScriptText(const std::filesystem::path& path, std::string text)
    : ScriptText(path.string(), path, std::move(text)) {}

std::string ScriptText::identity() const {
  return path_.empty() ? name() : plain_path(path_).string();
}

bool ScriptText::in_prose(std::size_t offset) const {
  if (names_.at(offset)) return false;
  const TextScan scan(text());
  const auto around = [&](const TextScan::Range& range) {
    return range.begin <= offset && offset < range.end;
  };
  return std::ranges::any_of(scan.comments(), around) ||
         std::ranges::any_of(scan.strings(), around);
}

std::vector<NameTable::Definition> outline(const ScriptText& script) {
  std::vector<NameTable::Definition> list;
  std::ranges::copy_if(script.names().definitions(), std::back_inserter(list),
                       &NameTable::Definition::global);
  return list;
}

}  // namespace mbs

#include "service/project.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "lang/names/tables.hpp"
#include "service/used_names.hpp"

namespace mbs {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 1000;  // a folder that holds more is not one study

bool is_same(const NameTable::Definition& a, const NameTable::Definition& b) {
  return a.file == b.file && a.span == b.span;
}

bool uses_files(const ScriptText& script) {
  return std::ranges::any_of(script.tree().statements, [](const ast::StatementPtr& s) {
    return std::holds_alternative<ast::Use>(s->node);
  });
}

}  // namespace

Project::Project(Scripts open, const ScriptText& first, Files files, Reach reach)
    : files_(std::move(files)), known_(std::move(open)) {
  std::vector<std::string> roots{first.identity()};
  if (reach == Reach::users) {
    for (const auto& [identity, one] : known_) roots.push_back(identity);
    const fs::path home = first.directory();
    if (!home.empty())
      for (std::string& script : scripts_of(home)) roots.push_back(std::move(script));
  }
  read(roots);
}

Project::Project(Scripts known, Files files, const std::vector<std::string>& roots)
    : files_(std::move(files)), known_(std::move(known)) {
  read(roots);
}

// Those of a folder that use others, by their identities; none that is known already.
std::vector<std::string> Project::scripts_of(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (paths.size() == most_files) return {};
    std::error_code unknown;
    if (entry->path().extension() == ".mbs" && entry->is_regular_file(unknown))
      paths.push_back(entry->path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> scripts;
  for (const fs::path& path : paths) {
    const std::string identity = plain_path(path).string();
    const auto text = known_.contains(identity) ? std::nullopt : files_.beside(path);
    if (!text || text->find("use") == text->npos) continue;
    auto script = std::make_shared<const ScriptText>(path, *text);
    if (!uses_files(*script)) continue;
    known_.emplace(identity, std::move(script));
    scripts.push_back(identity);
  }
  return scripts;
}

// The program of these scripts, whose other files are known or are read.
void Project::read(const std::vector<std::string>& roots) {
  std::vector<names::SourceFile> files;
  for (const std::string& identity : roots) {
    const ScriptText& script = *known_.at(identity);
    files.push_back({identity, script.directory().string(), names::borrowed(script.tree())});
  }
  names::FileAccess access;
  access.identity = [](const std::string& path) { return path; };
  access.read = [&](const std::string& path) -> std::optional<names::FileAccess::Read> {
    auto known = known_.find(path);
    if (known == known_.end()) {
      const auto text = known_.size() < most_files ? files_.used(path) : std::nullopt;
      if (!text) return std::nullopt;
      known = known_.emplace(path, std::make_shared<const ScriptText>(path, *text)).first;
    }
    return names::FileAccess::Read{names::borrowed(known->second->tree())};
  };
  program_ = names::Program(std::move(files), access);
  tables_ =
      name_tables(program_, [&](int file) -> std::string_view { return script(file).text(); });
}

Vocabulary Project::vocabulary() const {
  return with_used(program_,
                   [&](int file) -> const Vocabulary& { return script(file).vocabulary(); });
}

const NameTable::Definition* Project::definition_at(std::size_t offset) const {
  return tables_.front().at(offset);
}

std::vector<Span> Project::references(int file, const NameTable::Definition& definition) const {
  const NameTable& names = table(file);
  std::vector<Span> spans;
  for (const NameTable::Reference& reference : names.references()) {
    if (is_same(names.definitions()[static_cast<std::size_t>(reference.definition)], definition))
      spans.push_back(reference.span);
  }
  const auto before = [](Span a, Span b) { return a.begin < b.begin; };
  std::sort(spans.begin(), spans.end(), before);
  spans.erase(std::unique(spans.begin(), spans.end()), spans.end());
  return spans;
}

Project Project::edited(const std::map<int, std::string>& texts) const {
  Scripts known = known_;
  std::vector<std::string> roots;
  for (int file = 0; file < count(); ++file) {
    roots.push_back(program_.file(file).identity);
    if (const auto text = texts.find(file); text != texts.end())
      known[roots.back()] = std::make_shared<const ScriptText>(script(file).name(),
                                                               script(file).path(), text->second);
  }
  return {std::move(known), files_, roots};
}

std::vector<int> Project::meanings(int file) const {
  const NameTable& names = table(file);
  std::vector<NameTable::Reference> references = names.references();
  std::sort(references.begin(), references.end(), [](const auto& a, const auto& b) {
    return std::pair(a.span.begin, a.definition) < std::pair(b.span.begin, b.definition);
  });
  std::vector<int> list;
  for (const NameTable::Reference& reference : references) list.push_back(reference.definition);
  return list;
}

}  // namespace mbs

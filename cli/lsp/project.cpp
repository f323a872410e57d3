#include "cli/lsp/project.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "lang/names/name_tables.hpp"
#include "service/used_names.hpp"

namespace mbs::lsp {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 1000;  // a folder that holds more is not one study

std::string key_of(const Document& document) {
  const fs::path path = plain_path(path_of(document.uri()));
  return path.empty() ? document.uri() : path.string();
}

// An open document belongs to the server, which outlives every project.
std::shared_ptr<const Document> borrowed(const Document& document) {
  return {std::shared_ptr<const Document>(), &document};
}

bool is_same(const NameTable::Definition& a, const NameTable::Definition& b) {
  return a.file == b.file && a.span == b.span;
}

bool uses_files(const Document& document) {
  const auto& statements = document.tree().statements;
  return std::any_of(statements.begin(), statements.end(), [](const ast::StatementPtr& s) {
    return std::holds_alternative<ast::Use>(s->node);
  });
}

}  // namespace

Project::Project(const OpenDocuments& open, const Document& document, Reach reach)
    : reader_(document.reader()) {
  for (const auto& [uri, one] : open) known_.emplace(key_of(*one), borrowed(*one));
  std::vector<std::string> roots{key_of(document)};
  if (reach == Reach::users) {
    for (const auto& [key, one] : known_) roots.push_back(key);
    const fs::path home = document.directory();
    if (!home.empty())
      for (std::string& script : scripts_of(home)) roots.push_back(std::move(script));
  }
  read(roots);
}

Project::Project(Document::Reader reader, Known known, const std::vector<std::string>& roots)
    : reader_(std::move(reader)), known_(std::move(known)) {
  read(roots);
}

// Those of a folder that use others, by their paths; none that is known already.
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
    std::string problem;
    const std::string key = plain_path(path).string();
    const auto text = known_.contains(key) ? std::nullopt : read_text_file(path, problem);
    if (!text || text->find("use") == text->npos) continue;
    auto document = std::make_shared<const Document>(uri_of(path), *text, reader_);
    if (!uses_files(*document)) continue;
    known_.emplace(key, std::move(document));
    scripts.push_back(key);
  }
  return scripts;
}

// The program of these documents, whose other files are open or are read.
void Project::read(const std::vector<std::string>& roots) {
  std::vector<names::SourceFile> files;
  for (const std::string& key : roots) {
    const Document& document = *known_.at(key);
    files.push_back({key, document.directory().string(), names::borrowed(document.tree())});
  }
  names::FileAccess access;
  access.identity = [](const std::string& path) { return path; };
  access.read = [&](const std::string& path) -> std::optional<names::FileAccess::Read> {
    auto known = known_.find(path);
    if (known == known_.end()) {
      const auto text = known_.size() < most_files ? reader_(path) : std::nullopt;
      if (!text) return std::nullopt;
      known = known_.emplace(path, std::make_shared<const Document>(uri_of(path), *text, reader_))
                  .first;
    }
    return names::FileAccess::Read{names::borrowed(known->second->tree())};
  };
  program_ = names::Program(std::move(files), access);
  tables_ =
      name_tables(program_, [&](int file) -> std::string_view { return document(file).text(); });
}

Vocabulary Project::vocabulary() const {
  return with_used(program_,
                   [&](int file) -> const Vocabulary& { return document(file).vocabulary(); });
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
  Known known = known_;
  std::vector<std::string> roots;
  for (int file = 0; file < count(); ++file) {
    roots.push_back(program_.file(file).identity);
    if (const auto text = texts.find(file); text != texts.end())
      known[roots.back()] =
          std::make_shared<const Document>(document(file).uri(), text->second, reader_);
  }
  return {reader_, std::move(known), roots};
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

}  // namespace mbs::lsp

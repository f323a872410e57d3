#include "cli/lsp/project.hpp"

#include <algorithm>
#include <utility>

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

Project::Project(const OpenDocuments& open, const Document& document) : reader_(document.reader()) {
  for (const auto& [uri, one] : open) known_.emplace(key_of(*one), borrowed(*one));
  add(borrowed(document));
}

void Project::add_users() {
  for (const auto& [key, document] : known_) add(document);
  const fs::path home = document(0).directory();
  if (!home.empty()) add_scripts_of(home);
}

void Project::add_scripts_of(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (paths.size() == most_files) return;
    std::error_code unknown;
    if (entry->path().extension() == ".mbs" && entry->is_regular_file(unknown))
      paths.push_back(entry->path());
  }
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    std::string problem;
    const bool is_known = numbers_.contains(plain_path(path).string());
    const auto text = is_known ? std::nullopt : read_text_file(path, problem);
    if (!text || text->find("use") == text->npos) continue;
    const auto document = std::make_shared<const Document>(uri_of(path), *text, reader_);
    if (uses_files(*document)) add(document);
  }
}

// The table of a file; null while it is being read: two files that use each other.
const NameTable* Project::add(const std::shared_ptr<const Document>& document) {
  const auto [known, is_new] = numbers_.try_emplace(key_of(*document), files_.size());
  if (!is_new) {
    const File& file = files_[known->second];
    return file.ready ? &file.names : nullptr;
  }
  const auto number = static_cast<int>(files_.size());
  File& file = files_.emplace_back();  // stays where it is while others are added behind it
  file.document = document;
  const auto used = [&](const ast::Use& use) -> const NameTable* {
    const fs::path home = document->directory();
    return add_file(plain_path(home / use.path));
  };
  file.names = NameTable(document->tree(), document->text(), number, used);
  file.ready = true;
  return &file.names;
}

const NameTable* Project::add_file(const fs::path& path) {
  if (const auto known = known_.find(path.string()); known != known_.end())
    return add(known->second);
  if (const auto known = numbers_.find(path.string()); known != numbers_.end())
    return add(files_[known->second].document);
  if (files_.size() >= most_files) return nullptr;
  const auto text = reader_(path);
  if (!text) return nullptr;
  return add(std::make_shared<const Document>(uri_of(path), *text, reader_));
}

const NameTable::Definition* Project::definition_at(std::size_t offset) const {
  return files_.front().names.at(offset);
}

std::vector<Span> Project::references(int file, const NameTable::Definition& definition) const {
  const NameTable& names = files_[static_cast<std::size_t>(file)].names;
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
  Project result(reader_);
  std::vector<std::shared_ptr<const Document>> documents;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const auto text = texts.find(static_cast<int>(i));
    documents.push_back(
        text == texts.end()
            ? files_[i].document
            : std::make_shared<const Document>(files_[i].document->uri(), text->second, reader_));
    result.known_.emplace(key_of(*documents.back()), documents.back());
  }
  for (const auto& document : documents) result.add(document);
  return result;
}

std::vector<int> Project::meanings(int file) const {
  const NameTable& names = files_[static_cast<std::size_t>(file)].names;
  std::vector<NameTable::Reference> references = names.references();
  std::sort(references.begin(), references.end(), [](const auto& a, const auto& b) {
    return std::pair(a.span.begin, a.definition) < std::pair(b.span.begin, b.definition);
  });
  std::vector<int> list;
  for (const NameTable::Reference& reference : references) list.push_back(reference.definition);
  return list;
}

}  // namespace mbs::lsp

// Files joined by `use`, and which names mean the same in all of them.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/lsp/document.hpp"

namespace mbs::lsp {

class Project {
 public:
  using OpenDocuments = std::map<std::string, std::unique_ptr<Document>>;  // by address
  struct File {
    std::shared_ptr<const Document> document;
    NameTable names;  // numbered by the file's place in `files()`
    bool ready = false;
  };

  // An open document and all files it uses, directly or by others. It is file 0.
  Project(const OpenDocuments& open, const Document& document);
  // Also the other open documents and the scripts in the document's folder, with what they use.
  void add_users();

  const std::deque<File>& files() const { return files_; }
  const Document& document(int file) const {
    return *files_[static_cast<std::size_t>(file)].document;
  }
  // Of the name at a byte of the document; null if nothing is defined under it.
  const NameTable::Definition* definition_at(std::size_t offset) const;
  // The places of a file that refer to a definition, in the order of the text.
  std::vector<Span> references(int file, const NameTable::Definition& definition) const;
  // The same files with the new texts of some of them, by number.
  Project edited(const std::map<int, std::string>& texts) const;
  // What the names of a file refer to, in the order of the text: definitions of its table, which
  // stand in an order that a renaming does not change. Nor must it change these.
  std::vector<int> meanings(int file) const;

 private:
  explicit Project(Document::Reader reader) : reader_(std::move(reader)) {}
  const NameTable* add(const std::shared_ptr<const Document>& document);
  const NameTable* add_file(const std::filesystem::path& path);
  void add_scripts_of(const std::filesystem::path& folder);

  Document::Reader reader_;
  std::map<std::string, std::shared_ptr<const Document>> known_;  // by key, as `numbers_`
  std::deque<File> files_;
  std::map<std::string, std::size_t> numbers_;  // by path, or by address where there is none
};

}  // namespace mbs::lsp

// Files joined by `use`, and which names mean the same in all of them.
#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/lsp/document.hpp"
#include "lang/names/name_table.hpp"
#include "lang/names/program.hpp"
#include "service/vocabulary.hpp"

namespace mbs::lsp {

class Project {
 public:
  using OpenDocuments = std::map<std::string, std::unique_ptr<Document>>;  // by address
  // Which files belong to it beside a document: those that it uses, directly or by others; or also
  // the other open documents and the scripts in its folder, with what they use.
  enum class Reach { used, users };

  Project(const OpenDocuments& open, const Document& document, Reach reach = Reach::used);

  // The document is file 0.
  const names::Program& program() const { return program_; }
  int count() const { return static_cast<int>(tables_.size()); }
  const Document& document(int file) const { return *known_.at(program_.file(file).identity); }
  // What the names in the document stand for, those of used files among them.
  Vocabulary vocabulary() const;
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
  using Known = std::map<std::string, std::shared_ptr<const Document>>;

  Project(Document::Reader reader, Known known, const std::vector<std::string>& roots);
  std::vector<std::string> scripts_of(const std::filesystem::path& folder);
  void read(const std::vector<std::string>& roots);
  const NameTable& table(int file) const { return tables_[static_cast<std::size_t>(file)]; }

  Document::Reader reader_;
  Known known_;  // by path, or by address where there is none
  names::Program program_;
  std::deque<NameTable> tables_;  // numbered as the program's files
};

}  // namespace mbs::lsp

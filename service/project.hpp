// Scripts joined by `use`, and which names mean the same in all of them.
#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lang/names/program.hpp"
#include "lang/names/table.hpp"
#include "service/script_text.hpp"
#include "service/vocabulary.hpp"

namespace mbs {

class Project {
 public:
  using Scripts = std::map<std::string, std::shared_ptr<const ScriptText>>;  // by identity
  struct Files {
    TextReader used;    // those that a `use` names
    TextReader beside;  // other scripts of the folder
  };
  // Which scripts belong to it beside the first: those that it uses, directly or by others; or also
  // all that are open and the scripts in its folder, with what they use.
  enum class Reach { used, users };

  // `open` stand for files of their identities, and `first` is one of them.
  Project(Scripts open, const ScriptText& first, Files files, Reach reach = Reach::used);

  // The first script is file 0.
  const names::Program& program() const { return program_; }
  int count() const { return static_cast<int>(tables_.size()); }
  const ScriptText& script(int file) const { return *known_.at(program_.file(file).identity); }
  // What the names in the first script stand for, those of used files among them.
  Vocabulary vocabulary() const;
  // The definition of the name at a byte of the first script; null if nothing is defined under it.
  const NameTable::Definition* definition_at(std::size_t offset) const;
  // The places of a file that refer to a definition, in the order of the text.
  std::vector<Span> references(int file, const NameTable::Definition& definition) const;
  // The same files with the new texts of some of them, by number.
  Project edited(const std::map<int, std::string>& texts) const;
  // What the names of a file refer to, in the order of the text: definitions of its table, which
  // stand in an order that a renaming does not change. Nor must it change these.
  std::vector<int> meanings(int file) const;

 private:
  Project(Scripts known, Files files, const std::vector<std::string>& roots);
  std::vector<std::string> scripts_of(const std::filesystem::path& folder);
  void read(const std::vector<std::string>& roots);
  const NameTable& table(int file) const { return tables_[static_cast<std::size_t>(file)]; }

  Files files_;
  Scripts known_;
  names::Program program_;
  std::deque<NameTable> tables_;  // numbered as the program's files
};

}  // namespace mbs

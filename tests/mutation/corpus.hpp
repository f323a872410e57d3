// The scripts that are mutated: all of the repository, and the blocks of its documents.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace mbs::mutation {

struct Script {
  std::string folder;  // below the root, where its `use` finds what it names
  std::string name;
  std::string text;
  bool right = true;       // meant to run, not to raise an error
  std::uint64_t hash = 0;  // of folder and name
};

struct Corpus {
  std::vector<Script> scripts;
  std::vector<std::string> laws;  // whatever stands behind `law =` anywhere

  // One of the scripts for a number; a script more changes the choice for few numbers only.
  const Script& pick(std::uint64_t number) const;
};

Corpus read_corpus(const std::filesystem::path& root);

// The same folders with the same scripts, for mutants to stand in.
void lay_out(const Corpus& corpus, const std::filesystem::path& root);

}  // namespace mbs::mutation

#include "tests/mutation/corpus.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/mutation/files.hpp"
#include "tests/mutation/random.hpp"
#include "tests/mutation/tokens.hpp"

namespace mbs::mutation {

namespace fs = std::filesystem;

namespace {

const char* const script_folders[] = {"examples",     "examples/figures", "tests/errors",
                                      "tests/golden", "tests/scripts",    "tests/fuzz/seeds",
                                      "stdlib"};
const char* const document_folders[] = {"docs", "lang/explanations"};

std::vector<fs::path> files_in(const fs::path& folder, const char* extension) {
  std::vector<fs::path> result;
  if (!fs::is_directory(folder)) return result;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == extension) result.push_back(entry.path());
  return result;
}

void read_blocks(const fs::path& document, const std::string& folder, Corpus& corpus) {
  std::istringstream lines(read_text(document));
  std::string line, block;
  bool inside = false, right = false;
  int number = 0;
  while (std::getline(lines, line)) {
    if (!inside) {
      inside = line.starts_with("```mbs");
      right = line == "```mbs" || line == "```mbs-warning";
      block.clear();
    } else if (line == "```") {
      inside = false;
      const std::string name = document.stem().string() + "_" + std::to_string(++number) + ".mbs";
      corpus.scripts.push_back({folder, name, block, right});
    } else {
      block += line + "\n";
    }
  }
}

void read_laws(Corpus& corpus) {
  std::set<std::string> laws;
  for (const Script& s : corpus.scripts) {
    const Tokens tokens = tokens_of(s.text);
    for (const Attribute& a : attributes_of(tokens))
      if (tokens[a.name].text.ends_with("law")) laws.insert(text_of(tokens, a.value, a.end));
  }
  corpus.laws.assign(laws.begin(), laws.end());
}

}  // namespace

const Script& Corpus::pick(std::uint64_t number) const {
  const auto rank = [number](const Script& s) { return Random(s.hash ^ number).next(); };
  const auto smaller = [&](const Script& a, const Script& b) { return rank(a) < rank(b); };
  return *std::min_element(scripts.begin(), scripts.end(), smaller);
}

Corpus read_corpus(const fs::path& root) {
  Corpus corpus;
  for (const char* folder : script_folders)
    for (const fs::path& file : files_in(root / folder, ".mbs")) {
      const std::string name = file.filename();
      const bool right = !name.starts_with("E") && !std::string(folder).starts_with("tests/fuzz");
      corpus.scripts.push_back({folder, name, read_text(file), right});
    }
  for (const char* folder : document_folders)
    for (const fs::path& file : files_in(root / folder, ".md")) read_blocks(file, folder, corpus);
  std::erase_if(corpus.scripts, [](const Script& s) { return s.text.empty(); });
  for (Script& s : corpus.scripts) s.hash = hash_of(s.folder + "/" + s.name);
  read_laws(corpus);
  return corpus;
}

void lay_out(const Corpus& corpus, const fs::path& root) {
  for (const Script& s : corpus.scripts) {
    fs::create_directories(root / s.folder);
    write_text(root / s.folder / s.name, s.text);
  }
}

}  // namespace mbs::mutation

// What can be asked of a compilation beside its text.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mbs {

struct Override {  // --set name=text
  std::string name;
  std::string text;
};

struct CompileOptions {
  std::vector<Override> overrides;
  // Text of a file named by `use`, relative to the using file; empty if it cannot be read.
  std::function<std::optional<std::string>(const std::string& path)> read_file;
  // One name for each file, however many lead to it (links); without it names are compared.
  std::function<std::string(const std::string& path)> canonical_path;
  bool lint = false;  // W0801
  // A finished run is at hand (REPL): results may be asked for without a `simulate` before.
  bool has_run = false;
  // Signals of whole runs are to be recorded: those whose names one of these matches, in which `*`
  // stands for any text and `?` for any character; all if it is empty.
  std::optional<std::vector<std::string>> keep;
};

}  // namespace mbs

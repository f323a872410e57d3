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

// What a run gave for the values of a sweep that only a run can give (ir::Sweep::late).
struct LateValues {
  int sweep = -1;                           // its ir::Sweep::number; -1: nothing is given
  std::vector<std::vector<double>> values;  // SI, of each late clause
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
  // The one source whose `let`s and params are checked although nothing uses them (REPL: what was
  // accepted once may look at tables and runs that are gone); -1: none.
  std::optional<int> checked_source;
  // Signals of whole runs are to be recorded: those whose names one of these matches, in which `*`
  // stands for any text and `?` for any character; all if it is empty.
  std::optional<std::vector<std::string>> keep;
  LateValues late;
};

}  // namespace mbs

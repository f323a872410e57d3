// A script: where it comes from, and its way to a scenario.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/environment/environment.hpp"
#include "cli/environment/options.hpp"
#include "lang/compile.hpp"

namespace mbs {

struct Script {
  std::string name;                 // as diagnostics show it
  std::string stem;                 // of the file names made for it
  std::filesystem::path directory;  // what `use` and `to` are relative to
  std::string text;
};

// Behind links and dots; of a file that is not there, too.
std::filesystem::path true_path(const std::filesystem::path& path);

// Reads a whole file. Empty, with the reason in `problem`, if it cannot be read.
// A pipe or a device is read to its end; what is longer than any script is refused.
std::optional<std::string> read_text_file(const std::filesystem::path& path, std::string& problem);

// Text of a file that `use` names. Empty if it cannot be read or is no ordinary file: to wait for
// the writer of a pipe is for the command line, which says so.
std::optional<std::string> read_used_file(const std::filesystem::path& path);
// For CompileOptions::canonical_path: links followed, seen from this folder.
std::function<std::string(const std::string&)> canonical_in(std::filesystem::path directory);

// The scripts a command line names, in order. Those that cannot be read are reported on standard
// error and left out; `unreadable` says that there were some.
std::vector<Script> load_scripts(const Options& options, Environment& environment,
                                 bool& unreadable);

// A compiled script with the texts its diagnostics point into.
struct Compiled {
  SourceMap sources;
  std::shared_ptr<const ir::Scenario> scenario;  // null if there are errors
  Diagnostics diagnostics;
  std::set<std::filesystem::path> files;  // that `use` names
  // Compiles once more, for a sweep whose values a run has given; not longer than this lives.
  std::function<ir::LatePasses(const LateValues&)> late_passes;
};
std::unique_ptr<Compiled> compile_script(const Script& script, const Options& options);

}  // namespace mbs

// The options of the commands that read and run scripts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/environment/environment.hpp"
#include "lang/compile.hpp"
#include "lang/scenario/compile_options.hpp"
#include "lang/scenario/run_settings.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace mbs {

constexpr std::size_t default_memory = 100'000'000;
constexpr std::size_t default_most_memory = 4'000'000'000;

struct Options {
  std::vector<std::string> files;   // "-": standard input
  std::optional<std::string> text;  // -e
  std::vector<Override> overrides;
  bool json = false, quiet = false, verbose = false, log = false, verify = false;
  std::string csv_directory, svg_directory, out_directory;  // "" if not given
  int digits = 6;
  ir::RunOverrides runs;
  std::optional<double> max_seconds;
  std::string color = "auto";
  bool brief = false, lint = false, werror = false;
  int max_errors = 20;
  int jobs = 0;
  // Bytes of a run's record above which it keeps only what results need, and at which the run ends;
  // 0: no limit.
  std::size_t memory = default_memory, most_memory = default_most_memory;
  std::string report;                    // a page for browsers, "" if not given
  std::size_t report_size = 20'000'000;  // bytes of it
  std::string resume;                    // result file of sweeps, "" if not given
  std::string h5;                        // results of all runs for other programs, "" if not given
  // Signals that are stored there, all if empty, and shown by `csv_directory`, `json` and `report`,
  // none if empty: patterns of names.
  std::vector<std::string> keep;
  bool frames = false;  // with `json`: scenes, too
};

// Adds the options of scripts to a command's parser; `options` must outlive it.
void add_script_options(CLI::App& app, Options& options);
// Options of running on top of those.
void add_run_options(CLI::App& app, Options& options);

// Parts of both, for commands that take no more.
CLI::Option* add_set_option(CLI::App& app, const char* name, const char* words,
                            std::vector<Override>& overrides);
void add_digits_option(CLI::App& app, Options& options);
void add_limit_options(CLI::App& app, Options& options);  // --tol to --memory
void add_report_size_option(CLI::App& app, Options& options);

// Parses a command's arguments. Empty if the command is to go on; else the exit code: help was
// shown, or the command line is wrong.
std::optional<int> parse_arguments(CLI::App& app, const std::vector<std::string>& arguments,
                                   Environment& environment);

// "500MB", "2 GB", "1e9" (bytes), "0". Empty if it is no size.
std::optional<std::size_t> parse_size(std::string_view text);
// The same for the parser of a command line, which reports the exception.
std::size_t size_option(const std::string& text, const char* option = "--memory");

// "60s", "1.5 min", "60" (seconds). Empty if it is no time, or not positive.
std::optional<double> parse_duration(std::string_view text);

}  // namespace mbs

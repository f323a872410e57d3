// `mbs test [--bless] PATH...`: runs scripts and compares with the output recorded beside them.
//
// x.mbs is compared with x.out: standard output, then diagnostics, files written and the exit code,
// each under a line of its own if there are any. Comments at the top of a script steer the test:
//   # args: check -v          a command and its options, in place of `run`
//   # tolerance 1e-6          of numbers, relative
//   # unstable: TEXT          in lines with TEXT, numbers are not compared
//   # unstable plots          plots are named, not drawn
//
// x.repl is the transcript of a session, with its prompts: what is entered there is entered again.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <ostream>
#include <sstream>

#include "cli/commands/commands.hpp"
#include "cli/commands/text_compare.hpp"
#include "cli/environment/options.hpp"
#include "cli/environment/script.hpp"
#include "cli/session/transcript.hpp"
#include "lang/text/number.hpp"
#include "runtime/results/output.hpp"

namespace mbs {

namespace fs = std::filesystem;

namespace {

struct Directives {
  Arguments arguments;
  CompareOptions compare;
  bool outline_plots = false;
};

// Words of a command line; blanks inside quotes stay.
Arguments split_words(const std::string& text) {
  Arguments words;
  std::string word;
  char quote = 0;
  bool open = false;
  for (const char c : text) {
    if (quote != 0 ? c == quote : c == '\'' || c == '"') {
      quote = quote != 0 ? 0 : c;
      open = true;
    } else if (quote == 0 && (c == ' ' || c == '\r')) {
      if (open) words.push_back(std::exchange(word, {}));
      open = false;
    } else {
      word += c;
      open = true;
    }
  }
  if (open) words.push_back(word);
  return words;
}

// The rest of a line behind `prefix`, if the line begins with it.
std::optional<std::string> behind(const std::string& line, const std::string& prefix) {
  if (line.rfind(prefix, 0) != 0) return {};
  const std::size_t begin = line.find_first_not_of(' ', prefix.size());
  const std::size_t end = line.find_last_not_of(" \r");
  return begin == line.npos || end < begin ? std::string() : line.substr(begin, end - begin + 1);
}

void read_directive(const std::string& line, Directives& directives) {
  if (const auto text = behind(line, "# args:")) {
    directives.arguments = split_words(*text);
  } else if (behind(line, "# unstable plots")) {
    directives.outline_plots = true;
  } else if (const auto mark = behind(line, "# unstable:")) {
    directives.compare.unstable.push_back(*mark);
  } else if (const auto number = behind(line, "# tolerance")) {
    std::from_chars(number->data(), number->data() + number->size(), directives.compare.tolerance);
  }
}

// Directives stand in the comments above the first statement.
Directives directives_of(const std::string& text) {
  Directives directives;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const bool empty = line.find_first_not_of(" \r") == std::string::npos;
    if (!empty && line[0] != '#' && line.rfind("mbs ", 0) != 0) break;
    read_directive(line, directives);
  }
  return directives;
}

// What a run of the script gives, as recorded.
std::string output_of(const fs::path& path, const Directives& directives) {
  std::istringstream in;
  std::ostringstream out, err, files;
  Environment inner{in, out, err};
  inner.outline_plots = directives.outline_plots;
  inner.short_names = true;
  // Tests never write; they only say what would have been written.
  inner.write_file = [&](const fs::path& file, const std::string& text) {
    std::error_code error;
    if (fs::is_directory(file, error)) return std::string("it is a directory");
    files << fmt::format("{}: {} lines\n", file.filename().string(),
                         std::count(text.begin(), text.end(), '\n'));
    return std::string();
  };
  inner.write_film = [&](const FilmOutput& film, const fs::path& file, const auto&) {
    files << fmt::format("{}: {} frames from {} s to {} s\n", file.filename().string(), film.frames,
                         format_number(film.from), format_number(film.to));
    return FilmWritten{{}, {}, file};
  };
  Arguments arguments = directives.arguments;
  arguments.push_back(path.string());
  const int code = run_program(arguments, inner);
  std::string text = out.str();
  const auto section = [&](const char* title, const std::string& content) {
    if (!content.empty()) text += fmt::format("--- {}\n{}", title, content);
  };
  section("diagnostics", err.str());
  section("files", files.str());
  if (code != 0) text += fmt::format("--- exit {}\n", code);
  return text;
}

// Expectations that failed, by the first line of what is shown of each: as text or as JSON.
std::size_t failed_expectations(const std::string& shown) {
  std::size_t count = 0;
  std::istringstream lines(shown);
  for (std::string line; std::getline(lines, line);)
    count += line.starts_with("error[E0801]") ||
             line.starts_with("{\"type\":\"diagnostic\",\"code\":\"E0801\"");
  return count;
}

// Such a record may be meant, but it should not come about unseen.
void warn_of_failed(const fs::path& path, const std::string& shown, Environment& environment) {
  const std::size_t count = failed_expectations(shown);
  if (count == 0) return;
  environment.err << fmt::format("mbs: `{}` is recorded with {} failed expectation{}\n",
                                 path.string(), count, count == 1 ? "" : "s");
}

enum class Verdict { passed, failed, blessed, unreadable };

Verdict test_script(const fs::path& path, bool bless, Environment& environment) {
  std::string problem;
  const auto script = read_text_file(path, problem);
  if (!script) {
    environment.err << fmt::format("mbs: cannot read `{}`: {}\n", path.string(), problem);
    return Verdict::unreadable;
  }
  const Directives directives = directives_of(*script);
  const bool session = path.extension() == ".repl";
  const std::string found =
      session ? replay_transcript(*script, path.parent_path(), directives.outline_plots)
              : output_of(path, directives);
  const fs::path record = session ? path : fs::path(path).replace_extension(".out");
  const auto recorded = read_text_file(record, problem);
  if (recorded) {
    const std::string changes = difference(*recorded, found, directives.compare);
    if (changes.empty()) return Verdict::passed;
    environment.out << fmt::format("{}: differs (- recorded, + found)\n{}", path.string(), changes);
  } else {
    environment.out << fmt::format("{}: nothing is recorded in {}\n", path.string(),
                                   record.filename().string());
  }
  if (!bless) return Verdict::failed;
  const std::string failure = environment.write_file(record, found);
  if (failure.empty()) {
    warn_of_failed(path, found, environment);
    return Verdict::blessed;
  }
  report_unwritten(environment, record.string(), failure);
  return Verdict::unreadable;
}

// Scripts below a directory that have a record, or all of them when recording; a file is itself.
std::vector<fs::path> scripts_in(const fs::path& path, bool all) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return {path};
  std::vector<fs::path> scripts;
  for (fs::recursive_directory_iterator it(path, error), end; !error && it != end;
       it.increment(error)) {
    const fs::path& file = it->path();
    if (file.extension() == ".repl") scripts.push_back(file);
    if (file.extension() != ".mbs") continue;
    if (all || fs::exists(fs::path(file).replace_extension(".out"))) scripts.push_back(file);
  }
  std::sort(scripts.begin(), scripts.end());
  return scripts;
}

}  // namespace

int test_command(const Arguments& arguments, Environment& environment) {
  std::vector<std::string> paths;
  bool bless = false;
  CLI::App app("Runs scripts and compares with the .out file beside each.", "mbs test");
  app.add_option("PATH", paths, "scripts, or directories of scripts")->required();
  app.add_flag("--bless", bless, "record what differs as right");
  if (const auto code = parse_arguments(app, arguments, environment)) return *code;
  int counts[4] = {};
  for (const std::string& path : paths) {
    for (const fs::path& script : scripts_in(path, bless)) {
      ++counts[static_cast<int>(test_script(script, bless, environment))];
      if (environment.interrupted()) return 130;
    }
  }
  const auto count = [&](Verdict verdict) { return counts[static_cast<int>(verdict)]; };
  environment.out << fmt::format("{} passed, {} failed", count(Verdict::passed),
                                 count(Verdict::failed));
  if (bless) environment.out << fmt::format(", {} recorded", count(Verdict::blessed));
  environment.out << "\n";
  if (counts[0] + counts[1] + counts[2] + counts[3] == 0) {
    environment.err << "mbs: no script there has a record; `--bless` makes them\n";
    return 1;
  }
  if (count(Verdict::unreadable) > 0) return 4;
  return count(Verdict::failed) > 0 ? 1 : 0;
}

}  // namespace mbs

#include "cli/environment/script.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <ostream>
#include <system_error>

#include "lang/scenario/compile_options.hpp"
#include "lang/text/scan.hpp"
#include "lang/text/suggest.hpp"

namespace mbs {

namespace fs = std::filesystem;

namespace {

// More is no script, but a device without end.
constexpr std::size_t most_bytes = 100'000'000;
constexpr const char* too_long = "it is longer than 100 MB";

// None if there is more than a script can have.
std::optional<std::string> read_all(std::istream& in) {
  std::string text;
  std::array<char, 1 << 16> part;
  while (in.read(part.data(), part.size()) || in.gcount() > 0) {
    text.append(part.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > most_bytes) return {};
  }
  return text;
}

// A word that is no file may be a value without its option, or a command with a slip of the finger.
std::string hint_for(const std::string& file, const Environment& environment) {
  const std::size_t equals = file.find('=');
  if (equals != file.npos && equals > 0 && word_at(file, 0).size() == equals)
    return fmt::format("; did you mean `--set {}`? Each value has a `--set` of its own", file);
  if (file.find_first_of("./") != std::string::npos) return {};
  const auto near = suggest(file, environment.commands);
  return near ? fmt::format("; did you mean the command `{}`?", *near) : std::string();
}

std::optional<Script> load_input(Environment& environment) {
  auto text = read_all(environment.in);
  if (text) return Script{"<stdin>", "stdin", fs::current_path(), std::move(*text)};
  environment.err << fmt::format("mbs: cannot read standard input: {}\n", too_long);
  return {};
}

std::optional<Script> load(const std::string& file, Environment& environment) {
  if (file == "-") return load_input(environment);
  const fs::path path(file);
  std::string problem;
  auto text = read_text_file(path, problem);
  if (!text) {
    environment.err << fmt::format("mbs: cannot read `{}`: {}{}\n", file, problem,
                                   hint_for(file, environment));
    return {};
  }
  environment.taken.insert(true_path(path));
  const std::string name = environment.short_names ? path.filename().string() : file;
  return Script{name, path.stem().string(), path.parent_path(), std::move(*text)};
}

}  // namespace

fs::path true_path(const fs::path& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);  // of no name there is none
  return error ? path : fs::weakly_canonical(whole, error);
}

std::optional<std::string> read_text_file(const fs::path& path, std::string& problem) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    problem = "it is a directory";
    return {};
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    problem = errno != 0 ? std::strerror(errno) : "it cannot be opened";
    return {};
  }
  auto text = read_all(file);
  if (!text) problem = too_long;
  if (file.bad()) {
    problem = "it cannot be read to its end";
    return {};
  }
  return text;
}

std::optional<std::string> read_used_file(const fs::path& path) {
  std::error_code error;
  std::string problem;
  if (!fs::is_regular_file(path, error)) return {};
  return read_text_file(path, problem);
}

std::function<std::string(const std::string&)> canonical_in(fs::path directory) {
  return [directory = std::move(directory)](const std::string& path) {
    std::error_code error;
    const fs::path canonical = fs::weakly_canonical(directory / path, error);
    return error ? path : canonical.string();
  };
}

std::vector<Script> load_scripts(const Options& options, Environment& environment,
                                 bool& unreadable) {
  std::vector<Script> scripts;
  if (options.text) scripts.push_back({"-e", "script", fs::current_path(), *options.text});
  for (const std::string& file : options.files) {
    auto script = load(file, environment);
    unreadable |= !script;
    if (script) scripts.push_back(std::move(*script));
  }
  return scripts;
}

std::unique_ptr<Compiled> compile_script(const Script& script, const Options& options) {
  auto result = std::make_unique<Compiled>();
  CompileOptions compile_options;
  compile_options.overrides = options.overrides;
  compile_options.lint = options.lint;
  if (!options.h5.empty() || !options.keep.empty()) compile_options.keep = options.keep;
  compile_options.read_file = [made = result.get(),
                               directory = script.directory](const std::string& path) {
    made->files.insert(true_path(directory / path));
    return read_used_file(directory / path);
  };
  compile_options.canonical_path = canonical_in(script.directory);
  const int source = result->sources.add(script.name, script.text);
  Compilation compilation = compile(result->sources, source, compile_options);
  result->diagnostics = std::move(compilation.diagnostics);
  if (compilation.scenario) {
    result->scenario = std::make_shared<const ir::Scenario>(std::move(*compilation.scenario));
  }
  result->late_passes = [made = result.get(), source, compile_options](const LateValues& late) {
    CompileOptions again = compile_options;
    again.late = late;
    return late_passes(compile(made->sources, source, again), late.sweep);
  };
  return result;
}

}  // namespace mbs

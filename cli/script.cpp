#include "cli/script.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <ostream>
#include <system_error>

#include "cli/commands.hpp"
#include "lang/suggest.hpp"

namespace mbs {

namespace fs = std::filesystem;

namespace {

std::string read_all(std::istream& in) {
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// A word that is no file may be a command with a slip of the finger.
std::string hint_for(const std::string& file) {
  if (file.find_first_of("./") != std::string::npos) return {};
  std::vector<std::string> names;
  for (const Command& command : commands()) names.emplace_back(command.name);
  const auto near = suggest(file, names);
  return near ? fmt::format("; did you mean the command `{}`?", *near) : std::string();
}

std::optional<Script> load(const std::string& file, Environment& environment) {
  if (file == "-") return Script{"<stdin>", "stdin", fs::current_path(), read_all(environment.in)};
  const fs::path path(file);
  std::string problem;
  auto text = read_text_file(path, problem);
  if (!text) {
    environment.err << fmt::format("mbs: cannot read `{}`: {}{}\n", file, problem, hint_for(file));
    return {};
  }
  const std::string name = environment.short_names ? path.filename().string() : file;
  return Script{name, path.stem().string(), path.parent_path(), std::move(*text)};
}

}  // namespace

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
  std::string text = read_all(file);
  if (file.bad()) {
    problem = "it cannot be read to its end";
    return {};
  }
  return text;
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
  compile_options.read_file = [directory = script.directory](const std::string& path) {
    std::string problem;
    return read_text_file(directory / path, problem);
  };
  const int source = result->sources.add(script.name, script.text);
  Compilation compilation = compile(result->sources, source, compile_options);
  result->diagnostics = std::move(compilation.diagnostics);
  if (compilation.scenario) {
    result->scenario = std::make_shared<const ir::Scenario>(std::move(*compilation.scenario));
  }
  return result;
}

}  // namespace mbs

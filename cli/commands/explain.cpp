// `mbs explain [CODE]`: the long text of a diagnostic, or the list of all.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <ostream>

#include "cli/commands/commands.hpp"
#include "cli/environment/options.hpp"
#include "lang/diagnostics/explain.hpp"

namespace mbs {

namespace {

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string_view severity_name(Severity severity) {
  return severity == Severity::error ? "error" : "warning";
}

// Examples begin with `# CODE [options]` for those who run them. People only need the options.
std::string example_head(std::string_view line) {
  const auto options = line.find("--");
  return options == line.npos ? "" : fmt::format("    # with {}\n", line.substr(options));
}

// Fenced blocks of the text become indented ones.
std::string for_terminal(std::string_view text) {
  std::string shown;
  bool inside = false;
  bool first = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.starts_with("```")) {
      inside = !inside;
      first = inside && line.starts_with("```mbs-");
      shown += '\n';
    } else if (first) {
      shown += example_head(line);
      first = false;
    } else {
      shown += fmt::format("{}{}\n", inside ? "    " : "", line);
    }
  }
  return shown;
}

// "E202" and "202" for E0202.
std::string full_code(const std::string& name) {
  const std::size_t digits = std::min(name.find_first_of("0123456789"), name.size());
  const std::string number = name.substr(digits);
  if (digits > 1 || number.empty() || number.size() > 4) return upper(name);
  const std::string padded = std::string(4 - number.size(), '0') + number;
  if (digits == 1) return upper(name.substr(0, 1)) + padded;
  return (find_code("E" + padded) ? "E" : "W") + padded;
}

void list_codes(std::ostream& out) {
  for (const CodeInfo& code : all_codes()) out << fmt::format("{}  {}\n", code.name, code.title);
}

}  // namespace

int explain_command(const Arguments& arguments, Environment& environment) {
  std::string name;
  CLI::App app("Explains a diagnostic; without a code, lists all.", "mbs explain");
  app.add_option("code", name, "a code such as E0201");
  if (const auto code = parse_arguments(app, arguments, environment)) return *code;
  if (name.empty()) {
    list_codes(environment.out);
    return 0;
  }
  const CodeInfo* code = find_code(full_code(name));
  if (!code) {
    environment.err << fmt::format("mbs: there is no diagnostic `{}`; `mbs explain` lists all\n",
                                   name);
    return 2;
  }
  environment.out << fmt::format("{}[{}]: {}\n\n{}", severity_name(code->severity), code->name,
                                 code->title, for_terminal(explanation(code->code).value_or("")));
  return 0;
}

}  // namespace mbs

#include "cli/session/repl_commands_law.hpp"

#include <fmt/format.h>

#include <cctype>

#include "cli/environment/script.hpp"
#include "cli/laws/comparison.hpp"
#include "cli/laws/text.hpp"
#include "cli/session/refuse.hpp"
#include "cli/session/session.hpp"
#include "lang/syntax/parse.hpp"
#include "lang/text/scan.hpp"

namespace mbs {

namespace {

// A part of the command behind the name of the law: `ce = 0.8`, `--mass 2 kg`.
struct Part {
  std::string name, value;
};

// Does `name =` or `--name` begin at `offset`? Then where its value begins.
std::optional<std::size_t> part_begin(const std::string& text, std::size_t offset,
                                      std::string& name) {
  const bool option = text.compare(offset, 2, "--") == 0;
  const std::string_view word = word_at(text, offset + (option ? 2 : 0));
  if (word.empty()) return {};
  name = (option ? "--" : "") + std::string(word);
  const std::size_t behind = skip_blanks(text, offset + name.size());
  const bool equals =
      behind < text.size() && text[behind] == '=' && text.compare(behind, 2, "==") != 0;
  if (equals) return behind + 1;
  return option ? std::optional(behind) : std::nullopt;
}

std::string without_ends(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t,") - begin + 1);
}

// Cuts at `name =` and `--name` outside brackets and strings; values may hold blanks. What stands
// before the first of them comes first, without a name.
std::vector<Part> parts_of(const std::string& text) {
  std::vector<Part> parts(1);
  const TextScan scan(text);
  bool word_may_begin = true;
  for (std::size_t i = 0; i < text.size();) {
    std::string name;
    const auto value = word_may_begin ? part_begin(text, i, name) : std::nullopt;
    if (value) {
      parts.push_back({name, ""});
      i = *value;
      continue;
    }
    const auto at = static_cast<std::uint32_t>(i);
    const std::size_t end = std::max<std::size_t>(scan.partner(at).value_or(at), i) + 1;
    parts.back().value += text.substr(i, end - i);
    word_may_begin = text[i] == ' ' || text[i] == ',';
    i = end;
  }
  for (Part& part : parts) part.value = without_ends(part.value);
  return parts;
}

// Names and calls of laws, between blanks and commas outside brackets.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  const TextScan scan(text);
  for (std::size_t i = 0; i < text.size();) {
    const auto at = static_cast<std::uint32_t>(i);
    const std::size_t end = std::max<std::size_t>(scan.partner(at).value_or(at), i) + 1;
    if (text[i] == ' ' || text[i] == ',')
      words.emplace_back();
    else
      words.back() += text.substr(i, end - i);
    i = end;
  }
  std::erase(words, "");
  return words;
}

// Puts a part where it belongs; false if there is no such option.
bool take(LawRequest& request, const Part& part) {
  if (part.name == "--mass")
    request.mass = part.value;
  else if (part.name == "--speed")
    request.speed = part.value;
  else if (part.name == "--load")
    request.load = part.value;
  else if (part.name == "--adhesion")
    request.adhesion = true;
  else if (part.name.rfind("--", 0) == 0)
    return false;
  else
    request.arguments.push_back({part.name, part.value});
  return true;
}

// The session as it stands, `:set` values among them, as statements a law may need.
std::vector<ast::StatementPtr> definitions_of(Session& session) {
  int count = 0;
  const std::string text = session.as_script(count);
  Diagnostics none;
  return parse(session.sources(), session.sources().add("<session>", text), none).statements;
}

}  // namespace

bool law_line_command(Session& session, const std::string& text) {
  const std::vector<Part> parts = parts_of(text);
  LawRequest request;
  request.own = definitions_of(session);
  request.laws = words_of(parts[0].value);
  if (request.laws.empty()) {
    session.out().text(law_list(request.own));
    return true;
  }
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (!take(request, parts[i]))
      return refuse(session, fmt::format("there is no `{}` here; `--mass`, `--speed`, `--load` and "
                                         "`--adhesion` say what is tried",
                                         parts[i].name));
  }
  const SessionHost& host = session.host();
  request.read_file = [directory = host.directory](const std::string& path) {
    return read_used_file(directory / path);
  };
  request.unicode = host.unicode;
  request.outline_plots = host.outline_plots;
  const LawReport report = laws_shown(request, session.sources());
  if (!report.text.empty()) session.out().text(report.text);
  for (const Diagnostic& diagnostic : report.diagnostics.sorted()) session.out().give(diagnostic);
  if (!report.problem.empty()) return refuse(session, report.problem);
  return report.exit_code == 0;
}

}  // namespace mbs

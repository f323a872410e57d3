#include "cli/session/repl_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/session/refuse.hpp"
#include "cli/session/repl_commands_law.hpp"
#include "cli/session/repl_commands_names.hpp"
#include "cli/session/repl_commands_run.hpp"
#include "cli/session/session.hpp"
#include "lang/text/scan.hpp"
#include "lang/text/suggest.hpp"
#include "service/doc.hpp"
#include "service/help_topics.hpp"

namespace mbs {

namespace {

bool plot_action(Session& session, const std::string& rest) {
  return session.evaluate("plot " + rest);
}

// `:table { … }` and, shorter, `:table a, b`.
bool table_action(Session& session, const std::string& rest) {
  const bool whole = rest.find('{') != rest.npos;
  return session.evaluate(whole ? "table " + rest : "table { " + rest + " }");
}

bool time_command(Session& session, const std::string& argument) {
  if (argument != "on" && argument != "off") {
    session.out().problem("`:time on` tells how long each entry took, `:time off` stops that");
    return false;
  }
  session.set_timing(argument == "on");
  return true;
}

bool quit_command(Session& session, const std::string&) {
  session.quit();
  return true;
}

bool help_command(Session& session, const std::string& topic);

constexpr std::array command_table = {
    SessionCommand{"help", "[TOPIC]", "these commands, or a topic", help_command},
    SessionCommand{"doc", "NAME", "what a name means, with its text", doc_command},
    SessionCommand{"list", "[KIND]", "what has been defined", list_command},
    SessionCommand{"show", "NAME", "the statement that defines a name", show_command},
    SessionCommand{"params", "", "all params and their values", params_command},
    SessionCommand{"set", "p = VALUE", "override a param for the session", set_command},
    SessionCommand{"unset", "p", "take the override back", unset_command},
    SessionCommand{"undo", "", "take back the last change of declarations", undo_command},
    SessionCommand{"redo", "", "make again what was taken back", redo_command},
    SessionCommand{"reset", "", "forget all that has been defined and run", reset_command},
    SessionCommand{"check", "", "assemble: degrees of freedom, laws in force", assembly_command},
    SessionCommand{"units", "EXPR", "a value in all its units", units_line_command},
    SessionCommand{"law", "NAME [A = V …]", "a law's text, and one impact under it",
                   law_line_command},
    SessionCommand{"start", "", "begin a run by hand", start_command},
    SessionCommand{"step", "[DURATION]", "go on by one step of the solver, or so far",
                   step_command},
    SessionCommand{"until", "CONDITION", "go on until it becomes true", until_command},
    SessionCommand{"run", "[DURATION]", "go on so far; else to the end of the last run",
                   run_on_command},
    SessionCommand{"state", "[NAME]", "where things are at the end of the run", state_command},
    SessionCommand{"view", "[FILE]", "the run with its plots as a page for browsers", view_command},
    SessionCommand{"plot", "Y vs X", "as the action `plot`", plot_action},
    SessionCommand{"table", "COLUMNS", "as the action `table`", table_action},
    SessionCommand{"load", "FILE", "begin anew with a script, and run it", load_command},
    SessionCommand{"save", "FILE", "write the session as a script", save_command},
    SessionCommand{"time", "on|off", "tell how long entries take", time_command},
    SessionCommand{"quit", "", "leave (also Ctrl-D)", quit_command},
};

std::vector<const SessionCommand*> commands_like(std::string_view word) {
  std::vector<const SessionCommand*> found;
  for (const SessionCommand& command : command_table) {
    if (command.name == word) return {&command};
    if (command.name.substr(0, word.size()) == word) found.push_back(&command);
  }
  return found;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::string unknown(std::string_view word) {
  std::vector<std::string> names;
  for (const SessionCommand& command : command_table) names.emplace_back(command.name);
  const auto near = suggest(word, names);
  return fmt::format("there is no command `:{}`; {}", word,
                     near ? fmt::format("did you mean `:{}`?", *near) : "`:help` lists them");
}

}  // namespace

std::span<const SessionCommand> session_commands() {
  return command_table;
}

namespace {

bool help_command(Session& session, const std::string& topic) {
  if (!topic.empty()) {
    const std::string_view text = help_topic(topic);
    if (!text.empty()) {
      session.out().text(std::string(text));
      return true;
    }
    if (const auto doc = doc_text(topic, visible_names(session))) {
      session.out().text(*doc);
      return true;
    }
    return refuse(session,
                  fmt::format("there is no help on `{}`; topics: {}", topic, help_topics()));
  }
  std::string text =
      "An entry is a statement, which is kept, or an expression, which is shown.\n"
      "`ans` is the value shown last. A definition replaces an older one of its name.\n";
  for (const SessionCommand& command : session_commands()) {
    text += fmt::format("  {:<20}  {}\n", fmt::format(":{} {}", command.name, command.usage),
                        command.summary);
  }
  session.out().text(text + "topics of :help: " + help_topics() + "\n");
  return true;
}

}  // namespace

std::string plain_command(const std::string& text) {
  const std::string line = trimmed(text);
  const std::string word(word_at(line, 0));
  std::string rest = trimmed(line.substr(word.size()));
  if (rest == "()") rest.clear();
  if ((word == "quit" || word == "exit") && rest.empty()) return ":quit";
  if (word == "help" && word_at(rest, 0) == rest) return trimmed(":help " + rest);
  return {};
}

std::string lacks_colon(const std::string& text) {
  const std::string line = trimmed(text);
  const std::string word(word_at(line, 0));
  const bool ends = word.size() == line.size() || line[word.size()] == ' ';
  const auto named = [&](const SessionCommand& command) { return command.name == word; };
  const bool known = std::any_of(command_table.begin(), command_table.end(), named);
  return known && ends && !is_statement_word(word) ? word : std::string();
}

bool run_command_line(Session& session, const std::string& line) {
  std::size_t end = 1;
  while (end < line.size() && is_letter(line[end])) ++end;
  const std::string word = line.substr(1, end - 1);
  const auto found = commands_like(word);
  if (word.empty() || found.empty()) {
    session.out().problem(word.empty() ? "a command is a word behind `:`; `:help` lists them"
                                       : unknown(word));
    return false;
  }
  if (found.size() > 1) {
    std::string names;
    for (const SessionCommand* command : found)
      names += fmt::format("{}`:{}`", names.empty() ? "" : ", ", command->name);
    session.out().problem(fmt::format("`:{}` may be {}", word, names));
    return false;
  }
  return found.front()->run(session, trimmed(line.substr(end)));
}

}  // namespace mbs

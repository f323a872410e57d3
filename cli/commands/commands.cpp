#include "cli/commands/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ostream>

#include "cli/environment/version.hpp"
#include "lang/diagnostics/render.hpp"
#include "runtime/run/guard.hpp"

namespace mbs {

namespace {

constexpr std::array command_table = {
    Command{"run", "FILE...", "run scripts; `mbs FILE` is the same", run_command},
    Command{"view", "FILE", "show a script in the browser, live", view_command},
    Command{"check", "FILE...", "everything but simulating", check_command},
    Command{"ir", "FILE", "print the resolved scenario", ir_command},
    Command{"test", "[--bless] PATH...", "compare scripts with their recorded output",
            test_command},
    Command{"fmt", "[--check] FILE...", "rewrite scripts in standard form", fmt_command},
    Command{"sweep", "FILE P=V,V...", "run a script once per value of a param", sweep_command},
    Command{"law", "[NAME] [ARG=VALUE...]", "show a law and one impact under it", law_command},
    Command{"repl", "[FILE]", "an interactive session", repl_command},
    Command{"jupyter", "install", "make mbs known to Jupyter", jupyter_command},
    Command{"doc", "[NAME | FILE]", "documentation of a name or a script", doc_command},
    Command{"units", "EXPR [UNIT]", "evaluate and convert", units_command},
    Command{"lsp", "", "a language server for editors", lsp_command},
    Command{"explain", "[CODE]", "what a diagnostic means, with an example", explain_command},
};

void print_overview(std::ostream& out) {
  out << "mbs: contact scenarios in multibody mechanisms\n\n"
         "usage: mbs FILE [options]           run a script\n"
         "       mbs COMMAND [arguments]      one of the commands below\n"
         "       mbs -e 'STATEMENTS'          run a text\n\ncommands:\n";
  for (const Command& command : command_table) {
    out << fmt::format("  {:<28}  {}\n", fmt::format("{} {}", command.name, command.usage),
                       command.summary);
  }
  out << "\nThe options of a command: mbs COMMAND --help. Those of running: mbs run --help.\n";
}

}  // namespace

std::span<const Command> commands() {
  return command_table;
}

const Command* find_command(std::string_view name) {
  const auto found = std::find_if(command_table.begin(), command_table.end(),
                                  [&](const Command& command) { return command.name == name; });
  return found == command_table.end() ? nullptr : &*found;
}

namespace {

int run_unguarded(const Arguments& arguments, Environment& environment) {
  if (arguments.empty()) {
    if (!environment.in_terminal) return run_command({"-"}, environment);
    if (const Command* repl = find_command("repl")) return repl->run({}, environment);
    print_overview(environment.out);
    return 0;
  }
  const std::string& first = arguments.front();
  if (first == "version") return run_program({"--version"}, environment);
  if (first == "help" && arguments.size() > 1) {
    if (const Command* command = find_command(arguments[1]))
      return command->run({"--help"}, environment);
  }
  if (first == "-h" || first == "--help" || first == "help") {
    print_overview(environment.out);
    return 0;
  }
  if (first == "--version") {
    environment.out << "mbs " << program_version << "\n";
    return 0;
  }
  if (const Command* command = find_command(first)) {
    return command->run({arguments.begin() + 1, arguments.end()}, environment);
  }
  return run_command(arguments, environment);
}

}  // namespace

int run_program(const Arguments& arguments, Environment& environment) {
  int code = 3;
  environment.commands.clear();
  for (const Command& command : commands()) environment.commands.emplace_back(command.name);
  const auto problem = guarded([&] { code = run_unguarded(arguments, environment); });
  if (!problem) return code;
  environment.out.flush();
  environment.err << render(*problem, SourceMap(), {});
  return 3;
}

}  // namespace mbs

// The commands of the program. To add one: a file with its function, a line below, a row in the
// table of commands.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/environment/environment.hpp"

namespace mbs {

// `arguments` are those behind the command's name. Returns the exit code.
int run_command(const Arguments& arguments, Environment& environment);
int view_command(const Arguments& arguments, Environment& environment);
int check_command(const Arguments& arguments, Environment& environment);
int ir_command(const Arguments& arguments, Environment& environment);
int repl_command(const Arguments& arguments, Environment& environment);
int jupyter_command(const Arguments& arguments, Environment& environment);
int test_command(const Arguments& arguments, Environment& environment);
int fmt_command(const Arguments& arguments, Environment& environment);
int sweep_command(const Arguments& arguments, Environment& environment);
int law_command(const Arguments& arguments, Environment& environment);
int doc_command(const Arguments& arguments, Environment& environment);
int units_command(const Arguments& arguments, Environment& environment);
int lsp_command(const Arguments& arguments, Environment& environment);
int explain_command(const Arguments& arguments, Environment& environment);

struct Command {
  std::string_view name;
  std::string_view usage;    // behind the name
  std::string_view summary;  // one line
  int (*run)(const Arguments&, Environment&);
};

std::span<const Command> commands();
const Command* find_command(std::string_view name);

// The whole program: picks the command; without one, runs the script.
int run_program(const Arguments& arguments, Environment& environment);

}  // namespace mbs

// `mbs lsp`: a language server for editors, over standard input and output.
#include <CLI/CLI.hpp>
#include <istream>
#include <ostream>

#include "cli/commands.hpp"
#include "cli/lsp_server.hpp"
#include "cli/options.hpp"

namespace mbs {

int lsp_command(const Arguments& arguments, Environment& environment) {
  CLI::App app("A language server, over standard input and output.", "mbs lsp");
  bool stdio = false;
  app.add_flag("--stdio", stdio, "what editors may say; there is no other way");
  if (const auto code = parse_arguments(app, arguments, environment)) return *code;
  lsp::Server server(environment.out);
  while (!server.done()) {
    const auto body = lsp::read_message(environment.in);
    if (!body) break;
    server.handle(*body);
    if (!environment.out) break;
  }
  return server.exit_code();
}

}  // namespace mbs

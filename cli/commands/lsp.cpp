// `mbs lsp`: a language server for editors, over standard input and output.
#include <CLI/CLI.hpp>
#include <istream>
#include <ostream>

#include "cli/commands/commands.hpp"
#include "cli/environment/options.hpp"
#include "cli/lsp/server.hpp"

namespace mbs {

int lsp_command(const Arguments& arguments, Environment& environment) {
  CLI::App app("A language server, over standard input and output.", "mbs lsp");
  bool stdio = false;
  app.add_flag("--stdio", stdio, "what editors may say; there is no other way");
  if (const auto code = parse_arguments(app, arguments, environment)) return *code;
  lsp::Server server(environment.out);
  while (!server.done()) {
    bool too_long = false;
    const auto body = lsp::read_message(environment.in, too_long);
    if (!body) break;
    if (too_long)
      lsp::write_message(environment.out, lsp::error_message(nullptr, lsp::invalid_request,
                                                             "a message has 64 MiB at most"));
    else
      server.handle(*body);
    if (!environment.out) break;
  }
  return server.exit_code();
}

}  // namespace mbs

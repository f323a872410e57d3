// An entry that is not made: what would be wrong with it, for completion.
#include "cli/session/session.hpp"
#include "lang/names/definitions.hpp"
#include "lang/syntax/parse.hpp"

namespace mbs {

// As statements, else as an expression that is shown.
Trial Session::tried(const std::string& text) const {
  Trial trial;
  for (const std::string prefix : {"", "print "}) {
    SourceMap sources = host_.sources;
    trial = {{}, sources.add("<repl>", prefix + text), prefix.size()};
    Diagnostics of_parsing;
    const ast::File file = parse(sources, trial.source, of_parsing);
    if (of_parsing.has_errors()) continue;
    std::vector<ast::StatementPtr> actions, declarations;
    for (const ast::StatementPtr& statement : file.statements)
      (names::is_action(*statement) ? actions : declarations).push_back(statement);
    std::size_t first = 0;
    const SessionWorld world = with(world_, declarations, 0, sources);
    trial.diagnostics =
        compile(sources, whole(world, actions, first), options_for(world)).diagnostics;
    return trial;
  }
  return trial;
}

}  // namespace mbs

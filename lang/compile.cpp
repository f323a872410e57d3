#include "lang/compile.hpp"

#include <exception>

#include "lang/elaborate/actions/actions.hpp"
#include "lang/elaborate/actions/gathered_plots.hpp"
#include "lang/elaborate/build/build.hpp"
#include "lang/elaborate/build/library.hpp"
#include "lang/syntax/parse.hpp"

namespace mbs {
namespace {

using elaborate::Session;
using elaborate::SetOption;

// `--set p=text`: the text is a source of its own, so that messages can point into it.
void parse_overrides(Session& session, Diagnostics& diagnostics) {
  for (const Override& set : session.options.overrides) {
    const int source = session.sources.add("--set " + set.name, set.text);
    const Span whole{source, 0, static_cast<std::uint32_t>(set.text.size())};
    session.sets.push_back(
        {set.name, parse_expression(session.sources, source, diagnostics), whole});
  }
}

std::optional<ir::Scenario> resolved(Session& session, Diagnostics& diagnostics) {
  const auto world = elaborate::build_world(session, diagnostics, {}, [&](elaborate::World& w) {
    elaborate::run_actions(w, session.program.root().statements, *w.root, w.scenario->actions);
    elaborate::check_gathered_plots(w);
  });
  if (diagnostics.has_errors()) return std::nullopt;
  return std::move(*world->scenario);
}

void compile_tree(SourceMap& sources, const ast::File& file, const CompileOptions& options,
                  Compilation& result) {
  Session session{.sources = sources, .options = options};
  if (result.diagnostics.has_errors())
    session.broken_names = elaborate::names_in_broken_statements(file, sources);
  elaborate::Library library(sources);
  session.library = &library;
  parse_overrides(session, result.diagnostics);
  session.program = names::program_of(file, sources, options);
  result.scenario = resolved(session, result.diagnostics);
  if (result.scenario) elaborate::warn_unused_params(file, sources, result.diagnostics);
}

// No exception leaves the library: what is left is memory that ran out.
template <class Work>
Compilation guarded(Work work) {
  Compilation result;
  try {
    work(result);
  } catch (const std::exception& e) {
    Diagnostic d;
    d.code = Code::E0310;
    d.message = std::string("the script is too large to be compiled: ") + e.what();
    result.diagnostics.add(std::move(d));
    result.scenario.reset();
  }
  return result;
}

}  // namespace

Compilation compile(SourceMap& sources, int source, const CompileOptions& options) {
  return guarded([&](Compilation& result) {
    const ast::File file = parse(sources, source, result.diagnostics);
    compile_tree(sources, file, options, result);
  });
}

Compilation compile(SourceMap& sources, const ast::File& file, const CompileOptions& options) {
  return guarded([&](Compilation& result) { compile_tree(sources, file, options, result); });
}

ir::LatePasses late_passes(Compilation compilation, int sweep) {
  ir::LatePasses result{{}, std::move(compilation.diagnostics)};
  if (!compilation.scenario) return result;
  for (ir::Action& action : compilation.scenario->actions)
    if (auto* found = std::get_if<ir::Sweep>(&action); found && found->number == sweep)
      result.passes = std::move(found->passes);
  return result;
}

Compilation compile_parsed(SourceMap& sources, const ast::File& file, Diagnostics of_parsing,
                           const CompileOptions& options) {
  return guarded([&](Compilation& result) {
    result.diagnostics = std::move(of_parsing);
    compile_tree(sources, file, options, result);
  });
}

}  // namespace mbs

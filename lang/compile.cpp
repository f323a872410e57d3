#include "lang/compile.hpp"

#include <exception>
#include <utility>
#include <vector>

#include "lang/elaborate/actions/actions.hpp"
#include "lang/elaborate/actions/gathered_plots.hpp"
#include "lang/elaborate/build/build.hpp"
#include "lang/elaborate/build/words.hpp"
#include "lang/names/library.hpp"
#include "lang/names/program.hpp"
#include "lang/syntax/parse.hpp"

namespace mbs {
namespace {

using elaborate::Elaboration;
using elaborate::SetOption;

// `--set p=text`: the text is a source of its own, so that messages can point into it.
std::vector<SetOption> parsed_overrides(SourceMap& sources, const CompileOptions& options,
                                        Diagnostics& diagnostics) {
  std::vector<SetOption> sets;
  for (const Override& set : options.overrides) {
    const int source = sources.add("--set " + set.name, set.text);
    const Span whole{source, 0, static_cast<std::uint32_t>(set.text.size())};
    sets.push_back({set.name, parse_expression(sources, source, diagnostics), whole});
  }
  return sets;
}

std::optional<ir::Scenario> resolved(Elaboration& elaboration, Diagnostics& diagnostics) {
  const auto world = elaborate::declared_world(elaboration, diagnostics, {});
  elaborate::run_actions(*world, elaboration.program.root().statements, *world->root,
                         world->scenario->actions);
  elaborate::check_gathered_plots(*world);
  elaborate::finish(*world);
  if (diagnostics.has_errors()) return std::nullopt;
  return std::move(*world->scenario);
}

void compile_tree(SourceMap& sources, const ast::File& file, const CompileOptions& options,
                  Compilation& result) {
  const bool broken = result.diagnostics.has_errors();
  const names::Library library(sources);
  std::vector<SetOption> sets = parsed_overrides(sources, options, result.diagnostics);
  const names::Program program = names::program_of(file, sources, options);
  Elaboration elaboration{.sources = sources,
                          .options = options,
                          .program = program,
                          .library = library,
                          .sets = std::move(sets)};
  if (broken) elaboration.broken_names = elaborate::names_in_broken_statements(file, sources);
  result.scenario = resolved(elaboration, result.diagnostics);
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

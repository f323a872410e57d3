#include "lang/elaborate/world/world.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mbs::elaborate {

World::World(Elaboration& shared, Diagnostics& sink)
    : elaboration(shared), diagnostics(&sink), aloud(&sink) {}

Diagnostic& report(World& world, Code code, Span span, std::string message, std::string label) {
  Diagnostic& d = world.diagnostics->add(code, span, std::move(message), std::move(label));
  for (auto use = world.evaluation.uses.rbegin();
       use != world.evaluation.uses.rend() && d.notes.size() < 4; ++use) {
    d.notes.push_back(*use);
  }
  return d;
}

bool spend(World& world, Span span, long steps) {
  if (world.steps_left < 0) return false;
  world.steps_left -= steps;
  if (world.steps_left >= 0) return true;
  Setting<Diagnostics*> heard(world.diagnostics,
                              world.evaluation.quiet ? world.aloud : world.diagnostics);
  report(world, Code::E0310, span, "this script unfolds to more than can be compiled").hint =
      "look for long lists, loops within loops, and functions and templates that use another twice";
  return false;
}

Scope& new_scope(World& world, ScopeKind kind, Scope* parent) {
  Scope& scope = world.scopes.emplace_back();
  scope.kind = kind;
  scope.parent = parent;
  scope.graph = parent ? parent->graph : &world.graph();
  scope.law = parent ? parent->law : nullptr;
  if (parent) scope.prefix = parent->prefix;
  if (parent) scope.directory = parent->directory;
  return scope;
}

namespace {

void report_duplicate(World& world, const Symbol& symbol, Span first) {
  const std::string message = fmt::format("`{}` is already defined", symbol.name);
  if (symbol.span == first) {
    report(world, Code::E0302, symbol.span, message, "made again by the loop around it").hint =
        fmt::format("give it an index: `{}[i]`", symbol.name);
    return;
  }
  report(world, Code::E0302, symbol.span, message).labels.push_back({first, "first here"});
}

}  // namespace

bool define(World& world, Scope& scope, Symbol& symbol) {
  const Symbol* first = find_here(scope, symbol.name);
  if (!first && has_family(scope, symbol.name)) {
    for (const auto& [name, members] : scope.families) {
      if (name == symbol.name && !members.empty()) first = members.begin()->second;
    }
  }
  if (first) {
    report_duplicate(world, symbol, first->span);
    return false;
  }
  scope.names.emplace(symbol.name, &symbol);
  scope.order.push_back(&symbol);
  return true;
}

std::string place_text(const World& world, Span span) {
  if (span.source < 0) return "nowhere";
  const SourceMap& sources = world.elaboration.sources;
  return fmt::format("{}:{}", sources.name(span.source),
                     sources.place(span.source, span.begin).line);
}

int line_of(const World& world, Span span) {
  return span.source < 0 ? 0 : world.elaboration.sources.place(span.source, span.begin).line;
}

std::string source_text(const World& world, Span span) {
  if (span.source < 0) return "";
  return std::string(world.elaboration.sources.text(span));
}

}  // namespace mbs::elaborate

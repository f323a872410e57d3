#include "lang/elaborate/world/world.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mbs::elaborate {

World::World(Session& shared, Diagnostics& sink)
    : session(shared), diagnostics(&sink), aloud(&sink) {}

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

Symbol& new_symbol(Scopes& scopes, SymbolKind kind, std::string name, Span span, Scope& scope) {
  Symbol& symbol = scopes.symbols.emplace_back();
  symbol.kind = kind;
  symbol.name = std::move(name);
  symbol.span = span;
  symbol.scope = &scope;
  return symbol;
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

Symbol* find_here(const Scope& scope, const std::string& name) {
  const auto found = scope.names.find(name);
  if (found != scope.names.end()) return found->second;
  for (const Scope* import : scope.imports) {
    if (Symbol* symbol = find_here(*import, name)) return symbol;
  }
  return nullptr;
}

bool has_family(const Scope& scope, const std::string& name) {
  if (scope.families.contains(name)) return true;
  return std::any_of(scope.imports.begin(), scope.imports.end(),
                     [&](const Scope* import) { return has_family(*import, name); });
}

std::string place_text(const World& world, Span span) {
  if (span.source < 0) return "nowhere";
  const SourceMap& sources = world.session.sources;
  return fmt::format("{}:{}", sources.name(span.source),
                     sources.place(span.source, span.begin).line);
}

int line_of(const World& world, Span span) {
  return span.source < 0 ? 0 : world.session.sources.place(span.source, span.begin).line;
}

}  // namespace mbs::elaborate

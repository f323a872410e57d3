#include "lang/elaborate/build/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "lang/text/lexeme.hpp"

namespace mbs::elaborate {
namespace {

// Where params are named without being used: their definitions and the clauses of sweeps.
void add_mentions(const std::vector<ast::StatementPtr>& statements,
                  std::set<std::uint32_t>& places) {
  for (const auto& statement : statements) {
    if (const auto* param = std::get_if<ast::Param>(&statement->node))
      places.insert(param->name.span.begin);
    if (const auto* sweep = std::get_if<ast::Sweep>(&statement->node)) {
      for (const ast::SweepClause& clause : sweep->clauses) places.insert(clause.param.span.begin);
      add_mentions(sweep->body, places);
    }
    if (const auto* loop = std::get_if<ast::For>(&statement->node))
      add_mentions(loop->body, places);
  }
}

}  // namespace

void warn_unused_params(const ast::File& file, const SourceMap& sources, Diagnostics& diagnostics) {
  if (file.source < 0) return;
  std::unordered_map<std::string_view, const ast::Param*> unused;
  for (const auto& statement : file.statements)
    if (const auto* param = std::get_if<ast::Param>(&statement->node))
      unused.emplace(param->name.name, param);
  if (unused.empty()) return;
  std::set<std::uint32_t> mentions;
  add_mentions(file.statements, mentions);
  const std::string& text = sources.text(file.source);
  for_each_word(text, 0, text.size(), [&](std::string_view word, std::size_t at) {
    const auto found = unused.find(word);
    if (found != unused.end() && !mentions.contains(static_cast<std::uint32_t>(at)))
      unused.erase(found);
  });
  for (const auto& statement : file.statements) {
    const auto* param = std::get_if<ast::Param>(&statement->node);
    const auto found = param ? unused.find(param->name.name) : unused.end();
    if (found == unused.end() || found->second != param) continue;
    diagnostics.add(Code::W0301, param->name.span,
                    fmt::format("`param {}` is never used", param->name.name));
  }
}

std::set<std::string> names_in_broken_statements(const ast::File& file, const SourceMap& sources) {
  std::set<std::string> names;
  if (file.source < 0) return names;
  const std::string& text = sources.text(file.source);
  std::uint32_t at = 0;
  const auto add = [&](std::string_view word, std::size_t) { names.emplace(word); };
  for (const auto& statement : file.statements) {
    if (statement->span.source != file.source) continue;
    if (statement->span.begin > at) for_each_word(text, at, statement->span.begin, add);
    at = std::max(at, statement->span.end);
  }
  for_each_word(text, at, text.size(), add);
  return names;
}

}  // namespace mbs::elaborate

// Questions about a source's words that need no grammar: which names occur where.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>

#include "lang/elaborate/build/build.hpp"

namespace mbs::resolve {
namespace {

bool begins_word(unsigned char c) {
  return std::isalpha(c) || c == '_' || c >= 0x80;
}

bool in_word(unsigned char c) {
  return begins_word(c) || std::isdigit(c);
}

using Visit = std::function<void(const std::string& word, std::uint32_t at)>;

// Words of [begin, end) outside comments.
void for_each_word(const std::string& text, const std::vector<ast::Comment>& comments,
                   std::uint32_t begin, std::uint32_t end, const Visit& visit) {
  auto comment = comments.begin();
  for (std::uint32_t i = begin; i < end;) {
    while (comment != comments.end() && comment->span.end <= i) ++comment;
    if (comment != comments.end() && comment->span.begin <= i) {
      i = comment->span.end;
      continue;
    }
    if (!begins_word(static_cast<unsigned char>(text[i]))) {
      ++i;
      continue;
    }
    const std::uint32_t start = i;
    while (i < end && in_word(static_cast<unsigned char>(text[i]))) ++i;
    visit(text.substr(start, i - start), start);
  }
}

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
  std::set<std::uint32_t> mentions;
  add_mentions(file.statements, mentions);
  std::set<std::string> used;
  const std::string& text = sources.text(file.source);
  for_each_word(text, file.comments, 0, static_cast<std::uint32_t>(text.size()),
                [&](const std::string& word, std::uint32_t at) {
                  if (!mentions.contains(at)) used.insert(word);
                });
  for (const auto& statement : file.statements) {
    const auto* param = std::get_if<ast::Param>(&statement->node);
    if (!param || used.contains(param->name.name)) continue;
    diagnostics.add(Code::W0301, param->name.span,
                    fmt::format("`param {}` is never used", param->name.name));
  }
}

std::set<std::string> names_in_broken_statements(const ast::File& file, const SourceMap& sources) {
  std::set<std::string> names;
  if (file.source < 0) return names;
  const std::string& text = sources.text(file.source);
  std::uint32_t at = 0;
  const auto add = [&](const std::string& word, std::uint32_t) { names.insert(word); };
  for (const auto& statement : file.statements) {
    if (statement->span.source != file.source) continue;
    if (statement->span.begin > at)
      for_each_word(text, file.comments, at, statement->span.begin, add);
    at = std::max(at, statement->span.end);
  }
  for_each_word(text, file.comments, at, static_cast<std::uint32_t>(text.size()), add);
  return names;
}

}  // namespace mbs::resolve

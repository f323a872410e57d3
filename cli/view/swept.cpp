#include "cli/view/swept.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "lang/text/lexeme.hpp"

namespace mbs {

namespace {

using Statements = std::vector<ast::StatementPtr>;

// As a name of its own, not as a part of something: `c` stands in `2*c`, but not in `study.c`.
bool has_name(std::string_view text, const std::string& name) {
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const bool begins = at == 0 || (!is_word_character(text[at - 1]) && text[at - 1] != '.');
    const std::size_t end = at + name.size();
    if (begins && (end == text.size() || !is_word_character(text[end]))) return true;
  }
  return false;
}

class Search {
 public:
  Search(const std::string& param, const ast::File& file, const SourceMap& sources)
      : sources_(sources), param_(param), names_{param} {
    collect_names(file.statements);
    look(file.statements);
  }
  int line() const { return used_ ? 0 : line_; }

 private:
  std::string_view text_of(const ast::Statement& statement) const {
    return sources_.text(statement.span);
  }
  bool depends(const ast::Statement& statement) const {
    return std::ranges::any_of(
        names_, [&](const std::string& name) { return has_name(text_of(statement), name); });
  }

  // What is worked out of the param, by whatever many steps.
  void collect_names(const Statements& statements) {
    for (bool more = true; more;) {
      more = false;
      for (const auto& statement : statements)
        if (const auto* let = std::get_if<ast::Let>(&statement->node))
          if (depends(*statement) && names_.insert(let->name.name).second) more = true;
    }
  }

  bool binds(const ast::Sweep& sweep) const {
    return std::ranges::any_of(sweep.clauses,
                               [&](const auto& clause) { return clause.param.name == param_; });
  }

  // Runs of a mechanism may depend on all params; what is shown without one on those it names.
  void look(const Statements& statements) {
    for (const auto& statement : statements) {
      if (const auto* sweep = std::get_if<ast::Sweep>(&statement->node)) {
        if (binds(*sweep)) {
          if (line_ == 0)
            line_ = sources_.place(statement->head.source, statement->head.begin).line;
          continue;
        }
        look(sweep->body);
      } else if (const auto* loop = std::get_if<ast::For>(&statement->node)) {
        look(loop->body);
      } else if (std::holds_alternative<ast::Simulate>(statement->node)) {
        used_ = true;
      } else if (shows(*statement)) {
        used_ = used_ || depends(*statement);
      }
    }
  }
  static bool shows(const ast::Statement& s) {
    return std::holds_alternative<ast::Print>(s.node) ||
           std::holds_alternative<ast::Table>(s.node) ||
           std::holds_alternative<ast::Plot>(s.node) ||
           std::holds_alternative<ast::Animate>(s.node) ||
           std::holds_alternative<ast::Expect>(s.node);
  }

  const SourceMap& sources_;
  const std::string& param_;
  std::set<std::string> names_;
  int line_ = 0;
  bool used_ = false;
};

}  // namespace

int line_where_swept(const std::string& param, const ast::File& file, const SourceMap& sources) {
  return Search(param, file, sources).line();
}

}  // namespace mbs

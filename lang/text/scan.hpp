// What can be seen in a text before its grammar is known: words that have a meaning, comments, and
// which bracket closes which. Recovery from errors relies on it, for brackets are the parts that
// survive them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lang/text/lexeme.hpp"

namespace mbs {

bool is_reserved_word(std::string_view word);
// `param`, `let`, … : words that mean something only at the start of a statement.
bool is_statement_word(std::string_view word);
// `until every during vs as by from`: words that mean something only after an expression.
bool is_clause_word(std::string_view word);
const std::vector<std::string_view>& statement_words();

// Two names in a row, or a statement word with what may follow it: the start of a statement, and
// nothing that could continue an expression.
bool looks_like_statement(std::string_view text, std::size_t offset);

class TextScan {
 public:
  struct Range {
    std::uint32_t begin, end;
  };
  // From `begin` on, where no bracket is open.
  explicit TextScan(std::string_view text, std::size_t begin = 0);

  const std::vector<Range>& comments() const { return comments_; }
  const std::vector<Range>& strings() const { return strings_; }
  // Where the bracket at `offset` is closed or was opened; none if it is alone.
  std::optional<std::uint32_t> partner(std::uint32_t offset) const;
  bool has_unclosed() const { return unclosed_; }
  bool has_stray() const { return stray_; }
  bool has_open_string() const { return open_string_; }
  // The offset after the last character before `offset` that is neither blank, newline nor comment.
  std::uint32_t end_of_text_before(std::uint32_t offset) const;
  // The next offset where something stands that is neither blank, newline nor comment.
  std::uint32_t next_text(std::uint32_t offset) const;
  // The end of the logical line that `offset` lies in: the newline or `;` that ends it, or the
  // closing bracket around it; the end of an item is also a comma.
  std::uint32_t end_of_line(std::uint32_t offset, bool is_item = false) const;
  bool in_string(std::uint32_t offset) const { return find(strings_, offset) != nullptr; }
  // The string that `offset` lies in, or ends at.
  Range string_before(std::uint32_t offset) const;
  // May the text before `offset` not end there: an operator, a comma, `to`, `then`, …
  bool is_continued(std::uint32_t offset) const;

 private:
  struct Bracket {
    std::uint32_t offset;
    std::uint32_t partner;
  };
  void read_string(std::uint32_t& offset);
  void read_comment(std::uint32_t& offset);
  void open_bracket(std::uint32_t offset);
  void close_bracket(std::uint32_t offset);
  const Range* find(const std::vector<Range>& ranges, std::uint32_t offset) const;
  std::uint32_t step(std::uint32_t offset) const;

  std::string_view text_;
  std::vector<Range> comments_, strings_;
  std::vector<Bracket> brackets_;
  std::vector<std::uint32_t> open_;  // indices into brackets_
  int open_of_kind_[3] = {0, 0, 0};
  bool unclosed_ = false, stray_ = false, open_string_ = false;
};

}  // namespace mbs

#include "lang/text/scan.hpp"

#include <algorithm>

namespace mbs {

namespace {

constexpr std::uint32_t nowhere = 0xFFFFFFFF;

template <std::size_t N>
bool contains(const std::string_view (&words)[N], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

int kind_of_bracket(char c) {
  if (c == '(' || c == ')') return 0;
  return c == '[' || c == ']' ? 1 : 2;
}

}  // namespace

bool is_reserved_word(std::string_view word) {
  static constexpr std::string_view words[] = {"in",   "to",   "and",  "or",    "not",   "if",
                                               "then", "else", "true", "false", "within"};
  return contains(words, word);
}

const std::vector<std::string_view>& statement_words() {
  static const std::vector<std::string_view> words = {
      "param",    "let",   "fn",      "law",     "friction",  "template", "for",
      "sweep",    "use",   "default", "require", "warn",      "when",     "simulate",
      "continue", "print", "table",   "plot",    "histogram", "animate",  "expect",
      "stop",     "mbs",   "data",    "state",   "free",      "hold",     "engage"};
  return words;
}

bool is_statement_word(std::string_view word) {
  const auto& words = statement_words();
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_clause_word(std::string_view word) {
  static constexpr std::string_view words[] = {"until", "every", "during", "vs",
                                               "as",    "by",    "from"};
  return contains(words, word);
}

bool looks_like_statement(std::string_view text, std::size_t offset) {
  offset = skip_blanks(text, offset);
  const std::string_view first = word_at(text, offset);
  if (first.empty() || is_reserved_word(first)) return false;
  const std::size_t next = skip_blanks(text, offset + first.size());
  if (next >= text.size()) return is_statement_word(first);
  const std::string_view second = word_at(text, next);
  if (!second.empty()) return !is_reserved_word(second) && !is_clause_word(second);
  const char c = text[next];
  const bool opens_statement = c == '"' || c == '{' || c == '\n' || c == '\r' || is_digit(c);
  return opens_statement && is_statement_word(first);
}

TextScan::TextScan(std::string_view text, std::size_t begin) : text_(text) {
  for (auto i = static_cast<std::uint32_t>(begin); i < text_.size();) {
    const char c = text_[i];
    if (c == '#') {
      read_comment(i);
    } else if (c == '"') {
      read_string(i);
    } else {
      if (opens_bracket(c))
        open_bracket(i);
      else if (closes_bracket(c))
        close_bracket(i);
      ++i;
    }
  }
  unclosed_ = unclosed_ || !open_.empty();
}

void TextScan::read_comment(std::uint32_t& offset) {
  const auto end = static_cast<std::uint32_t>(end_of_comment(text_, offset));
  comments_.push_back({offset, end});
  offset = end;
}

void TextScan::read_string(std::uint32_t& offset) {
  const StringEnd end = end_of_string(text_, offset);
  open_string_ = open_string_ || !end.closed;
  strings_.push_back({offset, static_cast<std::uint32_t>(end.offset)});
  offset = strings_.back().end;
}

void TextScan::open_bracket(std::uint32_t offset) {
  open_.push_back(static_cast<std::uint32_t>(brackets_.size()));
  brackets_.push_back({offset, nowhere});
  ++open_of_kind_[kind_of_bracket(text_[offset])];
}

// Closes the innermost bracket of its kind; those inside that one stay unclosed.
void TextScan::close_bracket(std::uint32_t offset) {
  brackets_.push_back({offset, nowhere});
  const int kind = kind_of_bracket(text_[offset]);
  if (open_of_kind_[kind] == 0) {
    stray_ = true;
    return;
  }
  while (true) {
    Bracket& opener = brackets_[open_.back()];
    const int opener_kind = kind_of_bracket(text_[opener.offset]);
    open_.pop_back();
    --open_of_kind_[opener_kind];
    if (opener_kind == kind) {
      opener.partner = offset;
      brackets_.back().partner = opener.offset;
      return;
    }
    unclosed_ = true;
  }
}

std::optional<std::uint32_t> TextScan::partner(std::uint32_t offset) const {
  const auto found =
      std::lower_bound(brackets_.begin(), brackets_.end(), offset,
                       [](const Bracket& b, std::uint32_t value) { return b.offset < value; });
  if (found == brackets_.end() || found->offset != offset || found->partner == nowhere) return {};
  return found->partner;
}

// The range that contains `offset`.
const TextScan::Range* TextScan::find(const std::vector<Range>& ranges,
                                      std::uint32_t offset) const {
  auto after =
      std::upper_bound(ranges.begin(), ranges.end(), offset,
                       [](std::uint32_t value, const Range& r) { return value < r.begin; });
  if (after == ranges.begin()) return nullptr;
  --after;
  return offset < after->end ? &*after : nullptr;
}

std::uint32_t TextScan::end_of_text_before(std::uint32_t offset) const {
  while (offset > 0) {
    const char c = text_[offset - 1];
    const Range* comment = find(comments_, offset - 1);
    if (comment) {
      offset = comment->begin;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      --offset;
    } else {
      return offset;
    }
  }
  return 0;
}

bool TextScan::is_continued(std::uint32_t offset) const {
  const std::uint32_t end = end_of_text_before(offset);
  if (end == 0 || find(strings_, end - 1)) return false;
  if (is_continuing(text_.substr(end - 1, 1))) return true;
  const std::string_view before = text_.substr(0, end);
  return before.ends_with("..") || is_continuing(before.substr(begin_of_word(before, end)));
}

// Over one character, one string, one comment, or one pair of brackets and what they hold.
std::uint32_t TextScan::step(std::uint32_t offset) const {
  if (text_[offset] == '"') {
    if (const Range* string = find(strings_, offset)) return string->end;
  }
  if (text_[offset] == '#') {
    if (const Range* comment = find(comments_, offset)) return comment->end;
  }
  const auto other = partner(offset);
  return other && *other > offset ? *other + 1 : offset + 1;
}

std::uint32_t TextScan::next_text(std::uint32_t offset) const {
  while (offset < text_.size()) {
    const char c = text_[offset];
    if (c == '#') {
      offset = step(offset);
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++offset;
    } else {
      break;
    }
  }
  return offset;
}

TextScan::Range TextScan::string_before(std::uint32_t offset) const {
  const auto after =
      std::upper_bound(strings_.begin(), strings_.end(), offset,
                       [](std::uint32_t value, const Range& r) { return value < r.begin; });
  return after == strings_.begin() ? Range{offset, offset} : *(after - 1);
}

std::uint32_t TextScan::end_of_line(std::uint32_t offset, bool is_item) const {
  while (offset < text_.size()) {
    if (text_[offset] == ';' || (is_item && text_[offset] == ',')) return offset;
    if (is_newline(text_, offset)) {
      const std::uint32_t next = next_text(offset);
      if (!is_continued(offset) || looks_like_statement(text_, next)) return offset;
      offset = next;
      continue;
    }
    const auto other = partner(offset);
    if (other && *other < offset) return offset;
    offset = step(offset);
  }
  return static_cast<std::uint32_t>(text_.size());
}

}  // namespace mbs

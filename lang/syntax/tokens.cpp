#include "lang/syntax/tokens.hpp"

#include "lang/syntax/unit_text.hpp"
#include "lang/text/lexeme.hpp"
#include "lang/units/units.hpp"

namespace mbs {

namespace {

// Part of a name or a unit; bytes of letters beyond ASCII among them.
bool is_word_byte(char c) {
  return is_word_character(c) || c == '%' || (static_cast<unsigned char>(c) & 0x80) != 0;
}

class Cutter {
 public:
  explicit Cutter(std::string_view text) : text_(text) {}

  TokenText cut() {
    while (at_ < text_.size()) next();
    return std::move(result_);
  }

 private:
  void push(Token::Kind kind, std::size_t end) {
    result_.tokens.push_back({kind, at_, end, text_.substr(at_, end - at_)});
    at_ = end;
  }

  void next() {
    const char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else if (c == '\n' || c == ';') {
      push(Token::Kind::newline, at_ + 1);
    } else if (c == '#') {
      comment();
    } else if (c == '"') {
      string();
    } else if (is_digit(c)) {
      push(Token::Kind::number, end_of_number(text_, at_));
      unit();
    } else if (is_word_byte(c)) {
      word();
    } else {
      push(Token::Kind::sign, at_ + (text_.substr(at_, 2) == ".." ? 2 : 1));
    }
  }

  void comment() {
    at_ = end_of_comment(text_, at_);
    result_.inside_comment = at_ == text_.size();
  }

  void string() {
    const StringEnd end = end_of_string(text_, at_);
    result_.inside_string = !end.closed && end.offset == text_.size();
    push(Token::Kind::string, end.offset);
  }

  void word() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_word_byte(text_[end])) ++end;
    const bool behind_in = !result_.tokens.empty() && result_.tokens.back().is_word("in");
    push(behind_in && match_unit_symbol(text_.substr(at_)) == end - at_ ? Token::Kind::unit
                                                                        : Token::Kind::word,
         end);
  }

  // A unit behind the number just read, on the same line.
  void unit() {
    std::size_t begin = at_;
    while (begin < text_.size() && text_[begin] == ' ') ++begin;
    const std::size_t length = read_unit(text_.substr(begin)).length;
    if (length == 0) return;
    at_ = begin;
    push(Token::Kind::unit, begin + length);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  TokenText result_;
};

}  // namespace

TokenText cut_into_tokens(std::string_view text) {
  return Cutter(text).cut();
}

std::size_t word_begin(std::string_view text, std::size_t cursor) {
  std::size_t begin = cursor;
  while (begin > 0 && is_word_byte(text[begin - 1])) --begin;
  if (begin < cursor && is_digit(text[begin])) {
    const std::size_t end = end_of_number(text.substr(0, cursor), begin);
    // `x1` is a name, `5m` a number with its unit.
    return end;
  }
  return begin;
}

}  // namespace mbs

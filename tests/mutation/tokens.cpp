#include "tests/mutation/tokens.hpp"

#include <cstring>

#include "lang/text/lexeme.hpp"

namespace mbs::mutation {

namespace {

bool in(char c, const char* set) {
  return c != '\0' && std::strchr(set, c) != nullptr;
}
class Cutter {
 public:
  explicit Cutter(const std::string& text) : text_(text) {}

  Tokens cut() {
    Tokens tokens;
    while (at_ < text_.size()) {
      const std::size_t begin = at_;
      const Kind kind = next();
      tokens.push_back({kind, text_.substr(begin, at_ - begin)});
    }
    return tokens;
  }

 private:
  char here(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  template <class Test>
  void skip(Test test) {
    while (at_ < text_.size() && test(text_[at_])) ++at_;
  }
  Kind next() {
    const char c = text_[at_];
    if (c == '\n') return ++at_, Kind::newline;
    if (in(c, " \t\r")) return skip([](char x) { return in(x, " \t\r"); }), Kind::blank;
    if (c == '#') return at_ = end_of_comment(text_, at_), Kind::comment;
    if (c == '"') return at_ = end_of_string(text_, at_).offset, Kind::text;
    if (is_digit(c)) return at_ = end_of_number(text_, at_), Kind::number;
    if (const auto word = word_at(text_, at_); !word.empty()) return at_ += word.size(), Kind::name;
    at_ += 1 + (in(here(1), "=.") && in(c, "=<>!.") ? 1 : 0);
    return Kind::sign;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

// How much deeper it is behind a token.
int depth_of(const Token& token) {
  if (token.kind != Kind::sign) return 0;
  return opens_bracket(token.text[0]) ? 1 : closes_bracket(token.text[0]) ? -1 : 0;
}

std::size_t end_of_value(const Tokens& tokens, std::size_t at) {
  for (int depth = 0; at < tokens.size(); ++at) {
    const Token& token = tokens[at];
    if (depth == 0 && (token.kind == Kind::newline || token.text == ",")) break;
    depth += depth_of(token);
    if (depth < 0) break;
  }
  return at;
}

}  // namespace

Tokens tokens_of(const std::string& text) {
  return Cutter(text).cut();
}

std::string text_of(const Tokens& tokens, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) text += tokens[i].text;
  return text;
}

std::string text_of(const Tokens& tokens) {
  return text_of(tokens, 0, tokens.size());
}

std::vector<std::size_t> places_of(const Tokens& tokens, Kind kind) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i].kind == kind) places.push_back(i);
  return places;
}

std::vector<Unit> units_of(const Tokens& tokens) {
  std::vector<Unit> units;
  for (const std::size_t number : places_of(tokens, Kind::number)) {
    std::size_t begin = number + 1;
    if (begin < tokens.size() && tokens[begin].kind == Kind::blank) ++begin;
    std::size_t end = begin;
    while (end < tokens.size() &&
           (tokens[end].kind == Kind::name ||
            (end > begin && (tokens[end].kind == Kind::number || in(tokens[end].text[0], "*/^")))))
      ++end;
    if (end > begin) units.push_back({begin, end});
  }
  return units;
}

std::vector<Attribute> attributes_of(const Tokens& tokens) {
  std::vector<Attribute> attributes;
  int depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    depth += depth_of(tokens[i]);
    if (depth == 0 || tokens[i].text != "=" || i == 0) continue;
    std::size_t name = i - 1;
    if (tokens[name].kind == Kind::blank && name > 0) --name;
    std::size_t value = i + 1;
    if (value < tokens.size() && tokens[value].kind == Kind::blank) ++value;
    if (tokens[name].kind == Kind::name)
      attributes.push_back({name, value, end_of_value(tokens, value)});
  }
  return attributes;
}

std::vector<Statement> statements_of(const Tokens& tokens) {
  std::vector<Statement> statements;
  for (std::size_t begin = 0; begin < tokens.size();) {
    std::size_t line_end = begin;
    while (line_end < tokens.size() && tokens[line_end].kind != Kind::newline) ++line_end;
    std::size_t end = begin;
    for (int depth = 0; end < tokens.size(); ++end) {
      depth += depth_of(tokens[end]);
      if (depth < 0 || (depth == 0 && tokens[end].kind == Kind::newline)) break;
    }
    if (end < tokens.size() && tokens[end].kind == Kind::newline && line_end > begin)
      statements.push_back({begin, end + 1});
    begin = line_end + 1;
  }
  return statements;
}

}  // namespace mbs::mutation

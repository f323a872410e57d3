#include "service/complete_context.hpp"

#include <algorithm>

#include "lang/kinds/kinds.hpp"
#include "lang/kinds/options.hpp"
#include "lang/syntax/tokens.hpp"
#include "lang/text/lexeme.hpp"
#include "lang/text/scan.hpp"

namespace mbs {

namespace {

enum class Inside { statements, attributes, columns, options, data, law, brackets };

// An open bracket, or the whole text.
struct Frame {
  Inside inside = Inside::statements;
  std::string head;        // the kind, the statement word, or what is called
  std::size_t opener = 0;  // token of the bracket
  std::size_t start = 0;   // first token of the current statement or item
  bool points = false;     // a loop in the block of a body
};

bool continues_line(const Token& token) {
  return token.kind != Token::Kind::string && token.kind != Token::Kind::unit &&
         is_continuing(token.text);
}

class Reader {
 public:
  Reader(std::string_view text, std::size_t cursor)
      : text_(text), begin_(word_begin(text, cursor)) {}

  CompletionContext read() {
    context_.begin = begin_;
    if (begin_ > 0 && text_[begin_ - 1] == '\\') return give(Expected::greek);
    cut_ = cut_into_tokens(text_.substr(0, begin_));
    if (cut_.inside_comment || cut_.inside_string) return give(Expected::nothing);
    frames_.push_back({});
    for (std::size_t i = 0; i < tokens().size(); ++i) follow(i);
    context_.law = law_here();
    return decide();
  }

 private:
  const std::vector<Token>& tokens() const { return cut_.tokens; }
  const Frame& frame() const { return frames_.back(); }
  std::size_t count() const { return tokens().size() - frame().start; }
  const Token& item(std::size_t i) const { return tokens()[frame().start + i]; }
  const Token* last(std::size_t back = 0) const {
    return tokens().size() > back ? &tokens()[tokens().size() - 1 - back] : nullptr;
  }

  CompletionContext give(Expected expected) {
    context_.expected = expected;
    return context_;
  }

  // ---- brackets and items -----------------------------------------------------------

  void follow(std::size_t i) {
    const Token& token = tokens()[i];
    Frame& top = frames_.back();
    if (token.kind == Token::Kind::sign && (token.is("(") || token.is("["))) {
      frames_.push_back({Inside::brackets, called(i), i, i + 1});
    } else if (token.is("{")) {
      frames_.push_back(block(i));
    } else if (token.is(")") || token.is("]") || token.is("}")) {
      if (frames_.size() > 1) frames_.pop_back();
    } else if (token.kind == Token::Kind::newline) {
      const bool goes_on = i > top.start && continues_line(tokens()[i - 1]);
      if (top.inside != Inside::brackets && !goes_on) top.start = i + 1;
    } else if (token.is(",") && top.inside != Inside::statements) {
      top.start = i + 1;
    }
  }

  // What is called by the bracket at token i: `flores` of `flores(`.
  std::string called(std::size_t i) const {
    const bool call = tokens()[i].is("(") && i > 0 && tokens()[i - 1].kind == Token::Kind::word &&
                      tokens()[i - 1].end == tokens()[i].begin;
    return call ? std::string(tokens()[i - 1].text) : std::string();
  }

  Frame block(std::size_t i) const {
    const Frame& outer = frame();
    Frame inner{Inside::statements, "", i, i + 1};
    if (outer.start >= i) return inner;
    inner.head = tokens()[outer.start].text;
    inner.points = inner.head == "for" && (outer.points || outer.inside == Inside::attributes);
    const std::string& head = inner.head;
    if (head == "table") {
      inner.inside = Inside::columns;
    } else if (head == "data") {
      inner.inside = Inside::data;
    } else if (!options_of(head).empty()) {
      inner.inside = Inside::options;
    } else if (head == "law" || head == "friction") {
      inner.inside = Inside::law;
    } else if (head == "default" && outer.start + 1 < i) {
      inner.inside = Inside::attributes;
      inner.head = tokens()[outer.start + 1].text;
    } else if (!is_statement_word(head)) {
      inner.inside = Inside::attributes;
    }
    return inner;
  }

  // ---- laws ---------------------------------------------------------------------------

  // "law" or "friction" if the cursor is in the block of one, or behind its `=`.
  std::string law_here() const {
    for (const Frame& frame : frames_) {
      if (frame.inside == Inside::law) return frame.head;
      if (frame.inside != Inside::statements || frame.start >= tokens().size()) continue;
      const Token& first = tokens()[frame.start];
      if ((first.is_word("law") || first.is_word("friction")) && defined_behind(frame.start))
        return std::string(first.text);
    }
    return {};
  }

  // Whether a `=` follows that is not in brackets.
  bool defined_behind(std::size_t i) const {
    int depth = 0;
    for (; i < tokens().size(); ++i) {
      const Token& token = tokens()[i];
      if (token.is("(") || token.is("[") || token.is("{")) ++depth;
      if (token.is(")") || token.is("]") || token.is("}")) --depth;
      if (depth == 0 && token.is("=")) return true;
    }
    return false;
  }

  // ---- what is wanted -----------------------------------------------------------------

  CompletionContext decide() {
    if (is_command()) return command();
    if (const Token* dot = last(); dot && dot->is(".")) return field();
    if (wants_unit()) return unit();
    switch (frame().inside) {
      case Inside::brackets:
        return in_brackets();
      case Inside::attributes:
        return count() > 0 && item(0).is_word("for") ? in_statements() : in_attributes();
      case Inside::columns:
        return give(Expected::expression);
      case Inside::options:
      case Inside::data:
        return in_options();
      case Inside::law:
        return give(count() == 0 ? Expected::law_item : Expected::expression);
      case Inside::statements:
        return in_statements();
    }
    return give(Expected::nothing);
  }

  CompletionContext in_options() {
    context_.head = frame().head;
    if (count() == 0) return give(Expected::option);
    if (count() == 1 || !item(1).is("=")) return give(Expected::expression);
    context_.name = item(0).text;
    return give(count() == 2 ? Expected::option_value : Expected::expression);
  }

  bool is_command() const { return !tokens().empty() && tokens()[0].is(":"); }

  CompletionContext command() {
    if (tokens().size() == 1) return give(Expected::command);
    context_.head = tokens()[1].text;
    return give(Expected::command_argument);
  }

  CompletionContext field() {
    std::vector<std::string> path;
    std::size_t i = tokens().size() - 1;  // at the dot
    if (i > 0 && tokens()[i - 1].is(")")) return field_of_call(i - 1);
    while (i > 0 && tokens()[i].is(".")) {
      --i;
      while (tokens()[i].is("]")) {  // over an index
        int depth = 0;
        do {
          depth += tokens()[i].is("]") ? 1 : tokens()[i].is("[") ? -1 : 0;
        } while (depth > 0 && i-- > 0);
        if (i == 0 || i > tokens().size()) return give(Expected::nothing);
        --i;
      }
      if (tokens()[i].kind != Token::Kind::word) return give(Expected::nothing);
      path.insert(path.begin(), std::string(tokens()[i].text));
      if (i == 0) break;
      --i;
    }
    context_.path = std::move(path);
    return give(Expected::field);
  }

  // `harmonic(x, f).`: the path is "()" and the function.
  CompletionContext field_of_call(std::size_t close) {
    int depth = 0;
    std::size_t i = close;
    do {
      depth += tokens()[i].is(")") ? 1 : tokens()[i].is("(") ? -1 : 0;
    } while (depth > 0 && i-- > 0);
    const bool named = depth == 0 && i > 0 && tokens()[i - 1].kind == Token::Kind::word;
    context_.path = {"()", named ? std::string(tokens()[i - 1].text) : std::string()};
    return give(Expected::field);
  }

  // Behind the number that is all of an attribute, or of a duration, the unit must fit that.
  CompletionContext unit() {
    if (frame().inside == Inside::attributes && count() == 3 &&
        (item(1).is("=") || item(1).is("~"))) {
      context_.head = frame().head;
      context_.name = item(0).text;
    }
    if (frame().inside == Inside::statements && count() == 2) context_.head = item(0).text;
    context_.converts = last()->is_word("in");
    std::size_t i = tokens().size() - 1;  // `3 m/`: the number before what is there of the unit
    while (i > 0 && tokens()[i].kind != Token::Kind::number && !context_.converts) --i;
    context_.quantity = context_.converts ? begin_ : tokens()[i].begin;
    return give(Expected::unit);
  }

  bool wants_unit() const {
    const Token* token = last();
    if (!token) return false;
    if (token->kind == Token::Kind::number) return true;
    const bool adjacent = token->end == begin_;
    if (adjacent && (token->is("*") || token->is("/"))) {
      const Token* before = last(1);
      return before && before->kind == Token::Kind::unit && before->end == token->begin;
    }
    const bool of_rule = last(2) && last(2)->is_word("for");  // `[x^2 for x in l]`
    return token->is_word("in") && !of_rule && !in_head();
  }

  // Before the `=` or `{` of a declaration or in the clauses of a loop, `in` is no conversion.
  bool in_head() const {
    const bool statements = frame().inside == Inside::statements;
    if (count() == 0 || (!statements && frame().inside != Inside::attributes)) return false;
    if (item(0).is_word("for") || item(0).is_word("sweep")) return true;
    return statements && is_declaration();
  }

  bool is_declaration() const {
    if (count() < 2 || item(0).kind != Token::Kind::word || is_statement_word(item(0).text))
      return false;
    bool colon = false;
    for (std::size_t i = 1; i < count(); ++i) {
      if (item(i).is("=") || item(i).is("{")) return false;
      colon |= item(i).is(":");
    }
    return colon || item(1).kind == Token::Kind::word;
  }

  CompletionContext in_brackets() {
    const Token& token = *last();
    if (token.is_word("during")) return give(Expected::window);
    context_.name = frame().head;
    const bool at_start = token.is("(") || token.is(",");
    return give(at_start && !context_.name.empty() ? Expected::argument : Expected::expression);
  }

  CompletionContext in_attributes() {
    context_.head = frame().head;
    if (count() == 0) {
      list_present();
      return give(Expected::attribute);
    }
    const Token& second = count() > 1 ? item(1) : item(0);
    if (count() >= 2 && (second.is("=") || second.is("~"))) {
      context_.name = item(0).text;
      return give(count() == 2 ? Expected::attribute_value : Expected::expression);
    }
    return give(count() == 1 ? Expected::nothing : Expected::expression);
  }

  void list_present() {
    for (std::size_t i = frame().opener + 1; i + 1 < tokens().size(); ++i) {
      const bool name = tokens()[i].kind == Token::Kind::word &&
                        (tokens()[i + 1].is("=") || tokens()[i + 1].is("~"));
      if (name) context_.present.emplace_back(tokens()[i].text);
    }
  }

  CompletionContext in_statements() {
    if (count() == 0) {
      context_.head = frame().head;
      return give(frame().points ? Expected::point : Expected::statement);
    }
    const std::string_view first = item(0).text;
    const Token& token = *last();
    if (first == "free" || first == "hold" || first == "engage") return give(Expected::switched);
    if (token.is_word("during")) return give(Expected::window);
    if (token.is_word("to") &&
        (first == "table" || first == "plot" || first == "histogram" || first == "animate"))
      return give(Expected::nothing);  // a file
    if (goes_on(first, token)) {
      context_.head = first;
      return give(Expected::clause);
    }
    if (count() == 1) {
      if (first == "sweep") return give(Expected::param);
      if (first == "default") return give(Expected::kind);
      static constexpr std::string_view then_expression[] = {"require",  "warn",      "when",
                                                             "simulate", "continue",  "print",
                                                             "plot",     "histogram", "expect"};
      const bool expression = std::find(std::begin(then_expression), std::end(then_expression),
                                        first) != std::end(then_expression);
      return give(expression ? Expected::expression : Expected::nothing);
    }
    if (first == "sweep" && token.is(",")) return give(Expected::param);
    if (is_declaration()) {
      const bool end = token.is(":") || token.is_word("to") || token.is_word("in");
      return give(end ? Expected::object : Expected::nothing);
    }
    return give(Expected::expression);
  }

  // Behind what may be all of an expression, or of a name.
  bool goes_on(std::string_view first, const Token& token) const {
    const bool has_clauses = first == "table" || first == "plot" || first == "simulate" ||
                             first == "continue" || first == "histogram" || first == "for" ||
                             first == "sweep";
    if (!has_clauses || (count() == 1 && first != "table")) return false;
    const bool keyword = token.is_word("every") || token.is_word("vs") || token.is_word("until") ||
                         token.is_word("as") || token.is_word("in") || token.is_word("to");
    const bool operand = token.kind == Token::Kind::word || token.kind == Token::Kind::unit ||
                         token.kind == Token::Kind::string || token.is(")") || token.is("]");
    return operand && !keyword;
  }

  std::string_view text_;
  std::size_t begin_;
  TokenText cut_;
  std::vector<Frame> frames_;
  CompletionContext context_;
};

}  // namespace

CompletionContext completion_context(std::string_view text, std::size_t cursor) {
  return Reader(text, std::min(cursor, text.size())).read();
}

}  // namespace mbs

#include "lang/syntax/parse_failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "lang/kinds/kinds.hpp"
#include "lang/text/foreign_words.hpp"
#include "lang/text/suggest.hpp"
#include "lang/text/utf8.hpp"
#include "lang/units/units.hpp"

namespace mbs::grammar {

namespace {

struct Foreign {  // a character of another notation and what it is here
  std::string_view character;
  std::string_view meant;
};
constexpr Foreign foreign_characters[] = {
    {"×", "`*`"},  {"÷", "`/`"},   {"−", "`-`"},    {"–", "`-`"},          {"·", "`*`"},
    {"²", "`^2`"}, {"³", "`^3`"},  {"≤", "`<=`"},   {"≥", "`>=`"},         {"≠", "`!=`"},
    {"≈", "`~`"},  {"“", "`\"`"},  {"”", "`\"`"},   {"„", "`\"`"},         {"&", "`and`"},
    {"|", "`or`"}, {"!", "`not`"}, {"√", "`sqrt`"}, {"\u00A0", "a blank"}, {"∞", "`inf`"},
    {"’", "`'`"},  {"‘", "`\"`"},
};

std::string_view example_of(std::string_view kind) {
  const KindInfo* known = find_kind(kind);
  return known ? std::string_view(known->example) : "revolute A: crank.tip to rod";
}

bool is_digit(std::string_view text, std::size_t offset) {
  return offset < text.size() && text[offset] >= '0' && text[offset] <= '9';
}

bool starts_with_at(std::string_view text, std::size_t offset, std::string_view part) {
  return offset <= text.size() && text.substr(offset).starts_with(part);
}

bool is_meaningless(std::string_view text, std::size_t offset) {
  const utf8::Character c = utf8::decode(text, offset);
  if (c.code == '!') return !starts_with_at(text, offset, "!=");
  const bool greek = c.code >= 0x370 && c.code <= 0x3FF, of_unit = c.code == 0xB5 || c.code == 0xB0;
  if (c.code >= 0x80) return !greek && !of_unit;
  const char byte = static_cast<char>(c.code);
  const bool alphanumeric =
      (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
  return !alphanumeric &&
         std::string_view("_\"#()[]{}+-*/^<>=~.,:;'% \t\r\n").find(byte) == std::string_view::npos;
}

// Bytes of the word, number, sign or character at `offset`.
std::size_t token_length(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return 0;
  if (const std::string_view word = word_at(text, offset); !word.empty()) return word.size();
  std::size_t end = offset;
  while (is_digit(text, end) || (end > offset && text[end] == '.' && is_digit(text, end + 1)))
    ++end;
  if (end > offset) return end - offset;
  for (const std::string_view sign : {"..", "<=", ">=", "==", "!="}) {
    if (starts_with_at(text, offset, sign)) return sign.size();
  }
  return utf8::decode(text, offset).length;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 40;
  if (text.size() <= longest) return fmt::format("`{}`", text);
  std::size_t end = 0;
  while (end < longest) end += utf8::decode(text, end).length;
  return fmt::format("`{}...`", text.substr(0, end));
}

class Failure {
 public:
  Failure(State& state, std::size_t offset, Expected expected)
      : state_(state), text_(state.text), expected_(expected), at_(skip_blanks(text_, offset)) {
    previous_end_ = state.scan.end_of_text_before(static_cast<std::uint32_t>(at_));
  }

  Diagnostic diagnose() {
    if (expected_.code == Code::E0114) return too_deep();
    if (expected_.code == Code::E0106) return open_string();
    if (expected_.what == "an escape") return escape();
    if (expected_.what == "plain text") return hole_in_message();
    if (auto d = wrong_character()) return *d;
    if (auto d = wrong_number()) return *d;
    switch (expected_.code) {
      case Code::E0101:
        return no_statement();
      case Code::E0102:
        return no_end();
      case Code::E0107:
        return no_separator();
      case Code::E0201:
        return no_unit();
      case Code::E0108:
        return no_equals();
      default:
        return missing(expected_.code);
    }
  }

 private:
  Diagnostic make(Code code, Span span, std::string message, std::string label = {}) const {
    return {code, std::move(message), {{span, std::move(label)}}, {}, {}, {}, {}};
  }

  bool at_end() const {
    return at_ >= text_.size() || is_newline(text_, at_) || text_[at_] == '#' || text_[at_] == ';';
  }
  std::string_view found() const { return text_.substr(at_, token_length(text_, at_)); }
  Span found_span() const {
    if (at_end()) return state_.span(previous_end_, previous_end_);
    return state_.span(at_, at_ + found().size());
  }
  std::string found_text() const {
    if (at_ >= text_.size()) return "the end of the text";
    return at_end() ? "the end of the line" : in_quotes(found());
  }

  std::string_view previous() const {
    std::size_t begin = previous_end_;
    if (begin == 0) return {};
    const auto string = state_.scan.string_before(static_cast<std::uint32_t>(begin - 1));
    if (string.end == previous_end_) return text_.substr(string.begin, string.end - string.begin);
    const auto is_part = [&](std::size_t i) {
      return !word_at(text_, i).empty() || is_digit(text_, i);
    };
    while (begin > 0 && is_part(begin - 1)) --begin;
    if (begin < previous_end_) return text_.substr(begin, previous_end_ - begin);
    --begin;
    while (begin > 0 && (static_cast<unsigned char>(text_[begin]) & 0xC0u) == 0x80u) --begin;
    if (begin > 0 && token_length(text_, begin - 1) == previous_end_ - begin + 1) --begin;
    return text_.substr(begin, previous_end_ - begin);
  }
  std::string after() const {
    const std::string_view word = previous();
    return word.empty() ? "" : " after " + in_quotes(word);
  }

  Diagnostic too_deep() const {
    const Span here = state_.span(at_, at_ + token_length(text_, at_));
    return make(Code::E0114, here, fmt::format("more than {} levels of nesting", max_nesting));
  }

  Diagnostic open_string() const {
    const auto string = state_.scan.string_before(static_cast<std::uint32_t>(at_));
    return make(Code::E0106,
                state_.span(string.begin, std::max<std::size_t>(string.end, string.begin + 1)),
                "the string does not end on its line");
  }

  Diagnostic escape() const {
    const std::size_t end = at_end() ? at_ : at_ + utf8::decode(text_, at_).length;
    Diagnostic d =
        make(Code::E0110, state_.span(at_ - 1, end),
             fmt::format("`{}` has no meaning in a string", text_.substr(at_ - 1, end - at_ + 1)));
    d.hint = "a backslash stands before `n`, `t`, `\"`, `\\`, `{` or `}`";
    return d;
  }

  Diagnostic hole_in_message() const {
    Diagnostic d = make(Code::E0110, state_.span(at_, at_ + 1),
                        "`{` has no meaning here: this text has no holes");
    d.hint = "for the character itself write `\\{`";
    return d;
  }

  std::optional<Diagnostic> wrong_character() const {
    if (at_ >= text_.size() || state_.scan.in_string(static_cast<std::uint32_t>(at_))) return {};
    const char c = text_[at_];
    const bool closer = c == ')' || c == ']' || c == '}';
    if (closer && !state_.scan.partner(static_cast<std::uint32_t>(at_))) {
      return make(Code::E0104, state_.span(at_, at_ + 1), fmt::format("`{}` closes nothing", c));
    }
    if (!is_meaningless(text_, at_)) return {};
    const std::string_view character = text_.substr(at_, utf8::decode(text_, at_).length);
    const auto code = static_cast<unsigned>(utf8::decode(text_, at_).code);
    const bool visible = code > 0x20 && code != 0x7F && !(code >= 0x80 && code <= 0xA0);
    const std::string shown =
        visible ? fmt::format("`{}`", character) : fmt::format("U+{:04X}", code);
    Diagnostic d = make(Code::E0110, state_.span(at_, at_ + character.size()),
                        fmt::format("the character {} has no meaning here", shown));
    for (const Foreign& foreign : foreign_characters) {
      if (foreign.character == character) d.hint = fmt::format("use {}", foreign.meant);
    }
    return d;
  }

  // `.5`, and `0,5` where no comma can stand.
  std::optional<Diagnostic> wrong_number() const {
    if (starts_with_at(text_, at_, ".") && is_digit(text_, at_ + 1)) {
      const std::size_t length = 1 + token_length(text_, at_ + 1);
      const std::string_view number = text_.substr(at_, length);
      Diagnostic d = make(Code::E0109, state_.span(at_, at_ + length),
                          fmt::format("`{}` is not a number", number));
      d.hint = fmt::format("write `0{}`", number);
      return d;
    }
    const bool comma_here = starts_with_at(text_, at_, ",") && is_digit(text_, at_ + 1);
    const bool comma_before = at_ > 0 && text_[at_ - 1] == ',' && is_digit(text_, at_);
    const bool ends = expected_.code == Code::E0102 || expected_.code == Code::E0108;
    if (!ends || !(comma_here || comma_before)) return {};
    const std::size_t comma = comma_here ? at_ : at_ - 1;
    std::size_t begin = comma;
    while (begin > 0 && is_digit(text_, begin - 1)) --begin;
    if (begin == comma) return {};
    const std::size_t end = comma + 1 + token_length(text_, comma + 1);
    const std::string_view number = text_.substr(begin, end - begin);
    Diagnostic d =
        make(Code::E0109, state_.span(begin, end), fmt::format("`{}` is not a number", number));
    d.hint = fmt::format("write `{}.{}`", text_.substr(begin, comma - begin),
                         text_.substr(comma + 1, end - comma - 1));
    return d;
  }

  Diagnostic no_statement() const {
    Diagnostic d =
        make(Code::E0101, found_span(), in_quotes(found()) + " does not start a statement");
    const std::size_t next = skip_blanks(text_, at_ + found().size());
    std::vector<std::string> words;
    for (const std::string_view word : statement_words()) words.emplace_back(word);
    if (found() == "world") {
      d.message = "`world` needs its kind";
      d.hint = "`world planar { gravity = (0, -9.81) m/s^2 }`";
    } else if (const std::string_view hint = foreign_statement(found()); !hint.empty()) {
      d.hint = std::string(hint);
    } else if (const auto near = suggest(found(), words)) {
      d.labels[0].text = fmt::format("did you mean `{}`?", *near);
      d.fix = Fix{found_span(), *near};
    } else if (found() == "if") {
      d.hint = "a choice is part of an expression: `let a = if b then c else d`";
    } else if (starts_with_at(text_, at_, "//") || found() == "%") {
      d.hint = "a comment begins with `#`";
    } else if (std::string_view("+-*/^,").find(text_[at_]) != std::string_view::npos) {
      d.hint = "a line that goes on ends in an operator or a comma; it does not begin with one";
    } else if (starts_with_at(text_, next, ":")) {
      d.hint = "a declaration has a kind before its name: `revolute A: crank.tip to rod`";
    } else if (starts_with_at(text_, next, "==")) {
      d.hint = fmt::format("a comparison is no statement: `expect {} == ...` tests it", found());
    } else if (starts_with_at(text_, next, "=")) {
      d.hint = fmt::format("a value gets its name with `let {} = ...`", found());
    }
    return d;
  }

  bool is_lone_equals() const {
    return starts_with_at(text_, at_, "=") && !starts_with_at(text_, at_, "==");
  }

  Diagnostic no_end() const {
    Diagnostic d = make(Code::E0102, found_span(),
                        fmt::format("expected {} before {}", expected_.what, found_text()));
    const std::string_view first = word_at(text_, state_.statement_begin);
    const bool declares = !is_statement_word(first);
    if (first == "simulate" && (is_lone_equals() || is_digit(text_, at_))) {
      d.hint = "the duration stands alone: `simulate 20 ms`";
    } else if (is_lone_equals()) {
      d.hint = "to compare, write `==`";
    } else if (behind_during()) {
      d.hint = std::string(bounded_during);
    } else if (first == "histogram" && word_at(text_, at_) == "vs") {
      d.hint = "a histogram counts items over their own values: it takes no `vs`";
    } else if (found() == "at" && !declares) {
      d.hint = fmt::format("the value at an instant is `at({}, {})`", reference_before(),
                           rest_of_argument());
    } else if (first == "simulate" && previous() == "until") {
      d.hint = "the longest time comes first: `simulate 5 s until ...`";
    } else if (const std::string_view hint = foreign_statement(first); !hint.empty()) {
      d.hint = std::string(hint);
    } else if (first == "point" && found() == ",") {
      d.hint = "a vector stands in parentheses: `(400, 0) mm`";
    } else if (declares && (found() == "," || !word_at(text_, at_).empty())) {
      d.hint = fmt::format("a declaration reads `{}`", example_of(first));
    } else if (declares && found() == ".") {
      const auto end = fmt::format("{}.{} ", reference_before(), word_at(text_, at_ + 1));
      d.hint = fmt::format("a declaration has a name of its own: `{} name: {}…`", first,
                           find_kind(first) ? end : "");
    }
    return d;
  }

  // "ball.y", which ends before what was found.
  std::string_view reference_before() const {
    std::size_t begin = previous_end_;
    const auto is_part = [&](std::size_t i) {
      return !word_at(text_, i).empty() || is_digit(text_, i) ||
             std::string_view(".[]'").find(text_[i]) != std::string_view::npos;
    };
    while (begin > state_.statement_begin && is_part(begin - 1)) --begin;
    return text_.substr(begin, previous_end_ - begin);
  }
  // "0.3 s", which follows it.
  std::string_view rest_of_argument() const {
    const std::size_t begin = skip_blanks(text_, at_ + found().size());
    std::size_t end = std::min(text_.find_first_of(",;#}\n", begin), text_.size());
    while (end > begin && (text_[end - 1] == ' ' || text_[end - 1] == '\t')) --end;
    return text_.substr(begin, end - begin);
  }

  Diagnostic no_separator() const {
    const std::string_view last = previous();
    if (last == "," || last == "(" || last == "[") return missing(Code::E0103, "an expression");
    Diagnostic d = make(Code::E0107, found_span(),
                        fmt::format("expected {} before {}", expected_.what, found_text()));
    if (is_lone_equals()) d.hint = "to compare, write `==`";
    if (found() == "if" && expected_.what.find(']') != std::string_view::npos)
      d.hint =
          "those items for which it holds are a list themselves: `l[l > 1]`, "
          "`[x^2 for x in l[l > 1]]`; a choice of values stands before `for`";
    if (last == "f" && found() == "\"") d.hint = "any text takes values in braces: `\"peak {x}\"`";
    return d;
  }

  Diagnostic no_unit() const {
    const std::string_view rest = text_.substr(std::min(at_, text_.size()));
    const std::string_view word = rest.substr(0, unit_word_length(rest));
    if (word.empty()) return missing(Code::E0113);
    Diagnostic d = make(Code::E0201, state_.span(at_, at_ + word.size()),
                        fmt::format("there is no unit {}", in_quotes(word)));
    if (const auto near = suggest(word, unit_symbols())) {
      d.labels[0].text = fmt::format("did you mean `{}`?", *near);
      d.fix = Fix{d.labels[0].span, *near};
    }
    return d;
  }

  Diagnostic comparison(std::size_t at) const {
    const Span span = state_.span(at, at + 2);
    Diagnostic d = make(Code::E0108, span, "expected `=` before `==`");
    d.hint = "`=` gives a value, `==` compares";
    d.fix = Fix{span, "="};
    return d;
  }

  Diagnostic no_equals() const {
    const std::size_t sign = skip_blanks(text_, at_ + word_at(text_, at_).size());
    if (starts_with_at(text_, sign, "==")) return comparison(sign);
    if (starts_with_at(text_, sign, "=") && starts_with_at(text_, sign - 1, "=="))
      return comparison(sign - 1);
    const bool item = expected_.what == "an attribute";
    const std::string_view word = word_at(text_, at_);
    if (item && !word.empty() && !is_reserved_word(word)) {
      const std::size_t end = at_ + word.size();
      const std::size_t next = skip_blanks(text_, end);
      const std::size_t length = is_newline(text_, next) ? 0 : token_length(text_, next);
      const Span span = length == 0 ? state_.span(end, end) : state_.span(next, next + length);
      Diagnostic d = make(Code::E0108, span, fmt::format("expected `=` after {}", in_quotes(word)));
      d.hint = "attributes read `name = value`";
      return d;
    }
    Diagnostic d = missing(Code::E0108);
    if (expected_.what == "`name = value`") {
      d.message = fmt::format("expected `name = value` before {}", found_text());
      if (found() == "return") d.hint = "a law sets its force: `FN = ...`";
    }
    if (item) d.hint = "attributes read `name = value`";
    if (item && is_digit(text_, at_) && previous() == ",")
      d.hint = "a vector stands in parentheses: `(0, 50) mm`";
    return d;
  }

  // The whole of a statement whose braces are missing.
  static std::string_view form_of(std::string_view statement) {
    if (statement == "for") return "loops read `for i in 1..3 { ... }`";
    if (statement == "sweep") return "a sweep reads `sweep p in [1, 2] mm { ... }`";
    if (statement == "table") return "a table reads `table every 1 ms { t, x }`";
    if (statement == "when") return "an event reads `when x > 1 m { ... }`";
    return {};
  }

  // All behind a `during` belongs to the interval, or is the name of the run.
  static constexpr std::string_view bounded_during =
      "brackets say how far `during` reaches: `(x during rough) - 1 mm`, `(x during 1 s .. 2 s) < "
      "3 m`";
  bool behind_during() const {
    const std::size_t begin = state_.statement_begin;
    const std::size_t word = text_.substr(begin, at_ - begin).rfind(" during ");
    const std::string_view next = found();
    return word != text_.npos && (next == "during" || next == "~" || next == "<" || next == ">" ||
                                  next == "<=" || next == ">=" || next == "==" || next == "!=");
  }

  bool in_hole() const {
    return at_ < text_.size() && state_.scan.in_string(static_cast<std::uint32_t>(at_));
  }

  // What someone who knows other languages may have meant.
  std::string_view hint_for(Code code) const {
    const bool expression = code == Code::E0103;
    if (previous() == "*" && starts_with_at(text_, at_, "*")) return "powers are written `a^b`";
    if (expression && previous() == "=" && starts_with_at(text_, at_, "{"))
      return "a block stands right behind the name, without `=`";
    if (expression && previous() == "{" && in_hole())
      return "braces in a text hold a value; for the character itself write `\\{`";
    if (expression && starts_with_at(text_, at_, "'")) return "texts stand in double quotes";
    if (expected_.what == "`in`") return form_of("for");
    if (code == Code::E0113 && previous() == "in" && starts_with_at(text_, at_, "\""))
      return "a unit stands without quotes: `x in mm`";
    if (expected_.what == "`vs`" && behind_during() && word_at(text_, at_) != "in")
      return bounded_during;
    if (expected_.what == "`vs`" && word_at(text_, at_) == "in")
      return "a unit stands before `during`: `x in mm during rough`";
    if (expected_.what == "`vs`") return "a plot reads `plot y vs x`";
    if (expected_.what == "`{`") return form_of(word_at(text_, state_.statement_begin));
    if (expected_.what == "`within`") return "for instance `~ 3 mm within 1%`";
    if (is_lone_equals() && code == Code::E0113) return "to compare, write `==`";
    return {};
  }

  Diagnostic missing(Code code) const { return missing(code, expected_.what); }
  Diagnostic missing(Code code, std::string_view what) const {
    Diagnostic d = make(code, found_span(), fmt::format("expected {}{}", what, after()));
    if (const auto hint = hint_for(code); !hint.empty()) d.hint = std::string(hint);
    return d;
  }

  State& state_;
  std::string_view text_;
  Expected expected_;
  std::size_t at_;
  std::size_t previous_end_;
};

// The first line after `offset` that begins like a statement at its left edge.
std::optional<std::size_t> next_statement(std::string_view text, std::size_t offset) {
  for (std::size_t line = text.find('\n', offset); line != std::string_view::npos;
       line = text.find('\n', line + 1)) {
    if (line + 1 >= text.size() || text[line + 1] == ' ' || text[line + 1] == '\t') continue;
    if (looks_like_statement(text, line + 1)) return line + 1;
  }
  return {};
}

void remember_broken_name(State& state, std::size_t begin) {
  const std::string_view first = word_at(state.text, begin);
  const std::size_t next = skip_blanks(state.text, begin + first.size());
  const std::string_view second = word_at(state.text, next);
  static constexpr std::string_view defining[] = {"param", "let",      "fn",
                                                  "law",   "friction", "template"};
  const bool defines =
      !is_statement_word(first) ||
      std::find(std::begin(defining), std::end(defining), first) != std::end(defining);
  if (first.empty() || second.empty() || !defines || is_reserved_word(second)) return;
  state.broken.push_back({std::string(second), state.span(next, next + second.size())});
}

}  // namespace

void fail(State& state, Diagnostic diagnostic) {
  state.diagnostics.add(std::move(diagnostic));
  throw Abandon{};
}

void fail(State& state, std::size_t offset, Expected expected) {
  fail(state, Failure(state, offset, expected).diagnose());
}

void require_partner(State& state, std::size_t offset) {
  const auto place = static_cast<std::uint32_t>(offset);
  if (state.scan.partner(place) || state.scan.in_string(place)) return;
  const char bracket = state.text[offset];
  Diagnostic d{Code::E0105, fmt::format("`{}` is never closed", bracket), {}, {}, {}, {}, {}};
  d.labels = {{state.span(offset, offset + 1), "opened here"}};
  const auto next = next_statement(state.text, offset);
  if (bracket == '{') {
    state.resume = next.value_or(state.text.size());
    if (next) {
      const int line = state.sources.place(state.source, static_cast<std::uint32_t>(*next)).line;
      d.notes.push_back(fmt::format("line {} looks like a new statement", line));
    }
  }
  fail(state, std::move(d));
}

std::size_t skip_broken(State& state, std::size_t begin, bool is_item) {
  remember_broken_name(state, begin);
  const auto start = static_cast<std::uint32_t>(begin);
  std::uint32_t end = state.scan.end_of_line(start, is_item);
  const auto on_line_end = [&] {
    return end < state.text.size() &&
           (is_newline(state.text, end) || state.text[end] == ';' || state.text[end] == ',');
  };
  while (end + 1 < state.resume && on_line_end()) end = state.scan.end_of_line(end + 1);
  state.resume = 0;
  if (is_item && starts_with_at(state.text, end, ",")) ++end;
  if (end == start && end < state.text.size() && state.text[end] != '}') ++end;
  // A closing bracket that ends nothing here must not stop the parser for ever.
  if (end == start && !state.scan.partner(end)) ++end;
  const std::uint32_t node = static_cast<std::uint32_t>(state.nodes.size());
  state.nodes.push_back({Kind::broken, start, end, node + 1});
  return end - start;
}

}  // namespace mbs::grammar

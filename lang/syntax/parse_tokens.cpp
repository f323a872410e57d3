// The hand-written rules of the grammar: numbers, units, and what needs a look ahead.
#include <fmt/format.h>

#include <charconv>

#include "lang/syntax/grammar_tokens.hpp"
#include "lang/syntax/unit_text.hpp"
#include "lang/text/suggest.hpp"
#include "lang/units/units.hpp"

namespace mbs::grammar {

namespace {

std::size_t end_of_digits(std::string_view text, std::size_t offset) {
  while (offset < text.size() && is_digit(text[offset])) ++offset;
  return offset;
}

bool is_any_of(std::string_view text, std::size_t offset, std::string_view characters) {
  return offset < text.size() && characters.find(text[offset]) != std::string_view::npos;
}

[[noreturn]] void fail_number(State& state, std::size_t begin, std::size_t end, std::string hint) {
  Diagnostic d{Code::E0109, "", {{state.span(begin, end), ""}}, {}, {}, {}, {}};
  d.message = fmt::format("`{}` is not a number", state.text.substr(begin, end - begin));
  if (!hint.empty()) d.hint = std::move(hint);
  fail(state, std::move(d));
}

// What may follow no number: a second point, `_`, an exponent without digits.
void check_end_of_number(State& state, std::size_t begin, std::size_t end) {
  const std::string_view text = state.text;
  const std::string_view number = text.substr(begin, end - begin);
  if (is_any_of(text, end, ".") && !is_any_of(text, end + 1, ".")) {
    const std::size_t stop = end_of_digits(text, end + 1);
    const bool whole = number.find_first_of(".eE") == std::string_view::npos;
    fail_number(state, begin, stop,
                whole ? fmt::format("write `{}` or `{}.0`", number, number) : "");
  }
  if (is_any_of(text, end, "_")) {
    fail_number(state, begin, end + word_at(text, end).size(),
                "digits are written without separators");
  }
  const bool bare_exponent = is_any_of(text, end, "eE") && (word_at(text, end).size() == 1);
  if (bare_exponent) {
    const std::size_t stop = end + (is_any_of(text, end + 1, "+-") ? 2 : 1);
    fail_number(state, begin, stop, "an exponent needs digits: `1e3`");
  }
  double value = 0;
  if (std::from_chars(number.data(), number.data() + number.size(), value).ec != std::errc()) {
    fail_number(state, begin, end, "numbers reach from 1e-307 to 1e308");
  }
}

Diagnostic shifted(Diagnostic d, const State& state, std::size_t offset) {
  for (Label& label : d.labels) {
    label.span = state.span(offset + label.span.begin, offset + label.span.end);
  }
  return d;
}

std::size_t checked_unit(State& state, std::size_t offset) {
  UnitReading reading = read_unit(state.text.substr(offset));
  if (reading.problem) fail(state, shifted(std::move(*reading.problem), state, offset));
  return reading.length;
}

// `name =`, `name ~`, `name:`: the start of the next item, not a unit.
bool is_followed_by_sign(std::string_view text, std::size_t offset) {
  offset = skip_blanks(text, offset);
  return is_any_of(text, offset, "=~:") && !text.substr(offset).starts_with("==");
}

// Can the word at `offset` be meant as a unit?
bool is_meant_as_unit(const State& state, std::size_t offset) {
  const std::string_view rest = state.text.substr(offset);
  const std::string_view word = rest.substr(0, unit_word_length(rest));
  if (word.empty() || is_reserved_word(word) || is_clause_word(word)) return false;
  return !is_followed_by_sign(state.text, offset + word.size()) &&
         !looks_like_statement(state.text, offset);
}

void require_single_unit(State& state, std::size_t begin, std::size_t end) {
  const std::size_t next = skip_blanks(state.text, end);
  const std::size_t length = match_unit_symbol(state.text.substr(next));
  if (length == 0 || !is_meant_as_unit(state, next)) return;
  Diagnostic d{Code::E0207, "the unit is given twice", {}, {}, {}, {}, {}};
  d.labels = {{state.span(next, next + length), ""}, {state.span(begin, end), "first here"}};
  d.hint = fmt::format("a product of units is written with a sign: `{}*{}`",
                       state.text.substr(begin, end - begin), state.text.substr(next, length));
  fail(state, std::move(d));
}

}  // namespace

std::size_t continued_line::measure(const State& state, std::size_t offset) {
  if (!is_any_of(state.text, offset, "#") && !is_newline(state.text, offset)) return 0;
  const std::size_t next = state.scan.next_text(static_cast<std::uint32_t>(offset));
  if (next >= state.text.size() || looks_like_statement(state.text, next)) return 0;
  return next - offset;
}

std::size_t digits::measure(State& state, std::size_t offset) {
  const std::string_view text = state.text;
  const std::size_t end = end_of_number(text, offset);
  if (end == offset) return 0;
  check_end_of_number(state, offset, end);
  return end - offset;
}

std::size_t unit::measure(State& state, std::size_t offset) {
  return checked_unit(state, offset);
}

std::size_t unit_of_value::measure(State& state, std::size_t offset) {
  const std::size_t length = checked_unit(state, offset);
  if (length > 0) {
    require_single_unit(state, offset, offset + length);
  } else if (is_meant_as_unit(state, offset)) {
    fail(state, offset, {Code::E0201, "a unit"});
  }
  return length;
}

std::size_t brackets_ahead::measure(const State& state, std::size_t offset) {
  if (!is_any_of(state.text, offset, "[")) return 0;
  const auto close = state.scan.partner(static_cast<std::uint32_t>(offset));
  return close ? *close + 1 - offset : 0;
}

}  // namespace mbs::grammar

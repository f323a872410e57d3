#include "lang/syntax/unit_text.hpp"

#include <fmt/format.h>

#include <charconv>

#include "lang/text/scan.hpp"
#include "lang/units/units.hpp"

namespace mbs {

namespace {

constexpr std::string_view middle_dot = "\u00B7";

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  UnitReading read() {
    const bool inverse = rest().starts_with("1/") && begins_denominator(1);
    if (inverse) {
      position_ = 1;
    } else if (!product(1)) {
      return {};
    }
    if (begins_denominator(position_)) denominator();
    if (begins_denominator(position_) && !result_.problem) second_slash();
    result_.length = position_;
    return std::move(result_);
  }

 private:
  std::string_view rest(std::size_t offset = 0) const { return text_.substr(position_ + offset); }
  std::string_view from(std::size_t offset) const { return text_.substr(offset); }

  bool begins_denominator(std::size_t slash) const {
    if (!from(slash).starts_with("/")) return false;
    if (match_unit_symbol(from(slash + 1)) > 0) return true;
    return from(slash + 1).starts_with("(") && grouped(slash + 1);
  }

  // Is the `(` at `open` the start of `(product)`? Otherwise it belongs to an expression.
  bool grouped(std::size_t open) const {
    Reader inner(from(open + 1));
    return inner.product(1) && inner.rest().starts_with(")");
  }

  bool product(int sign) {
    if (!factor(sign)) return false;
    while (true) {
      const std::size_t sign_length =
          rest().starts_with("*") ? 1 : (rest().starts_with(middle_dot) ? middle_dot.size() : 0);
      if (sign_length == 0 || match_unit_symbol(rest(sign_length)) == 0) return true;
      position_ += sign_length;
      factor(sign);
    }
  }

  void denominator() {
    ++position_;
    if (!rest().starts_with("(")) {
      factor(-1);
      return;
    }
    ++position_;
    product(-1);
    ++position_;
  }

  bool factor(int sign) {
    const std::size_t length = match_unit_symbol(rest());
    if (length == 0) return false;
    ast::UnitFactor factor;
    factor.symbol = std::string(rest().substr(0, length));
    factor.span = span(position_, position_ + length);
    factor.exponent = sign;
    position_ += length;
    if (rest().starts_with("^")) exponent(factor, sign);
    factor.span.end = static_cast<std::uint32_t>(position_);
    result_.factors.push_back(std::move(factor));
    return true;
  }

  void exponent(ast::UnitFactor& factor, int sign) {
    const std::size_t caret = position_++;
    const std::string_view name = word_at(rest(), 0);
    if (!name.empty() && !is_reserved_word(name)) {
      factor.exponent_name = std::string(name);
      position_ += name.size();
      return;
    }
    double value = 0;
    if (fraction(value) || decimal(value)) {
      factor.exponent = sign * value;
      return;
    }
    bad_exponent(caret);
  }

  // ["-"] DIGITS ["." DIGITS]
  bool decimal(double& value) {
    std::size_t end = rest().starts_with("-") ? 1 : 0;
    const std::size_t first = end;
    end = digits(end);
    if (end == first) return false;
    if (rest(end).starts_with(".") && digits(end + 1) > end + 1) end = digits(end + 1);
    return number(end, value);
  }

  // "(" ["-"] INT "/" INT ")"
  bool fraction(double& value) {
    if (!rest().starts_with("(")) return false;
    const std::size_t top = rest(1).starts_with("-") ? 2 : 1;
    const std::size_t slash = digits(top);
    if (slash == top || !rest(slash).starts_with("/")) return false;
    const std::size_t close = digits(slash + 1);
    if (close == slash + 1 || !rest(close).starts_with(")")) return false;
    double above = 0, below = 0;
    ++position_;
    if (!number(slash - 1, above)) return false;
    ++position_;
    if (!number(close - slash - 1, below) || below == 0) return false;
    ++position_;
    value = above / below;
    return true;
  }

  std::size_t digits(std::size_t offset) const {
    while (offset < rest().size() && rest()[offset] >= '0' && rest()[offset] <= '9') ++offset;
    return offset;
  }

  bool number(std::size_t length, double& value) {
    const char* begin = rest().data();
    const bool good = std::from_chars(begin, begin + length, value).ec == std::errc();
    position_ += length;
    return good;
  }

  void bad_exponent(std::size_t caret) {
    const auto place = span(caret, std::max(position_, caret + 1));
    report(Code::E0206, place, "an exponent of a unit is a number, a fraction or a name",
           "`m^1.5`, `m^(1/3)` or `m^n`");
  }

  void second_slash() {
    const std::size_t begin = position_;
    const std::size_t slash = text_.find('/');
    const std::size_t first_end = position_;
    denominator();
    std::string_view first = text_.substr(slash + 1, first_end - slash - 1);
    std::string_view second = text_.substr(begin + 1, position_ - begin - 1);
    for (std::string_view* part : {&first, &second}) {
      if (part->starts_with("(")) *part = part->substr(1, part->size() - 2);
    }
    report(Code::E0210, span(0, position_), "a unit has at most one `/`",
           fmt::format("one denominator holds them all: `{}/({}*{})`{}", text_.substr(0, slash),
                       first, second, to_divide(begin)));
  }

  // What is meant where a value has the name of a unit: `9.81 m/s^2/H` with `let H = 2 N`.
  std::string to_divide(std::size_t slash) const {
    const std::string_view second = text_.substr(slash + 1, position_ - slash - 1);
    if (second.find_first_of("(*^") != second.npos) return {};
    return fmt::format("; a blank ends a unit: `{} / {}` divides by a value of that name",
                       text_.substr(0, slash), second);
  }

  void report(Code code, Span place, std::string message, std::string hint) {
    if (result_.problem) return;
    result_.problem =
        Diagnostic{code, std::move(message), {{place, ""}}, {}, std::move(hint), {}, {}};
  }

  static Span span(std::size_t begin, std::size_t end) {
    return {0, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  std::string_view text_;
  std::size_t position_ = 0;
  UnitReading result_;
};

}  // namespace

UnitReading read_unit(std::string_view text) {
  return Reader(text).read();
}

}  // namespace mbs

#include "cli/passes/sweep_values.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "lang/scenario/compile_options.hpp"
#include "lang/syntax/format.hpp"
#include "lang/syntax/parse.hpp"
#include "lang/text/number.hpp"
#include "lang/text/scan.hpp"

namespace mbs {

namespace {

constexpr int most_values = 10000;

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == text.npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(' ') - begin + 1));
}

// The parts between commas that stand in no bracket and no string.
std::vector<std::string> split_at_commas(const std::string& text) {
  const TextScan scan(text);
  std::vector<std::string> parts(1);
  for (std::uint32_t i = 0; i < text.size(); ++i) {
    const auto partner = scan.in_string(i) ? std::nullopt : scan.partner(i);
    if (partner && *partner > i) {
      parts.back() += text.substr(i, *partner - i + 1);
      i = *partner;
    } else if (text[i] == ',' && !scan.in_string(i)) {
      parts.emplace_back();
    } else {
      parts.back() += text[i];
    }
  }
  return parts;
}

// In standard form; what is no expression stays as it is, for the compilation to complain of.
std::string standard_form(const std::string& text) {
  SourceMap sources;
  Diagnostics diagnostics;
  const ast::ExprPtr value = parse_expression(sources, sources.add("", text), diagnostics);
  return value && !diagnostics.has_errors() ? format(sources, *value) : text;
}

struct Quantity {
  double number = 0;
  std::string unit;  // as written
};

std::optional<Quantity> read_quantity(std::string_view given) {
  const std::string text = trimmed(given);
  Quantity quantity;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, quantity.number);
  if (error != std::errc()) return {};
  quantity.unit = trimmed(std::string_view(rest, static_cast<std::size_t>(end - rest)));
  return quantity;
}

// "a..b:n" to n values; empty if the text is no such range.
std::vector<std::string> read_range(const std::string& text, std::string& problem) {
  const std::size_t dots = text.find(".."), colon = text.rfind(':');
  if (dots == text.npos || colon == text.npos || colon < dots) return {};
  const auto low = read_quantity(std::string_view(text).substr(0, dots));
  const auto high = read_quantity(std::string_view(text).substr(dots + 2, colon - dots - 2));
  const std::string count_text = trimmed(std::string_view(text).substr(colon + 1));
  int count = 0;
  const char* end = count_text.data() + count_text.size();
  const auto [rest, error] = std::from_chars(count_text.data(), end, count);
  const bool one_unit = low && high && (low->unit.empty() || low->unit == high->unit);
  if (!one_unit || error != std::errc() || rest != end || count < 2 || count > most_values) {
    problem = fmt::format(
        "write a range with two numbers, one unit and a count from 2 to {}, such "
        "as `0.1..0.5mm:5`, not `{}`",
        most_values, text);
    return {};
  }
  std::vector<std::string> values;
  for (int i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / (count - 1);
    const double value = low->number * (1 - share) + high->number * share;
    values.push_back(trimmed(format_number(value, 12) + " " + high->unit));
  }
  return values;
}

}  // namespace

SweptParam read_swept(const std::string& text, std::string& problem) {
  const std::size_t sign = text.find('=');
  SweptParam param{trimmed(text.substr(0, sign)), {}};
  if (sign == text.npos || param.name.empty()) {
    problem = fmt::format("`{}` gives a param no values: write `param=value,value`", text);
    return param;
  }
  for (const std::string& part : split_at_commas(text.substr(sign + 1))) {
    std::vector<std::string> values = read_range(part, problem);
    if (values.empty()) values = {standard_form(trimmed(part))};
    if (values[0].empty()) problem = fmt::format("a value is missing in `{}`", text);
    param.values.insert(param.values.end(), values.begin(), values.end());
  }
  return param;
}

std::vector<std::vector<Override>> combinations(const std::vector<SweptParam>& params) {
  std::vector<std::vector<Override>> all(1);
  for (const SweptParam& param : params) {
    std::vector<std::vector<Override>> longer;
    for (const std::vector<Override>& shorter : all) {
      for (const std::string& value : param.values) {
        longer.push_back(shorter);
        longer.back().push_back({param.name, value});
      }
    }
    all = std::move(longer);
  }
  return all;
}

}  // namespace mbs

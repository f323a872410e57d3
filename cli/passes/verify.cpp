#include "cli/passes/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "cli/output/json_values.hpp"
#include "cli/output/text_table.hpp"
#include "cli/output/values_text.hpp"

namespace mbs {

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

// The numbers within a text, such as "mass 3 kg": what is shown of them can be compared as well.
void numbers_in(const std::string& text, std::vector<double>& out) {
  const std::string digits = "0123456789";
  for (std::size_t i = text.find_first_of(digits); i != std::string::npos;
       i = text.find_first_of(digits, i)) {
    if (i > 0 && text[i - 1] == '-') --i;
    double value = 0;
    const char* end = std::from_chars(text.data() + i, text.data() + text.size(), value).ptr;
    out.push_back(value);
    i = static_cast<std::size_t>(end - text.data());
  }
}

int shared_digits(double a, double b, int most) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return most;
  const double off = std::abs(a - b) / std::max(std::abs(a), std::abs(b));
  if (!std::isfinite(off)) return 0;
  return std::clamp(static_cast<int>(std::floor(-std::log10(off))), 0, most);
}

// The value that shares fewest digits with the other run's.
Verification::Value worst_of(const Recital::Numbers& first, const Recital::Numbers* again,
                             int most) {
  Verification::Value worst{first.heading, first.values.size(), missing, missing, most + 1};
  const auto other = [&](std::size_t i) {
    return again && i < again->values.size() ? again->values[i] : missing;
  };
  const std::size_t count = std::max(first.values.size(), again ? again->values.size() : 0);
  for (std::size_t i = 0; i < count; ++i) {
    const double a = i < first.values.size() ? first.values[i] : missing, b = other(i);
    const int digits = shared_digits(a, b, most);
    if (digits < worst.digits) worst.value = a, worst.again = b, worst.digits = digits;
  }
  if (!again) worst.digits = 0;
  return worst;
}

std::string shown(double value, const Unit& unit, int digits) {
  return value_text(Cell::number(value), unit, digits);
}

}  // namespace

void Recital::keep(const std::string& of, const Heading& heading, const std::vector<Cell>& cells) {
  Numbers found{heading, {}};
  found.heading.label = of;
  for (const Cell& cell : cells) {
    if (cell.kind == Cell::Kind::text) {
      found.heading.unit = {};
      numbers_in(cell.text, found.values);
    } else {
      found.values.push_back(cell.kind == Cell::Kind::missing ? missing : cell.value);
    }
  }
  if (found.values.empty()) return;
  const Place place{of, shown_[of]++};
  order.push_back(place);
  numbers.emplace(place, std::move(found));
}

std::string Recital::give(Output output) {
  take(
      output,
      [&](const Printed& printed) {
        for (const PrintPart& part : printed.parts)
          keep(part.heading.label, part.heading, part.cells);
      },
      [&](const TableOutput& table) { keep(table); },
      [&](const Diagnostic& diagnostic) { keep(diagnostic); });
  return RelaySink::give(std::move(output));
}

void Recital::keep(const TableOutput& table) {
  ++tables_;
  const std::string name = table.name.empty() ? fmt::format("table {}", tables_) : table.name;
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    std::vector<Cell> cells;
    for (const auto& row : table.rows)
      if (k < row.size()) cells.push_back(row[k]);
    keep(fmt::format("{}: {}", name, table.columns[k].label), table.columns[k], cells);
  }
}

void Recital::keep(const Diagnostic& diagnostic) {
  if (diagnostic.code == Code::E0801 && !diagnostic.labels.empty()) {
    const Span place = diagnostic.labels.front().span;
    Failed& entry = failed[{place.source, place.begin}];
    entry.message = diagnostic.message;
    ++entry.times;
  } else if (info(diagnostic.code).severity == Severity::error) {
    errors.push_back(diagnostic.message);
  }
}

Verification compare(const Recital& first, const Recital& again, int most) {
  Verification result;
  result.errors = again.errors;
  for (const Recital::Place& place : first.order) {
    const auto other = again.numbers.find(place);
    result.values.push_back(worst_of(
        first.numbers.at(place), other == again.numbers.end() ? nullptr : &other->second, most));
  }
  auto all = first.failed;
  all.insert(again.failed.begin(), again.failed.end());
  for (const auto& [place, one] : all) {
    const auto times = [&place = place](const Recital& run) {
      const auto found = run.failed.find(place);
      return found == run.failed.end() ? 0 : found->second.times;
    };
    if (times(first) != times(again))
      result.flips.push_back({one.message, times(first), times(again)});
  }
  return result;
}

std::string verification_text(const Verification& v, int digits) {
  TextTable table;
  table.columns.resize(4);
  const char* names[] = {"verified", "value", "at tol/10", "digits"};
  for (std::size_t k = 0; k < 4; ++k) table.columns[k] = {names[k], "", k > 0, {}};
  for (const Verification::Value& value : v.values) {
    std::string of = column_head(value.heading.label, value.heading.unit.text);
    if (value.count > 1) of += fmt::format(", the worst of {}", value.count);
    table.columns[0].cells.push_back(of);
    table.columns[1].cells.push_back(shown(value.value, value.heading.unit, digits));
    table.columns[2].cells.push_back(shown(value.again, value.heading.unit, digits));
    table.columns[3].cells.push_back(std::to_string(value.digits));
  }
  std::string text = v.values.empty() ? "" : "\n" + render(table);
  const auto times = [](int n) {
    return n == 0 ? std::string("holds") : n == 1 ? "fails" : fmt::format("fails {} times", n);
  };
  for (const Verification::Flip& flip : v.flips)
    text += fmt::format("not verified: {}: {}, at tol/10 it {}\n", flip.expectation,
                        times(flip.failed), times(flip.failed_again));
  for (const std::string& error : v.errors)
    text += fmt::format("not verified: the second run: {}\n", error);
  return text;
}

std::string verification_json(const Verification& v) {
  nlohmann::ordered_json object = {{"type", "verified"}};
  auto& values = object["values"] = nlohmann::ordered_json::array();
  for (const Verification::Value& value : v.values) {
    const Unit& unit = value.heading.unit;
    values.push_back({{"name", value.heading.label},
                      {"unit", unit.text},
                      {"count", value.count},
                      {"value", value_of(Cell::number(value.value), unit)},
                      {"again", value_of(Cell::number(value.again), unit)},
                      {"digits", value.digits}});
  }
  auto& flips = object["expectations"] = nlohmann::ordered_json::array();
  for (const Verification::Flip& flip : v.flips)
    flips.push_back(
        {{"text", flip.expectation}, {"failed", flip.failed}, {"failed_again", flip.failed_again}});
  object["errors"] = v.errors;
  return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace mbs

#include "cli/session/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lang/text/lexeme.hpp"
#include "lang/text/number.hpp"
#include "runtime/results/quantity_text.hpp"

namespace mbs {

namespace {

// Units of one quantity, the largest first. Values below `least` of a unit take the next one.
std::string handy(double value, std::initializer_list<std::pair<const char*, double>> units,
                  int digits) {
  constexpr double least = 0.1;
  const auto& [base, base_factor] =
      *std::find_if(units.begin(), units.end(), [](const auto& unit) { return unit.second == 1; });
  if (value == 0 || !std::isfinite(value))
    return fmt::format("{} {}", format_number(value, digits), base);
  for (const auto& [text, factor] : units) {
    if (std::abs(value) / factor >= least)
      return fmt::format("{} {}", format_number(value / factor, digits), text);
  }
  return fmt::format("{} {}", format_number(value / base_factor, digits), base);
}

// A unit that can be read again anywhere: exponents that are names belong to one place only.
bool readable(const Unit& unit) {
  for (std::size_t i = 0; i + 1 < unit.text.size(); ++i) {
    if (unit.text[i] == '^' && is_letter(unit.text[i + 1])) return false;
  }
  return true;
}

std::string in_unit(const std::string& number, const Unit& unit) {
  const std::string si = si_unit(unit.dimension);
  std::string text = si.empty() ? number : number + " " + si;
  if (!unit.text.empty() && unit.text != si && readable(unit)) text += " in " + unit.text;
  return "(" + text + ")";
}

std::string joined(const std::vector<const Cell*>& cells, const char* open, const char* close) {
  std::string text = open;
  for (std::size_t i = 0; i < cells.size(); ++i)
    text += fmt::format("{}{}", i > 0 ? ", " : "", cells[i]->value);
  return text + close;
}

bool all_numbers(const std::vector<const Cell*>& cells) {
  return std::all_of(cells.begin(), cells.end(), [](const Cell* cell) {
    return cell->kind == Cell::Kind::number && std::isfinite(cell->value);
  });
}

// The parts of a vector, told by their number: one expression was printed.
PrintPart vector_part(const std::vector<PrintPart>& parts, int digits) {
  std::string numbers;
  const Unit& unit = parts.front().heading.unit;
  for (const PrintPart& part : parts) {
    const Cell cell = part.cells.empty() ? Cell::none() : part.cells.front();
    numbers += (numbers.empty() ? "" : ", ") + cell_text(cell, {"", unit.factor, {}}, digits);
  }
  const std::string suffix = unit.text.empty() ? "" : " " + unit.text;
  PrintPart merged;
  merged.cells = {Cell::of_text("(" + numbers + ")" + suffix)};
  return merged;
}

// The parts of a record, as `harmonic` gives one, have names of their own: "amplitude = 0.3 m".
bool is_record(const std::vector<PrintPart>& parts) {
  const std::string& label = parts.front().heading.label;
  const std::string part = label.substr(label.rfind('.') + 1);
  const bool of_vector = part == "x" || part == "w";
  return parts.size() > 1 && parts[0].named && label != parts[1].heading.label && !of_vector;
}

std::vector<PrintPart> record_parts(std::vector<PrintPart> parts) {
  for (PrintPart& part : parts) {
    std::string& label = part.heading.label;
    label = label.substr(label.rfind('.') + 1);
  }
  return parts;
}

}  // namespace

std::string handy_time(double seconds, int digits) {
  return handy(seconds, {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}}, digits);
}

std::string handy_length(double metres, int digits) {
  return handy(metres, {{"m", 1}, {"mm", 1e-3}, {"um", 1e-6}, {"nm", 1e-9}}, digits);
}

std::string handy_force(double newtons, int digits) {
  return handy(newtons, {{"MN", 1e6}, {"kN", 1e3}, {"N", 1}, {"mN", 1e-3}}, digits);
}

std::string literal_text(const std::vector<PrintPart>& parts) {
  std::vector<const Cell*> cells;
  for (const PrintPart& part : parts) {
    for (const Cell& cell : part.cells) cells.push_back(&cell);
  }
  if (cells.empty() || parts.empty()) return {};
  const Unit& unit = parts.front().heading.unit;
  if (cells.size() == 1 && cells[0]->kind == Cell::Kind::boolean)
    return cells[0]->value != 0 ? "true" : "false";
  if (!all_numbers(cells)) return {};
  if (parts.size() > 1) return in_unit(joined(cells, "(", ")"), unit);
  if (parts.front().is_list) return in_unit(joined(cells, "[", "]"), unit);
  return in_unit(fmt::format("{}", cells[0]->value), unit);
}

std::string run_line(const RunSummary& summary, int digits) {
  long steps = 0;
  for (const auto& [name, count] : summary.counters) {
    if (name == "steps") steps = count;
  }
  std::size_t impacts = 0;
  for (const RunSummary::Contact& contact : summary.contacts) impacts += contact.impacts;
  std::string text = fmt::format("{} in {} steps", handy_time(summary.to, digits), steps);
  if (!summary.method.empty() && summary.method != "IDA") text += " by " + summary.method;
  if (!summary.contacts.empty())
    text += fmt::format(", {} {}", impacts, impacts == 1 ? "impact" : "impacts");
  if (summary.termination == "until") text += "; ended by `until`";
  if (summary.termination == "stopped") text += "; ended by `stop`";
  return text;
}

// What is shown of an expression; its value is kept.
void SessionSink::value(std::vector<PrintPart>& parts) {
  if (is_record(parts)) {
    parts = record_parts(parts);
    return;
  }
  answer_ = literal_text(parts);
  printed_text_ =
      parts.size() == 1 && parts[0].cells.size() == 1 && parts[0].cells[0].kind == Cell::Kind::text;
  if (parts.size() > 1) parts = {vector_part(parts, options_.digits)};
  for (PrintPart& part : parts) part.named = false;
}

// What a page of the run shows, too.
void SessionSink::keep(const Output& output) {
  if (options_.sweep) return;
  mbs::take(
      output, [&](const RunSummary& o) { summary_ = o; },
      [&](const PlotOutput& o) {
        if (!o.t.empty()) plots_.push_back(o);
      },
      [&](const Expectation& o) { expectations_.push_back(o); });
}

std::string SessionSink::give(Output output) {
  keep(output);
  auto* printed = std::get_if<Printed>(&output);
  if (printed && options_.expression) value(printed->parts);
  const auto* summary = std::get_if<RunSummary>(&output);
  const bool whole = summary && summary->termination != "failed" &&
                     summary->termination != "time limit" && !options_.sweep;
  const std::string line = whole ? run_line(*summary, options_.digits) + "\n" : "";
  std::string problem = RelaySink::give(std::move(output));
  if (whole) out_.text(line);
  return problem;
}

}  // namespace mbs

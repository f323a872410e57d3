#include "cli/output/units_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/output/values_text.hpp"
#include "lang/compile.hpp"
#include "lang/syntax/parse.hpp"
#include "lang/text/number.hpp"
#include "runtime/study/executor.hpp"

namespace mbs {

namespace {

struct Said {
  std::string text;
  double number = 0;
};

// How far a number is from one that is easily said, in decades.
double awkwardness(double number) {
  const double decades = std::log10(std::abs(number));
  return decades < 0 ? -2 * decades : decades;
}

// `µm` is `um`, and `°` is `deg`.
bool is_other_spelling(const std::string& symbol) {
  return static_cast<unsigned char>(symbol[0]) >= 0x80;
}

bool in_hertz(const std::string& unit) {
  return unit.find("Hz") != std::string::npos;
}

// The named units of a dimension; for angular speeds also those of an angle per second.
std::vector<Unit> units_like(const Unit& shown) {
  std::vector<Unit> units;
  for (const std::string& symbol : unit_symbols()) {
    auto unit = find_unit(symbol);
    if (unit && unit->dimension == shown.dimension) units.push_back(std::move(*unit));
  }
  if (!(shown.dimension == dim::angular_speed) || in_hertz(shown.text)) return units;
  for (const char* angle : {"rad", "rev", "deg"})
    units.push_back({fmt::format("{}/s", angle), find_unit(angle)->factor, dim::angular_speed});
  return units;
}

std::vector<std::string> other_units(double value, const Unit& shown, int digits) {
  constexpr std::size_t most = 6;
  constexpr double too_awkward = 6;
  std::vector<Said> said;
  const std::string si = si_unit(shown.dimension);
  for (const Unit& unit : units_like(shown)) {
    const std::string& symbol = unit.text;
    if (symbol == shown.text || symbol == si || is_other_spelling(symbol)) continue;
    // 5 Hz is not 5 rpm: whether turns or radians are meant nobody knows.
    const bool frequency = in_hertz(symbol) || symbol == "rpm";
    if (frequency && in_hertz(symbol) != in_hertz(shown.text)) continue;
    const double number = value / unit.factor;
    if (std::isfinite(number) && number != 0 && awkwardness(number) < too_awkward)
      said.push_back({fmt::format("{} {}", format_number(number, digits), symbol), number});
  }
  std::stable_sort(said.begin(), said.end(), [](const Said& a, const Said& b) {
    return awkwardness(a.number) < awkwardness(b.number);
  });
  said.resize(std::min(said.size(), most));
  std::vector<std::string> texts;
  for (Said& one : said) texts.push_back(std::move(one.text));
  return texts;
}

}  // namespace

std::string units_report(const std::vector<PrintPart>& value, int digits) {
  std::string text;
  for (const PrintPart& part : value) {
    PrintPart bare = part;
    bare.named = false;
    text += part_text(bare, digits) + "\n";
  }
  if (value.size() != 1 || value[0].cells.size() != 1) return text;
  const Cell& cell = value[0].cells[0];
  if (cell.kind != Cell::Kind::number) return text;
  const Unit& unit = value[0].heading.unit;
  const std::string name = quantity_name(unit.dimension);
  text += fmt::format("  dimension   {}{}\n", to_string(unit.dimension),
                      name.empty() ? "" : " (" + name + ")");
  const std::string si = si_unit(unit.dimension);
  text += fmt::format("  in SI       {}{}\n", format_number(cell.value, digits),
                      si.empty() ? "" : " " + si);
  std::string equal;
  for (const std::string& other : other_units(cell.value, unit, digits))
    equal += (equal.empty() ? "" : ", ") + other;
  if (!equal.empty()) text += "  equal to    " + equal + "\n";
  return text;
}

std::vector<PrintPart> constant_value(SourceMap& sources, const std::string& text,
                                      const std::string& unit, Diagnostics& diagnostics) {
  const std::string whole = unit.empty() ? text : fmt::format("({}) in {}", text, unit);
  const int source = sources.add("<expression>", whole);
  const ast::ExprPtr expression = parse_expression(sources, source, diagnostics);
  if (!expression || diagnostics.has_errors()) return {};
  auto print = std::make_shared<ast::Statement>();
  print->span = print->head = expression->span;
  print->node = ast::Print{{expression}};
  ast::File file;
  file.source = source;
  file.statements = {print};
  Compilation compilation = compile(sources, file, {});
  for (const Diagnostic& diagnostic : compilation.diagnostics.list()) diagnostics.add(diagnostic);
  if (!compilation.scenario) return {};
  BufferedSink sink;
  Executor executor(std::make_shared<const ir::Scenario>(std::move(*compilation.scenario)), {},
                    sink);
  executor.execute_all();
  for (const Diagnostic& diagnostic : diagnostics_of(sink.outputs())) diagnostics.add(diagnostic);
  return last_printed(sink.outputs());
}

}  // namespace mbs

#include "cli/output/kept_signals.hpp"

#include <fmt/format.h>

#include <cmath>

#include "cli/output/csv.hpp"
#include "cli/output/json_values.hpp"
#include "cli/output/text_table.hpp"
#include "cli/output/values_text.hpp"
#include "lang/text/number.hpp"

namespace mbs {

namespace {

using Json = nlohmann::ordered_json;

Json series_of(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

}  // namespace

std::string run_name(const KeptSignals& kept) {
  std::string name;
  for (const std::size_t pass : kept.passes) name += fmt::format("pass{:04}-", pass);
  return name + fmt::format("run{}", kept.number);
}

std::string signals_csv(const KeptSignals& kept) {
  std::vector<std::string> fields = {column_head("t", "s")};
  for (const Heading& heading : kept.headings)
    fields.push_back(column_head(heading.label, heading.unit.text));
  std::string text = csv_row(fields);
  for (std::size_t i = 0; i < kept.t.size(); ++i) {
    text += format_number(kept.t[i], csv_digits);
    for (const std::vector<double>& column : kept.columns) {
      text += ',';
      if (!std::isnan(column[i])) text += format_number(column[i], csv_digits);
    }
    text += "\r\n";
  }
  return text;
}

Json signals_json(const KeptSignals& kept, const std::string& pass) {
  Json object = {{"type", "signals"}, {"run", kept.number}};
  if (!kept.name.empty()) object["name"] = kept.name;
  if (kept.continues) object["continues"] = true;
  if (!pass.empty()) object["pass"] = pass;
  object["t"] = {{"unit", "s"}, {"values", series_of(kept.t)}};
  object["signals"] = Json::array();
  for (std::size_t k = 0; k < kept.headings.size(); ++k)
    object["signals"].push_back({{"name", kept.headings[k].label},
                                 {"unit", kept.headings[k].unit.text},
                                 {"values", series_of(kept.columns[k])}});
  object["impacts"] = Json::array();
  for (const TableOutput& table : kept.impacts) object["impacts"].push_back(table_json(table));
  return object;
}

}  // namespace mbs

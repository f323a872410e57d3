#include "cli/passes/sweep_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "lang/scenario/compile_options.hpp"

namespace mbs {

PassOutput::PassOutput(Sink& target, std::function<void()> announce, std::size_t number, bool whole)
    : RelaySink(&target), announce_(std::move(announce)), number_(number), whole_(whole) {}

std::string PassOutput::numbered(const std::string& name) const {
  std::filesystem::path path(name);
  path.replace_filename(
      fmt::format("{}_{}{}", path.stem().string(), number_, path.extension().string()));
  return path.string();
}

// A table of one row, for the end; and what is not told of each pass.
bool PassOutput::keeps(Output& output) {
  if (std::holds_alternative<Expectation>(output)) return !whole_;
  auto* table = std::get_if<TableOutput>(&output);
  if (!table || table->rows.size() != 1) return false;
  rows_.push_back(std::move(*table));
  return true;
}

namespace {

// What stands below the heading of its pass.
bool is_shown(const Output& output) {
  return std::holds_alternative<Printed>(output) || std::holds_alternative<TableOutput>(output) ||
         std::holds_alternative<PlotOutput>(output) || std::holds_alternative<Diagnostic>(output) ||
         std::holds_alternative<Note>(output) || std::holds_alternative<Expectation>(output);
}

}  // namespace

std::string PassOutput::give(Output output) {
  if (keeps(output)) return {};
  if (auto* file = std::get_if<TableFile>(&output)) file->name = numbered(file->name);
  if (auto* file = std::get_if<PictureFile>(&output)) file->name = numbered(file->name);
  if (auto* file = std::get_if<FilmFile>(&output)) file->name = numbered(file->name);
  if (is_shown(output) && !std::exchange(announced_, true)) announce_();
  return RelaySink::give(std::move(output));
}

std::string heading_of(const std::vector<Override>& bindings) {
  std::string text;
  for (const Override& binding : bindings) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", binding.name, binding.text);
  }
  return text;
}

namespace {

TableOutput gathered_table(std::size_t index, const TableOutput& model,
                           const std::vector<std::vector<Override>>& bindings,
                           const std::vector<std::vector<TableOutput>>& passes) {
  TableOutput table = model;
  table.rows.clear();
  std::vector<Heading> params;
  for (const Override& binding : bindings[0]) params.push_back({binding.name, {}});
  table.columns.insert(table.columns.begin(), params.begin(), params.end());
  for (std::size_t pass = 0; pass < passes.size(); ++pass) {
    std::vector<Cell> row;
    for (const Override& binding : bindings[pass]) row.push_back(Cell::of_text(binding.text));
    if (index < passes[pass].size()) {
      const std::vector<Cell>& values = passes[pass][index].rows[0];
      row.insert(row.end(), values.begin(), values.end());
    }
    row.resize(table.columns.size(), Cell::none());
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

std::vector<TableOutput> gathered(const std::vector<std::vector<Override>>& bindings,
                                  const std::vector<std::vector<TableOutput>>& passes) {
  // A pass that failed may lack tables: the one with most of them says what there is.
  const auto most =
      std::max_element(passes.begin(), passes.end(),
                       [](const auto& a, const auto& b) { return a.size() < b.size(); });
  std::vector<TableOutput> tables;
  if (most == passes.end()) return tables;
  for (std::size_t i = 0; i < most->size(); ++i) {
    tables.push_back(gathered_table(i, (*most)[i], bindings, passes));
  }
  return tables;
}

}  // namespace mbs

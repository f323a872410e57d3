#include "cli/passes/sweep_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "lang/scenario/compile_options.hpp"

namespace mbs {

PassOutput::PassOutput(Sink& target, std::function<void()> announce, std::size_t number, bool whole)
    : target_(target), announce_(std::move(announce)), number_(number), whole_(whole) {}

Sink& PassOutput::shown() {
  if (!announced_) announce_();
  announced_ = true;
  return target_;
}

void PassOutput::print(const std::vector<PrintPart>& parts) {
  shown().print(parts);
}

void PassOutput::table(const TableOutput& table) {
  if (table.rows.size() == 1) {
    rows_.push_back(table);
  } else {
    shown().table(table);
  }
}

void PassOutput::plot(const PlotOutput& plot) {
  shown().plot(plot);
}

std::string PassOutput::numbered(const std::string& name) const {
  std::filesystem::path path(name);
  path.replace_filename(
      fmt::format("{}_{}{}", path.stem().string(), number_, path.extension().string()));
  return path.string();
}

std::string PassOutput::file(const TableOutput& table, const std::string& name) {
  return target_.file(table, numbered(name));
}

std::string PassOutput::picture(const PlotOutput& plot, const std::string& name) {
  return target_.picture(plot, numbered(name));
}

std::string PassOutput::film(const FilmOutput& film, const std::string& name) {
  return target_.film(film, numbered(name));
}

void PassOutput::diagnostic(const Diagnostic& diagnostic) {
  shown().diagnostic(diagnostic);
}

void PassOutput::note(const std::string& text) {
  shown().note(text);
}

void PassOutput::expectation(const Expectation& expectation) {
  if (whole_) shown().expectation(expectation);
}

void PassOutput::run(const RunSummary& summary) {
  target_.run(summary);
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

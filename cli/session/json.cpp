#include "cli/session/json.hpp"

#include <fmt/format.h>

#include <cmath>

#include "cli/output/file_output.hpp"
#include "cli/output/json_values.hpp"
#include "cli/output/svg_plot.hpp"
#include "cli/output/text_plot.hpp"
#include "cli/output/values_text.hpp"
#include "cli/report/notebook.hpp"
#include "lang/diagnostics/render.hpp"
#include "runtime/results/film.hpp"

namespace mbs {

namespace {

using Json = SessionJson::Json;

Json part_of(const PrintPart& part) {
  Json values = Json::array();
  for (const Cell& cell : part.cells) values.push_back(value_of(cell, part.heading.unit));
  Json object = {{"name", part.heading.label}, {"unit", part.heading.unit.text}};
  object["value"] = part.is_list || values.size() != 1 ? values : values[0];
  return object;
}

Json page_json(const NotebookPage& page) {
  return {{"page", page.html}, {"height", page.height}};
}

}  // namespace

void SessionJson::add(const char* type, Json object) {
  Json whole = {{"type", type}};
  whole.update(object);
  if (receive_)
    receive_(whole);
  else
    outputs_.push_back(std::move(whole));
}

SessionJson::Json SessionJson::take() {
  return std::exchange(outputs_, Json::array());
}

std::string SessionJson::give(Output output) {
  return mbs::take(
      output, [&](const Printed& o) { print(o.parts); }, [&](const TableOutput& o) { table(o); },
      [&](const PlotOutput& o) { plot(o); },
      [&](const TableFile& o) { return write_unless_taken(directory_, o, environment_); },
      [&](const PictureFile& o) { return write_unless_taken(directory_, o, environment_); },
      [&](const FilmFile& o) { return film(o.film, o.name); },
      [&](const StageView& o) { stage(o); }, [&](const Diagnostic& o) { diagnostic(o); },
      [&](const Note& o) { note(o.text); });
}

void SessionJson::text(const std::string& lines) {
  add("text", {{"text", lines}});
}

void SessionJson::note(const std::string& text) {
  add("note", {{"text", "note: " + text + "\n"}});
}

void SessionJson::problem(const std::string& text) {
  add("error", {{"text", "error: " + text + "\n"}});
}

void SessionJson::print(const std::vector<PrintPart>& parts) {
  std::string line;
  Json values = Json::array();
  for (const PrintPart& part : parts) {
    line += (line.empty() ? "" : "  ") + part_text(part, digits_);
    values.push_back(part_of(part));
  }
  add("print", {{"text", line + "\n"}, {"parts", values}});
}

void SessionJson::table(const TableOutput& table) {
  Json columns = Json::array(), rows = Json::array();
  for (const Heading& heading : table.columns)
    columns.push_back({{"name", heading.label}, {"unit", heading.unit.text}});
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (std::size_t i = 0; i < row.size() && i < table.columns.size(); ++i)
      cells.push_back(value_of(row[i], table.columns[i].unit));
    rows.push_back(std::move(cells));
  }
  add("table", {{"text", table_text(table, digits_)},
                {"name", table.name},
                {"columns", columns},
                {"rows", rows}});
}

void SessionJson::plot(const PlotOutput& plot) {
  const PlotData data = plot_data(plot);
  Json object = {{"text", render(data, {plot.style.width, plot.style.height, false})},
                 {"svg", render_svg(data)}};
  if (pages_) object.update(page_json(plot_page(plot, object["svg"].get<std::string>())));
  add("plot", std::move(object));
}

// Where no page can be shown, what one would show first is nothing.
void SessionJson::stage(const StageView& view) {
  if (!pages_) return;
  ShownRun run;
  run.scene = scene_of(*view.run);
  run.view = view;
  page(run_page(run));
}

bool SessionJson::page(const NotebookPage& page) {
  Json object = {{"text", "the run, as a page for browsers\n"}};
  object.update(page_json(page));
  add("page", std::move(object));
  return true;
}

std::string SessionJson::film(const FilmOutput& film, const std::string& name) {
  const FilmWritten written = write_film_unless_taken(directory_ / name, film, environment_);
  if (!written.note.empty()) note(written.note);
  return written.problem;
}

void SessionJson::diagnostic(const Diagnostic& diagnostic) {
  const Json details = Json::parse(render_json(diagnostic, sources_), nullptr, false);
  const bool error = info(diagnostic.code).severity == Severity::error;
  add(error ? "error" : "warning",
      {{"text", render(diagnostic, sources_, {})}, {"diagnostic", details}});
}

}  // namespace mbs

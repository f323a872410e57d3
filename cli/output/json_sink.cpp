#include "cli/output/json_sink.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/output/json_values.hpp"
#include "cli/output/kept_signals.hpp"
#include "cli/output/values_text.hpp"

namespace mbs {

namespace {

using Json = nlohmann::ordered_json;

std::string line_of(const Json& object) {
  return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Json heading_of(const Heading& heading) {
  return {{"name", heading.label}, {"unit", heading.unit.text}};
}

Json series_of(const std::vector<double>& values, const Unit& unit) {
  Json result = Json::array();
  for (const double value : values) result.push_back(number(value / unit.factor));
  return result;
}

// Curves of passes have points of their own.
bool gathered(const PlotOutput& plot) {
  return std::any_of(plot.curves.begin(), plot.curves.end(),
                     [](const PlottedCurve& c) { return !c.values.empty() || c.gained > 0; }) &&
         !plot.name.empty();
}

// `own_x`: with the abscissae of its own points; else as many values as the plot has of them.
Json curve_of(const PlotOutput& plot, const PlottedCurve& curve, bool own_x) {
  Json object = heading_of(curve.heading);
  for (const auto& [param, value] : curve.values) object["params"][param] = value;
  const auto begin = plot.x.begin() + static_cast<std::ptrdiff_t>(curve.begin);
  if (own_x) object["x"] = series_of({begin, begin + std::ssize(curve.y)}, plot.versus.unit);
  object["values"] = Json::array();
  for (std::size_t i = 0; !own_x && i < curve.begin; ++i) object["values"].push_back(nullptr);
  for (const Json& value : series_of(curve.y, curve.heading.unit))
    object["values"].push_back(value);
  while (!own_x && !plot.style.histogram && object["values"].size() < plot.x.size())
    object["values"].push_back(nullptr);
  return object;
}

Json part_of(const PrintPart& part) {
  Json object = heading_of(part.heading);
  const bool text = !part.cells.empty() && part.cells.front().kind == Cell::Kind::text;
  if (text && !part.named) object["name"] = "";  // its source says no more than it does
  Json values = Json::array();
  for (const Cell& cell : part.cells) values.push_back(value_of(cell, part.heading.unit));
  object["value"] = part.is_list ? values : values.empty() ? Json(nullptr) : values.front();
  return object;
}

}  // namespace

JsonSink::JsonSink(const Options& options, Environment& environment, Reporter& reporter,
                   FileOutput& files)
    : options_(options), environment_(environment), reporter_(reporter), files_(files) {}

std::string JsonSink::give(Output output) {
  note_place_.pass(output);
  return take(
      output, [&](const Printed& o) { print(o.parts); }, [&](const TableOutput& o) { table(o); },
      [&](const PlotOutput& o) { plot(o); },
      [&](const TableFile& o) { return file(o.table, o.name); },
      [&](const PictureFile& o) { return picture(o.plot, o.name); },
      [&](const FilmFile& o) { return film(o.film, o.name); },
      [&](const Diagnostic& o) { reporter_.show(o); }, [&](const Note& o) { note(o.text); },
      [&](const RunSummary& o) { run(o); }, [&](const Expectation& o) { expectation(o); },
      [&](const KeptRun& o) { signals(*o.signals); }, [&](const Origin& o) { origin_ = o.span; },
      [&](const PassStart& o) { pass_ = o.values; });
}

void JsonSink::print(const std::vector<PrintPart>& parts) {
  if (options_.quiet) return;
  std::string text;
  Json values = Json::array();
  for (const PrintPart& part : parts) {
    text += (text.empty() ? "" : "  ") + part_text(part, options_.digits);
    values.push_back(part_of(part));
  }
  show({{"type", "print"}, {"text", text}, {"values", values}});
}

void JsonSink::table(const TableOutput& table) {
  files_.table(table);
  if (options_.quiet) return;
  Json object = {{"type", "table"}};
  object.update(table_json(table));
  show(std::move(object));
}

void JsonSink::signals(const KeptSignals& kept) {
  files_.signals(kept);
  if (!options_.quiet) show(signals_json(kept, pass_));
}

void JsonSink::plot(const PlotOutput& plot) {
  files_.plot(plot);
  show_plot(plot, nullptr);
}

std::string JsonSink::picture(const PlotOutput& plot, const std::string& name) {
  std::string problem = files_.write(plot, name);
  if (problem.empty()) show_plot(plot, &name);
  return problem;
}

std::string JsonSink::film(const FilmOutput& film, const std::string& name) {
  const FilmWritten written = files_.write(film, name);
  if (!written.problem.empty()) return written.problem;
  const auto [width, height] = film.asked.size;
  if (!options_.quiet)
    show({{"type", "film"},
          {"name", name},
          {"written", written.path.filename().string()},
          {"frames", film.frames},
          {"fps", number(film.asked.fps)},
          {"slow", number(film.slow)},
          {"from", number(film.from)},
          {"to", number(film.to)},
          {"size", {width, height}}});
  if (!written.note.empty()) note(written.note);
  return {};
}

// `file`: where its picture is, if it was written.
void JsonSink::show_plot(const PlotOutput& plot, const std::string* file) {
  if (options_.quiet) return;
  Json object = {{"type", plot.style.histogram ? "histogram" : "plot"}};
  if (!plot.name.empty()) object["name"] = plot.name;
  object["x"] = heading_of(plot.versus);
  const bool own = plot.style.histogram == false && gathered(plot);
  if (!own) object["x"]["values"] = series_of(plot.x, plot.versus.unit);
  object["curves"] = Json::array();
  for (const PlottedCurve& curve : plot.curves)
    object["curves"].push_back(curve_of(plot, curve, own));
  if (file) object["picture"] = *file;
  show(std::move(object));
}

std::string JsonSink::file(const TableOutput& table, const std::string& name) {
  std::string problem = files_.write(table, name);
  if (problem.empty()) show({{"type", "file"}, {"name", name}, {"rows", table.rows.size()}});
  return problem;
}

void JsonSink::note(const std::string& text) {
  if (!options_.quiet) reporter_.note(text, note_place_.of_note());
}

void JsonSink::run(const RunSummary& summary) {
  if (options_.quiet) return;
  Json object = {{"type", "run"},
                 {"from", number(summary.from)},
                 {"to", number(summary.to)},
                 {"termination", summary.termination}};
  if (!pass_.empty()) object["pass"] = pass_;
  Json contacts = Json::array();
  for (const auto& contact : summary.contacts) {
    contacts.push_back(
        {{"name", contact.name}, {"impacts", contact.impacts}, {"open", contact.open}});
  }
  object["contacts"] = contacts;
  if (options_.verbose) {
    object["method"] = summary.method;
    if (!summary.method_note.empty()) object["integrator"] = summary.method_note;
    if (!summary.shared_loads.empty()) object["shared_loads"] = summary.shared_loads;
    for (const auto& [name, count] : summary.counters) object["counters"][name] = count;
    object["recorded"] = {{"samples", summary.samples},
                          {"unknowns", summary.unknowns},
                          {"kept", summary.kept_unknowns},
                          {"bytes", summary.recorded_bytes}};
    object["largest_drift"] = number(summary.largest_drift);
    object["energy_error"] = number(summary.energy_error);
    object["audits"] = Json::array();
    for (const auto& a : summary.audits)
      object["audits"].push_back({{"code", a.code},
                                  {"of", a.of},
                                  {"value", number(a.value)},
                                  {"allowed", number(a.allowed)},
                                  {"unit", a.unit},
                                  {"t", number(a.t)}});
    object["tolerances"] = summary.tolerances;
  }
  show(std::move(object));
}

void JsonSink::expectation(const Expectation& expectation) {
  if (options_.quiet) return;
  origin_ = expectation.origin;
  show(expectation_json(expectation, reporter_.sources()));
}

void JsonSink::show(nlohmann::ordered_json object) {
  add_place(object, origin_, reporter_.sources());
  environment_.out << line_of(object);
}

std::string json_end(const std::string& script, int exit_code) {
  return line_of({{"type", "end"}, {"script", script}, {"exit", exit_code}});
}

}  // namespace mbs

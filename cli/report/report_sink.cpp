#include "cli/report/report_sink.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "cli/environment/version.hpp"
#include "cli/output/file_output.hpp"
#include "cli/output/json_values.hpp"
#include "cli/output/values_text.hpp"
#include "cli/report/block.hpp"
#include "cli/report/page.hpp"
#include "cli/report/plot_json.hpp"
#include "cli/report/scene_json.hpp"
#include "lang/diagnostics/render.hpp"

namespace mbs {

namespace {

using Json = nlohmann::ordered_json;

// Paths say where somebody keeps their files; a report does not.
std::string bare_name(const std::string& name) {
  const std::string bare = std::filesystem::path(name).filename().string();
  return bare.empty() ? name : bare;
}

Json heading_of(const Heading& heading) {
  return {{"name", heading.label}, {"unit", heading.unit.text}};
}

}  // namespace

ReportSink::ReportSink(Sink& next, const Script& script, const Compiled& compiled,
                       const Options& options)
    : next_(next), script_(script), compiled_(compiled), options_(options) {
  for (const Diagnostic& d : compiled.diagnostics.sorted()) {
    Json object = {{"type", "diagnostic"}};
    object.update(Json::parse(render_json(d, compiled.sources), nullptr, false));
    add(std::move(object));
  }
}

void ReportSink::add(Json object) {
  if (origin_.source >= 0 && origin_.source < compiled_.sources.size()) {
    object["source"] = origin_.source;
    if (!object.contains("line")) object["line"] = line_of(origin_);
  }
  object["run"] = scenes_ - 1;
  if (!pass_.empty()) object["pass"] = pass_;
  items_.push_back({std::move(object), {}, {}});
}

void ReportSink::print(const std::vector<PrintPart>& parts) {
  std::string text;
  for (const PrintPart& part : parts)
    text += (text.empty() ? "" : "  ") + part_text(part, options_.digits);
  add({{"type", "print"}, {"text", text}});
  next_.print(parts);
}

Json ReportSink::table_json(const TableOutput& table) const {
  constexpr std::size_t most_rows = 2000;
  Json columns = Json::array(), rows = Json::array();
  for (const Heading& heading : table.columns) columns.push_back(heading_of(heading));
  for (std::size_t i = 0; i < std::min(table.rows.size(), most_rows); ++i) {
    Json values = Json::array();
    for (std::size_t k = 0; k < table.rows[i].size(); ++k)
      values.push_back(value_of(table.rows[i][k], table.columns[k].unit));
    rows.push_back(std::move(values));
  }
  return {{"type", "table"},
          {"name", table.name},
          {"columns", columns},
          {"rows", rows},
          {"left_out", table.rows.size() - rows.size()}};
}

void ReportSink::table(const TableOutput& table) {
  add(table_json(table));
  next_.table(table);
}

void ReportSink::plot(const PlotOutput& plot) {
  add({{"type", "plot"}});
  items_.back().plot = plot;
  next_.plot(plot);
}

std::string ReportSink::file(const TableOutput& table, const std::string& name) {
  std::string problem = next_.file(table, name);
  if (problem.empty())
    add({{"type", "file"}, {"name", bare_name(name)}, {"rows", table.rows.size()}});
  return problem;
}

void ReportSink::diagnostic(const Diagnostic& diagnostic) {
  Json object = {{"type", "diagnostic"}};
  object.update(Json::parse(render_json(diagnostic, compiled_.sources), nullptr, false));
  const int source = diagnostic.labels.empty() ? -1 : diagnostic.labels[0].span.source;
  const Span origin = origin_;
  origin_ = source < 0 ? Span{} : diagnostic.labels[0].span;
  add(std::move(object));
  origin_ = origin;
  next_.diagnostic(diagnostic);
}

void ReportSink::note(const std::string& text) {
  const Span origin = origin_;
  origin_ = {};
  add({{"type", "note"}, {"text", text}});
  origin_ = origin;
  next_.note(text);
}

void ReportSink::run(const RunSummary& summary) {
  Json counters = Json::object();
  for (const auto& [name, count] : summary.counters) counters[name] = count;
  add({{"type", "run"},
       {"from", number(summary.from)},
       {"to", number(summary.to)},
       {"termination", summary.termination},
       {"method", summary.method},
       {"counters", counters},
       {"drift", number(summary.largest_drift)},
       {"energy_error", number(summary.energy_error)},
       {"tolerances", summary.tolerances}});
  next_.run(summary);
}

void ReportSink::from(Span origin) {
  origin_ = origin;
  next_.from(origin);
}

void ReportSink::expectation(const Expectation& expectation) {
  origin_ = expectation.origin;
  add(expectation_json(expectation, compiled_.sources));
  next_.expectation(expectation);
}

void ReportSink::pass(const std::string& values) {
  pass_ = values;
  next_.pass(values);
}

void ReportSink::scene(const std::shared_ptr<const Scene>& scene) {
  ++scenes_;
  add({{"type", "scene"}});
  items_.back().scene = scene;
  next_.scene(scene);
}

Json ReportSink::sources() const {
  Json list = Json::array();
  const SourceMap& all = compiled_.sources;
  for (int i = 0; i < all.size(); ++i) {
    const bool library = all.name(i).starts_with("stdlib/") || all.name(i).starts_with("--set");
    list.push_back(
        {{"name", bare_name(all.name(i))}, {"text", library ? std::string() : all.text(i)}});
  }
  return list;
}

ReportSink::Json ReportSink::line_of(Span span) const {
  if (span.source < 0 || span.source >= compiled_.sources.size()) return nullptr;
  return compiled_.sources.place(span.source, span.begin).line;
}

// The first line of the script's header, or its name.
std::string ReportSink::title() const {
  std::size_t begin = 0;
  while (begin < script_.text.size()) {
    const std::size_t end = std::min(script_.text.find('\n', begin), script_.text.size());
    std::string line = script_.text.substr(begin, end - begin);
    begin = end + 1;
    if (!line.starts_with("##")) continue;
    line.erase(0, line.find_first_not_of("# "));
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (line.ends_with(".")) line.pop_back();
    if (!line.empty()) return line;
  }
  return bare_name(script_.name);
}

std::string ReportSink::data(int exit_code, double coarser) const {
  Block block;
  Json items = Json::array(), settings = Json::array();
  for (const Item& item : items_) {
    Json object = item.object;
    if (item.plot) object.update(plot_json(*item.plot, coarser, block));
    if (item.scene) {
      object["scene"] = scene_json(*item.scene, coarser, block);
      for (std::size_t c = 0; c < item.scene->contacts.size(); ++c)
        object["scene"]["contacts"][c]["line"] = line_of(item.scene->contacts[c].origin);
    }
    if (object.contains("file")) object["file"] = nullptr;  // `source` says which one
    if (object.contains("labels"))
      for (Json& label : object["labels"]) label["file"] = nullptr;
    items.push_back(std::move(object));
  }
  for (const Override& set : options_.overrides) settings.push_back(set.name + " = " + set.text);
  if (options_.tol) settings.push_back("tol = " + std::to_string(*options_.tol));
  const Json all = {{"format", 1},
                    {"title", title()},
                    {"version", std::string(program_version)},
                    {"settings", settings},
                    {"exit", exit_code},
                    {"sources", sources()},
                    {"coarser", coarser},
                    {"items", items},
                    {"bytes", block.bytes()},
                    {"block", block.packed()}};
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Each round leaves out more knots; where the text alone is too long nothing helps.
std::string ReportSink::page(int exit_code) const {
  std::string text;
  for (double coarser = 1; coarser < 1e5; coarser *= 6) {
    text = page_of(title(), data(exit_code, coarser));
    if (text.size() <= options_.report_size) break;
  }
  return text;
}

int ReportSink::write(Environment& environment, int exit_code) const {
  const std::string why = write_unless_taken(options_.report, page(exit_code), environment);
  return why.empty() ? 0 : report_unwritten(environment, options_.report, why);
}

}  // namespace mbs

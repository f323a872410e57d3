#include "cli/report/report_sink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "cli/environment/version.hpp"
#include "cli/output/file_output.hpp"
#include "cli/output/json_values.hpp"
#include "cli/output/values_text.hpp"
#include "cli/report/block.hpp"
#include "cli/report/kept_plots.hpp"
#include "cli/report/plot_json.hpp"
#include "cli/report/scene_json.hpp"
#include "cli/report/script_header.hpp"
#include "lang/diagnostics/render.hpp"
#include "lang/text/stdlib.hpp"
#include "runtime/results/film.hpp"

namespace mbs {

namespace {

using Json = nlohmann::ordered_json;

// Paths say where somebody keeps their files; a report does not.
std::string bare_name(const std::string& name) {
  const std::string bare = std::filesystem::path(name).filename().string();
  return bare.empty() ? name : bare;
}

// The program's own copy, whatever a user's file is called.
bool is_embedded(const std::string& name, const std::string& text) {
  const auto library = stdlib_files();
  return std::any_of(library.begin(), library.end(), [&](const StdlibFile& file) {
    return file.name == name && file.text == text;
  });
}

// Beyond errors so many times as large as a film's a curve is no picture of its values.
constexpr double coarsest = 6 * 6 * 6 * 6;

bool same(const std::weak_ptr<const Run>& one, const std::shared_ptr<const Run>& other) {
  return !one.owner_before(other) && !other.owner_before(one);
}

// JSON has no infinities, and null is what does not exist: a page has words for them.
Json or_infinite(Json shown, double value) {
  return std::isinf(value) ? Json(value > 0 ? "∞" : "-∞") : std::move(shown);
}

Json shown_value(const Cell& cell, const Unit& unit) {
  Json value = value_of(cell, unit);
  return cell.kind == Cell::Kind::number ? or_infinite(std::move(value), cell.value) : value;
}

// `told` is what expectation_json has made of the part.
void tell_infinite(Json& told, const Expectation::Part& part) {
  const auto put = [&](const char* name, const std::optional<double>& value) {
    if (value && !part.boolean) told[name] = or_infinite(std::move(told[name]), *value);
  };
  put("value", part.found);
  put("wanted", part.wanted);
  put("tolerance", part.tolerance);
  put("margin", part.margin);
}

Json shown_expectation(const Expectation& expectation, const SourceMap& sources) {
  Json object = expectation_json(expectation, sources);
  const bool one = expectation.parts.size() == 1;
  for (std::size_t i = 0; i < expectation.parts.size(); ++i)
    tell_infinite(one ? object : object["parts"][i], expectation.parts[i]);
  return object;
}

Json heading_of(const Heading& heading) {
  return {{"name", heading.label}, {"unit", heading.unit.text}};
}

}  // namespace

ReportSink::ReportSink(Sink& next, const Script& script, const Compiled& compiled,
                       const Options& options)
    : RelaySink(&next), script_(script), compiled_(compiled), options_(options) {
  for (const Diagnostic& d : compiled.diagnostics.sorted()) add_diagnostic(d);
}

void ReportSink::add(Json object) {
  if (origin_.source >= 0 && origin_.source < compiled_.sources.size()) {
    object["source"] = origin_.source;
    if (!object.contains("line")) object["line"] = line_of(origin_);
  }
  object["run"] = scenes_ - 1;
  if (!pass_.empty()) object["pass"] = pass_;
  items_.push_back({std::move(object), {}, {}, {}});
}

// Pictures are shown like any plot; of other files there is a line if they could be written.
std::string ReportSink::give(Output output) {
  Json file;
  take(
      output, [&](const Printed& o) { print(o.parts); },
      [&](const TableOutput& o) { add(table_json(o)); }, [&](const PlotOutput& o) { add_plot(o); },
      [&](const PictureFile& o) { add_plot(o.plot); },
      [&](const TableFile& o) {
        file = {{"type", "file"}, {"name", bare_name(o.name)}, {"rows", o.table.rows.size()}};
      },
      [&](const StageView& o) { view(o); }, [&](const Diagnostic& o) { add_diagnostic(o); },
      [&](const Note& o) { note(o.text); }, [&](const RunSummary& o) { run(o); },
      [&](const Expectation& o) { expectation(o); }, [&](const Origin& o) { origin_ = o.span; },
      [&](const RunScene& o) { scene(o); }, [&](const KeptRun& o) { kept(*o.signals); },
      [&](const PassStart& o) {
        pass_ = o.values;
        last_scene_.reset();
      },
      [&](const GainedCurves& o) { gained_[o.plot].push_back(last_scene_ ? scenes_ - 1 : -1); });
  std::string problem = RelaySink::give(std::move(output));
  if (!file.is_null() && problem.empty()) add(std::move(file));
  return problem;
}

void ReportSink::print(const std::vector<PrintPart>& parts) {
  std::string text;
  for (const PrintPart& part : parts)
    text += (text.empty() ? "" : "  ") + part_text(part, options_.digits);
  add({{"type", "print"}, {"text", text}});
}

Json ReportSink::table_json(const TableOutput& table) const {
  constexpr std::size_t most_rows = 2000;
  Json columns = Json::array(), rows = Json::array();
  for (const Heading& heading : table.columns) columns.push_back(heading_of(heading));
  for (std::size_t i = 0; i < std::min(table.rows.size(), most_rows); ++i) {
    Json values = Json::array();
    for (std::size_t k = 0; k < table.rows[i].size(); ++k)
      values.push_back(shown_value(table.rows[i][k], table.columns[k].unit));
    rows.push_back(std::move(values));
  }
  return {{"type", "table"},
          {"name", table.name},
          {"columns", columns},
          {"rows", rows},
          {"left_out", table.rows.size() - rows.size()}};
}

void ReportSink::add_plot(const PlotOutput& plot) {
  add({{"type", "plot"}});
  items_.back().plot = plot;
  const auto runs = gained_.extract(plot.name);
  if (!runs.empty()) items_.back().runs = std::move(runs.mapped());
}

// Behind those of a run that this one goes on with there may be others: they stay where they are.
void ReportSink::kept(const KeptSignals& signals) {
  const std::vector<PlotOutput> plots = kept_plots(signals);
  const bool replaces = signals.continues && kept_.size() == plots.size();
  if (!replaces) kept_.clear();
  for (std::size_t k = 0; k < plots.size(); ++k) {
    if (replaces) {
      items_[kept_[k]].plot = plots[k];
      continue;
    }
    add_plot(plots[k]);
    items_.back().object["kept"] = true;
    kept_.push_back(items_.size() - 1);
  }
}

// Numbers of sources stand for names of files, which say where somebody keeps them.
void ReportSink::add_diagnostic(const Diagnostic& diagnostic) {
  Json object = {{"type", "diagnostic"}};
  object.update(Json::parse(render_json(diagnostic, compiled_.sources), nullptr, false));
  object["file"] = nullptr;
  for (std::size_t i = 0; i < diagnostic.labels.size() && i < object["labels"].size(); ++i) {
    const int source = diagnostic.labels[i].span.source;
    object["labels"][i]["file"] = nullptr;
    object["labels"][i]["source"] = source < 0 ? Json(nullptr) : Json(source);
  }
  const Span origin = origin_;
  origin_ = diagnostic.labels.empty() ? Span{} : diagnostic.labels[0].span;
  add(std::move(object));
  origin_ = origin;
}

void ReportSink::note(const std::string& text) {
  const Span origin = origin_;
  origin_ = {};
  add({{"type", "note"}, {"text", text}});
  origin_ = origin;
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
  items_.back().object["run"] = nullptr;  // until its scene comes
  summary_ = items_.size() - 1;
}

void ReportSink::expectation(const Expectation& expectation) {
  origin_ = expectation.origin;
  add(shown_expectation(expectation, compiled_.sources));
}

void ReportSink::show(const Expectation& expectation, const SourceMap& sources) {
  origin_ = {};
  add(shown_expectation(expectation, sources));
}

void ReportSink::scene(const RunScene& scene) {
  if (!scene.scene->continues || !last_scene_) {
    ++scenes_;
    add({{"type", "scene"}});
    last_scene_ = items_.size() - 1;
  }
  items_[*last_scene_].scene = scene.scene;
  run_ = scene.run;
  if (summary_) items_[*summary_].object["run"] = scenes_ - 1;
  summary_.reset();
}

Json ReportSink::sources() const {
  Json list = Json::array();
  const SourceMap& all = compiled_.sources;
  for (int i = 0; i < all.size(); ++i) {
    const bool library = is_embedded(all.name(i), all.text(i)) || all.name(i).starts_with("--set ");
    list.push_back(
        {{"name", bare_name(all.name(i))}, {"text", library ? std::string() : all.text(i)}});
  }
  return list;
}

// By the numbers that bodies and contacts have in the scene. Runs without a sample have none: the
// last scene may be of a run before.
void ReportSink::view(const StageView& view) {
  if (!last_scene_ || (view.run && !same(run_, view.run))) return;
  const Scene& scene = *items_[*last_scene_].scene;
  const ir::Animate& asked = view.asked;
  const bool spatial = scene.spatial;
  const auto if_there = [](auto id) { return id.valid() ? Json(id.index) : Json(nullptr); };
  Json trails = Json::array();
  for (const ir::FilmPoint& point : asked.trails) {
    Json at = {number(point.at.x), number(point.at.y)};
    if (spatial) at.push_back(number(point.at.z));
    trails.push_back({{"body", point.body.index}, {"at", at}});
  }
  add({{"type", "view"},
       {"from", asked.time ? number(view.from) : Json(nullptr)},
       {"to", asked.time ? number(view.to) : Json(nullptr)},
       {"slow", asked.slow ? number(*asked.slow) : Json(nullptr)},
       {"follow", if_there(asked.follow)},
       {"lens", if_there(asked.lens)},
       {"trails", trails}});
}

ReportSink::Json ReportSink::line_of(Span span) const {
  if (span.source < 0 || span.source >= compiled_.sources.size()) return nullptr;
  return compiled_.sources.place(span.source, span.begin).line;
}

std::string ReportSink::title() const {
  const std::string title = header_of(script_.text).title;
  return title.empty() ? bare_name(script_.name) : title;
}

std::string ReportSink::data(std::optional<int> exit_code, const Thinning& thinning) const {
  const ScriptHeader header = header_of(script_.text);
  const double coarser = thinning.coarser;
  int scenes = 0;
  Block block;
  Json items = Json::array(), settings = Json::array();
  for (const Item& item : items_) {
    Json object = item.object;
    if (item.plot)
      object.update(
          plot_json(*item.plot, item.runs, coarser > 1 ? film_error * coarser : 0, block));
    if (item.scene) {
      object["scene"] = scene_json(*item.scene, coarser, scenes++ < thinning.still, block);
      for (std::size_t c = 0; c < item.scene->contacts.size(); ++c)
        object["scene"]["contacts"][c]["line"] = line_of(item.scene->contacts[c].origin);
    }
    if (object.contains("file")) object["file"] = nullptr;  // `source` says which one
    items.push_back(std::move(object));
  }
  for (const Override& set : options_.overrides) settings.push_back(set.name + " = " + set.text);
  for (const auto& [name, text] : texts_of(options_.runs)) settings.push_back(name + " = " + text);
  const Json all = {{"format", 1},
                    {"title", title()},
                    {"lead", header.lead},
                    {"version", std::string(program_version)},
                    {"settings", settings},
                    {"exit", exit_code ? Json(*exit_code) : Json(nullptr)},
                    {"sources", sources()},
                    {"title_line", header.title_line},
                    {"header_lines", header.lines},
                    {"coarser", coarser},
                    {"error", film_error * coarser},
                    {"still", thinning.still},
                    {"items", items},
                    {"bytes", block.bytes()},
                    {"block", block.packed()}};
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Each round leaves out more knots, until the page is small enough, a round gains nothing, or
// curves would be off by more than can be called a picture of them. What fits is tried less coarse.
std::string ReportSink::coarse(const Made& make) const {
  constexpr double gain = 0.01, ratio = 6;
  std::string best = make({});
  for (double coarser = ratio; coarser <= coarsest && best.size() > options_.report_size;
       coarser *= ratio) {
    std::string next = make({coarser});
    const bool enough = next.size() <= options_.report_size;
    const bool smaller =
        static_cast<double>(next.size()) < (1 - gain) * static_cast<double>(best.size());
    if (!enough && !smaller) break;
    best = std::move(next);
    if (!enough) continue;
    std::string finer = make({coarser / std::sqrt(ratio)});
    if (finer.size() <= options_.report_size) return finer;
  }
  return best;
}

// The fewest runs without motion that will do; the later ones keep theirs.
std::string ReportSink::with_few_still(const Made& make) const {
  Thinning thinning{coarsest, 0};
  std::string best;
  int too_few = 0, enough = scenes_;
  while (best.empty() || enough - too_few > 1) {
    thinning.still = best.empty() ? enough : (too_few + enough) / 2;
    std::string next = make(thinning);
    const bool fits = next.size() <= options_.report_size;
    if (best.empty() && !fits) return {};
    (fits ? enough : too_few) = thinning.still;
    if (fits) best = std::move(next);
  }
  return best;
}

// Motion goes last, and not at all where that would not do either.
std::string ReportSink::fitted(const Made& make) const {
  std::string best = coarse(make);
  if (best.size() <= options_.report_size || scenes_ == 0) return best;
  std::string still = with_few_still(make);
  return still.empty() ? best : still;
}

std::string ReportSink::content(std::optional<int> exit_code) const {
  return fitted([&](const Thinning& thinning) { return data(exit_code, thinning); });
}

std::string ReportSink::page(int exit_code, const PageMaker& make) const {
  return fitted([&](const Thinning& thinning) { return make(title(), data(exit_code, thinning)); });
}

void ReportSink::tell_of_size(std::size_t size, int exit_code) {
  if (size <= options_.report_size) return;
  const std::size_t least =
      std::min(size, page_of(title(), data(exit_code, {coarsest, scenes_})).size());
  RelaySink::give(Note{fmt::format(
      "the report has {} bytes, {} more than --report-size allows: {} is the least that can be "
      "reached, {}",
      size, size - options_.report_size, least,
      least < size ? "without any motion" : "for there is nothing to leave out but text")});
}

int ReportSink::write(Environment& environment, int exit_code) {
  const std::string text = page(exit_code);
  const std::string why = write_unless_taken(options_.report, text, environment);
  if (!why.empty()) return report_unwritten(environment, options_.report, why);
  tell_of_size(text.size(), exit_code);
  return 0;
}

}  // namespace mbs

#include "cli/passes/pass_json.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "cli/output/json_input.hpp"
#include "runtime/record/findings.hpp"
#include "runtime/study/film_actions.hpp"

namespace mbs {

namespace {

using Json = nlohmann::json;

// JSON has no infinities; texts stand for them. What is finite is written so that it comes back.
Json of(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}
double number(const Json& json) {
  if (!json.is_string()) return json.get<double>();
  const std::string text = json.get<std::string>();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  return text == "inf" ? std::numeric_limits<double>::infinity()
                       : -std::numeric_limits<double>::infinity();
}

template <class T, class F>
Json list_of(const std::vector<T>& values, F write) {
  Json list = Json::array();
  for (const T& value : values) list.push_back(write(value));
  return list;
}
template <class F>
auto read_list(const Json& json, F read) {
  std::vector<decltype(read(json))> values;
  for (const Json& value : json) values.push_back(read(value));
  return values;
}
// No value is null.
template <class T, class F>
Json optional_of(const std::optional<T>& value, F write) {
  return value ? Json(write(*value)) : Json(nullptr);
}
template <class F>
auto read_optional(const Json& json, F read) {
  std::optional<decltype(read(json))> value;
  if (!json.is_null()) value = read(json);
  return value;
}
Json text_of(const std::string& text) {
  return text;
}
std::string text(const Json& json) {
  return json.get<std::string>();
}

Json of(const Cell& cell) {
  return {static_cast<int>(cell.kind), of(cell.value), cell.text};
}
Cell read_cell(const Json& json) {
  const int kind = json.at(0).get<int>();
  if (kind < 0 || kind > static_cast<int>(Cell::Kind::missing)) throw std::out_of_range("cell");
  return {static_cast<Cell::Kind>(kind), number(json.at(1)), text(json.at(2))};
}
Json of_row(const std::vector<Cell>& row) {
  return list_of(row, [](const Cell& cell) { return of(cell); });
}
std::vector<Cell> read_row(const Json& json) {
  return read_list(json, read_cell);
}

Json of(const Heading& heading) {
  const Dimension& d = heading.unit.dimension;
  return {heading.label, heading.unit.text, of(heading.unit.factor), d.kg, d.m, d.s,
          d.A,           heading.quoted};
}
Heading read_heading(const Json& json) {
  const Dimension dimension{number(json.at(3)), number(json.at(4)), number(json.at(5)),
                            number(json.at(6))};
  const bool quoted = json.at(7).get<bool>();
  const Unit unit{text(json.at(1)), number(json.at(2)), dimension};
  return {text(json.at(0)), unit, quoted};
}

Json of(const PrintPart& part) {
  return {of(part.heading), part.named, part.is_list, of_row(part.cells)};
}
PrintPart read_part(const Json& json) {
  return {read_heading(json.at(0)), json.at(1).get<bool>(), json.at(2).get<bool>(),
          read_row(json.at(3))};
}

Json of(const TableOutput& table) {
  return {{"name", table.name},
          {"title", table.has_title},
          {"columns", list_of(table.columns, [](const Heading& h) { return of(h); })},
          {"rows", list_of(table.rows, of_row)}};
}
TableOutput read_table(const Json& json) {
  return {text(json.at("name")), json.at("title").get<bool>(),
          read_list(json.at("columns"), read_heading), read_list(json.at("rows"), read_row)};
}

Json of(const std::array<std::string, 2>& pair) {
  return {pair[0], pair[1]};
}
std::array<std::string, 2> read_pair(const Json& json) {
  return {text(json.at(0)), text(json.at(1))};
}
Json of(const PlottedCurve& curve) {
  return {of(curve.heading), list_of(curve.y, [](double v) { return of(v); }), curve.begin,
          list_of(curve.values, [](const auto& pair) { return of(pair); }), curve.gained};
}
PlottedCurve read_curve(const Json& json) {
  return {read_heading(json.at(0)), read_list(json.at(1), number), json.at(2).get<std::size_t>(),
          read_list(json.at(3), read_pair), json.at(4).get<std::size_t>()};
}
Json of(const ir::Interval& interval) {
  return {of(interval[0]), of(interval[1])};
}
ir::Interval read_interval(const Json& json) {
  return {number(json.at(0)), number(json.at(1))};
}
Json of(const ir::PlotStyle& style) {
  const auto interval = [](const ir::Interval& i) { return of(i); };
  return {style.width,
          style.height,
          of(style.size),
          style.log_x,
          style.log_y,
          optional_of(style.x_range, interval),
          optional_of(style.y_range, interval),
          style.equal,
          style.points,
          style.legend,
          style.title,
          style.x_label,
          style.y_label,
          style.panels,
          style.histogram,
          style.bins};
}
ir::PlotStyle read_style(const Json& json) {
  return {json.at(0).get<int>(),
          json.at(1).get<int>(),
          read_interval(json.at(2)),
          json.at(3).get<bool>(),
          json.at(4).get<bool>(),
          read_optional(json.at(5), read_interval),
          read_optional(json.at(6), read_interval),
          json.at(7).get<bool>(),
          json.at(8).get<bool>(),
          json.at(9).get<bool>(),
          text(json.at(10)),
          text(json.at(11)),
          text(json.at(12)),
          text(json.at(13)),
          json.at(14).get<bool>(),
          json.at(15).get<int>()};
}
Json of(const PlotOutput& plot) {
  return {{"versus", of(plot.versus)},
          {"x", list_of(plot.x, [](double v) { return of(v); })},
          {"curves", list_of(plot.curves, [](const PlottedCurve& c) { return of(c); })},
          {"style", of(plot.style)},
          {"t", list_of(plot.t, [](double v) { return of(v); })},
          {"name", plot.name}};
}
PlotOutput read_plot(const Json& json) {
  return {read_heading(json.at("versus")),          read_list(json.at("x"), number),
          read_list(json.at("curves"), read_curve), read_style(json.at("style")),
          read_list(json.at("t"), number),          text(json.at("name"))};
}

Json of(const Span& span) {
  return {span.source, span.begin, span.end};
}
Span read_span(const Json& json) {
  return {json.at(0).get<std::int32_t>(), json.at(1).get<std::uint32_t>(),
          json.at(2).get<std::uint32_t>()};
}
Json of(const Diagnostic& d) {
  return {{"code", info(d.code).name},
          {"message", d.message},
          {"labels", list_of(d.labels,
                             [](const Label& l) {
                               return Json{of(l.span), l.text};
                             })},
          {"notes", d.notes},
          {"hint", optional_of(d.hint, text_of)},
          {"fix", optional_of(d.fix,
                              [](const Fix& f) {
                                return Json{of(f.span), f.text};
                              })},
          {"values", list_of(d.values, [](const auto& v) { return optional_of(v, text_of); })}};
}
Diagnostic read_diagnostic(const Json& json) {
  const CodeInfo* code = find_code(text(json.at("code")));
  if (!code) throw std::out_of_range("code");
  const auto label = [](const Json& l) { return Label{read_span(l.at(0)), text(l.at(1))}; };
  const auto fix = [](const Json& f) { return Fix{read_span(f.at(0)), text(f.at(1))}; };
  const auto value = [](const Json& v) { return read_optional(v, text); };
  return {code->code,
          text(json.at("message")),
          read_list(json.at("labels"), label),
          read_list(json.at("notes"), text),
          read_optional(json.at("hint"), text),
          read_optional(json.at("fix"), fix),
          read_list(json.at("values"), value)};
}

Json of(const RunSummary& s) {
  const auto contact = [](const RunSummary::Contact& c) { return Json{c.name, c.impacts, c.open}; };
  const auto counter = [](const auto& c) { return Json{c.first, c.second}; };
  const auto audit = [](const RunSummary::Audit& a) {
    return Json{a.code, a.of, of(a.value), of(a.allowed), a.unit, of(a.t)};
  };
  return {{"times", {of(s.from), of(s.to)}},
          {"termination", s.termination},
          {"samples", s.samples},
          {"contacts", list_of(s.contacts, contact)},
          {"method", {s.method, s.method_note}},
          {"counters", list_of(s.counters, counter)},
          {"tolerances", s.tolerances},
          {"shared_loads", s.shared_loads},
          {"recorded", {s.unknowns, s.kept_unknowns, s.recorded_bytes}},
          {"drift", of(s.largest_drift)},
          {"energy", of(s.energy_error)},
          {"audits", list_of(s.audits, audit)}};
}
RunSummary read_summary(const Json& json) {
  RunSummary s;
  s.from = number(json.at("times").at(0)), s.to = number(json.at("times").at(1));
  s.termination = text(json.at("termination"));
  s.samples = json.at("samples").get<std::size_t>();
  s.contacts = read_list(json.at("contacts"), [](const Json& c) {
    return RunSummary::Contact{text(c.at(0)), c.at(1).get<std::size_t>(), c.at(2).get<bool>()};
  });
  s.counters = read_list(json.at("counters"), [](const Json& c) {
    return std::pair{text(c.at(0)), c.at(1).get<long>()};
  });
  s.unknowns = json.at("recorded").at(0).get<int>();
  s.kept_unknowns = json.at("recorded").at(1).get<int>();
  s.recorded_bytes = json.at("recorded").at(2).get<std::size_t>();
  s.method = text(json.at("method").at(0));
  s.method_note = text(json.at("method").at(1));
  s.tolerances = text(json.at("tolerances"));
  s.shared_loads = text(json.at("shared_loads"));
  s.largest_drift = number(json.at("drift"));
  s.energy_error = number(json.at("energy"));
  s.audits = read_list(json.at("audits"), [](const Json& a) {
    return RunSummary::Audit{text(a.at(0)),   text(a.at(1)), number(a.at(2)),
                             number(a.at(3)), text(a.at(4)), number(a.at(5))};
  });
  return s;
}

Json of(const Expectation::Part& p) {
  const auto value = [](double v) { return of(v); };
  return {of(p.text),
          p.holds,
          p.boolean,
          of(Heading{{}, p.unit}),
          optional_of(p.found, value),
          optional_of(p.wanted, value),
          optional_of(p.tolerance, value),
          optional_of(p.margin, value),
          optional_of(p.t, value),
          p.item,
          p.items,
          p.good};
}
Expectation::Part read_expectation_part(const Json& json) {
  Expectation::Part part;
  part.text = read_span(json.at(0));
  part.holds = json.at(1).get<bool>(), part.boolean = json.at(2).get<bool>();
  part.unit = read_heading(json.at(3)).unit;
  part.found = read_optional(json.at(4), number);
  part.wanted = read_optional(json.at(5), number);
  part.tolerance = read_optional(json.at(6), number);
  part.margin = read_optional(json.at(7), number);
  part.t = read_optional(json.at(8), number);
  part.item = json.at(9).get<std::size_t>();
  part.items = json.at(10).get<std::size_t>();
  part.good = json.at(11).get<std::size_t>();
  return part;
}
Json of(const Expectation& e) {
  return {of(e.origin), of(e.text), e.message, e.holds,
          list_of(e.parts, [](const Expectation::Part& part) { return of(part); })};
}
Expectation read_expectation(const Json& json) {
  return {read_span(json.at(0)), read_span(json.at(1)), text(json.at(2)), json.at(3).get<bool>(),
          read_list(json.at(4), read_expectation_part)};
}

// Without what it shows, which is too much to be handed on.
Json of(const GainedFilm& film) {
  return {film.file, of(film.output.asked.origin)};
}
GainedFilm read_film(const Json& json) {
  GainedFilm film;
  film.file = text(json.at(0));
  film.output.asked.origin = read_span(json.at(1));
  return film;
}

Json of(const KeptSignals& kept) {
  const auto numbers = [](const std::vector<double>& v) {
    return list_of(v, [](double x) { return of(x); });
  };
  return {{"passes", kept.passes},
          {"run", {kept.number, kept.name, kept.continues}},
          {"t", numbers(kept.t)},
          {"headings", list_of(kept.headings, [](const Heading& h) { return of(h); })},
          {"columns", list_of(kept.columns, numbers)},
          {"impacts", list_of(kept.impacts, [](const TableOutput& t) { return of(t); })}};
}
KeptRun read_kept(const Json& json) {
  const auto numbers = [](const Json& v) { return read_list(v, number); };
  KeptSignals kept;
  kept.passes = json.at("passes").get<std::vector<std::size_t>>();
  kept.number = json.at("run").at(0).get<int>();
  kept.name = text(json.at("run").at(1));
  kept.continues = json.at("run").at(2).get<bool>();
  kept.t = numbers(json.at("t"));
  kept.headings = read_list(json.at("headings"), read_heading);
  kept.columns = read_list(json.at("columns"), numbers);
  kept.impacts = read_list(json.at("impacts"), read_table);
  return {std::make_shared<const KeptSignals>(std::move(kept))};
}

// Named, as it is written down; scenes are too much to be handed on.
Json of(const Output& output) {
  Json json;
  const auto is = [&](const char* what, Json value) { json = {what, std::move(value)}; };
  take(
      output,
      [&](const Printed& o) {
        is("print", list_of(o.parts, [](const PrintPart& part) { return of(part); }));
      },
      [&](const TableOutput& o) { is("table", of(o)); },
      [&](const PlotOutput& o) { is("plot", of(o)); },
      [&](const TableFile& o) {
        is("file", {of(o.table), o.name});
      },
      [&](const PictureFile& o) {
        is("picture", {of(o.plot), o.name});
      },
      [&](const FilmFile& o) {
        is("film", of(GainedFilm{o.film, o.name}));
      },
      [&](const Diagnostic& o) { is("diagnostic", of(o)); },
      [&](const Note& o) { is("note", o.text); }, [&](const RunSummary& o) { is("run", of(o)); },
      [&](const KeptRun& o) { is("kept", of(*o.signals)); },
      [&](const Origin& o) { is("from", of(o.span)); },
      [&](const Expectation& o) { is("expect", of(o)); },
      [&](const PassStart& o) { is("pass", o.values); },
      [&](const GainedCurves& o) { is("gained", o.plot); });
  return json;
}

Output read_output(const Json& json) {
  const std::string what = text(json.at(0));
  const Json& value = json.at(1);
  if (what == "print") return Printed{read_list(value, read_part)};
  if (what == "table") return read_table(value);
  if (what == "plot") return read_plot(value);
  if (what == "file") return TableFile{read_table(value.at(0)), text(value.at(1))};
  if (what == "picture") return PictureFile{read_plot(value.at(0)), text(value.at(1))};
  if (what == "film") return unfilmed(read_film(value));
  if (what == "diagnostic") return read_diagnostic(value);
  if (what == "run") return read_summary(value);
  if (what == "kept") return read_kept(value);
  if (what == "from") return Origin{read_span(value)};
  if (what == "expect") return read_expectation(value);
  if (what == "pass") return PassStart{text(value)};
  if (what == "gained") return GainedCurves{text(value)};
  return Note{text(value)};
}

Json list_of_outputs(const std::vector<Output>& outputs) {
  Json list = Json::array();
  for (const Output& output : outputs)
    if (!std::holds_alternative<RunScene>(output) && !std::holds_alternative<StageView>(output))
      list.push_back(of(output));
  return list;
}

Json of(const Outcome& o) {
  return {o.expectation_failed,
          o.script_error,
          o.simulation_failed,
          o.file_error,
          o.interrupted,
          o.stopped,
          o.cut};
}
Outcome read_outcome(const Json& json) {
  const auto flag = [&](int i) { return json.at(i).get<bool>(); };
  return {flag(0), flag(1), flag(2), flag(3), flag(4), flag(5), flag(6)};
}

Json of(const GainedTable& gained) {
  return {gained.table, of(gained.output), optional_of(gained.file, text_of), of(gained.origin),
          gained.hidden};
}
GainedTable read_gained(const Json& json) {
  return {json.at(0).get<std::int32_t>(), read_table(json.at(1)), read_optional(json.at(2), text),
          read_span(json.at(3)), json.at(4).get<bool>()};
}

Json of(const GainedPicture& gained) {
  return {of(gained.output), gained.file, of(gained.origin)};
}
GainedPicture read_picture(const Json& json) {
  return {read_plot(json.at(0)), text(json.at(1)), read_span(json.at(2))};
}

std::string line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string write_pass(const PassResult& result) {
  const Gained& gained = result.gained;
  return line({{"output", list_of_outputs(result.output.outputs())},
               {"outcome", of(result.outcome)},
               {"gained", list_of(gained.tables, [](const GainedTable& g) { return of(g); })},
               {"pictures", list_of(gained.pictures, [](const GainedPicture& g) { return of(g); })},
               {"films", list_of(gained.films, [](const GainedFilm& g) { return of(g); })}});
}

std::optional<PassResult> read_pass(const std::string& text) {
  try {
    const Json json = json_from<Json>(text);
    PassResult result;
    for (const Json& output : json.at("output")) result.output.give(read_output(output));
    result.outcome = read_outcome(json.at("outcome"));
    result.gained = {read_list(json.at("gained"), read_gained),
                     read_list(json.at("pictures"), read_picture),
                     read_list(json.at("films"), read_film)};
    return result;
  } catch (const std::exception&) {  // a line cut short, or somebody else's file
    return {};
  }
}

std::string write_tables(const Tables& tables) {
  return line(list_of(tables, [](const TableRows& rows) { return list_of(rows, of_row); }));
}

std::optional<Tables> read_tables(const std::string& text) {
  try {
    return read_list(Json::parse(text), [](const Json& rows) { return read_list(rows, read_row); });
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace mbs

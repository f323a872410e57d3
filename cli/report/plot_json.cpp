#include "cli/report/plot_json.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "cli/output/shown_plot.hpp"
#include "cli/output/typeset.hpp"
#include "cli/report/label_json.hpp"

namespace mbs {

namespace {

using Json = nlohmann::ordered_json;

struct Column {
  const std::vector<double>* values;
  double allowed = 0;
  std::size_t begin = 0;  // the point of its first value
  bool has(std::size_t i) const { return i >= begin && i - begin < values->size(); }
  double at(std::size_t i) const { return (*values)[i - begin]; }
};

Column column_of(const std::vector<double>& values, double error, std::size_t begin = 0) {
  double low = 0, high = 0;
  bool any = false;
  for (const double v : values) {
    if (!std::isfinite(v)) continue;
    low = any ? std::min(low, v) : v;
    high = any ? std::max(high, v) : v;
    any = true;
  }
  return {&values, error * (high - low), begin};
}

// The line from point `from` to point `to` meets what is between, at its time.
bool straight(const std::vector<Column>& columns, const std::vector<double>& at, std::size_t from,
              std::size_t to) {
  for (std::size_t i = from + 1; i < to; ++i) {
    const double part = (at[i] - at[from]) / (at[to] - at[from]);
    for (const Column& column : columns) {
      if (!column.has(i)) continue;
      const double v = column.at(from), off = v + part * (column.at(to) - v) - column.at(i);
      if (!(std::abs(off) <= column.allowed)) return false;
    }
  }
  return true;
}

std::vector<double> only(const std::vector<double>& values, const std::vector<std::size_t>& kept,
                         std::size_t begin = 0) {
  std::vector<double> result;
  for (const std::size_t i : kept)
    if (i >= begin && i - begin < values.size()) result.push_back(values[i - begin]);
  return result;
}

// Where the curves of another run begin.
std::set<std::size_t> begins_of(const PlotOutput& plot) {
  std::set<std::size_t> begins;
  for (const PlottedCurve& curve : plot.curves) begins.insert(curve.begin);
  return begins;
}

Json label_json(const std::string& label, bool quoted, const std::string& unit) {
  return {{"name", plain_label(label, quoted)},
          {"unit", label_unit(label, quoted, unit).empty() ? "" : unit},
          {"label", pieces_json(label, quoted)}};
}

Json curve_json(const PlotCurve& curve, const std::vector<std::size_t>& kept, Block& block) {
  Json object = label_json(curve.name, curve.quoted, curve.unit);
  object["values"] = block.add4(only(curve.y, kept, curve.begin));
  const auto from = std::lower_bound(kept.begin(), kept.end(), curve.begin) - kept.begin();
  if (from > 0) object["from"] = from;
  if (!curve.panel.empty()) object["panel"] = pieces_json(curve.panel, false);
  if (curve.points) object["points"] = true;
  if (curve.look) object["look"] = *curve.look;
  return object;
}

// What the script asks of the drawing.
void add_style(const PlotDataStyle& style, Json& object) {
  const auto add_range = [&](const char* name, const std::optional<Range>& range) {
    if (range) object[name] = {range->low, range->high};
  };
  if (style.histogram) object["histogram"] = true;
  if (style.log_x) object["log_x"] = true;
  if (style.log_y) object["log_y"] = true;
  if (style.points) object["points"] = true;
  if (style.equal) object["equal"] = true;
  if (!style.legend) object["legend"] = false;
  if (!style.title.empty()) object["title"] = pieces_json(style.title, true);
  add_range("x_range", style.x_range);
  add_range("y_range", style.y_range);
}

}  // namespace

std::vector<std::size_t> points_kept(const PlotOutput& plot, double error) {
  constexpr std::size_t most_between = 200;
  const std::size_t count = plot.x.size();
  std::vector<std::size_t> kept;
  if (!(error > 0) || plot.t.size() != count) {
    for (std::size_t i = 0; i < count; ++i) kept.push_back(i);
    return kept;
  }
  std::vector<Column> columns = {column_of(plot.x, error)};
  for (const PlottedCurve& curve : plot.curves)
    columns.push_back(column_of(curve.y, error, curve.begin));
  const std::set<std::size_t> begins = begins_of(plot);
  for (std::size_t i = 0; i < count; ++i) {
    const bool ends = begins.contains(i) || i + 1 == count || begins.contains(i + 1);
    const bool joined = !ends && i + 1 - kept.back() < most_between &&
                        plot.t[i + 1] > plot.t[kept.back()] &&
                        straight(columns, plot.t, kept.back(), i + 1);
    if (!joined) kept.push_back(i);
  }
  return kept;
}

Json plot_json(const PlotOutput& plot, const std::vector<int>& runs, double error, Block& block) {
  const std::vector<std::size_t> kept = points_kept(plot, error);
  const PlotData data = plot_data(plot);
  Json x = label_json(data.x_name, data.x_quoted, data.x_unit), curves = Json::array();
  x["values"] = block.add4(only(data.x, kept));
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    curves.push_back(curve_json(data.curves[i], kept, block));
    const std::size_t gained = plot.curves[i].gained;
    if (gained < runs.size()) curves.back()["run"] = runs[gained];
  }
  Json object = {{"x", x}, {"curves", curves}};
  if (!data.name.empty()) object["name"] = data.name;
  if (!data.y_name.empty()) object["y"] = label_json(data.y_name, data.y_quoted, data.y_unit);
  add_style(data.style, object);
  object["t"] = plot.t.empty() ? Json(nullptr) : block.add8(only(plot.t, kept));
  return object;
}

}  // namespace mbs

#include "cli/output/shown_plot.hpp"

#include <algorithm>
#include <cmath>

namespace mbs {

namespace {

std::vector<double> in_unit(std::vector<double> values, const Unit& unit) {
  for (double& value : values) value /= unit.factor;
  return values;
}

// A range in the unit of its axis; curves have the dimension of the first one where there is one.
std::optional<Range> range_in(const std::optional<ir::Interval>& range, const Unit& unit) {
  if (!range) return std::nullopt;
  return Range{(*range)[0] / unit.factor, (*range)[1] / unit.factor};
}

// "ce = 0.3, mu = 0.1", of all params but one.
std::string values_text(const PlottedCurve& curve, const std::string& without) {
  std::string text;
  for (const auto& [param, value] : curve.values)
    if (param != without) text += (text.empty() ? "" : ", ") + param + " = " + value;
  return text;
}

std::string panel_of(const PlottedCurve& curve, const std::string& param) {
  for (const auto& [name, value] : curve.values)
    if (name == param) return name + " = " + value;
  return {};
}

// What all curves of passes show, if that is one thing, in one unit with those of no pass.
const Heading* common_heading(const PlotOutput& plot) {
  const Heading* common = nullptr;
  if (plot.curves.size() < 2) return nullptr;
  for (const PlottedCurve& curve : plot.curves) {
    if (curve.heading.unit.text != plot.curves.front().heading.unit.text) return nullptr;
    if (curve.values.empty()) continue;
    if (common && common->label != curve.heading.label) return nullptr;
    common = &curve.heading;
  }
  return common;
}

void name_curves(const PlotOutput& plot, PlotData& data) {
  const Heading* common = common_heading(plot);
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    PlotCurve& curve = data.curves[i];
    const std::string values = values_text(plot.curves[i], plot.style.panels);
    curve.panel = panel_of(plot.curves[i], plot.style.panels);
    if (values.empty()) continue;
    curve.quoted = curve.quoted && !common;
    curve.name = common ? values : curve.name + ", " + values;
  }
  if (common)
    data.y_name = common->label, data.y_unit = common->unit.text, data.y_quoted = common->quoted;
}

// What is of one name in several drawings looks the same.
void give_looks(PlotData& data) {
  std::vector<std::string> names;
  for (PlotCurve& curve : data.curves) {
    const std::string name = curve.name + '|' + curve.unit;
    const auto place = std::ranges::find(names, name) - names.begin();
    if (place == std::ssize(names)) names.push_back(name);
    curve.look = static_cast<std::size_t>(place);
  }
}

std::string common_unit(const PlotData& data) {
  for (const PlotCurve& curve : data.curves)
    if (curve.unit != data.curves.front().unit) return {};
  return data.curves.empty() ? std::string() : data.curves.front().unit;
}

void name_axes(const ir::PlotStyle& style, PlotData& data) {
  if (style.histogram) data.y_name = "count", data.y_unit = "", data.y_quoted = true;
  if (!style.x_label.empty()) data.x_name = style.x_label, data.x_quoted = true;
  if (style.y_label.empty()) return;
  data.y_name = style.y_label, data.y_unit = common_unit(data), data.y_quoted = true;
}

// A list among histories, such as what was measured: its points have no instants.
bool list_among_histories(const PlotOutput& plot, const PlottedCurve& curve) {
  return curve.begin < plot.t.size() && std::isnan(plot.t[curve.begin]);
}

bool gathered(const PlotOutput& plot) {
  return std::ranges::any_of(plot.curves, [](const PlottedCurve& c) { return !c.values.empty(); });
}

}  // namespace

PlotData plot_data(const PlotOutput& plot) {
  const ir::PlotStyle& style = plot.style;
  PlotData data{
      plot.versus.label, plot.versus.unit.text, in_unit(plot.x, plot.versus.unit), {}, {}};
  data.style = {style.log_x,
                style.log_y,
                range_in(style.x_range, plot.versus.unit),
                {},
                style.equal,
                style.points,
                style.legend,
                style.size,
                style.title,
                style.histogram};
  data.name = plot.name;
  data.x_quoted = plot.versus.quoted;
  if (!plot.curves.empty())
    data.style.y_range = range_in(style.y_range, plot.curves.front().heading.unit);
  for (const PlottedCurve& curve : plot.curves) {
    const Heading& heading = curve.heading;
    data.curves.push_back({heading.label, heading.unit.text, in_unit(curve.y, heading.unit),
                           curve.begin, heading.quoted});
    data.curves.back().points = list_among_histories(plot, curve);
  }
  if (gathered(plot)) name_curves(plot, data);
  if (!style.panels.empty()) give_looks(data);
  name_axes(style, data);
  return data;
}

}  // namespace mbs

#include "cli/report/plot_json.hpp"

#include <algorithm>
#include <cmath>

namespace mbs {

namespace {

using Json = nlohmann::ordered_json;

struct Column {
  const std::vector<double>* values;
  double allowed = 0;
};

Column column_of(const std::vector<double>& values, double error) {
  double low = 0, high = 0;
  bool any = false;
  for (const double v : values) {
    if (!std::isfinite(v)) continue;
    low = any ? std::min(low, v) : v;
    high = any ? std::max(high, v) : v;
    any = true;
  }
  return {&values, error * (high - low)};
}

// The line from point `from` to point `to` meets what is between, at its time.
bool straight(const std::vector<Column>& columns, const std::vector<double>& at, std::size_t from,
              std::size_t to) {
  for (std::size_t i = from + 1; i < to; ++i) {
    const double part = (at[i] - at[from]) / (at[to] - at[from]);
    for (const Column& column : columns) {
      const std::vector<double>& v = *column.values;
      if (!(std::abs(v[from] + part * (v[to] - v[from]) - v[i]) <= column.allowed)) return false;
    }
  }
  return true;
}

std::vector<double> in_unit(const std::vector<double>& values, const std::vector<std::size_t>& kept,
                            double factor) {
  std::vector<double> result;
  result.reserve(kept.size());
  for (const std::size_t i : kept) result.push_back(values[i] / factor);
  return result;
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
  for (const Curve& curve : plot.curves) columns.push_back(column_of(curve.y, error));
  for (std::size_t i = 0; i < count; ++i) {
    const bool ends = i == 0 || i + 1 == count;
    const bool joined = !ends && i + 1 - kept.back() < most_between &&
                        plot.t[i + 1] > plot.t[kept.back()] &&
                        straight(columns, plot.t, kept.back(), i + 1);
    if (!joined) kept.push_back(i);
  }
  return kept;
}

Json plot_json(const PlotOutput& plot, double error, Block& block) {
  const std::vector<std::size_t> kept = points_kept(plot, error);
  const auto axis = [&](const Heading& heading, const std::vector<double>& values) {
    return Json{{"name", heading.label},
                {"unit", heading.unit.text},
                {"values", block.add4(in_unit(values, kept, heading.unit.factor))}};
  };
  Json curves = Json::array();
  for (const Curve& curve : plot.curves) curves.push_back(axis(curve.heading, curve.y));
  Json object = {{"x", axis(plot.versus, plot.x)}, {"curves", curves}};
  object["t"] = plot.t.empty() ? Json(nullptr) : block.add8(in_unit(plot.t, kept, 1));
  return object;
}

}  // namespace mbs

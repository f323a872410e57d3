#include "runtime/study/gather.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mbs {

std::string parameters_of(const ir::Pass& pass) {
  std::string text;
  for (const auto& [name, value] : pass.bindings) {
    text += (text.empty() ? "" : ", ") + name + " = " + value;
  }
  return text;
}

void gather(std::vector<GainedTable>& all, std::vector<GainedTable>& of_pass) {
  for (GainedTable& gained : of_pass) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const GainedTable& table) {
      return table.table == gained.table;
    });
    if (found == all.end()) {
      all.push_back(std::move(gained));
    } else {
      auto& rows = found->output.rows;
      rows.insert(rows.end(), gained.output.rows.begin(), gained.output.rows.end());
    }
  }
}

namespace {

bool belong_together(const GainedPicture& a, const GainedPicture& b) {
  if (!a.output.name.empty() || !b.output.name.empty()) return a.output.name == b.output.name;
  return a.origin == b.origin && a.file == b.file;
}

// Instants are those of several runs then: only the curves of a plot with a name know which.
void append_times(PlotOutput& all, const PlotOutput& more, std::size_t before) {
  if (all.name.empty()) return all.t.clear();
  if (all.t.empty() && more.t.empty()) return;
  all.t.resize(before, std::numeric_limits<double>::quiet_NaN());
  all.t.insert(all.t.end(), more.t.begin(), more.t.end());
  all.t.resize(all.x.size(), std::numeric_limits<double>::quiet_NaN());
}

void append(PlotOutput& all, PlotOutput& more) {
  const std::size_t before = all.x.size();
  const std::size_t gained = all.curves.empty() ? 0 : all.curves.back().gained + 1;
  all.x.insert(all.x.end(), more.x.begin(), more.x.end());
  append_times(all, more, before);
  for (PlottedCurve& curve : more.curves) {
    curve.begin += before;
    curve.gained += gained;
    all.curves.push_back(std::move(curve));
  }
  if (all.style.usual()) all.style = more.style;
}

}  // namespace

void gather(std::vector<GainedPicture>& all, GainedPicture& gained) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const GainedPicture& picture) {
    return belong_together(picture, gained);
  });
  if (found == all.end()) return all.push_back(std::move(gained));
  append(found->output, gained.output);
  if (found->file.empty()) found->file = gained.file;
}

void name_values(PlotOutput& plot, const ir::Pass& pass) {
  const bool in_labels = plot.name.empty() && plot.style.panels.empty();
  for (PlottedCurve& curve : plot.curves) {
    if (in_labels)
      curve.heading.label += ", " + parameters_of(pass);
    else
      curve.values.insert(curve.values.begin(), pass.bindings.begin(), pass.bindings.end());
  }
}

}  // namespace mbs

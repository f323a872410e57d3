#include "lang/elaborate/actions/gathered_plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace mbs::elaborate {

namespace {

constexpr std::size_t most_panels = 60;

std::string unit_text(const ir::Shown& shown) {
  return shown.unit.text.empty() ? "a pure number" : "in `" + shown.unit.text + "`";
}

std::set<std::string> units_of(const ir::Plot& plot) {
  std::set<std::string> units;
  for (const ir::Shown& curve : plot.curves) units.insert(curve.unit.text);
  return units;
}

class GatheredPlots {
 public:
  explicit GatheredPlots(World& world) : world_(world) {}

  void visit(const std::vector<ir::Action>& actions) {
    for (const ir::Action& action : actions) {
      if (const auto* plot = std::get_if<ir::Plot>(&action)) compare(*plot);
      if (const auto* sweep = std::get_if<ir::Sweep>(&action)) passes(*sweep);
      if (const auto* loop = std::get_if<ir::Loop>(&action)) visit(loop->body->list);
    }
  }

 private:
  struct Group {
    const ir::Plot* first;
    const ir::Plot* styled = nullptr;  // the one whose options hold
    const ir::Plot* filed = nullptr;
    std::set<std::string> panels;
    bool told = false;
  };

  void passes(const ir::Sweep& sweep) {
    for (const ir::Pass& pass : sweep.passes) {
      const std::size_t around = values_.size();
      for (const auto& [param, value] : pass.bindings) values_.emplace_back(param, value);
      visit(pass.scenario->actions);
      values_.resize(around);
    }
  }

  void compare(const ir::Plot& plot) {
    Group& group = group_of(plot);
    if (group.told) return;
    if (!plot.name.empty()) compare(plot, group);
    count_panels(plot, group);
  }

  // Without a name those of one place in the script are gathered.
  Group& group_of(const ir::Plot& plot) {
    const Span at = plot.origin;
    const std::string key =
        plot.name.empty() ? fmt::format("{}:{}:{}", at.source, at.begin, at.end) : plot.name;
    return groups_.try_emplace(key, Group{&plot, nullptr, nullptr, {}, false}).first->second;
  }

  void compare(const ir::Plot& plot, Group& group) {
    const ir::Plot& first = *group.first;
    if (plot.style.histogram != first.style.histogram)
      return refuse(plot, first, group, "is a histogram in one place and a plot in another", {});
    if (plot.versus.unit.text != first.versus.unit.text)
      return refuse(
          plot, first, group,
          fmt::format("needs one unit along x: `{}` is {}, `{}` is {}", first.versus.label,
                      unit_text(first.versus), plot.versus.label, unit_text(plot.versus)),
          "say it with `in`: `vs t in ms`");
    if (units_of(plot) != units_of(first) && !plot.curves.empty() && !first.curves.empty())
      return refuse(plot, first, group,
                    fmt::format("needs one unit along y: `{}` is {}, `{}` is {}",
                                first.curves.front().label, unit_text(first.curves.front()),
                                plot.curves.front().label, unit_text(plot.curves.front())),
                    "say it with `in`: `ball.y in mm`");
    compare_options(plot, group);
  }

  void compare_options(const ir::Plot& plot, Group& group) {
    if (plot.file) {
      if (!group.filed) group.filed = &plot;
      if (*group.filed->file != *plot.file)
        return refuse(plot, *group.filed, group, "has two files",
                      "give the file at one of them; it holds for all");
    }
    if (plot.style.usual()) return;
    if (!group.styled) group.styled = &plot;
    if (!(group.styled->style == plot.style))
      refuse(plot, *group.styled, group, "has different options in two places",
             "give the options at one of them; they hold for all");
  }

  void count_panels(const ir::Plot& plot, Group& group) {
    for (const auto& [param, value] : values_)
      if (param == plot.style.panels) group.panels.insert(value);
    if (group.panels.size() <= most_panels) return;
    group.told = true;
    report(world_, Code::E0427, plot.origin,
           fmt::format("`{}` has more than {} values: so many panels show nothing",
                       plot.style.panels, most_panels))
        .hint = "without `panels` all curves share one pair of axes";
  }

  void refuse(const ir::Plot& plot, const ir::Plot& other, Group& group, const std::string& what,
              const std::string& hint) {
    group.told = true;
    Diagnostic& d =
        report(world_, Code::E0426, plot.origin, fmt::format("`{}` {}", plot.name, what));
    if (!(other.origin == plot.origin)) d.labels.push_back({other.origin, "the other one"});
    if (!hint.empty()) d.hint = hint;
  }

  World& world_;
  std::map<std::string, Group> groups_;
  std::vector<std::pair<std::string, std::string>> values_;  // of the sweeps around
};

}  // namespace

void check_gathered_plots(World& world) {
  GatheredPlots(world).visit(world.scenario->actions);
}

}  // namespace mbs::elaborate

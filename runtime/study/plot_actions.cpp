#include "runtime/study/plot_actions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/results/histogram.hpp"
#include "runtime/results/logarithm.hpp"
#include "runtime/run/guard.hpp"
#include "runtime/study/gather.hpp"

namespace mbs {

namespace {

// The samples, with long steps filled in so that curves are smooth: no gap above 1/400 of the run.
std::vector<Results::Point> plot_points(const Run& run) {
  const double longest = (run.t.back() - run.t.front()) / 400;
  std::vector<Results::Point> points;
  for (std::size_t i = 0; i < run.size(); ++i) {
    points.push_back({run.t[i], i});
    if (i + 1 == run.size() || longest <= 0) continue;
    const double step = run.t[i + 1] - run.t[i];
    const int parts = static_cast<int>(std::ceil(step / longest));
    for (int k = 1; k < parts; ++k) points.push_back({run.t[i] + step * k / parts, {}});
  }
  return points;
}

Heading heading_of(const ir::Shown& shown) {
  return {shown.label, shown.unit, shown.quoted};
}

// The runs that curves are of: the present one, and those with names.
std::vector<std::int32_t> runs_of(const ir::Plot& action) {
  std::vector<std::int32_t> runs;
  for (const ir::Shown& shown : action.curves)
    if (shown.domain == ir::Domain::trace &&
        std::find(runs.begin(), runs.end(), shown.run) == runs.end())
      runs.push_back(shown.run);
  if (runs.empty()) runs.push_back(action.versus.run);
  return runs;
}

// Curves of one run behind those of another; each has no value where the others are.
void add_run(const ir::Plot& action, std::int32_t run, Results& results, PlotOutput& output) {
  Results* const seen = results.of(run, action.origin);
  if (!seen || !seen->run() || seen->run()->size() == 0) return;
  const std::vector<Results::Point> points = plot_points(*seen->run());
  const auto values = [&](const ir::Shown& shown) { return seen->at_points(shown.node, points); };
  const std::vector<double> x = values(action.versus);
  for (const Results::Point& point : points) output.t.push_back(point.t);
  output.x.insert(output.x.end(), x.begin(), x.end());
  for (std::size_t i = 0; i < action.curves.size(); ++i) {
    const ir::Shown& shown = action.curves[i];
    const bool of_it = shown.domain != ir::Domain::trace || shown.run == run;
    const std::vector<double> y = of_it ? values(shown) : std::vector<double>{};
    output.curves[i].y.insert(output.curves[i].y.end(), y.begin(), y.end());
    output.curves[i].y.resize(output.x.size(), std::numeric_limits<double>::quiet_NaN());
  }
}

// What a note calls it: its name, or what it shows.
std::string name_of(const PlotOutput& plot) {
  if (!plot.name.empty()) return "`" + plot.name + "`";
  const std::string more =
      plot.curves.size() > 1 ? fmt::format(" and {} more", plot.curves.size() - 1) : "";
  return fmt::format("`{}`{} vs `{}`", plot.curves.front().heading.label, more, plot.versus.label);
}

struct WithoutPlace {
  std::size_t infinite = 0, no_logarithm = 0, rounding = 0, all = 0;
};

// No axis has a place for what is infinite, a logarithmic one none for what is not above 0; it
// begins above what rounding leaves.
WithoutPlace without_place(const PlotOutput& plot) {
  const ir::PlotStyle& style = plot.style;
  WithoutPlace found;
  for (const PlottedCurve& curve : plot.curves) {
    const std::span x = std::span(plot.x).subspan(curve.begin, curve.y.size());
    const double least_x = least_on_logarithm(x), least_y = least_on_logarithm(curve.y);
    const auto tiny = [](bool log, const auto& range, double value, double least) {
      return log && !range && value > 0 && value < least;
    };
    for (std::size_t i = 0; i < curve.y.size(); ++i, ++found.all) {
      if (std::isinf(x[i]) || std::isinf(curve.y[i])) {
        ++found.infinite;
        continue;
      }
      const bool lacks = (style.log_x && x[i] <= 0) || (style.log_y && curve.y[i] <= 0);
      found.no_logarithm += lacks ? 1 : 0;
      found.rounding += !lacks && (tiny(style.log_x, style.x_range, x[i], least_x) ||
                                   tiny(style.log_y, style.y_range, curve.y[i], least_y))
                            ? 1
                            : 0;
    }
  }
  return found;
}

// What they tell; nothing if all points have their place.
std::vector<std::string> notes_of(const PlotOutput& plot) {
  std::vector<std::string> notes;
  const WithoutPlace found = without_place(plot);
  if (found.infinite > 0)
    notes.push_back(fmt::format("{} of {} points of {} are infinite: they have no place in it",
                                found.infinite, found.all, name_of(plot)));
  if (found.no_logarithm > 0)
    notes.push_back(fmt::format(
        "{} of {} points of {} are not above 0: they have no place on a logarithmic axis",
        found.no_logarithm, found.all, name_of(plot)));
  if (found.rounding > 0)
    notes.push_back(fmt::format(
        "{} of {} points of {} are below 1e-13 of the largest: its axis begins above them, "
        "`y_range` or `x_range` shows them",
        found.rounding, found.all, name_of(plot)));
  return notes;
}

}  // namespace

void PlotActions::plot(const ir::Plot& action) {
  Results& r = now_.results();
  const auto traced = [](const ir::Shown& shown) { return shown.domain == ir::Domain::trace; };
  const bool over_run =
      traced(action.versus) || std::any_of(action.curves.begin(), action.curves.end(), traced);
  const bool of_present = over_run && runs_of(action).front() < 0;
  if (of_present && !r.run()) {
    if (now_.broken()) return;
    now_.complaints.add(Code::E0306, action.origin, "a plot needs a finished run").hint =
        "put a `simulate` above it";
    now_.settle();
    return;
  }
  PlotOutput output{heading_of(action.versus), {}, {}, action.style, {}, action.name};
  for (const ir::Shown& shown : action.curves) output.curves.push_back({heading_of(shown), {}});
  if (action.style.histogram) {
    for (std::size_t i = 0; i < action.curves.size(); ++i)
      output.curves[i].y = r.rows(action.curves[i].node);
  } else if (over_run) {
    for (const std::int32_t run : runs_of(action)) add_run(action, run, r, output);
  } else {
    output.x = r.rows(action.versus.node);
    for (std::size_t i = 0; i < action.curves.size(); ++i) {
      output.curves[i].y = r.rows(action.curves[i].node);
      check_lengths(action, i, output);
      output.curves[i].y.resize(output.x.size(), std::numeric_limits<double>::quiet_NaN());
    }
  }
  if (!now_.settle()) return;
  GainedPicture picture{std::move(output), action.file.value_or(""), action.origin};
  const bool gathers = !action.name.empty() || (action.file && now_.options.gathers);
  if (!gathers) return give_picture(std::move(picture));
  if (!action.name.empty()) now_.sink.give(GainedCurves{action.name});
  gather(pictures_, picture);
}

// Lists written in the script are compared when it is read; of others the length is known now.
void PlotActions::check_lengths(const ir::Plot& action, std::size_t curve,
                                const PlotOutput& output) {
  const ir::Shown& shown = action.curves[curve];
  const std::size_t x = output.x.size(), y = output.curves[curve].y.size();
  const bool lists = shown.domain == ir::Domain::rows && action.versus.domain == ir::Domain::rows;
  if (!lists || x == y) return;
  now_.complaints.add(Code::E0308, action.origin,
                      fmt::format("these lists differ in length: `{}` has {} items, `{}` has {}",
                                  shown.label, y, action.versus.label, x));
}

void PlotActions::give_picture(GainedPicture picture) {
  if (picture.output.style.histogram) return give_histogram(picture);
  const std::vector<std::string> notes = notes_of(picture.output);
  const Span origin = picture.origin;
  show_picture(std::move(picture));
  for (const std::string& text : notes) {
    now_.from(origin);
    now_.note(text);
  }
}

void PlotActions::show_picture(GainedPicture picture) {
  now_.from(picture.origin);
  if (picture.file.empty()) {
    now_.sink.give(std::move(picture.output));
    return;
  }
  const std::string problem = now_.sink.give(PictureFile{std::move(picture.output), picture.file});
  now_.tell_file_problem(problem, picture.file, picture.origin);
}

// What has no place in it is told, and a list of which nothing is left.
void PlotActions::give_histogram(const GainedPicture& lists) {
  const CountedLists counts = counted(lists.output);
  for (std::size_t i = 0; i < counts.left_out.size(); ++i) {
    const LeftOut& left = counts.left_out[i];
    const std::string& label = counts.output.curves[i].heading.label;
    if (left.missing + left.outside < left.all) continue;
    Diagnostic d{Code::W0209, fmt::format("`{}` has nothing to count: {}", label, left.reason()),
                 {},          {},
                 {},          {},
                 {}};
    d.labels.push_back({lists.origin, ""});
    now_.report(d);
  }
  show_picture({counts.output, lists.file, lists.origin});
  for (std::size_t i = 0; i < counts.left_out.size(); ++i) {
    const LeftOut& left = counts.left_out[i];
    const bool some = left.missing + left.outside > 0 && left.missing + left.outside < left.all;
    if (!some) continue;
    now_.from(lists.origin);
    now_.note(fmt::format("not in the histogram of `{}`: {}", counts.output.curves[i].heading.label,
                          left.reason()));
  }
}

// A plot with a name is given where its last statement stands, with all that it has gained.
void PlotActions::give_finished(std::size_t action) {
  std::vector<GainedPicture> later;
  std::vector<GainedPicture> now;
  for (GainedPicture& picture : pictures_) {
    const auto last = last_.find(picture.output.name);
    const bool gains_more = last == last_.end() || last->second > action;
    (gains_more ? later : now).push_back(std::move(picture));
  }
  pictures_ = std::move(now);
  give_gathered();
  pictures_ = std::move(later);
}

// Under the last net: curves of many passes take memory.
void PlotActions::give_gathered() {
  if (now_.options.gathers) return;  // what it has gained goes on to the sweep
  for (GainedPicture& picture : std::exchange(pictures_, {})) {
    const auto problem = guarded([&] { give_picture(std::move(picture)); });
    if (!problem) continue;
    now_.outcome.simulation_failed = true;
    now_.report(*problem);
  }
}

namespace {

void find_plots(const ir::Action& action, std::set<std::string>& names) {
  if (const auto* plot = std::get_if<ir::Plot>(&action)) names.insert(plot->name);
  if (const auto* loop = std::get_if<ir::Loop>(&action))
    for (const ir::Action& inner : loop->body->list) find_plots(inner, names);
  const auto* sweep = std::get_if<ir::Sweep>(&action);
  if (!sweep) return;
  for (const ir::Pass& pass : sweep->passes)
    for (const ir::Action& inner : pass.scenario->actions) find_plots(inner, names);
}

}  // namespace

void PlotActions::find_last() {
  const auto& actions = now_.scenario->actions;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    std::set<std::string> names;
    find_plots(actions[i], names);
    for (const std::string& name : names) last_[name] = i;
  }
}

void PlotActions::keep(std::vector<GainedPicture> pictures) {
  for (GainedPicture& picture : pictures) {
    if (now_.options.gathers || !picture.output.name.empty())
      gather(pictures_, picture);
    else
      give_picture(std::move(picture));
  }
}

}  // namespace mbs

#include "runtime/results/run_reductions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "runtime/results/corners.hpp"
#include "runtime/results/quantity_text.hpp"
#include "runtime/results/reductions.hpp"

namespace mbs {

namespace {

using Kind = ir::ReductionKind;
constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr double most_periods = 1e6;

// Both sides of a corner among the samples; `values` belong to `t`.
template <class F>
void insert_corner(double corner, const F& value, std::vector<double>& t,
                   std::vector<double>& values) {
  const double before = std::nextafter(corner, t.front());
  for (const double time : {before, corner}) {
    const auto place = std::upper_bound(t.begin(), t.end(), time);
    values.insert(values.begin() + (place - t.begin()), value(time));
    t.insert(place, time);
  }
}

// x = c + a cos(w s) + b sin(w s), fitted by least squares over -h < s < h. Over a symmetric
// interval the sine has nothing to do with the others.
struct Wave {
  double a = 0, b = 0;
};
Wave fitted_wave(double h, double w, double of_one, double of_cos, double of_sin) {
  const double one_one = 2 * h, one_cos = 2 * std::sin(w * h) / w;
  const double wiggle = std::sin(2 * w * h) / (2 * w);
  const double cos_cos = h + wiggle, sin_sin = h - wiggle;
  const double determinant = one_one * cos_cos - one_cos * one_cos;
  return {(one_one * of_cos - one_cos * of_one) / determinant, of_sin / sin_sin};
}

}  // namespace

RunReductions::RunReductions(RunResults& results)
    : results_(results), scenario_(results.scenario()), run_(*results.run()) {}

std::optional<RunPart> RunReductions::part_of(NodeId from, NodeId to, Span origin,
                                              const std::string& text) {
  const double begin = run_.t.front(), end = run_.t.back();
  if (!from.valid()) return RunPart{begin, end};
  const double low = results_.outside(from), given = results_.outside(to);
  const double high = given == std::numeric_limits<double>::infinity() ? end : given;
  const auto time = [&](double t) { return number_text(t, results_.digits()) + " s"; };
  const double slack = 1e-12 * (end - begin);
  std::string problem;
  if (std::isnan(low) || std::isnan(high))
    problem = fmt::format("an end of the window of `{}` is not a number", text);
  else if (low < begin - slack || high > end + slack || low > end)
    problem = fmt::format("`{}` looks at {} .. {}, but the run goes from {} to {}", text, time(low),
                          time(given), time(begin), time(end));
  else if (!(low < high))
    problem = fmt::format("the window of `{}` is empty: {} .. {}", text, time(low), time(given));
  if (problem.empty()) return RunPart{std::max(low, begin), std::min(high, end)};
  Diagnostic& d = results_.complaints().add(Code::E0310, origin, std::move(problem));
  if (high > end + slack) d.hint = "`inf` as its end means the end of the run";
  return std::nullopt;
}

double RunReductions::reduced(const ir::Reduction& r) {
  if (r.from.valid() || is_fit(r.kind)) return reduce_part(r);
  switch (r.kind) {
    case Kind::maximum:
    case Kind::minimum:
    case Kind::argmax:
    case Kind::argmin:
      return extreme(r);
    case Kind::mean:
    case Kind::rms:
    case Kind::integral:
      return told_if_missing(r, weighted(r), {run_.t.front(), run_.t.back()});
    case Kind::initial:
    case Kind::final:
    case Kind::at:
      return reduce_value_at(r);
    case Kind::all:
    case Kind::any:
      return anywhere(r);
    default:
      return reduce_rows(r.kind, results_.trace(r.operand), results_.is_condition(r.operand));
  }
}

// Where a reduced expression may jump or turn between samples; empty for most.
std::vector<double> RunReductions::corners(const ir::Reduction& r, bool kinks) {
  bool whole = true;
  const Corners which = kinks ? Corners::jumps_and_kinks : Corners::jumps;
  const std::vector<double> found = corners_of(
      scenario_.graph, r.operand, run_.t, which,
      [this](NodeId node, double t) { return results_.at_time(node, t); }, whole);
  if (!whole)
    results_.note(
        fmt::format("`{}` changes more often than is looked at: a part of it is sampled", r.text));
  return found;
}

// A condition keeps its value between two corners. Where it has none somewhere, one instant decides
// that is true (`any`) or false (`all`), and nothing else does.
double RunReductions::anywhere(const ir::Reduction& r) {
  std::vector<double> values = results_.trace(r.operand);
  const std::vector<double> places = corners(r, false);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double end = i + 1 < places.size() ? places[i + 1] : run_.t.back();
    values.push_back(results_.at_time(r.operand, places[i]));
    values.push_back(results_.at_time(r.operand, 0.5 * (places[i] + end)));
  }
  const bool missing_somewhere = std::erase_if(values, [](double v) { return std::isnan(v); }) > 0;
  const bool holds = reduce_rows(r.kind, values, true) != 0;
  const bool decided = holds == (r.kind == Kind::any);
  return missing_somewhere && !decided ? missing : holds;
}

double RunReductions::extreme(const ir::Reduction& r) {
  const double sign = r.kind == Kind::maximum || r.kind == Kind::argmax ? 1 : -1;
  std::vector<double> values = results_.trace(r.operand);
  for (double& value : values) value *= sign;
  std::vector<double> t = run_.t;
  const auto value = [&](double time) { return sign * results_.at_time(r.operand, time); };
  for (const double corner : corners(r, false)) insert_corner(corner, value, t, values);
  note_samples_without_value(r, values);
  const Extreme found = largest(t, values, value);
  const bool place = r.kind == Kind::argmax || r.kind == Kind::argmin;
  return place ? found.t : sign * found.value;
}

// An extreme is one of the samples that have a value.
void RunReductions::note_samples_without_value(const ir::Reduction& r,
                                               const std::vector<double>& values) {
  const auto count =
      std::count_if(values.begin(), values.end(), [](double v) { return std::isnan(v); });
  if (count == 0 || count == static_cast<std::ptrdiff_t>(values.size())) return;
  results_.note(fmt::format("`{}` leaves out {} of {} samples, at which it has no value", r.text,
                            count, values.size()));
}

// A mean or an integral that has come to nothing, as its operand has no value everywhere.
double RunReductions::told_if_missing(const ir::Reduction& r, double value, RunPart part) {
  if (!std::isnan(value)) return value;
  const std::vector<double> values = results_.trace(r.operand);
  std::size_t count = 0, all = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (run_.t[i] < part.from || run_.t[i] > part.to) continue;
    ++all;
    count += std::isnan(values[i]);
  }
  results_.note(
      fmt::format("`{}` has no value: at {} of {} samples there is none", r.text, count, all));
  return value;
}

double RunReductions::weighted(const ir::Reduction& r) {
  const std::vector<double> values = results_.trace(r.operand);
  const double span = run_.t.back() - run_.t.front();
  const bool whole = r.kind == Kind::integral;
  if (span <= 0) return whole ? 0 : values.back();
  const std::vector<double> places = corners(r, true);
  if (!places.empty() || curves_in_time(scenario_.graph, r.operand)) return over_corners(r, places);
  const std::vector<double> inner = results_.inner(r.operand);
  if (r.kind == Kind::rms) {
    return std::sqrt(integral_of_square(run_.t, values, inner) / span);
  }
  const double sum = integral(run_.t, values, inner);
  return whole ? sum : sum / span;
}

// Piece by piece, each smooth.
double RunReductions::over_corners(const ir::Reduction& r, const std::vector<double>& corners) {
  std::vector<double> ends = run_.t;
  ends.insert(ends.end(), corners.begin(), corners.end());
  std::sort(ends.begin(), ends.end());
  const bool square = r.kind == Kind::rms;
  const double sum = integral_by_pieces(ends, [&](double t) {
    const double x = results_.at_time(r.operand, t);
    return square ? x * x : x;
  });
  const double span = run_.t.back() - run_.t.front();
  if (square) return std::sqrt(sum / span);
  return r.kind == Kind::integral ? sum : sum / span;
}

double RunReductions::reduce_value_at(const ir::Reduction& r) {
  if (r.kind == Kind::final) return results_.point(r.operand);
  if (r.kind == Kind::initial) return results_.first(r.operand);
  return value_at(r, results_.outside(r.time));
}

double RunReductions::value_at(const ir::Reduction& r, double time) {
  const double begin = run_.t.front(), end = run_.t.back();
  const double slack = 1e-12 * (end - begin);
  if (time >= begin - slack && time <= end + slack) {
    return results_.at_time(r.operand, std::clamp(time, begin, end));
  }
  results_.complaints().add(
      Code::E0310, r.origin,
      fmt::format("`{}` asks for {}, but the run goes from {} s to {} s", r.text,
                  std::isnan(time) ? "a time that is not a number"
                                   : number_text(time, results_.digits()) + " s",
                  number_text(begin, results_.digits()), number_text(end, results_.digits())));
  return missing;
}

double RunReductions::reduce_part(const ir::Reduction& r) {
  const auto part = part_of(r.from, r.to, r.origin, r.text);
  if (!part) return missing;
  switch (r.kind) {
    case Kind::maximum:
    case Kind::minimum:
    case Kind::argmax:
    case Kind::argmin:
      return extreme_within(r, *part);
    case Kind::all:
    case Kind::any:
      return anywhere_within(r, *part);
    case Kind::initial:
    case Kind::final:
    case Kind::at:
      return value_within(r, *part);
    case Kind::amplitude:
    case Kind::phase:
      return harmonic_within(r, *part);
    default:
      return told_if_missing(r, weighted_within(r, *part), *part);
  }
}

// Both ends of the part, and between them the samples and the places where the operand may jump or
// turn, in order.
std::vector<double> RunReductions::ends_within(const ir::Reduction& r, RunPart part, bool kinks) {
  std::vector<double> ends{part.from};
  const auto add = [&](double t) {
    if (t > part.from && t < part.to) ends.push_back(t);
  };
  for (const double t : run_.t) add(t);
  for (const double t : corners(r, kinks)) {
    add(std::nextafter(t, part.from));
    add(t);
  }
  ends.push_back(part.to);
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  return ends;
}

double RunReductions::extreme_within(const ir::Reduction& r, RunPart part) {
  const double sign = r.kind == Kind::maximum || r.kind == Kind::argmax ? 1 : -1;
  const auto value = [&](double t) { return sign * results_.at_time(r.operand, t); };
  const std::vector<double> t = ends_within(r, part, false);
  std::vector<double> values;
  for (const double time : t) values.push_back(value(time));
  note_samples_without_value(r, values);
  const Extreme found = largest(t, values, value);
  return is_place(r.kind) ? found.t : sign * found.value;
}

// A condition keeps its value between two ends.
double RunReductions::anywhere_within(const ir::Reduction& r, RunPart part) {
  const std::vector<double> t = ends_within(r, part, false);
  std::vector<double> values;
  for (std::size_t i = 0; i < t.size(); ++i) {
    values.push_back(results_.at_time(r.operand, t[i]));
    if (i > 0) values.push_back(results_.at_time(r.operand, 0.5 * (t[i - 1] + t[i])));
  }
  const bool missing_somewhere = std::erase_if(values, [](double v) { return std::isnan(v); }) > 0;
  const bool holds = reduce_rows(r.kind, values, true) != 0;
  const bool decided = holds == (r.kind == Kind::any);
  return missing_somewhere && !decided ? missing : holds;
}

// Between two ends a condition keeps its value: from the first of them on.
std::optional<double> RunReductions::first_failure(const ir::Reduction& r) {
  const auto part = part_of(r.from, r.to, r.origin, r.text);
  if (!part) return {};
  const std::vector<double> t = ends_within(r, *part, false);
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (i > 0 && results_.at_time(r.operand, 0.5 * (t[i - 1] + t[i])) == 0) return t[i - 1];
    if (results_.at_time(r.operand, t[i]) == 0) return t[i];
  }
  return {};
}

double RunReductions::weighted_within(const ir::Reduction& r, RunPart part) {
  const double length = part.to - part.from;
  if (!(length > 0))
    return r.kind == Kind::integral || r.kind == Kind::deviation
               ? 0
               : results_.at_time(r.operand, part.to);
  const std::vector<double> ends = ends_within(r, part, true);
  const auto over = [&](const auto& f) {
    return integral_by_pieces(ends, [&](double t) { return f(results_.at_time(r.operand, t)); });
  };
  if (r.kind == Kind::rms) return std::sqrt(over([](double x) { return x * x; }) / length);
  const double sum = over([](double x) { return x; });
  if (r.kind == Kind::integral) return sum;
  const double mean = sum / length;
  if (r.kind == Kind::mean) return mean;
  return std::sqrt(over([&](double x) { return (x - mean) * (x - mean); }) / length);
}

double RunReductions::value_within(const ir::Reduction& r, RunPart part) {
  if (r.kind != Kind::at)
    return results_.at_time(r.operand, r.kind == Kind::initial ? part.from : part.to);
  return value_at_within(r, results_.outside(r.time), part);
}

double RunReductions::value_at_within(const ir::Reduction& r, double time, RunPart part) {
  const double slack = 1e-12 * (part.to - part.from);
  if (time >= part.from - slack && time <= part.to + slack)
    return results_.at_time(r.operand, std::clamp(time, part.from, part.to));
  results_.complaints().add(
      Code::E0310, r.origin,
      fmt::format("`{}` asks for {} s, which is not in its window, {} s .. {} s", r.text,
                  number_text(time, results_.digits()), number_text(part.from, results_.digits()),
                  number_text(part.to, results_.digits())));
  return missing;
}

// x(t) = mean + amplitude cos(2 pi f t + phase) + the rest, by least squares over the part: exact
// for a pure wave however the part is cut.
double RunReductions::harmonic_within(const ir::Reduction& r, RunPart part) {
  const double f = results_.outside(r.time), length = part.to - part.from;
  const double periods = f * length;
  if (!(periods >= 1 - 1e-9 && periods <= most_periods)) {
    results_.complaints().add(
        Code::E0310, r.origin,
        fmt::format("`{}` needs one to a million periods, but at {} Hz there are {} "
                    "in {} s",
                    r.text, number_text(f, results_.digits()),
                    number_text(periods, results_.digits()),
                    number_text(length, results_.digits())));
    return missing;
  }
  std::vector<double> ends = ends_within(r, part, true);
  const int halves = static_cast<int>(std::ceil(2 * periods));
  for (int i = 1; i < halves; ++i) ends.push_back(part.from + length * i / halves);
  std::sort(ends.begin(), ends.end());
  const double w = 2 * std::numbers::pi * f, middle = 0.5 * (part.from + part.to);
  const auto with = [&](const auto& weight) {
    return integral_by_pieces(
        ends, [&](double t) { return weight(w * (t - middle)) * results_.at_time(r.operand, t); });
  };
  const Wave wave = fitted_wave(0.5 * length, w, with([](double) { return 1.0; }),
                                with([](double x) { return std::cos(x); }),
                                with([](double x) { return std::sin(x); }));
  if (r.kind == Kind::amplitude) return std::hypot(wave.a, wave.b);
  return std::remainder(
      std::atan2(-wave.b, wave.a) - std::remainder(w * middle, 2 * std::numbers::pi),
      2 * std::numbers::pi);
}

}  // namespace mbs

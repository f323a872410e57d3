// Reductions over a part of a run, and what is fitted to a history.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "runtime/results/quantity_text.hpp"
#include "runtime/results/reductions.hpp"
#include "runtime/results/results.hpp"

namespace mbs {

namespace {

using Kind = ir::ReductionKind;
constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr double most_periods = 1e6;

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

// The part of the run between two results or instants; all of it if there are none.
std::optional<Results::Part> Results::part_of(NodeId from, NodeId to, Span origin,
                                              const std::string& text) {
  const double begin = run_->t.front(), end = run_->t.back();
  if (!from.valid()) return Part{begin, end};
  const double low = outside(from), given = outside(to);
  const double high = given == std::numeric_limits<double>::infinity() ? end : given;
  const auto time = [&](double t) { return number_text(t, digits_) + " s"; };
  const double slack = 1e-12 * (end - begin);
  std::string problem;
  if (std::isnan(low) || std::isnan(high))
    problem = fmt::format("an end of the window of `{}` is not a number", text);
  else if (low < begin - slack || high > end + slack || low > end)
    problem = fmt::format("`{}` looks at {} .. {}, but the run goes from {} to {}", text, time(low),
                          time(given), time(begin), time(end));
  else if (!(low < high))
    problem = fmt::format("the window of `{}` is empty: {} .. {}", text, time(low), time(given));
  if (problem.empty()) return Part{std::max(low, begin), std::min(high, end)};
  Diagnostic& d = diagnostics_.add(Code::E0310, origin, std::move(problem));
  if (high > end + slack) d.hint = "`inf` as its end means the end of the run";
  return std::nullopt;
}

double Results::reduce_part(const ir::Reduction& r) {
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
std::vector<double> Results::ends_within(const ir::Reduction& r, Part part, bool kinks) {
  std::vector<double> ends{part.from};
  const auto add = [&](double t) {
    if (t > part.from && t < part.to) ends.push_back(t);
  };
  for (const double t : run_->t) add(t);
  for (const double t : corners(r, kinks)) {
    add(std::nextafter(t, part.from));
    add(t);
  }
  ends.push_back(part.to);
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  return ends;
}

double Results::extreme_within(const ir::Reduction& r, Part part) {
  const double sign = r.kind == Kind::maximum || r.kind == Kind::argmax ? 1 : -1;
  const auto value = [&](double t) { return sign * at_time(r.operand, t); };
  const std::vector<double> t = ends_within(r, part, false);
  std::vector<double> values;
  for (const double time : t) values.push_back(value(time));
  note_samples_without_value(r, values);
  const Extreme found = largest(t, values, value);
  return is_place(r.kind) ? found.t : sign * found.value;
}

// A condition keeps its value between two ends.
double Results::anywhere_within(const ir::Reduction& r, Part part) {
  const std::vector<double> t = ends_within(r, part, false);
  std::vector<double> values;
  for (std::size_t i = 0; i < t.size(); ++i) {
    values.push_back(at_time(r.operand, t[i]));
    if (i > 0) values.push_back(at_time(r.operand, 0.5 * (t[i - 1] + t[i])));
  }
  const bool missing_somewhere = std::erase_if(values, [](double v) { return std::isnan(v); }) > 0;
  const bool holds = reduce_rows(r.kind, values, true) != 0;
  const bool decided = holds == (r.kind == Kind::any);
  return missing_somewhere && !decided ? missing : holds;
}

std::optional<double> Results::first_failure(NodeId condition) {
  for (const Slot& slot : scenario_.graph.slots_used(condition)) {
    if (slot.kind != SlotKind::reduction) continue;
    const ir::Reduction& r = scenario_.reductions[slot.index];
    if (r.kind != Kind::all || r.over != ir::Domain::trace || reduction(slot.index) != 0) continue;
    Results* const seen = of(r.run, r.origin);
    if (const auto t = seen ? seen->first_failure(r) : std::nullopt) return t;
  }
  return {};
}

// Between two ends a condition keeps its value: from the first of them on.
std::optional<double> Results::first_failure(const ir::Reduction& r) {
  const auto part = part_of(r.from, r.to, r.origin, r.text);
  if (!part) return {};
  const std::vector<double> t = ends_within(r, *part, false);
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (i > 0 && at_time(r.operand, 0.5 * (t[i - 1] + t[i])) == 0) return t[i - 1];
    if (at_time(r.operand, t[i]) == 0) return t[i];
  }
  return {};
}

double Results::weighted_within(const ir::Reduction& r, Part part) {
  const double length = part.to - part.from;
  if (!(length > 0))
    return r.kind == Kind::integral || r.kind == Kind::deviation ? 0 : at_time(r.operand, part.to);
  const std::vector<double> ends = ends_within(r, part, true);
  const auto over = [&](const auto& f) {
    return integral_by_pieces(ends, [&](double t) { return f(at_time(r.operand, t)); });
  };
  if (r.kind == Kind::rms) return std::sqrt(over([](double x) { return x * x; }) / length);
  const double sum = over([](double x) { return x; });
  if (r.kind == Kind::integral) return sum;
  const double mean = sum / length;
  if (r.kind == Kind::mean) return mean;
  return std::sqrt(over([&](double x) { return (x - mean) * (x - mean); }) / length);
}

double Results::value_within(const ir::Reduction& r, Part part) {
  if (r.kind != Kind::at) return at_time(r.operand, r.kind == Kind::initial ? part.from : part.to);
  return value_at_within(r, outside(r.time), part);
}

double Results::value_at_within(const ir::Reduction& r, double time, Part part) {
  const double slack = 1e-12 * (part.to - part.from);
  if (time >= part.from - slack && time <= part.to + slack)
    return at_time(r.operand, std::clamp(time, part.from, part.to));
  diagnostics_.add(Code::E0310, r.origin,
                   fmt::format("`{}` asks for {} s, which is not in its window, {} s .. {} s",
                               r.text, number_text(time, digits_), number_text(part.from, digits_),
                               number_text(part.to, digits_)));
  return missing;
}

// x(t) = mean + amplitude cos(2 pi f t + phase) + the rest, by least squares over the part: exact
// for a pure wave however the part is cut.
double Results::harmonic_within(const ir::Reduction& r, Part part) {
  const double f = outside(r.time), length = part.to - part.from;
  const double periods = f * length;
  if (!(periods >= 1 - 1e-9 && periods <= most_periods)) {
    diagnostics_.add(Code::E0310, r.origin,
                     fmt::format("`{}` needs one to a million periods, but at {} Hz there are {} "
                                 "in {} s",
                                 r.text, number_text(f, digits_), number_text(periods, digits_),
                                 number_text(length, digits_)));
    return missing;
  }
  std::vector<double> ends = ends_within(r, part, true);
  const int halves = static_cast<int>(std::ceil(2 * periods));
  for (int i = 1; i < halves; ++i) ends.push_back(part.from + length * i / halves);
  std::sort(ends.begin(), ends.end());
  const double w = 2 * std::numbers::pi * f, middle = 0.5 * (part.from + part.to);
  const auto with = [&](const auto& weight) {
    return integral_by_pieces(
        ends, [&](double t) { return weight(w * (t - middle)) * at_time(r.operand, t); });
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

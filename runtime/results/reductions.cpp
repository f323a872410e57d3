#include "runtime/results/reductions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace mbs {

namespace {

using ir::ReductionKind;

// Golden-section search for a maximum inside (a, b). 30 cuts narrow the bracket 2e6-fold, which
// leaves an error of the value, quadratic in the place, far below that of the run.
Extreme golden_section(double a, double b, const History& f) {
  constexpr double ratio = 0.6180339887498949;
  double left = b - ratio * (b - a), right = a + ratio * (b - a);
  double f_left = f(left), f_right = f(right);
  for (int cut = 0; cut < 30; ++cut) {
    if (f_left > f_right) {
      b = right;
      right = left, f_right = f_left;
      left = b - ratio * (b - a), f_left = f(left);
    } else {
      a = left;
      left = right, f_left = f_right;
      right = a + ratio * (b - a), f_right = f(right);
    }
  }
  return f_left > f_right ? Extreme{left, f_left} : Extreme{right, f_right};
}

// The last place on the way from one where f has a value to one where it has none.
double last_with_value(double has, double lacks, const History& f) {
  for (double middle = 0.5 * (has + lacks); middle != has && middle != lacks;
       middle = 0.5 * (has + lacks))
    (std::isnan(f(middle)) ? lacks : has) = middle;
  return has;
}

// Weights on a step of length 1.
constexpr double end_weight = 1.0 / 20, side_weight = 49.0 / 180, middle_weight = 16.0 / 45;

template <class F>
double integral_of(F f, std::span<const double> t, std::span<const double> values,
                   std::span<const double> inner) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < t.size(); ++i) {
    if (t[i + 1] <= t[i]) continue;  // the two sides of an event
    const double* in = &inner[inner_count * i];
    sum += (t[i + 1] - t[i]) * (end_weight * (f(values[i]) + f(values[i + 1])) +
                                side_weight * (f(in[0]) + f(in[2])) + middle_weight * f(in[1]));
  }
  return sum;
}

double sum_of_squares(std::span<const double> values) {
  return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
}

std::vector<double> off_mean(std::span<const double> values) {
  std::vector<double> result(values.begin(), values.end());
  const double n = static_cast<double>(result.size());
  const double mean = std::accumulate(result.begin(), result.end(), 0.0) / n;
  for (double& value : result) value -= mean;
  return result;
}

bool ordered(std::span<const double> values, bool increasing) {
  for (std::size_t i = 1; i < values.size(); ++i) {
    const bool fits = increasing ? values[i - 1] < values[i] : values[i - 1] > values[i];
    if (!fits) return false;
  }
  return true;
}

double holding(std::span<const double> values) {
  return static_cast<double>(
      std::count_if(values.begin(), values.end(), [](double v) { return v != 0; }));
}

// An instant of samples, of which there are two where something has happened, between its
// neighbours: before `first`, behind `last`.
struct Instants {
  std::size_t first = 0, last = 0;
  bool event() const { return first < last; }
};

Instants instants_at(std::size_t i, std::span<const double> t) {
  Instants node{i, i};
  while (node.first > 0 && t[node.first - 1] == t[i]) --node.first;
  while (node.last + 1 < t.size() && t[node.last + 1] == t[i]) ++node.last;
  return node;
}

double largest_of(const Instants& node, std::span<const double> values) {
  return *std::max_element(values.begin() + node.first, values.begin() + node.last + 1);
}

// What the parabola through three instants, of which the middle one is the largest, has above it.
double above(std::span<const double> t, std::span<const double> values, const Instants& node) {
  const std::size_t before = node.first - 1, after = node.last + 1;
  const double value = largest_of(node, values);
  const double left = t[node.first] - t[before], right = t[after] - t[node.first];
  const double down = (value - values[before]) / left, up = (values[after] - value) / right;
  const double curvature = (up - down) / (left + right),
               slope = (down * right + up * left) / (left + right);
  return curvature < 0 ? -slope * slope / (4 * curvature) : 0;
}

// Instants that are the largest beside their neighbours, and between which more may be than `most`.
std::vector<Instants> peaks_above(double most, std::span<const double> t,
                                  std::span<const double> values) {
  constexpr double doubted = 2;  // a parabola through few samples says too little
  std::vector<Instants> peaks;
  for (std::size_t i = 1; i + 1 < t.size(); ++i) {
    const Instants node = instants_at(i, t);
    i = node.last;
    if (node.first == 0 || node.last + 1 == t.size()) continue;
    const double value = largest_of(node, values);
    if (value >= values[node.first - 1] && value >= values[node.last + 1] &&
        value + doubted * above(t, values, node) > most)
      peaks.push_back(node);
  }
  return peaks;
}

// The first sample that rounding cannot tell from the extreme, if there is one before: of what is
// let go from rest that is the start. Rounding is of the values about the best sample.
double first_place(const Extreme& found, std::size_t best, std::span<const double> t,
                   std::span<const double> values) {
  constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
  double size = 0;
  for (std::size_t i = best > 0 ? best - 1 : 0; i < std::min(best + 2, values.size()); ++i)
    if (std::isfinite(values[i])) size = std::max(size, std::abs(values[i]));
  for (std::size_t i = 0; i <= best && t[i] < found.t; ++i)
    if (values[i] >= found.value - rounding * size) return t[i];
  return found.t;
}

}  // namespace

Extreme largest(std::span<const double> t, std::span<const double> values, const History& f) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (values[i] > values[best] || std::isnan(values[best])) best = i;
  }
  Extreme result{t[best], values[best]};
  if (!f || std::isnan(result.value)) return result;
  const auto end_of = [&](std::size_t side) {
    return std::isnan(values[side]) ? last_with_value(t[best], t[side], f) : t[side];
  };
  const auto look = [&](double from, double to) {
    if (!(to > from)) return;
    const Extreme found = golden_section(from, to, f);
    if (found.value > result.value) result = found;
  };
  // At an event f may jump, and the peak may lie on either side of it.
  const auto look_about = [&](const Instants& node, double before, double after) {
    const double here = t[node.first];
    if (node.event()) look(before, here), look(here, after);
    if (!node.event()) look(before, after);
  };
  const Instants highest = instants_at(best, t);
  look_about(highest, highest.first > 0 ? end_of(highest.first - 1) : t[best],
             highest.last + 1 < t.size() ? end_of(highest.last + 1) : t[best]);
  // Steps may straddle the highest of several peaks, and end on a lower one.
  for (const Instants& peak : peaks_above(result.value, t, values))
    if (peak.first != highest.first) look_about(peak, t[peak.first - 1], t[peak.last + 1]);
  result.t = first_place(result, best, t, values);
  return result;
}

// (1 -+ sqrt(3/7))/2 and the middle.
const double inner_nodes[inner_count] = {0.17267316464601143, 0.5, 0.8273268353539886};

double integral(std::span<const double> t, std::span<const double> values,
                std::span<const double> inner) {
  return integral_of([](double x) { return x; }, t, values, inner);
}

double integral_of_square(std::span<const double> t, std::span<const double> values,
                          std::span<const double> inner) {
  return integral_of([](double x) { return x * x; }, t, values, inner);
}

namespace {

// Nodes in (0, 1] of (-1, 1) and their weights; of every second one, and the middle, Gauss's.
constexpr double kronrod_nodes[] = {
    0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
    0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
    0.586087235467691130294144691693013, 0.405845151377397166906606412076961,
    0.207784955007898467600689403773245};
constexpr double kronrod_weights[] = {
    0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
    0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
    0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
    0.204432940075298892414161999234649};
constexpr double kronrod_middle = 0.209482141084727828012999174891714;
constexpr double gauss_weights[] = {0.129484966168869693270611432679082,
                                    0.279705391489276667901467771423780,
                                    0.381830050505118944950369775488975};
constexpr double gauss_middle = 0.417959183673469387755102040816327;

struct Estimate {
  double sum = 0, error = 0, size = 0;  // integral, how far both rules are apart, integral of |f|
};

Estimate gauss_kronrod(double a, double b, const History& f) {
  const double half = 0.5 * (b - a), middle = 0.5 * (a + b), at_middle = f(middle);
  double kronrod = kronrod_middle * at_middle, gauss = gauss_middle * at_middle;
  double size = kronrod_middle * std::abs(at_middle);
  for (int i = 0; i < 7; ++i) {
    const double left = f(middle - half * kronrod_nodes[i]),
                 right = f(middle + half * kronrod_nodes[i]);
    kronrod += kronrod_weights[i] * (left + right);
    size += kronrod_weights[i] * (std::abs(left) + std::abs(right));
    if (i % 2 == 1) gauss += gauss_weights[i / 2] * (left + right);
  }
  return {half * kronrod, half * std::abs(kronrod - gauss), half * size};
}

constexpr double agreement = 1e-9;
constexpr int most_halvings = 40;

double refined(double a, double b, const Estimate& e, double allowed, int halvings,
               const History& f) {
  const double middle = 0.5 * (a + b);
  if (!(e.error > allowed) || halvings == most_halvings || middle <= a || middle >= b) return e.sum;
  const Estimate left = gauss_kronrod(a, middle, f), right = gauss_kronrod(middle, b, f);
  return refined(a, middle, left, 0.5 * allowed, halvings + 1, f) +
         refined(middle, b, right, 0.5 * allowed, halvings + 1, f);
}

bool compares(ReductionKind kind) {
  return kind == ReductionKind::maximum || kind == ReductionKind::minimum ||
         (kind >= ReductionKind::increasing && kind <= ReductionKind::any);
}

}  // namespace

double integral_by_pieces(std::span<const double> ends, const History& f) {
  std::vector<Estimate> first;
  double size = 0;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    first.push_back(ends[i + 1] > ends[i] ? gauss_kronrod(ends[i], ends[i + 1], f) : Estimate{});
    size += first.back().size;
  }
  double sum = 0;
  const double allowed = agreement * size / std::max<std::size_t>(first.size(), 1);
  for (std::size_t i = 0; i < first.size(); ++i)
    sum += refined(ends[i], ends[i + 1], first[i], allowed, 0, f);
  return sum;
}

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  const double place = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

bool is_place(ReductionKind kind) {
  return kind == ReductionKind::argmax || kind == ReductionKind::argmin;
}

bool is_fit(ReductionKind kind) {
  return kind == ReductionKind::deviation || kind == ReductionKind::amplitude ||
         kind == ReductionKind::phase;
}

bool needs_entries(ReductionKind kind) {
  switch (kind) {
    case ReductionKind::maximum:
    case ReductionKind::minimum:
    case ReductionKind::mean:
    case ReductionKind::rms:
    case ReductionKind::first:
    case ReductionKind::last:
    case ReductionKind::deviation:
    case ReductionKind::median:
    case ReductionKind::quantile:
      return true;
    default:
      return false;
  }
}

double reduce_rows(ReductionKind kind, std::span<const double> values, bool conditions) {
  const double n = static_cast<double>(values.size());
  if (values.empty() && needs_entries(kind)) return std::numeric_limits<double>::quiet_NaN();
  // What is not a number is neither large nor small, true nor false, nor in any order.
  const bool unknown =
      std::any_of(values.begin(), values.end(), [](double v) { return std::isnan(v); });
  if (unknown && (compares(kind) || conditions)) return std::numeric_limits<double>::quiet_NaN();
  switch (kind) {
    case ReductionKind::maximum:
      return *std::max_element(values.begin(), values.end());
    case ReductionKind::minimum:
      return *std::min_element(values.begin(), values.end());
    case ReductionKind::mean:
      return std::accumulate(values.begin(), values.end(), 0.0) / n;
    case ReductionKind::rms:
      return std::sqrt(sum_of_squares(values) / n);
    case ReductionKind::deviation:
      return std::sqrt(sum_of_squares(off_mean(values)) / (n - 1));
    case ReductionKind::median:
      return quantile({values.begin(), values.end()}, 0.5);
    case ReductionKind::count:
      return conditions ? holding(values) : n;
    case ReductionKind::sum:
      return std::accumulate(values.begin(), values.end(), 0.0);
    case ReductionKind::first:
    case ReductionKind::initial:
      return values.front();
    case ReductionKind::last:
    case ReductionKind::final:
      return values.back();
    case ReductionKind::increasing:
      return ordered(values, true);
    case ReductionKind::decreasing:
      return ordered(values, false);
    case ReductionKind::all:
      return holding(values) == n;
    case ReductionKind::any:
      return holding(values) > 0;
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

const char* name_of(ReductionKind kind) {
  static constexpr const char* names[] = {
      "max",    "min",    "mean",  "rms",    "initial",  "final", "integral",   "at",
      "argmax", "argmin", "count", "sum",    "first",    "last",  "increasing", "decreasing",
      "all",    "any",    "std",   "median", "quantile", "item",  "harmonic",   "harmonic"};
  return names[static_cast<int>(kind)];
}

}  // namespace mbs

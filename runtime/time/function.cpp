#include "runtime/time/function.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>

#include "lang/expression/walk.hpp"
#include "lang/expression/watched_kinks.hpp"
#include "runtime/numerics/crossing.hpp"

namespace mbs {

namespace {

constexpr double narrowest = 1e-13;  // of the interval searched
// Looked at in one search: before samples are taken, and after these have not told.
constexpr int few_pieces = 2000, most_pieces = 20000;
// Where bounds do not tell, see `sampled`.
constexpr int samples = 4096;
constexpr int parts = 8;            // of a piece,
constexpr double shrinking = 0.4;   // of whose bounds theirs are at most so much
constexpr int probes = 32;          // pieces that are looked at first
constexpr int most_hidden = 4;      // pieces in which they do not shrink
constexpr double rounding = 1e-13;  // of the values that are added

double value_at(const Tape& tape, TapeState& state, double t) {
  double out = 0;
  tape.evaluate({&t, tape.inputs().size()}, {&out, 1}, state);
  return out;
}

Interval bounds_of_lookup(const std::shared_ptr<const Interpolant>& table, LookupPart part,
                          Interval a) {
  const auto [lo, hi] = table->bounds(a.lo, a.hi, part);
  return {lo, hi};
}

}  // namespace

NodeId time_node(Graph& graph, NodeId node) {
  const auto slots = graph.slots_used(node);
  return graph.slot(slots.empty() ? Slot{} : slots.front());
}

TimeFunction::TimeFunction(Graph& graph, NodeId node) {
  const NodeId slope = graph.derivative(node, time_node(graph, node));
  value_tape_ = Tape::compile(graph, {&node, 1});
  slope_tape_ = Tape::compile(graph, {&slope, 1});
  value_state_ = value_tape_.state();
  slope_state_ = slope_tape_.state();
  std::map<std::int32_t, int> places;
  const auto place = [&](NodeId id) { return id.valid() ? places.at(id.index) : -1; };
  const auto add = [&](NodeId top) {
    for (const NodeId id : reachable(graph, {&top, 1})) {
      if (!places.try_emplace(id.index, static_cast<int>(code_.size())).second) continue;
      const Node& n = graph[id];
      const bool opaque = n.op == Op::root || n.op == Op::bound;
      if (opaque)
        code_.push_back({n.op});
      else
        code_.push_back({n.op, place(n.a), place(n.b), place(n.c), n.value});
      if (n.op != Op::lookup) continue;
      code_.back().table = graph.table_of(n);
      code_.back().part = Graph::part_of(n);
    }
    return places.at(top.index);
  };
  value_ = add(node);
  value_end_ = static_cast<int>(code_.size());
  slope_ = add(slope);
  registers_.resize(code_.size());
}

double TimeFunction::value(double t) {
  return value_at(value_tape_, value_state_, t);
}

double TimeFunction::slope(double t) {
  return value_at(slope_tape_, slope_state_, t);
}

bool TimeFunction::holds_after(double t) {
  const double now = value(t);
  return now != 0 ? now > 0 : slope(t) > 0;
}

TimeFunction::Bounds TimeFunction::bounds(double from, double to) {
  Bounds out;
  work_ += code_.size();
  for (std::size_t i = 0; i < code_.size(); ++i) {
    const Instruction& n = code_[i];
    const Interval a = n.a < 0 ? Interval{} : registers_[n.a];
    const Interval b = n.b < 0 ? Interval{} : registers_[n.b];
    Interval& r = registers_[i];
    if (n.op == Op::constant)
      r = std::isnan(n.value) ? nowhere() : Interval{n.value, n.value};
    else if (n.op == Op::slot)
      r = {from, to};
    else if (n.op == Op::root || n.op == Op::bound)
      r = anything();
    else if (n.op == Op::lookup)
      r = bounds_of_lookup(n.table, n.part, a);
    else if (n.op == Op::select)
      r = bounds_of_select(a, b, registers_[n.c]);
    else
      r = bounds_of(n.op, a, b);
    const bool chooses =
        n.op == Op::select ? !is_one_value(a) : n.op == Op::watch && !is_one_value(r);
    // Across the negative half of the second argument's axis the angle jumps.
    bool tears = n.op == Op::atan2 && a.lo <= 0 && a.hi >= 0 && b.lo <= 0;
    if (n.op == Op::lookup) tears = n.table->tears(a.lo, a.hi, n.part);
    if (n.op == Op::floor) tears = !is_one_value(r);
    if ((chooses || tears) && static_cast<int>(i) < value_end_) out.steady = false;
  }
  out.value = registers_[value_];
  out.slope = registers_[slope_];
  return out;
}

bool TimeFunction::surely_kept(const Side& side, const Bounds& b) const {
  const double least = side.sign > 0 ? b.value.lo - side.level : side.level - b.value.hi;
  const double most = side.sign > 0 ? b.value.hi - side.level : side.level - b.value.lo;
  return side.holds ? least > 0 : most <= 0;
}

TimeFound TimeFunction::change_of(Side side, double from, double to) {
  const TimeFound found = divided(side, from, to, few_pieces);
  if (found.found || found.t >= to) return found;
  if (const auto told = sampled(side, found.t, to)) return *told;
  return divided(side, found.t, to, most_pieces);
}

// As bounds of smooth terms do, also of those that begin as a square or a cube; a jump or a pulse
// is as wide in the part that has it.
bool TimeFunction::shrinks(double a, double b) {
  const auto width = [&](double from, double to) {
    const Interval value = bounds(from, to).value;
    return bounded(value) ? value.hi - value.lo : std::numeric_limits<double>::infinity();
  };
  const double most = shrinking * width(a, b), step = (b - a) / parts;
  if (!std::isfinite(most)) return false;
  for (int i = 0; i < parts; ++i)
    if (!(width(a + i * step, a + (i + 1) * step) <= most)) return false;
  return true;
}

// The bounds of terms that cancel, such as sin^2 + cos^2, shrink no faster than pieces do, and it
// takes as many pieces as the level is small. Where they shrink like that samples tell. Where they
// do not something short may hide, and that piece is divided; empty if there are too many of these.
std::optional<TimeFound> TimeFunction::sampled(Side side, double from, double to) {
  const Interval whole = bounds(from, to).value;
  const double largest = bounded(whole) ? std::max(-whole.lo, whole.hi) : 0;
  const double noise = rounding * (std::abs(side.level) + largest);
  const auto height = [&](double t) { return side.sign * (value(t) - side.level); };
  const auto left = [&](double t) { return side.holds ? height(t) < -noise : height(t) > noise; };
  const auto no_number = [this](double a,
                                double b) {  // such as inf - inf, which bounds do not tell
    return std::isnan(value(a)) && std::isnan(value(0.5 * (a + b))) && std::isnan(value(b));
  };
  const double step = (to - from) / samples;
  int hidden = 0, busy = 0;
  for (int i = 0; i < probes; ++i) {
    const double a = from + i * (samples / probes) * step;
    if (!surely_kept(side, bounds(a, a + step)) && !no_number(a, a + step) && !shrinks(a, a + step))
      ++busy;
  }
  if (busy > most_hidden) return std::nullopt;  // it is the function that is busy
  for (int i = 0; i < samples; ++i) {
    const double a = from + i * step, b = i + 1 == samples ? to : a + step;
    if (surely_kept(side, bounds(a, b)) || no_number(a, b)) continue;
    if (!shrinks(a, b)) {
      if (++hidden > most_hidden) return std::nullopt;
      const TimeFound inside = divided(side, a, b, most_pieces);
      if (inside.found) return inside;
      if (inside.t < b) return std::nullopt;
      continue;
    }
    for (const double end : {0.5 * (a + b), b})
      if (left(end)) return TimeFound{locate_crossing(height, a, end, 0), true};
  }
  return TimeFound{to, false};
}

// Pieces are halved, the earlier half first, until their bounds tell: the side is kept, or the
// value goes one way and its end tells.
TimeFound TimeFunction::divided(Side side, double from, double to, int most) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const double width = std::max(narrowest * (to - from), 4 * eps * std::abs(to));
  const auto height = [&](double t) { return side.sign * (value(t) - side.level); };
  pieces_.assign(1, {from, to});
  for (int looks = 0; !pieces_.empty(); ++looks) {
    const auto [a, b] = pieces_.back();
    if (looks == most) return {a > from ? a : b, false};
    pieces_.pop_back();
    const Bounds found = bounds(a, b);
    if (surely_kept(side, found)) continue;
    const bool smooth = found.steady && bounded(found.value);
    const bool one_way = smooth && (found.slope.lo >= 0 || found.slope.hi <= 0);
    if (one_way || b - a <= width) {
      if ((height(b) > 0) != side.holds) return {locate_crossing(height, a, b, 0), true};
      continue;
    }
    const double middle = 0.5 * (a + b);
    pieces_.emplace_back(middle, b);
    pieces_.emplace_back(a, middle);
  }
  return {to, false};
}

TimeFound TimeFunction::leaves(double from, double to, double level, bool above) {
  return change_of({level, 1, above}, from, to);
}

TimeFound TimeFunction::leaves_below(double from, double to, double level, bool below) {
  return change_of({level, -1, below}, from, to);
}

std::vector<Clock> clocks_of(Graph& graph, const Tape& tape) {
  std::vector<Clock> clocks;
  for (const NodeId margin : tape.margin_nodes())
    depends_on_time_alone(graph, margin) ? clocks.emplace_back(TimeFunction(graph, margin))
                                         : clocks.emplace_back();
  return clocks;
}

}  // namespace mbs

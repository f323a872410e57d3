#include "runtime/time/turns.hpp"

#include <algorithm>
#include <cmath>

#include "lang/expression/watched_kinks.hpp"

namespace mbs {

namespace {

// A rate so small that it would change the function by this part of its range in all the time left.
constexpr double negligible = 1e-9;
constexpr double underflow = 1e-280;  // what is smaller is as good as 0, or nothing would be
constexpr double likeness = 0.25;     // of a turn that the rate before it foretells
// A part of the time left: a search that gives up has come at least so far, as before an instant
// from which on a function has no value. One that came less far each time would never come to an
// end.
constexpr double least_way = 1.0 / 64;

bool is_straight(Graph& graph, NodeId node) {
  const NodeId rate = graph.derivative(node, time_node(graph, node));
  return graph.is_constant(rate);
}

// From rising to falling or back; plateaus between them count with what was before.
TimeFound search(Swing& swing, double t, double t_end) {
  const Interval range = swing.value.bounds(t, t_end).value;
  const double least = bounded(range) ? negligible * (range.hi - range.lo) / (t_end - t) : 0;
  const double level = std::max(least, underflow);
  const double rate = swing.rate.value(t);
  double from = t;
  bool rises = rate > level;
  if (!rises && !(rate < -level)) {
    const TimeFound up = swing.rate.leaves(t, t_end, level, false);
    const TimeFound down = swing.rate.leaves_below(t, up.t, -level, false);
    if (!up.found && !down.found) return {std::min(up.t, down.t), false};
    rises = !down.found;
    from = rises ? up.t : down.t;
    if (from >= t_end) return {t_end, false};
  }
  return rises ? swing.rate.leaves_below(from, t_end, -level, false)
               : swing.rate.leaves(from, t_end, level, false);
}

}  // namespace

void add_swings(Graph& graph, NodeId node, std::vector<Swing>& swings, KnownParts& known) {
  for (const NodeId part : parts_of_time_alone(graph, node))
    if (known.insert(part.index).second && !is_straight(graph, part))
      swings.emplace_back(graph, part);
}

Turns::Turns(const std::vector<Swing>& swings) {
  for (const Swing& swing : swings) followers_.push_back({swing});
}

double Turns::turn_after(Swing& swing, double t, double t_end) {
  const TimeFound turn = search(swing, t, t_end);
  return turn.found ? turn.t : std::max(turn.t, t + least_way * (t_end - t));
}

// A turn like that of a parabola with the rate at `t` is one that the solver sees coming.
bool Turns::foretold(Follower& f, double t) {
  const double now = f.swing.value.value(t), then = f.swing.value.value(f.next);
  const double expected = now + 0.5 * f.swing.value.slope(t) * (f.next - t);
  return std::abs(then - expected) <= likeness * std::abs(then - now);
}

void Turns::look_ahead(Follower& f, double t, double t_end) {
  if (f.next <= t) f.next = f.second > t ? f.second : turn_after(f.swing, t, t_end);
}

double Turns::next(double t, double t_end) {
  double first = t_end;
  for (Follower& f : followers_) {
    look_ahead(f, t, t_end);
    first = std::min(first, f.next);
  }
  return first;
}

std::size_t Turns::work() const {
  std::size_t sum = 0;
  for (const Follower& f : followers_) sum += f.swing.value.work() + f.swing.rate.work();
  return sum;
}

double Turns::sight(double t, double t_end) {
  double stop = t_end;
  for (Follower& f : followers_) {
    look_ahead(f, t, t_end);
    if (f.next >= t_end) continue;
    if (f.second <= f.next) f.second = turn_after(f.swing, f.next, t_end);
    stop = std::min(stop, foretold(f, t) ? f.second : f.next);
  }
  return stop;
}

}  // namespace mbs

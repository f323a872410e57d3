#include "runtime/results/corners.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "lang/expression/walk.hpp"
#include "lang/expression/watched_kinks.hpp"
#include "runtime/numerics/crossing.hpp"
#include "runtime/time/turns.hpp"

namespace mbs {

namespace {

constexpr std::size_t most = 200000;          // corners of one expression
constexpr std::size_t most_work = 100000000;  // of the search for them, in operations
constexpr int looks = 5;                      // at a step, both ends among them

struct Finder {
  const std::vector<double>& t;
  const ValueAt& value;
  std::vector<double> found;
  bool whole = true;
  std::size_t work = 0;

  bool full() { return !(whole = whole && found.size() < most && work < most_work); }

  // All changes of side, one after the other.
  void add_switches(TimeFunction margin) {
    const double end = t.back();
    bool side = margin.holds_after(t.front());
    for (double from = t.front(); from < end && !full();) {
      const std::size_t before = margin.work();
      const TimeFound next = margin.leaves(from, end, 0, side);
      from = next.t;
      work += margin.work() - before;
      if (!next.found) continue;
      found.push_back(next.t);
      side = !side;
    }
  }

  void add_turns(const Swing& swing) {
    Turns turns({swing});
    const double end = t.back();
    for (double from = t.front(); from < end && !full();) {
      const std::size_t before = turns.work();
      from = turns.next(from, end);
      work += turns.work() - before;
      if (from < end) found.push_back(from);
    }
  }

  // The crossings of a choice by signals are looked for inside each step, there and back.
  void add_crossings(const Choice& choice) {
    const auto margin = [&](double at) {
      const double a = value(choice.a, at);
      if (choice.whole) return std::sin(std::numbers::pi * a);
      return a - (choice.b.valid() ? value(choice.b, at) : 0);
    };
    for (std::size_t i = 0; i + 1 < t.size() && !full(); ++i)
      if (t[i + 1] > t[i]) add_crossings(margin, t[i], t[i + 1]);
  }

 private:
  template <class F>
  void add_crossings(const F& margin, double from, double to) {
    for (int times = 0; times < looks && from < to; ++times) {
      std::array<double, looks> row{};
      for (int k = 0; k < looks; ++k) row[k] = margin(from + (to - from) * k / (looks - 1));
      const bool side = row[0] > 0;
      const auto bracket = leaves_side(margin, from, to, row, side);
      if (!bracket) return;
      found.push_back(from = locate_crossing(margin, bracket->from, bracket->to));
    }
  }
};

}  // namespace

std::vector<Choice> choices_in(const Graph& graph, NodeId node) {
  std::vector<Choice> choices;
  for (const NodeId id : reachable(graph, {&node, 1})) {
    const Node& n = graph[id];
    const bool extreme = n.op == Op::minimum || n.op == Op::maximum;
    const bool compares = n.op == Op::less || n.op == Op::less_equal || n.op == Op::equal;
    if (graph.stage(id) == Stage::constant) continue;
    if (extreme || compares) choices.push_back({n.a, n.b, extreme});
    if (n.op == Op::floor) choices.push_back({n.a, {}, false, true});
    if (n.op == Op::abs || n.op == Op::watch) choices.push_back({n.a, {}, n.op == Op::abs});
  }
  return choices;
}

bool curves_in_time(const Graph& graph, NodeId node) {
  if (parts_of_time_alone(graph, node).empty()) return false;
  Graph own = graph;
  std::vector<Swing> swings;
  KnownParts known;
  add_swings(own, node, swings, known);
  return !swings.empty();
}

std::vector<double> corners_of(const Graph& graph, NodeId node, const std::vector<double>& t,
                               Corners which, const ValueAt& value, bool& whole) {
  Finder finder{t, value, {}};
  if (t.empty() || !(t.back() > t.front())) return {};
  const std::vector<Choice> choices = choices_in(graph, node);
  const std::vector<NodeId> timely = parts_of_time_alone(graph, node);
  if (choices.empty() && timely.empty()) return {};
  Graph own = graph;
  for (const Choice& choice : choices) {
    NodeId margin = choice.b.valid() ? own.sub(choice.a, choice.b) : choice.a;
    if (choice.whole)
      margin = own.unary(Op::sin, own.mul(own.constant(std::numbers::pi), choice.a));
    if (own.is_constant(margin) || (choice.kink && which == Corners::jumps)) continue;
    if (depends_on_time_alone(own, margin))
      finder.add_switches(TimeFunction(own, margin));
    else
      finder.add_crossings(choice);
  }
  std::vector<Swing> swings;
  KnownParts known;
  add_swings(own, node, swings, known);
  for (const Swing& swing : swings) finder.add_turns(swing);
  std::sort(finder.found.begin(), finder.found.end());
  finder.found.erase(std::unique(finder.found.begin(), finder.found.end()), finder.found.end());
  whole = finder.whole;
  return finder.found;
}

}  // namespace mbs

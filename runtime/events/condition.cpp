#include "runtime/events/condition.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lang/expression/walk.hpp"
#include "lang/expression/watched_kinks.hpp"
#include "runtime/model/model_impl.hpp"
#include "runtime/numerics/crossing.hpp"

namespace mbs {

// Differences whose signs decide a condition, kinks inside of them too.
struct ConditionMargins {
  Graph graph;
  std::vector<NodeId> nodes;
  std::vector<bool> kinks;

  explicit ConditionMargins(const Graph& scenario, NodeId condition) : graph(scenario) {
    const std::vector<NodeId> parts = reachable(graph, {&condition, 1});
    for (const NodeId part : parts) add(part);
  }

 private:
  void add(NodeId part) {
    const Node n = graph[part];
    const bool compares = n.op == Op::less || n.op == Op::less_equal || n.op == Op::equal;
    if (compares || n.op == Op::minimum || n.op == Op::maximum)
      add(graph.sub(n.a, n.b), !compares);
    else if (n.op == Op::abs)
      add(n.a, true);
    else if (n.op == Op::watch)
      add(n.a, false);
    else if (n.op == Op::floor)
      add(graph.unary(Op::sin, graph.mul(graph.constant(std::numbers::pi), n.a)), false);
  }
  void add(NodeId node, bool kink) {
    if (graph.stage(node) != Stage::signal) return;
    nodes.push_back(node);
    kinks.push_back(kink);
  }
};

namespace {

std::vector<NodeId> with_margins(NodeId condition, const ConditionMargins& margins) {
  std::vector<NodeId> nodes = {condition};
  nodes.insert(nodes.end(), margins.nodes.begin(), margins.nodes.end());
  return nodes;
}

}  // namespace

Condition::Condition(const Model& model, NodeId node)
    : Condition(model, node, ConditionMargins(scenario(model).graph, node)) {}

Condition::Condition(const Model& model, NodeId node, ConditionMargins margins)
    : tape_(model, margins.graph, with_margins(node, margins)) {
  values_.resize(1 + margins.nodes.size());
  for (auto& values : seen_) values.resize(values_.size());
  for (std::size_t i = 0; i < margins.nodes.size(); ++i) {
    const NodeId margin = margins.nodes[i];
    margins_.push_back({{}, margins.kinks[i], false});
    if (depends_on_time_alone(margins.graph, margin))
      margins_.back().clock.emplace(margins.graph, margin);
  }
  if (tape_.sees_rates()) rates_.emplace(model);
}

void Condition::evaluate(Instant now, const Context& c, std::vector<double>& out) {
  if (rates_ && !c.rates_are_known) now.yp = rates_->rates(now.in(c.mode), c.workspace);
  tape_.evaluate(c.model, now.in(c.mode), c.balance, c.workspace, out);
}

double Condition::value_at(int output, double t, Segment& segment, const Context& context) {
  evaluate(segment.at(t), context, values_);
  return values_[output];
}

bool Condition::advance(Instant now, const Context& context) {
  const bool before = value_;
  restart(now, context);
  return value_ && !before;
}

void Condition::restart(Instant now, const Context& context) {
  evaluate(now, context, values_);
  value_ = values_[0] > 0.5;
  for (std::size_t i = 0; i < margins_.size(); ++i) margins_[i].side = values_[1 + i] > 0;
}

void Condition::look(Piece piece, int first, int apart, Segment& segment, const Context& context) {
  for (int k = first; k < looks; k += apart) {
    const double part = static_cast<double>(k) / (looks - 1);
    const double t = k == looks - 1 ? piece.to : piece.from + (piece.to - piece.from) * part;
    evaluate(segment.at(t), context, seen_[k]);
  }
}

void Condition::look_closely(Piece piece, Segment& segment, const Context& context) {
  if (piece.from == seen_in_.from && piece.to == seen_in_.to) return;
  look(piece, 0, 1, segment, context);
  seen_in_ = piece;
}

// Is a margin so far from 0 at three instants, beside what it changes between them, that what is
// smooth cannot come there?
bool Condition::keeps_far(int i, Piece piece) {
  if (Clock& clock = margins_[i].clock)
    return !clock->leaves(piece.from, piece.to, 0, margins_[i].side).found;
  constexpr double far = 8;  // of the range of the three
  double lowest = seen_[0][1 + i], highest = lowest;
  for (int k = 2; k < looks; k += 2) {
    lowest = std::min(lowest, seen_[k][1 + i]);
    highest = std::max(highest, seen_[k][1 + i]);
  }
  const double reach = far * (highest - lowest);
  return margins_[i].side ? lowest > reach : highest < -reach;
}

bool Condition::nothing_near(Piece piece) {
  if ((seen_[looks - 1][0] > 0.5) != value_) return false;
  for (std::size_t i = 0; i < margins_.size(); ++i)
    if (!keeps_far(static_cast<int>(i), piece)) return false;
  return true;
}

// The first change of what was looked at from `from` to `to`.
std::optional<double> Condition::first_change(int i, double from, double to, bool side,
                                              Segment& segment, const Context& context) {
  if (Clock& clock = margins_[i].clock) {
    const TimeFound found = clock->leaves(from, to, 0, side);
    if (!found.found) return {};
    return beyond_zero([&](double t) { return clock->value(t); }, found.t, to);
  }
  row_.clear();
  for (const auto& values : seen_) row_.push_back(values[1 + i]);
  const auto at = [&](double t) { return value_at(1 + i, t, segment, context); };
  const auto bracket = leaves_side(at, from, to, row_, side);
  if (!bracket) return {};
  return beyond_zero(at, locate_crossing(at, bracket->from, bracket->to), to);
}

// The ends of the pieces in which all margins are smooth.
void Condition::find_kinks(double from, Segment& segment, const Context& context) {
  pieces_.assign({from, segment.to()});
  for (std::size_t i = 0; i < margins_.size(); ++i) {
    if (!margins_[i].kink) continue;
    double begin = from;
    for (bool side = margins_[i].side; begin < segment.to(); side = !side) {
      look_closely({begin, segment.to()}, segment, context);
      const auto t = first_change(static_cast<int>(i), begin, segment.to(), side, segment, context);
      if (!t || *t <= begin) break;
      pieces_.push_back(begin = *t);
    }
  }
  std::sort(pieces_.begin(), pieces_.end());
}

std::optional<double> Condition::earliest(Segment& segment, double from, const Context& context) {
  if (tape_.stays(context.model, context.mode)) return {};
  const Piece all = {from, segment.to()};
  look(all, 0, 2, segment, context);
  if (nothing_near(all)) return {};
  look(all, 1, 2, segment, context);
  seen_in_ = all;
  find_kinks(from, segment, context);
  for (std::size_t p = 0; p + 1 < pieces_.size(); ++p) {
    const double begin = pieces_[p], end = pieces_[p + 1];
    if (end <= begin) continue;
    look_closely({begin, end}, segment, context);
    std::optional<double> first;
    for (std::size_t i = 0; i < margins_.size(); ++i) {
      if (margins_[i].kink) continue;
      const auto t =
          first_change(static_cast<int>(i), begin, end, margins_[i].side, segment, context);
      if (t && (!first || *t < *first)) first = t;
    }
    if (first) return first;
    if ((seen_[looks - 1][0] > 0.5) == value_) continue;
    return locate_crossing([&](double t) { return value_at(0, t, segment, context) - 0.5; }, begin,
                           end);
  }
  return {};
}

}  // namespace mbs

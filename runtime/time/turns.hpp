// Private to runtime: where the functions of time that act on a model turn. Between two turns such
// a function goes one way, so nothing of it can hide inside a step that ends at them.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "runtime/time/function.hpp"

namespace mbs {

// A function of time and its rate.
struct Swing {
  TimeFunction value, rate;
  Swing(Graph& graph, NodeId node)
      : value(graph, node), rate(graph, graph.derivative(node, time_node(graph, node))) {}
};

// Adds those parts of `node` that depend on time alone and may turn, each of a graph once.
using KnownParts = std::set<std::int32_t>;
void add_swings(Graph& graph, NodeId node, std::vector<Swing>& swings, KnownParts& known);

// One per run.
class Turns {
 public:
  explicit Turns(const std::vector<Swing>& swings);
  // The latest instant up to which a step from `t` sees what every function does; at most t_end.
  double sight(double t, double t_end);
  // The first turn of any function behind t; t_end if there is none before.
  double next(double t, double t_end);
  // What the searches have cost, see TimeFunction.
  std::size_t work() const;

 private:
  struct Follower {
    Swing swing;
    double next = -1, second = -1;  // s, the turns to come, or how far the search for them has come
  };
  double turn_after(Swing& swing, double t, double t_end);
  void look_ahead(Follower& f, double t, double t_end);
  bool foretold(Follower& f, double t);

  std::vector<Follower> followers_;
};

}  // namespace mbs

#include "runtime/setup/switched_loops.hpp"

#include <algorithm>
#include <deque>

namespace mbs {

namespace {

// A joint between two bodies. A gear is several.
struct Edge {
  int a, b, joint;
};

std::vector<Edge> edges_of(const Model& m) {
  std::vector<Edge> edges;
  for (const ConstraintRow& row : m.rows)
    for (int k = 0; row.joint >= 0 && k < row.term_count; ++k) {
      const PairFunction& f = row.terms[k].function;
      const auto same = [&](const Edge& e) {
        return e.joint == row.joint && e.a == f.a && e.b == f.b;
      };
      if (std::ranges::none_of(edges, same)) edges.push_back({f.a, f.b, row.joint});
    }
  return edges;
}

// Bodies as they are reached one from another: by which edge, and from where. The ground is reached
// first.
struct Reached {
  std::vector<int> edge, from, depth;
};

Reached reach(std::size_t bodies, const std::vector<Edge>& edges) {
  Reached r{std::vector<int>(bodies, -1), std::vector<int>(bodies, -1),
            std::vector<int>(bodies, -1)};
  for (std::size_t first = 0; first < bodies; ++first) {
    if (r.depth[first] >= 0) continue;
    r.depth[first] = 0;
    for (std::deque<int> open{static_cast<int>(first)}; !open.empty(); open.pop_front())
      for (std::size_t e = 0; e < edges.size(); ++e) {
        const int here = open.front();
        if (edges[e].a != here && edges[e].b != here) continue;
        const int next = edges[e].a == here ? edges[e].b : edges[e].a;
        if (r.depth[next] >= 0) continue;
        r.depth[next] = r.depth[here] + 1;
        r.edge[next] = static_cast<int>(e);
        r.from[next] = here;
        open.push_back(next);
      }
  }
  return r;
}

// Joints with a number alike stand in loops that have joints in common; -1: in none.
struct Loops {
  std::vector<int> of;
  void join(int joint, int other) {
    if (of[joint] < 0) of[joint] = joint;
    if (of[other] < 0) of[other] = of[joint];
    std::ranges::replace(of, of[other], of[joint]);
  }
};

// An edge by which no body was reached closes a loop.
Loops loops_of(const Model& m, const std::vector<Edge>& edges) {
  const Reached reached = reach(m.masses.size(), edges);
  Loops loops{std::vector<int>(m.scenario->joints.size(), -1)};
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (std::ranges::find(reached.edge, static_cast<int>(e)) != reached.edge.end()) continue;
    int a = edges[e].a, b = edges[e].b;
    while (a != b) {
      int& deeper = reached.depth[a] > reached.depth[b] ? a : b;
      loops.join(edges[e].joint, edges[reached.edge[deeper]].joint);
      deeper = reached.from[deeper];
    }
  }
  return loops;
}

}  // namespace

std::vector<int> rows_in_switched_loops(const Model& m) {
  const Loops loops = loops_of(m, edges_of(m));
  std::vector<char> switched(loops.of.size(), 0);
  for (const ConstraintRow& row : m.rows)
    if (row.joint >= 0 && row.switched && loops.of[row.joint] >= 0)
      switched[loops.of[row.joint]] = 1;
  std::vector<int> rows;
  for (std::size_t k = 0; k < m.rows.size(); ++k) {
    const int joint = m.rows[k].joint;
    if (joint >= 0 && loops.of[joint] >= 0 && switched[loops.of[joint]])
      rows.push_back(static_cast<int>(k));
  }
  return rows;
}

}  // namespace mbs

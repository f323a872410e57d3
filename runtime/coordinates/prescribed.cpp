#include "runtime/coordinates/prescribed.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "runtime/coordinates/motion.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/equations/jacobian.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/sparse_pattern.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

namespace {

constexpr double rounding = 1e-9;  // of a slope that is 0 or 1

// The tree at configurations other than the assembled one.
struct Trial {
  const Model& m;
  TreeState state;
  Placement at;
  std::vector<double> reduced, rates, y;

  explicit Trial(const Model& model)
      : m(model),
        state(model),
        at(placement_of(model)),
        reduced(model.tree.motion()),
        rates(model.tree.motion()),
        y(model.layout.size) {
    const Assembly& start = *model.assembly;
    reduce(model, start.y.data(), start.yp.data(), reduced.data(), rates.data(), state);
  }
  double value(const ConstraintRow& row) {
    expand(m, reduced.data(), y.data(), state);
    place_bodies(m, y.data(), state, at);
    return row_value(row, at);
  }
  double slope(const ConstraintRow& row, int coordinate, double step) {
    const double p = reduced[coordinate], before = value(row);
    reduced[coordinate] += step;
    const double after = value(row);
    reduced[coordinate] = p;
    return (after - before) / step;
  }
};

void add_in_space(const SpatialTree& tree, int body, std::vector<int>& out) {
  for (auto hinge = tree.hinges.rbegin(); hinge != tree.hinges.rend(); ++hinge) {
    if (hinge->body != body) continue;
    for (int k = hinge->first; k < hinge->first + hinge->count; ++k)
      for (int i = 0; i < tree.moves[k].places(); ++i) out.push_back(tree.moves[k].place + i);
    body = hinge->parent;
  }
}

void add_coordinates(const Tree& tree, int body, std::vector<int>& out) {
  if (tree.bodies.empty()) return add_in_space(tree.space, body, out);
  const TreeBody& b = tree.bodies[body];
  for (int i = b.first; i < b.first + b.count; ++i)
    for (const int c : {tree.segments[i].node, tree.segments[i].slide})
      if (c >= 0) out.push_back(c);
  if (b.node >= 0) out.push_back(b.node);
}

// What a row can depend on.
std::vector<int> coordinates_of(const Tree& tree, const ConstraintRow& row) {
  std::vector<int> out;
  for (int i = 0; i < row.term_count; ++i)
    for (const int body : {row.terms[i].function.a, row.terms[i].function.b})
      add_coordinates(tree, body, out);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// Among [p, u]; none of the four coordinates of a ball, which no drive can give.
std::optional<int> speed_of(const Tree& tree, int coordinate) {
  if (tree.space.moves.empty()) return tree.coordinates + coordinate;
  for (const TreeMove& move : tree.space.moves)
    if (move.place == coordinate && !move.ball()) return tree.coordinates + move.speed;
  return {};
}

// The coordinate that a row is, but for sign and offset: the only one that changes it, by as much
// as itself, in small and large steps and wherever the others are.
std::optional<GivenCoordinate> alone_in(Trial& trial, const ConstraintRow& row) {
  std::optional<GivenCoordinate> found;
  const std::vector<int> coordinates = coordinates_of(trial.m.tree, row);
  const std::vector<double> assembled = trial.reduced;
  for (const double shift : {0.0, 0.37}) {
    for (const int c : coordinates) trial.reduced[c] += shift * (1 + c % 3);
    for (const int c : coordinates)
      for (const double step : {0.7, -1.9}) {
        const double slope = trial.slope(row, c, step);
        if (std::abs(slope) < rounding) continue;
        const double sign = slope > 0 ? 1 : -1;
        const std::optional<int> speed = speed_of(trial.m.tree, c);
        if (!speed) return {};
        if (!found) found = GivenCoordinate{c, *speed, 0, sign, 0};
        if (std::abs(slope - sign) > rounding || found->coordinate != c || found->sign != sign)
          return {};
      }
    trial.reduced = assembled;
  }
  if (found) found->offset = trial.reduced[found->coordinate] - found->sign * trial.value(row);
  return found;
}

bool has_conditions(const DriveProgram& drive) {
  return drive.first.watch_count() > 0 || drive.second.watch_count() > 0;
}

bool is_uniform(const Model& m, const ConstraintRow& row) {
  const ir::Drive& drive = m.scenario->drives[row.drive];
  if (drive.constant_speed) return true;
  const Graph& graph = m.scenario->graph;
  const NodeId a = drive.acceleration[row.component];
  return !a.valid() || (graph.is_constant(a) && graph.value(a) == 0);
}

GivenCoordinate* find(PrescribedCoordinates& prescribed, int coordinate,
                      int GivenCoordinate::*part = &GivenCoordinate::coordinate) {
  const auto g = std::ranges::find(prescribed.given, coordinate, part);
  return g == prescribed.given.end() ? nullptr : &*g;
}

// Where an entry goes among the unknowns: column, row, given coordinate.
struct Target {
  int column = 0, row = 0, given = -1;
};

std::optional<Target> target_of(const Tree& tree, const std::vector<int>& place, int column,
                                int row) {
  if (place[column] < 0) return {};
  if (place[row] >= 0) return Target{place[column], place[row], -1};
  if (row < tree.coordinates) return {};  // p' = u
  const auto& given = tree.prescribed.given;
  const auto g = std::ranges::find(given, row, &GivenCoordinate::speed);
  return Target{place[column], tree.prescribed.input_unknown, static_cast<int>(g - given.begin())};
}

// The unknowns; by the tree's index, the place of those whose equations are the tree's.
std::vector<int> number_unknowns(Tree& tree) {
  PrescribedCoordinates& f = tree.prescribed;
  std::vector<int> place(tree.size, -1);
  for (int i = 0; i < tree.size; ++i) {
    if (find(f, i, &GivenCoordinate::speed)) continue;
    GivenCoordinate* given = find(f, i);
    if (given && given->uniform) continue;
    (given ? given->unknown : place[i]) = static_cast<int>(f.unknowns.size());
    f.unknowns.push_back(i);
  }
  f.input_unknown = place[f.input];
  return place;
}

}  // namespace

void find_given(Model& m) {
  Workspace w(m);
  if (m.drives.empty() || !evaluate_drives(m, 0, nullptr, DriveOrder::acceleration, w)) return;
  Trial trial(m);
  for (std::size_t k = 0; k < m.rows.size(); ++k) {
    ConstraintRow& row = m.rows[k];
    if (row.drive < 0 || is_led(row) || !row.position || row.switched ||
        has_conditions(m.drives[row.drive]))
      continue;
    auto given = alone_in(trial, row);
    if (!given || find(m.tree.prescribed, given->coordinate)) continue;
    given->row = static_cast<int>(k);
    given->uniform = is_uniform(m, row);
    given->start = given->offset + given->sign * drive_value(m, row, w.impl(), 0);
    given->rate = given->sign * drive_value(m, row, w.impl(), 1);
    m.tree.prescribed.given.push_back(*given);
    row.tree = true;
  }
  m.tree.prescribed.follows_drives =
      std::ranges::any_of(m.rows, [](const ConstraintRow& r) { return r.drive >= 0 && !r.tree; }) ||
      std::ranges::any_of(m.tree.prescribed.given, [](const auto& g) { return !g.uniform; });
}

void eliminate(Tree& tree) {
  PrescribedCoordinates& f = tree.prescribed;
  const std::vector<int> place = number_unknowns(tree);
  const SparsePattern& all = tree.jacobian.pattern;
  std::vector<std::pair<int, int>> writes;
  for (int column = 0; column < tree.size; ++column)
    for (auto k = all.column_starts[column]; k < all.column_starts[column + 1]; ++k)
      if (const auto to = target_of(tree, place, column, static_cast<int>(all.rows[k]))) {
        writes.emplace_back(to->column, to->row);
        f.entries.push_back({static_cast<int>(k), 0, to->given});
      }
  for (const GivenCoordinate& g : f.given)
    if (!g.uniform) writes.emplace_back(g.unknown, g.unknown);
  JacobianMap map;
  compress(writes, static_cast<int>(f.unknowns.size()), map);
  auto position = map.positions.begin();
  for (FoldedEntry& entry : f.entries) entry.to = static_cast<int>(*position++);
  for (GivenCoordinate& g : f.given)
    if (!g.uniform) g.diagonal = static_cast<int>(*position++);
  f.pattern = std::move(map.pattern);
}

void spread_unknowns(const PrescribedCoordinates& prescribed, const double* unknowns,
                     double* reduced) {
  for (const int i : prescribed.unknowns) reduced[i] = *unknowns++;
}

void prescribe(const Model& m, double t, Workspace& workspace, double* reduced, double* rates) {
  const Workspace::Impl& w = workspace.impl();
  for (const GivenCoordinate& g : m.tree.prescribed.given) {
    const GivenMotion motion = given_motion(m, g, t, w);
    reduced[g.coordinate] = motion.place;
    reduced[g.speed] = rates[g.coordinate] = motion.speed;
    rates[g.speed] = motion.acceleration;
  }
}

void gather_unknowns(const PrescribedCoordinates& prescribed, const double* reduced, double* out) {
  for (const int i : prescribed.unknowns) *out++ = reduced[i];
}

void eliminate_in_residual(const Tree& tree, const double* unknowns, const double* reduced,
                           const double* r, double* out) {
  gather_unknowns(tree.prescribed, r, out);
  for (const GivenCoordinate& g : tree.prescribed.given) {
    out[tree.prescribed.input_unknown] -= reduced[g.speed] * r[g.speed];
    if (!g.uniform) out[g.unknown] = unknowns[g.unknown] - reduced[g.coordinate];
  }
}

void eliminate_in_jacobian(const Tree& tree, const double* reduced, const double* entries,
                           double* values) {
  const PrescribedCoordinates& f = tree.prescribed;
  std::fill_n(values, f.pattern.rows.size(), 0.0);
  for (const FoldedEntry& e : f.entries) {
    const double factor = e.given < 0 ? 1 : -reduced[f.given[e.given].speed];
    values[e.to] += factor * entries[e.from];
  }
  for (const GivenCoordinate& g : f.given)
    if (!g.uniform) values[g.diagonal] = 1;
}

}  // namespace mbs

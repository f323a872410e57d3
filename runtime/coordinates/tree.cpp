// Which joints become coordinates.
#include "runtime/coordinates/tree.hpp"

#include <algorithm>

#include <cmath>
#include <numeric>

#include "runtime/coordinates/prescribed.hpp"
#include "runtime/coordinates/tree_in_space.hpp"
#include "runtime/joints/kinds.hpp"

namespace mbs {

namespace {

// Every body on a long chain would depend on every other; beyond this a joint stays a constraint.
constexpr int deepest = 4;

struct TreeJoint {
  const JointKind* kind = nullptr;
  int index = 0;
  int a = 0, b = 0;    // bodies
  int pa = 0, pb = 0;  // points
};

struct Grower {
  Model& model;
  const double* q;  // assembled
  Tree tree;
  std::vector<bool> reached;
  std::vector<int> depth;

  double angle(int body) const { return body == 0 ? 0 : q[column_of(body) + 2]; }
  double x(int body) const { return body == 0 ? 0 : q[column_of(body)]; }
  double y(int body) const { return body == 0 ? 0 : q[column_of(body) + 1]; }
  double node_angle(int body) const { return angle(body) - tree.bodies[body].offset; }
};

// Joints all of whose rows are integrated; one that shares in a redundancy is left alone.
std::vector<TreeJoint> candidates(const Model& m) {
  std::vector<TreeJoint> out;
  std::vector<int> rows(m.scenario->joints.size(), 0);
  for (const ConstraintRow& row : m.rows)
    if (row.joint >= 0) ++rows[row.joint];
  for (const ConstraintRow& row : m.rows) {
    if (row.joint < 0 || row.component != 0 || row.switched) continue;
    const JointKind& kind = kind_of(m.scenario->joints[row.joint]);
    if (kind.tree_rows == 0 || rows[row.joint] != kind.tree_rows) continue;
    const PairFunction& f = row.terms[0].function;
    out.push_back({&kind, row.joint, f.a, f.b, f.pa, f.pb});
  }
  return out;
}

struct Turned {
  double x, y;
};
Turned turn(double angle, double x, double y) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * x - s * y, s * x + c * y};
}

int new_coordinate(Grower& g, int absolute) {
  g.tree.absolute.push_back(absolute);
  return g.tree.coordinates++;
}

// Copies the parent's way; segments on one node without a slide between them become one.
void follow(Grower& g, int parent, int child) {
  TreeBody& body = g.tree.bodies[child];
  body.first = static_cast<int>(g.tree.segments.size());
  body.count = g.tree.bodies[parent].count;
  for (int i = 0; i < body.count; ++i)
    g.tree.segments.push_back(TreeSegment(g.tree.segments[g.tree.bodies[parent].first + i]));
}

TreeSegment& extend(Grower& g, int child, int node, Turned c) {
  TreeBody& body = g.tree.bodies[child];
  const bool same = body.count > 0 && g.tree.segments.back().node == node;
  if (!same) {
    g.tree.segments.push_back({node, -1, 0, 0, 0, 0});
    ++body.count;
  }
  g.tree.segments.back().cx += c.x;
  g.tree.segments.back().cy += c.y;
  return g.tree.segments.back();
}

void add_slide(Grower& g, int child, int node, Turned axis, int absolute) {
  TreeBody& body = g.tree.bodies[child];
  if (g.tree.segments.back().slide >= 0) {
    g.tree.segments.push_back({node, -1, 0, 0, 0, 0});
    ++body.count;
  }
  TreeSegment& segment = g.tree.segments.back();
  segment.slide = new_coordinate(g, absolute);
  segment.ux = axis.x;
  segment.uy = axis.y;
}

// A body that hangs on nothing, or whose joint stays a constraint.
void plant(Grower& g, int body) {
  TreeBody& b = g.tree.bodies[body];
  b.first = static_cast<int>(g.tree.segments.size());
  const int column = column_of(body);
  extend(g, body, -1, {0, 0});
  add_slide(g, body, -1, {1, 0}, column);
  add_slide(g, body, -1, {0, 1}, column + 1);
  b.node = new_coordinate(g, column + 2);
  g.reached[body] = true;
}

void hang(Grower& g, const TreeJoint& joint, int parent, int child) {
  const Model& m = g.model;
  TreeBody& body = g.tree.bodies[child];
  const TreeBody& up = g.tree.bodies[parent];
  follow(g, parent, child);
  if (!joint.kind->keeps_angle) {
    const BodyPoint& above = m.points[joint.a == parent ? joint.pa : joint.pb];
    const BodyPoint& below = m.points[joint.a == parent ? joint.pb : joint.pa];
    extend(g, child, up.node, turn(up.offset, above.x, above.y));
    body.node = new_coordinate(g, column_of(child) + 2);
    extend(g, child, body.node, {-below.x, -below.y});
    g.depth[child] = g.depth[parent] + 1;
  } else {
    const double node = g.node_angle(parent);
    body.node = up.node;
    body.offset = g.angle(child) - node;
    body.cosine = std::cos(body.offset);
    body.sine = std::sin(body.offset);
    extend(g, child, up.node, turn(-node, g.x(child) - g.x(parent), g.y(child) - g.y(parent)));
    g.depth[child] = g.depth[parent];
    if (joint.kind->shifts) {
      const PairFunction& along = *m.coordinates[joint.index];
      add_slide(g, child, up.node, turn(g.angle(along.a) - node, along.ux, along.uy),
                column_of(child));
    }
  }
  g.reached[child] = true;
  g.tree.links.push_back({joint.index, child});
  for (ConstraintRow& row : g.model.rows) row.tree |= row.joint == joint.index;
}

// From the bodies reached so far along joints, breadth first, as far as it goes.
bool grow(Grower& g, const std::vector<TreeJoint>& joints) {
  bool any = false;
  for (bool again = true; again;) {
    again = false;
    std::vector<bool> before = g.reached;
    for (const TreeJoint& joint : joints) {
      if (g.reached[joint.a] == g.reached[joint.b]) continue;
      const int parent = g.reached[joint.a] ? joint.a : joint.b;
      if (!before[parent] || g.depth[parent] >= deepest) continue;
      hang(g, joint, parent, joint.a == parent ? joint.b : joint.a);
      any = again = true;
    }
  }
  return any;
}

// ---- maps from absolute to reduced equations -------------------------------------

// Coefficients of a segment in TreeState, from `base`: dx/dnode, dy/dnode, dx/dslide, dy/dslide,
// then the same of the velocity.
int coefficients_of(int segment) {
  return 1 + 8 * segment;
}

void spread_body(const Tree& tree, int body, int k, int target_base, int part,
                 std::vector<Spread>& out) {
  const TreeBody& b = tree.bodies[body];
  if (k == 2) {
    if (b.node >= 0 && part == 0) out.push_back({target_base + b.node, 0});
    return;
  }
  for (int i = b.first; i < b.first + b.count; ++i) {
    const TreeSegment& s = tree.segments[i];
    const int base = coefficients_of(i) + part + k;
    if (s.node >= 0) out.push_back({target_base + s.node, base});
    if (s.slide >= 0) out.push_back({target_base + s.slide, base + 2});
  }
}

void map_equations(const Layout& l, Tree& tree) {
  const int d = tree.coordinates;
  for (int i = 0; i < l.size; ++i) {
    tree.rows.start.push_back(static_cast<int>(tree.rows.spreads.size()));
    tree.columns.start.push_back(static_cast<int>(tree.columns.spreads.size()));
    if (i >= l.lam) {
      if (tree.kept[i] < 0) continue;
      tree.rows.spreads.push_back({tree.kept[i], 0});
      tree.columns.spreads.push_back({tree.kept[i], 0});
      continue;
    }
    const bool speed = i >= l.v;
    const int column = speed ? i - l.v : i, body = column / 3 + 1, k = column % 3;
    spread_body(tree, body, k, speed ? d : 0, 0, tree.rows.spreads);
    spread_body(tree, body, k, speed ? d : 0, 0, tree.columns.spreads);
    if (speed) spread_body(tree, body, k, 0, 4, tree.columns.spreads);
  }
  tree.rows.start.push_back(static_cast<int>(tree.rows.spreads.size()));
  tree.columns.start.push_back(static_cast<int>(tree.columns.spreads.size()));
}

void number_unknowns(const Model& m, Tree& tree) {
  const Layout& l = m.layout;
  tree.size = tree.motion();
  tree.kept.assign(l.size, -1);
  std::vector<char> counted(l.angles, 0);  // the tree's own coordinates have no other to count them
  for (const TreeMove& move : tree.space.moves)
    if (move.counted >= 0) counted[move.counted] = 1;
  for (int i = l.lam; i < l.size; ++i) {
    const int row = i < l.mu ? i - l.lam : i - l.mu;
    if (i < l.hold && m.rows[row].tree) continue;
    if (i >= l.angle && counted[i - l.angle]) continue;
    tree.kept[i] = tree.size++;
    tree.absolute.push_back(i);
    tree.others.push_back(i);
  }
  tree.prescribed.input = tree.kept[l.input];
}

// Rigid contacts that close are constraints between bodies wherever they are: absolute coordinates
// say these as they are. Friction in joints needs the multipliers that joint coordinates do
// without.
bool needs_multipliers(const Model& m) {
  return std::ranges::any_of(m.contacts, &ContactModel::by_multipliers);
}

bool grow_in_plane(Model& m, Tree& tree) {
  const std::size_t n = m.masses.size();
  Grower g{m, m.assembly->y.data() + m.layout.q, {}, std::vector<bool>(n), std::vector<int>(n)};
  g.tree.bodies.resize(n);
  g.reached[0] = true;
  const std::vector<TreeJoint> joints = candidates(m);
  bool any = grow(g, joints);
  for (int body = 1; body < static_cast<int>(n); ++body) {
    if (g.reached[body]) continue;
    plant(g, body);
    any = grow(g, joints) || any;
  }
  tree = std::move(g.tree);
  tree.speeds = tree.coordinates;
  const std::vector<int> columns = tree.absolute;
  for (const int column : columns) tree.absolute.push_back(m.layout.v + column);
  return any;
}

}  // namespace

void build_tree(Model& m) {
  if (!m.assembly || m.forces_see_rates || !m.groups.empty() || needs_multipliers(m)) return;
  const bool spatial = m.layout.spatial();
  const bool any = (spatial ? grow_in_space : grow_in_plane)(m, m.tree);
  find_given(m);
  if (!any && m.tree.prescribed.given.empty()) {
    m.tree = Tree();
    return;
  }
  number_unknowns(m, m.tree);
  if (spatial)
    map_in_space(m, m.tree);
  else
    map_equations(m.layout, m.tree);
}

}  // namespace mbs

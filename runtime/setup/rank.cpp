#include "runtime/setup/rank.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "runtime/coordinates/tree_in_space.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/joints/names.hpp"
#include "runtime/model/idle_rows.hpp"
#include "runtime/setup/acting_rows.hpp"
#include "runtime/setup/loop_closing.hpp"
#include "runtime/setup/row_space.hpp"

namespace mbs {

namespace {

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// Bodies joined into groups; a loop is a constraint between two of one group.
struct Groups {
  std::vector<int> parent;
  explicit Groups(std::size_t n) : parent(n) { std::iota(parent.begin(), parent.end(), 0); }
  int root(int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  }
  bool join(int a, int b) {
    a = root(a);
    b = root(b);
    if (a == b) return false;
    parent[a] = b;
    return true;
  }
};

int owner(const ConstraintRow& row) {
  return row.joint >= 0 ? row.joint : -1 - row.drive;
}

bool drives_coordinate(const AssemblyState& k, const ConstraintRow& row) {
  if (row.drive < 0) return false;
  const ir::Drive& drive = k.model.scenario->drives[row.drive];
  return drive.joint.valid();
}

// Tree-like mechanisms have no redundant constraints; only loops need the analysis.
bool has_loop(const AssemblyState& k) {
  Groups groups(k.model.masses.size());
  for (std::size_t i = 0; i < k.rows.size(); ++i) {
    const ConstraintRow& row = k.rows[i];
    if (i > 0 && owner(k.rows[i - 1]) == owner(row)) continue;
    if (row.term_count > 1) return true;
    if (drives_coordinate(k, row)) continue;
    if (!groups.join(row.terms[0].function.a, row.terms[0].function.b)) return true;
  }
  return false;
}

std::vector<bool> dependent_rows(const AssemblyState& k, const std::vector<std::size_t>& order) {
  RowSpace space(k.v.size());
  std::vector<bool> out(k.rows.size());
  for (const std::size_t i : order) out[i] = !space.add(scaled_gradient(k, k.rows[i]));
  return out;
}

// The order in which rows are asked what they say beside those before them. In space joints that
// can be coordinates come first, whole; where loops close, the rows that say most; then what can be
// switched, then drives.
std::vector<std::size_t> order_of(const AssemblyState& k) {
  std::vector<std::size_t> order(k.rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!k.model.layout.spatial()) return order;
  order.clear();
  const std::vector<int> tree = joints_of_tree(k.model);
  const auto in_tree = [&](const ConstraintRow& row) {
    return std::find(tree.begin(), tree.end(), row.joint) != tree.end();
  };
  RowSpace space(k.v.size());
  std::vector<std::size_t> closing, last;
  for (std::size_t i = 0; i < k.rows.size(); ++i) {
    const ConstraintRow& row = k.rows[i];
    if (row.joint < 0 || row.switched) {
      last.push_back(i);
    } else if (in_tree(row)) {
      order.push_back(i);
      space.add(scaled_gradient(k, row));
    } else {
      closing.push_back(i);
    }
  }
  std::vector<std::vector<double>> gradients;
  for (const std::size_t i : closing) gradients.push_back(scaled_gradient(k, k.rows[i]));
  for (const Pivot& next : add_by_pivots(space, gradients)) order.push_back(closing[next.place]);
  order.insert(order.end(), last.begin(), last.end());
  return order;
}

bool any(const std::vector<bool>& flags) {
  return std::find(flags.begin(), flags.end(), true) != flags.end();
}

}  // namespace

std::vector<double> scaled_gradient(const AssemblyState& k, const ConstraintRow& row) {
  return scaled_gradient(k.model, k.at, row);
}

namespace {

void move_a_little(AssemblyState& k) {
  RowSpace joints(k.v.size());
  for (const ConstraintRow& row : k.rows)
    if (row.joint >= 0) joints.add(scaled_gradient(k, row));
  std::vector<double> direction(k.v.size());
  for (std::size_t i = 0; i < direction.size(); ++i)
    direction[i] = std::sin(1.7 * static_cast<double>(i) + 0.4);
  joints.remove_from(direction);
  const double norm = std::sqrt(dot(direction, direction));
  if (norm < 1e-6) return;
  for (std::size_t i = 0; i < direction.size(); ++i)
    direction[i] *= 1e-2 / norm * (k.model.layout.turns(static_cast<int>(i)) ? 1 : k.model.size);
  move_places(k.model, direction.data(), k.q.data());
  std::vector<Equation> equations;
  for (const ConstraintRow& row : k.rows) {
    if (row.joint < 0) continue;
    Equation e;
    e.row = row;
    e.angle = is_angle(row);
    equations.push_back(e);
  }
  close(k, equations);
}

}  // namespace

Nearby::Nearby(AssemblyState& state) : state_(state), q_(state.q) {
  move_a_little(state);
}

Nearby::~Nearby() {
  state_.q = std::move(q_);
  set_placement(state_, state_.q, state_.v);
}

std::vector<bool> redundant_rows(AssemblyState& k) {
  std::vector<bool> none(k.rows.size(), false);
  if (!has_loop(k)) return none;
  const std::vector<std::size_t> order = order_of(k);
  const std::vector<bool> now = dependent_rows(k, order);
  if (!any(now)) return none;
  const std::vector<bool> there = nearby(k, [&] { return dependent_rows(k, order); });
  for (std::size_t i = 0; i < none.size(); ++i) {
    const bool chosen_later =
        k.rows[i].switched && (k.rows[i].joint >= 0 || holds_rotation_found(k.rows[i]));
    none[i] = now[i] && there[i] && !chosen_later;
  }
  return none;
}

// ---- degrees of freedom ----------------------------------------------------------

namespace {

struct Naming {
  const AssemblyState& k;
  RowSpace space;
  Assembly& assembly;

  void try_row(const ConstraintRow& row, const std::string& name) {
    if (space.add(scaled_gradient(k, row))) assembly.free_names.push_back(name);
  }
  void try_column(int body, int index) {
    static const char* const names[] = {".x", ".y", ".angle"};
    std::vector<double> unit(k.v.size(), 0.0);
    unit[column_of(body) + index] = 1;
    if (space.add(unit))
      assembly.free_names.push_back(k.model.scenario->bodies[body].name + names[index]);
  }
  // Tries the motions of a body in space; its turns first where joints hold it.
  void try_motions(int body, bool jointed) {
    static const char* const names[] = {".x", ".y", ".z", " about x", " about y", " about z"};
    for (int n = 0; n < 6; ++n) {
      const int i = jointed ? (n + 3) % 6 : n;
      if (space.add(motion(body, i)))
        assembly.free_names.push_back(k.model.scenario->bodies[body].name + names[i]);
    }
  }
  // A shift along an axis of the world, a turn about an axis of the scenario's body.
  std::vector<double> motion(int body, int index) const {
    std::vector<double> unit(k.v.size(), 0.0);
    double* own = unit.data() + k.model.layout.motion_of(body);
    if (index < 3) {
      own[index] = 1;
      return unit;
    }
    const Vector3 axis = Vector3::Unit(index - 3);
    const Vector3 turn = in_principal_axes(k.model, body, {axis[0], axis[1], axis[2]});
    std::copy_n(turn.data(), 3, own + 3);
    return unit;
  }
};

std::string driven_name(const AssemblyState& k, const ConstraintRow& row) {
  const ir::Scenario& s = *k.model.scenario;
  const ir::Drive& d = s.drives[row.drive];
  static const char* const planar_parts[] = {".x", ".y", ".angle"};
  static const char* const spatial_parts[] = {".x", ".y", ".z", ".rotation"};
  const auto& parts = k.model.layout.spatial() ? spatial_parts : planar_parts;
  switch (d.kind) {
    case ir::DriveKind::coordinate:
    case ir::DriveKind::speed:
      return coordinate_name(s.joints[d.joint.index], d.coordinate) + " (driven)";
    case ir::DriveKind::position:
      return s.frames[d.frame.index].name + parts[row.component] + " (driven)";
    case ir::DriveKind::pose:
      return s.bodies[d.body.index].name + parts[row.component] + " (driven)";
    case ir::DriveKind::angle:
      return s.bodies[d.body.index].name + ".angle (driven)";
    case ir::DriveKind::rotation:
      return rotation_name(s, d) + " (driven)";
  }
  return "";
}

bool is_jointed(const AssemblyState& k, int body) {
  for (const ConstraintRow& row : k.rows)
    if (row.joint >= 0 && (row.terms[0].function.a == body || row.terms[0].function.b == body))
      return true;
  return false;
}

}  // namespace

void name_freedoms(const AssemblyState& k, Assembly& a) {
  int joints = 0;
  for (std::size_t i = 0; i < k.model.rows.size(); ++i)
    joints += k.model.rows[i].joint >= 0 && row_acts(&a.mode, i);
  a.degrees_of_freedom = static_cast<int>(k.v.size()) - joints;
  if (k.v.size() > 400) return;  // nobody reads that many names
  Naming naming{k, RowSpace(k.v.size()), a};
  for (const ConstraintRow& row : k.rows)
    if (row.joint >= 0) naming.space.add(scaled_gradient(k, row));
  for (const ConstraintRow& row : k.rows)
    if (row.drive >= 0) naming.try_row(row, driven_name(k, row));
  for (int b = 1; b <= k.model.layout.bodies; ++b) {
    const bool jointed = is_jointed(k, b);
    if (k.model.layout.spatial()) {
      naming.try_motions(b, jointed);
      continue;
    }
    for (int i = 0; i < 3; ++i) naming.try_column(b, jointed ? (i + 2) % 3 : i);
  }
}

}  // namespace mbs

#include "runtime/setup/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/equations/kkt.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/setup/loop_closing.hpp"
#include "runtime/setup/rank.hpp"
#include "runtime/setup/row_space.hpp"

namespace mbs {

// ---- lengths --------------------------------------------------------------------

namespace {

constexpr double longest = 1e100;  // m; beyond it products of lengths are no numbers

// Where a model says how large it is, for one that is too large.
Span origin_of_length(const ir::Scenario& s) {
  const auto beyond = [](double x) { return !(std::abs(x) <= longest); };
  const auto far = [&](ir::FrameId id) {
    const ir::Vec3 p = id.valid() ? s.frames[id.index].position : ir::Vec3{};
    return beyond(p.x) || beyond(p.y) || beyond(p.z);
  };
  for (const ir::Body& b : s.bodies)
    if (beyond(b.x.value) || beyond(b.y.value) || beyond(b.cm.x) || beyond(b.cm.y)) return b.origin;
  for (const ir::Joint& j : s.joints)
    if (beyond(j.length.value_or(0)) || beyond(j.coordinate.value) || far(j.first) || far(j.second))
      return j.origin;
  for (const ir::Contact& c : s.contacts)
    if (far(c.first) || far(c.second)) return c.origin;
  return {};
}

}  // namespace

bool report_lengths(const Model& m, Diagnostics& diagnostics) {
  const Span origin = origin_of_length(*m.scenario);
  if (origin.source < 0 && m.size <= longest) return true;
  Diagnostic& d = diagnostics.add(Code::E0411, origin,
                                  "there is a length here with which nothing can be computed");
  d.notes.push_back(fmt::format("lengths must be finite and below {:g} m", longest));
  return false;
}

// ---- ends that coincide ----------------------------------------------------------

bool report_coincident(const AssemblyState& k, Diagnostics& diagnostics) {
  for (const ConstraintRow& row : k.rows) {
    if (row.joint < 0 || !row.assembled) continue;
    PairFunction length = row.terms[0].function;
    if (!length.is_distance()) continue;
    length.kind = length.spatial() ? FunctionKind::space_length : FunctionKind::length;
    if (value(length, k.at) > least_rod * k.model.size) continue;
    const ir::Joint& joint = k.model.scenario->joints[row.joint];
    Diagnostic& d =
        diagnostics.add(Code::E0506, joint.origin,
                        fmt::format("rod `{}` has no direction: its ends coincide", joint.name));
    d.notes.push_back("without `length` it is as long as the distance of its ends at the start");
    d.hint = "place them apart, give the rod a `length`, or join them by a `revolute`";
    return false;
  }
  return true;
}

// ---- motion without mass ---------------------------------------------------------

namespace {

std::vector<double> direction(const AssemblyState& k, std::size_t column) {
  std::vector<double> unit(k.v.size(), 0.0);
  unit[column] = 1;
  return unit;
}

// " about its x axis" of a body in space that has inertia about other axes, as a rod between two
// balls may; else empty.
std::string axis_without(const Model& m, int column) {
  if (!m.layout.spatial() || !m.layout.turns(column)) return {};
  const int body = m.layout.body_of(column);
  const auto& moments = m.masses[body].principal;
  if (std::ranges::none_of(moments, [](double moment) { return moment > 0; })) return {};
  const int k = column - m.layout.motion_of(body) - 3;
  for (int axis = 0; axis < 3; ++axis) {
    const ir::Vec3 unit{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
    if (std::abs(in_principal_axes(m, body, unit)[k]) == 1)
      return fmt::format(" about its {} axis", "xyz"[axis]);
  }
  return " about one of its principal axes";
}

void add_massless(const AssemblyState& k, const Assembly& a, std::size_t column,
                  const std::string& hint, Diagnostics& diagnostics) {
  const int moves = static_cast<int>(column);
  const ir::Body& body = k.model.scenario->bodies[k.model.layout.body_of(moves)];
  const bool turns = k.model.layout.turns(moves);
  const std::string axis = axis_without(k.model, moves);
  Diagnostic& d = diagnostics.add(
      Code::E0504, body.origin,
      fmt::format("`{}` can {}{}, but has no {}{}", body.name, turns ? "turn" : "move", axis,
                  turns ? "inertia" : "mass", axis.empty() ? "" : " there"));
  std::string names;
  for (const std::string& n : a.free_names) names += (names.empty() ? "" : ", ") + n;
  if (!names.empty())
    d.notes.push_back(fmt::format("{} degree{} of freedom at t = 0: {}", a.degrees_of_freedom,
                                  a.degrees_of_freedom == 1 ? "" : "s", names));
  d.hint = hint;
}

// A direction in which nothing has mass.
bool report_undetermined(const AssemblyState& k, const Assembly& a, const std::vector<double>& mass,
                         Diagnostics& diagnostics) {
  const auto turns = [&](std::size_t i) { return k.model.layout.turns(static_cast<int>(i)); };
  RowSpace held(k.v.size());
  for (std::size_t i = 0; i < k.model.rows.size(); ++i)
    if (row_acts(&a.mode, i)) held.add(scaled_gradient(k, k.model.rows[i]));
  for (std::size_t i = 0; i < mass.size(); ++i)
    if (mass[i] > 0) held.add(direction(k, i));
  for (std::size_t i = 0; i < mass.size(); ++i) {
    if (mass[i] > 0 || !held.add(direction(k, i))) continue;
    const bool some = !axis_without(k.model, static_cast<int>(i)).empty();
    add_massless(
        k, a, i,
        some ? "any inertia about it will do where nothing turns it; `universal` in place of one "
               "`spherical` holds this turning"
        : turns(i)
            ? "guide it by a joint, or give `inertia = … kg*m^2`, which may be any where nothing "
              "turns it"
            : "hold it by a joint, drive it, or give `mass = … kg`",
        diagnostics);
    return false;  // one cause, one message
  }
  return true;
}

// Does a drive prescribe nothing but that this changes evenly, so that no inertia matters?
bool changes_evenly(const Model& m, const ConstraintRow& row) {
  if (row.drive < 0) return true;
  const ir::Drive& drive = m.scenario->drives[row.drive];
  if (drive.constant_speed) return true;
  if (drive.kind == ir::DriveKind::rotation) return false;
  const NodeId node =
      drive.kind == ir::DriveKind::speed ? drive.rate[0] : drive.acceleration[row.component];
  if (!node.valid()) return true;  // an angle that is kept
  const Graph& graph = m.scenario->graph;
  return graph.is_constant(node) && graph.value(node) == 0;
}

// A body with one of mass and inertia has the other one forgotten if it can move that way: the rest
// of the mechanism would move it without a word. One with neither is meant to have none.
bool is_forgotten(const ir::Body& body, bool turns) {
  const bool inertia = body.inertia || body.inertia_matrix;
  return turns ? body.mass && !inertia : inertia && !body.mass;
}

// What joints alone let move, nearby: special positions are left. Rotations that drives make even
// need no inertia.
bool report_forgotten(AssemblyState& k, const Assembly& a, const std::vector<double>& mass,
                      Diagnostics& diagnostics) {
  const auto& bodies = k.model.scenario->bodies;
  const auto turns = [&](std::size_t i) { return k.model.layout.turns(static_cast<int>(i)); };
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < mass.size(); ++i)
    if (is_forgotten(bodies[k.model.layout.body_of(static_cast<int>(i))], turns(i)))
      columns.push_back(i);
  if (columns.empty()) return true;
  RowSpace joints(k.v.size()), even(k.v.size());
  nearby(k, [&] {
    for (const ConstraintRow& row : k.rows) {
      if (row.joint >= 0) joints.add(scaled_gradient(k, row));
      if (is_angle(row) && changes_evenly(k.model, row)) even.add(scaled_gradient(k, row));
    }
  });
  for (const std::size_t i : columns) {
    if (joints.holds(direction(k, i)) || even.holds(direction(k, i))) continue;
    add_massless(k, a, i,
                 turns(i) ? "give `inertia = … kg*m^2`; `inertia = 0 kg*m^2` makes it a point mass"
                          : "give `mass = … kg`",
                 diagnostics);
    return false;
  }
  return true;
}

}  // namespace

bool report_massless(AssemblyState& k, const Assembly& a, Diagnostics& diagnostics) {
  const std::vector<double> mass = mass_diagonal(k.model);
  if (std::all_of(mass.begin(), mass.end(), [](double x) { return x > 0; })) return true;
  return report_undetermined(k, a, mass, diagnostics) && report_forgotten(k, a, mass, diagnostics);
}

}  // namespace mbs

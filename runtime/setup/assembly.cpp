// From a rough placement to a consistent state: positions, rows worth keeping, velocities, forces.
#include "runtime/setup/assembly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include "runtime/contact/group.hpp"
#include "runtime/contact/group_places.hpp"
#include "runtime/contact/kinematics.hpp"
#include "runtime/contact/radii.hpp"
#include "runtime/contact/shape_pairs.hpp"
#include "runtime/contact/smooth_in_space.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/equations/jacobian.hpp"
#include "runtime/equations/shared_loads.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/failure.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/setup/acting_rows.hpp"
#include "runtime/setup/assembly_state.hpp"
#include "runtime/setup/checks.hpp"
#include "runtime/setup/corners.hpp"
#include "runtime/setup/equation.hpp"
#include "runtime/setup/initial_speeds.hpp"
#include "runtime/setup/lay_out.hpp"
#include "runtime/setup/loop_closing.hpp"
#include "runtime/setup/placing.hpp"
#include "runtime/setup/placing_in_space.hpp"
#include "runtime/setup/rank.hpp"
#include "runtime/setup/report.hpp"
#include "runtime/setup/switched_loops.hpp"
#include "runtime/setup/undetermined_friction.hpp"

namespace mbs {

namespace {

constexpr double turn = 2 * std::numbers::pi;

// A clearance of several contacts as the ideal joint, while it is put together.
void pin_ideally(AssemblyState& k, int joint) {
  std::vector<ConstraintRow> pin;
  add_ideal_rows(k.model, joint, pin);
  for (const ConstraintRow& row : pin) {
    Equation e;
    e.index = joint;
    e.row = row;
    e.angle = is_angle(row);
    k.pins.push_back(e);
  }
}

// A contact that starts closed has a gap of 0 and does not approach.
void close_at_start(AssemblyState& k, std::size_t contact) {
  Equation e;
  e.source = Equation::Source::contact;
  e.index = static_cast<int>(contact);
  e.origin = k.model.scenario->contacts[contact].origin;
  k.pins.push_back(e);
}

// Those of switched joints and drives come behind the others of their kind.
void collect_rows(AssemblyState& k) {
  const ir::Scenario& s = *k.model.scenario;
  const auto add = [&k](const auto& things, bool switched, auto rows_of) {
    for (std::size_t i = 0; i < things.size(); ++i) {
      const ir::Activity& activity = things[i].activity;
      if (activity.varies == switched)
        rows_of(k.model, static_cast<int>(i), activity.at_start ? k.rows : k.idle);
    }
  };
  for (const bool switched : {false, true}) add(s.joints, switched, add_joint_rows);
  for (const bool switched : {false, true}) add(s.drives, switched, add_drive_rows);
  for (std::size_t j = 0; j < s.joints.size(); ++j)
    if (s.joints[j].concentric) pin_ideally(k, static_cast<int>(j));
  for (std::size_t c = 0; c < s.contacts.size(); ++c) {
    const ir::Contact& contact = s.contacts[c];
    if (contact.starts_closed && contact.activity.at_start) close_at_start(k, c);
    if (!contact.clearance || !contact.concentric || !contact.activity.at_start) continue;
    std::vector<ConstraintRow> pin;
    add_pin_rows(k.model, contact.first, contact.second, pin);
    for (const ConstraintRow& row : pin) {
      Equation e;
      e.source = Equation::Source::clearance;
      e.index = static_cast<int>(c);
      e.row = row;
      e.origin = contact.origin;
      k.pins.push_back(e);
    }
  }
}

// Angles count modulo a turn: prismatic joints, welds and held angles mean the nearest one.
void unwind(AssemblyState& k) {
  set_placement(k, k.q, k.v);
  if (k.model.layout.spatial()) return;  // rows that turn are compared modulo turns
  const auto unwind_row = [&](ConstraintRow& row) {
    if (row.joint >= 0 && row.term_count == 1 && is_angle(row))
      row.constant = -turn * std::round(row_value(row, k.at) / turn);
  };
  for (ConstraintRow& row : k.rows) unwind_row(row);
  for (Equation& e : k.pins)
    if (e.source != Equation::Source::contact) unwind_row(e.row);
  for (Equation& e : k.holds)
    if (e.angle) e.target += turn * std::round((row_value(e.row, k.at) - e.target) / turn);
}

// What the assembled mechanism itself decides: rods and gears as assembled, angles kept.
void take_assembled_values(AssemblyState& k) {
  for (ConstraintRow& row : k.rows) {
    if (!row.assembled) continue;
    PairFunction& f = row.terms[0].function;
    if (f.is_distance()) {
      PairFunction length = f;
      length.kind = f.spatial() ? FunctionKind::space_length : FunctionKind::length;
      f.length = value(length, k.at);
    } else {
      row.constant = 0;
      row.constant = -row_value(row, k.at);
    }
  }
}

// Drops the spare cosines of a rotation that is kept for good where the assembled mechanism has it.
void drop_spare_cosines(AssemblyState& k) {
  const std::vector<char> spare = spare_cosines(k.rows, k.at);
  std::vector<ConstraintRow> kept;
  for (std::size_t i = 0; i < k.rows.size(); ++i)
    if (!spare[i] || k.rows[i].switched) kept.push_back(k.rows[i]);
  k.rows = std::move(kept);
}

// ---- the state -----------------------------------------------------------------

// The smaller radius of two bodies in contact, m: infinite if neither has a finite one.
double smaller_radius(const ContactModel& c) {
  double radius = std::numeric_limits<double>::infinity();
  for (const double r : {std::abs(c.usual_1), std::abs(c.usual_2)})
    if (r > 0) radius = std::min(radius, r);
  return radius;
}

struct Overlap {
  int contact = 0;
  ContactGeometry geometry;
};

void describe_overlap(const Model& m, const Overlap& overlap, bool several, Diagnostic& d) {
  constexpr double deep = 0.1;  // of the smaller radius: no longer a contact
  const ContactModel& c = m.contacts[overlap.contact];
  const ContactGeometry& g = overlap.geometry;
  const double depth = -g.gap, share = depth / smaller_radius(c);
  if (share > deep)
    d.notes.push_back(
        fmt::format("that is {:.3g} % of the smaller radius, {:.4g} mm: no law of "
                    "contact holds there",
                    share * 100, smaller_radius(c) * 1e3));
  d.notes.push_back(
      several ? "impact speeds are not known and are taken as the present closing speeds"
              : "its impact speed is not known and is taken as the present closing speed");
  const int body = c.b != 0 ? c.b : c.a;
  const double way = (body == c.b ? depth : -depth) * 1e3;
  const auto part = [&](double n) { return std::abs(n) < 1e-9 ? 0.0 : way * n; };
  const std::string z = m.layout.spatial() ? fmt::format(", {:.4g}", part(g.nz)) : std::string();
  d.hint = fmt::format("`{}` moved by ({:.4g}, {:.4g}{}) mm would touch",
                       m.scenario->bodies[body].name, part(g.nx), part(g.ny), z);
  d.message += share > deep ? fmt::format(" starts deep inside: {:.4g} mm", depth * 1e3)
                            : fmt::format(" starts {:.4g} mm in contact", depth * 1e3);
}

// One report for all, at the deepest.
void report_overlaps(const Model& m, const std::vector<Overlap>& overlaps,
                     Diagnostics& diagnostics) {
  if (overlaps.empty()) return;
  const Overlap& deepest = *std::min_element(
      overlaps.begin(), overlaps.end(),
      [](const Overlap& a, const Overlap& b) { return a.geometry.gap < b.geometry.gap; });
  const ir::Contact& contact = m.scenario->contacts[deepest.contact];
  Diagnostic& d = diagnostics.add(Code::W0501, contact.origin, fmt::format("`{}`", contact.name));
  describe_overlap(m, deepest, overlaps.size() > 1, d);
  if (overlaps.size() > 1) d.message += fmt::format(", and {} more less deep", overlaps.size() - 1);
}

void report_rigid_overlap(const Model& m, int contact, double gap, Diagnostics& diagnostics) {
  const ir::Contact& c = m.scenario->contacts[contact];
  Diagnostic& d =
      diagnostics.add(Code::E0507, c.origin,
                      fmt::format("`{}` is rigid, but its bodies overlap by {:.4g} mm at the start",
                                  c.name, -gap * 1e3));
  d.hint = "move them apart: a gap of 0 is a contact that touches";
}

// How deep a contact may begin: bodies that are placed to touch may overlap by the crown of a face,
// see runtime/geometry/solid_support.cpp.
double overlap_of_touching(const Model& m, const ContactModel& c) {
  constexpr double rounding = 1e-9, crown = 1.01e-6;  // of the model's size, of the body's
  double allowed = rounding * m.size;
  if (!m.layout.spatial() || !c.convex || c.rim_axis) return allowed;
  for (const Solid* solid : {&solids_of(c).one, &solids_of(c).other})
    if (solid->kind == SolidKind::disc || solid->kind == SolidKind::core)
      allowed = std::max(allowed, crown * solid->bound);
  return allowed;
}

void close_contacts(const AssemblyState& k, Assembly& a, Diagnostics& diagnostics) {
  const Model& m = k.model;
  std::vector<Overlap> overlaps;
  for (std::size_t i = 0; i < m.contacts.size(); ++i) {
    const ContactModel& c = m.contacts[i];
    const int law = c.own.law;
    int first_state = m.layout.z + c.own.first_state;
    ContactMode mode;
    mode.flags = WatchFlags(m.laws[law].value.watch_count());
    for (const ir::LawState& state : m.scenario->laws[law].states)
      a.y[first_state++] = state.initial;
    if (const Bearing* bearing = c.bearing()) {
      if (m.scenario->joints[bearing->joint].activity.at_start)
        mode.begin(0);
      else
        mode.switch_off();
      a.mode.contacts.push_back(std::move(mode));
      continue;
    }
    if (const Turning* turning = c.turning()) {
      if (a.mode.contacts[turning->of].armed) mode.begin(0);
      a.mode.contacts.push_back(std::move(mode));
      continue;
    }
    ContactGeometry g;
    contact_geometry(c, pair_of(c, k.at), g);
    a.y[m.layout.s + i] = -g.gap;
    const EqualRadii radii = contact_radii(c, pair_of(c, k.at));
    const double allowed = overlap_of_touching(m, c);
    mode.curve(radii.first, radii.second);
    if (!m.scenario->contacts[i].activity.at_start) {
      mode.switch_off();
    } else if (c.rigid()) {
      if (g.gap < -allowed) report_rigid_overlap(m, static_cast<int>(i), g.gap, diagnostics);
    } else if (g.gap <= closed * m.size) {
      mode.begin(std::max(0.0, -g.gap_rate));
      mode.approach(g.gap_rate <= 0);
      if (g.gap < -allowed) overlaps.push_back({static_cast<int>(i), g});
    }
    a.mode.contacts.push_back(std::move(mode));
  }
  report_overlaps(m, overlaps, diagnostics);
  report_corners_on_corners(m, k.at, diagnostics);
}

bool is_rigid(const Model& m, const GroupModel& group) {
  return std::any_of(group.laws.begin(), group.laws.end(),
                     [&](int law) { return law >= 0 && m.scenario->laws[law].rigid(); });
}

void report_rigid_overlap(const GroupModel& group, const std::string& pair, double gap,
                          Diagnostics& diagnostics) {
  Diagnostic& d =
      diagnostics.add(Code::E0507, group.origin,
                      fmt::format("`{}` is rigid, but its bodies overlap by {:.4g} mm at the start",
                                  pair, -gap * 1e3));
  d.hint = "move them apart: a gap of 0 is a contact that touches";
}

// Their pairs close when the run begins.
void report_overlaps(const Model& m, const Assembly& a, Diagnostics& diagnostics) {
  for (const GroupModel& group : m.groups) {
    std::vector<NearPlace> places(group.members.size());
    place_all(m, group, a.y.data(), places);
    NearPairs near = near_pairs(group);
    near.update(places, places, 0);
    int count = 0;
    double deepest = 0;
    std::string name;
    for (const auto& [i, k] : near.pairs()) {
      const double gap = approach(group.members[i], group.members[k], places[i], places[k]).gap;
      if (gap >= -1e-9 * m.size) continue;
      ++count;
      if (gap < deepest) deepest = gap, name = pair_name(group, i, k);
    }
    if (count == 0) continue;
    if (is_rigid(m, group)) {
      report_rigid_overlap(group, name, deepest, diagnostics);
      continue;
    }
    const std::string which = count == 1 ? fmt::format("`{}` starts", name)
                                         : fmt::format("{} pairs of `{}` start", count, group.name);
    Diagnostic& d = diagnostics.add(Code::W0501, group.origin, which + " in contact");
    d.notes.push_back(fmt::format("{:.4g} mm deep at `{}`", -deepest * 1e3, name));
    d.notes.push_back("impact speeds are not known and are taken as the present closing speeds");
    d.hint = "place them at least that much farther apart";
  }
}

void report_failure(const Workspace& w, Diagnostics& diagnostics) {
  Failure unknown;
  unknown.message = "the mechanism could not be put together";
  diagnostics.add(diagnostic_of(w.failure.value_or(unknown)));
}

bool find_state(Model& m, AssemblyState& k, Assembly& a, Diagnostics& diagnostics) {
  a.y.assign(m.layout.size, 0.0);
  a.yp.assign(m.layout.size, 0.0);
  std::copy(k.q.begin(), k.q.end(), a.y.begin() + m.layout.q);
  std::copy(k.v.begin(), k.v.end(), a.y.begin() + m.layout.v);
  for (int i = 0; i < m.layout.script_states; ++i)
    a.y[m.layout.script + i] = m.scenario->states[i].initial;
  for (const PairFunction& f : m.counted_angles) a.y[m.layout.angle + f.counted] = value(f, k.at);
  a.size = m.size;
  a.mode.groups.resize(m.groups.size());
  a.mode.flags = WatchFlags(m.signal_watches);
  for (std::size_t i = 0; i < a.mode.flags.size(); ++i)
    if (Clock clock = m.clocks[i]) a.mode.flags.freeze(i, clock->holds_after(0));
  close_contacts(k, a, diagnostics);
  report_overlaps(m, a, diagnostics);
  report_unseen_overlaps(m, a, diagnostics);
  Workspace w(m);
  if (!make_consistent(m, {0, a.y.data(), nullptr, &a.mode}, a.yp.data(), w)) {
    report_failure(w, diagnostics);
    return false;
  }
  a.position_error = position_drift(m, {0, a.y.data(), nullptr, &a.mode}, w);
  for (int i = 0; i < m.layout.constraints; ++i)
    if (row_acts(&a.mode, i))
      a.velocity_error =
          std::max(a.velocity_error,
                   std::abs(row_rate(m.rows[i], k.at) - drive_value(m, m.rows[i], w.impl(), 1)));
  return true;
}

// Where a loop stands in a line a row may have no part in what it holds together with others
// elsewhere.
void find_sharing(Model& m, AssemblyState& k, std::vector<bool> redundant) {
  redundant.resize(m.rows.size(), false);  // what stands behind is idle by itself
  find_shared_loads(m, k.at, redundant);
  if (m.sharing_rows.empty()) return;
  nearby(k, [&] { find_shared_loads(m, k.at, redundant); });
}

void add_sharing(Model& m, const std::vector<int>& rows) {
  std::set<int> sharing(m.sharing_rows.begin(), m.sharing_rows.end());
  sharing.insert(rows.begin(), rows.end());
  m.sharing_rows.assign(sharing.begin(), sharing.end());
}

// Rows of joints stand first, as in `k`; in space those that hold nothing new stay, idle.
void keep_rows(Model& m, AssemblyState& k, const std::vector<bool>& redundant) {
  const bool spatial = m.layout.spatial();
  std::vector<ConstraintRow> kept;
  for (std::size_t i = 0; i < k.rows.size(); ++i)
    (redundant[i] && !(spatial && k.rows[i].joint >= 0) ? m.redundant : kept).push_back(k.rows[i]);
  kept.insert(kept.end(), k.idle.begin(), k.idle.end());
  lay_out(m, std::move(kept));
  if (spatial) find_sharing(m, k, redundant);
  if (spatial && m.switches) add_sharing(m, rows_in_switched_loops(m));
  build_jacobian_pattern(m);
}

bool find_positions(AssemblyState& k, Diagnostics& diagnostics) {
  place_roughly(k);
  collect_rows(k);
  collect_holds(k);
  unwind(k);
  const std::vector<double> start = k.q;
  if (close_from_anywhere(k, position_equations(k)) > closed) {
    report_open(k, start, diagnostics);
    return false;
  }
  take_assembled_values(k);
  return true;
}

bool assemble_state(Model& m, AssemblyState& k, Assembly& a, Diagnostics& diagnostics) {
  if (!report_double_drives(m, diagnostics) || !report_lengths(m, diagnostics)) return false;
  Workspace w(m);
  if (!evaluate_drives(m, 0, nullptr, DriveOrder::rate, w)) {
    report_failure(w, diagnostics);
    return false;
  }
  k.at.led = w.impl().at.led;
  if (!find_positions(k, diagnostics) || !report_coincident(k, diagnostics)) return false;
  drop_spare_cosines(k);
  const std::vector<bool> redundant = redundant_rows(k);
  if (!report_redundant(k, redundant, diagnostics)) return false;
  if (!report_undetermined_friction(k, redundant, diagnostics)) return false;
  if (!report_held_friction(k, diagnostics)) return false;
  if (!find_velocities(k, w, diagnostics)) return false;
  keep_rows(m, k, redundant);
  a.mode.switched = switched_at_start(m, k.at, redundant);
  name_freedoms(k, a);
  if (!report_massless(k, a, diagnostics)) return false;
  return find_state(m, k, a, diagnostics);
}

}  // namespace

void find_assembly(Model& m) {
  lay_out(m, {});
  AssemblyState k{.model = m, .at = placement_of(m)};
  Assembly a;
  if (assemble_state(m, k, a, m.assembly_diagnostics))
    m.assembly = std::move(a);
  else if (!m.assembly_diagnostics.has_errors())  // nothing fails without a word
    report_failure(Workspace(m), m.assembly_diagnostics);
}

}  // namespace mbs

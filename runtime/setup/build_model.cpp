// Building the numeric form of a scenario: points, rows, tapes, the layout of the unknowns.
#include "runtime/model/model_impl.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "lang/kinds/kinds.hpp"
#include "runtime/contact/bearing.hpp"
#include "runtime/contact/jacobian.hpp"
#include "runtime/contact/shape_pairs.hpp"
#include "runtime/contact/smooth_in_space.hpp"
#include "runtime/contact/turns_rigidly.hpp"
#include "runtime/coordinates/jacobian.hpp"
#include "runtime/coordinates/tree.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/elements/forces.hpp"
#include "runtime/equations/balanced_load.hpp"
#include "runtime/equations/kkt_scratch.hpp"
#include "runtime/equations/residual.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/setup/acting_rows.hpp"
#include "runtime/setup/assembly.hpp"
#include "runtime/setup/law_tapes.hpp"
#include "runtime/setup/lay_out.hpp"
#include "runtime/setup/turnings.hpp"
#include "runtime/signals/values.hpp"

namespace mbs {

namespace {

int add_point(Model& m, int body, const ir::Vec3& position) {
  ir::Vec3 arm = position - m.centre[body];
  if (m.layout.spatial()) arm = inverse(m.principal[body]) * arm;
  const BodyPoint p{body, arm.x, arm.y, arm.z};
  const auto same = [&p](const BodyPoint& q) {
    return q.body == p.body && q.x == p.x && q.y == p.y && q.z == p.z;
  };
  for (std::size_t i = 0; i < m.points.size(); ++i)
    if (same(m.points[i])) return static_cast<int>(i);
  m.points.push_back(p);
  return static_cast<int>(m.points.size()) - 1;
}

// Into `mass`; the rotation from the principal axes to those of the body.
ir::Quaternion principal_axes(const ir::Body& body, MassEntry& mass) {
  const ir::InertiaMatrix J = body.inertia_matrix.value_or(ir::InertiaMatrix{});
  mass.principal = {J.xx, J.yy, J.zz};
  if (J.xy == 0 && J.xz == 0 && J.yz == 0) return {};
  Matrix3 matrix;
  matrix << J.xx, J.xy, J.xz, J.xy, J.yy, J.yz, J.xz, J.yz, J.zz;
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver(matrix);
  for (int k = 0; k < 3; ++k) mass.principal[k] = solver.eigenvalues()[k];
  Matrix3 axes = solver.eigenvectors();
  if (axes.determinant() < 0) axes.col(0) *= -1;
  const Eigen::Quaterniond q(axes);
  return {q.w(), q.x(), q.y(), q.z()};
}

void add_bodies(Model& m) {
  const auto& bodies = m.scenario->bodies;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const bool ground = b == 0;
    m.centre.push_back(ground ? ir::Vec3{} : bodies[b].cm);
    m.masses.push_back(ground
                           ? MassEntry{}
                           : MassEntry{bodies[b].mass.value_or(0), bodies[b].inertia.value_or(0)});
    if (m.layout.spatial()) m.principal.push_back(principal_axes(bodies[b], m.masses.back()));
  }
  for (std::size_t b = 0; b < bodies.size(); ++b)
    m.origin_point.push_back(add_point(m, static_cast<int>(b), {}));
  for (const ir::Frame& frame : m.scenario->frames)
    m.frame_point.push_back(add_point(m, frame.body.index, frame.position));
}

// Bodies that meet in one point: how far joints have taken them at the start, or how wide these
// are; else the radius of gyration of the widest.
double size_without_places(const ir::Scenario& s) {
  double way = 0, radius = 0;
  for (const ir::Joint& j : s.joints) {
    if (j.friction) way = std::max({way, j.friction->radius, j.friction->length});
    const auto rows = coordinates_of(*info(j.kind).joint);
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (!rows[i].turns)
        way = std::max(way, std::abs(i == 0 ? j.coordinate.value : j.more[i - 1].value.value));
  }
  for (const ir::Body& b : s.bodies) {
    const ir::InertiaMatrix in_space = b.inertia_matrix.value_or(ir::InertiaMatrix{});
    const double inertia = std::max({b.inertia.value_or(0), in_space.xx, in_space.yy, in_space.zz});
    if (b.mass.value_or(0) > 0) radius = std::max(radius, std::sqrt(inertia / *b.mass));
  }
  return way > 0 ? way : radius;
}

// A length that the model is made of: what angles and tolerances are compared with.
double size_of(const ir::Scenario& s) {
  double size = 0;
  const auto grow = [&size](double x) {
    size = std::isfinite(x) ? std::max(size, std::abs(x)) : size;
  };
  const auto grow_by = [&grow](const ir::Vec3& v) {
    grow(v.z == 0 ? std::hypot(v.x, v.y) : norm(v));
  };
  for (const ir::Frame& f : s.frames) grow_by(f.position);
  for (const ir::Body& b : s.bodies) {
    grow_by({b.x.value, b.y.value, b.z.value});
    grow_by(b.cm);
  }
  for (const ir::Joint& j : s.joints) grow(j.length.value_or(0));
  for (const ir::Contact& c : s.contacts)
    for (const ir::Shape* shape : {&c.first_shape, &c.second_shape}) grow(bounding_radius(*shape));
  if (size == 0) grow(size_without_places(s));
  return size > 0 ? size : 1;
}

SurfaceKind surface_kind(const ir::Shape& shape) {
  if (std::holds_alternative<ir::HalfPlane>(shape)) return SurfaceKind::plane;
  if (std::holds_alternative<ir::Rim>(shape)) return SurfaceKind::rim;
  if (std::holds_alternative<ir::Bore>(shape)) return SurfaceKind::bore;
  if (const auto* arc = std::get_if<ir::Arc>(&shape))
    return std::isinf(arc->thickness) ? SurfaceKind::arc : SurfaceKind::band;
  const auto* circle = std::get_if<ir::Circle>(&shape);
  if (!circle) return SurfaceKind::other;
  return circle->hollow ? SurfaceKind::ring : SurfaceKind::circle;
}

Surface surface(const Model& m, ir::FrameId id, const ir::Shape& shape) {
  const ir::Frame& frame = m.scenario->frames[id.index];
  Surface s{surface_kind(shape), frame.body.index, m.frame_point[id.index]};
  if (const auto* circle = std::get_if<ir::Circle>(&shape)) s.radius = circle->radius;
  if (const auto* rim = std::get_if<ir::Rim>(&shape)) s.radius = rim->radius;
  if (const auto* bore = std::get_if<ir::Bore>(&shape)) s.radius = bore->radius;
  if (const auto* arc = std::get_if<ir::Arc>(&shape)) {
    const double middle = frame.angle + (arc->from + arc->to) / 2;
    s.radius = arc->radius;
    s.nx = std::cos(middle);
    s.ny = std::sin(middle);
    s.arc_half = (arc->to - arc->from) / 2;
    s.thickness = arc->thickness;
    return s;
  }
  if (s.kind == SurfaceKind::circle || s.kind == SurfaceKind::ring) return s;
  if (m.layout.spatial()) {
    const auto* plane = std::get_if<ir::HalfPlane>(&shape);
    const ir::Vec3 normal = plane ? plane->normal : ir::Vec3{0, 0, 1};
    const Vector3 own = in_principal_axes(m, frame.body.index, frame.rotation * normal);
    s.nx = own[0], s.ny = own[1], s.nz = own[2];
    return s;
  }
  if (!s.plane()) return s;
  s.nx = -std::sin(frame.angle);
  s.ny = std::cos(frame.angle);
  return s;
}

// What scales are made from before a contact's own curvature is known, m.
double usual_radius(const ir::Shape& shape) {
  if (const auto* circle = std::get_if<ir::Circle>(&shape))
    return circle->hollow ? -circle->radius : circle->radius;
  if (const auto* bore = std::get_if<ir::Bore>(&shape)) return -bore->radius;
  if (const auto* arc = std::get_if<ir::Arc>(&shape)) return -arc->radius;
  if (const auto* sum = std::get_if<ir::MinkowskiSum>(&shape); sum && sum->rounding > 0)
    return sum->rounding;
  if (const auto* hull = std::get_if<ir::Polyhedron>(&shape); hull && hull->rounding > 0)
    return hull->rounding;
  const auto* polygon = std::get_if<ir::Polygon>(&shape);
  return polygon && polygon->rounding > 0 ? polygon->rounding : bounding_radius(shape);
}

Solid placed_solid(const Model& m, ir::FrameId id, const ir::Shape& shape) {
  const ir::Frame& frame = m.scenario->frames[id.index];
  Solid solid = solid_of(shape).value_or(Solid{});
  const ir::Vec3 units[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int k = 0; k < 3; ++k)
    solid.axes.col(k) = in_principal_axes(m, frame.body.index, frame.rotation * units[k]);
  return solid;
}

// Every pair of balls and planes has a closed form of its own.
void use_solids(const Model& m, const ir::Contact& contact, ContactModel& c) {
  SolidPair pair{*c.convex, placed_solid(m, contact.first, contact.first_shape),
                 placed_solid(m, contact.second, contact.second_shape)};
  c.shapes = pair_of_solids(pair.one.kind, pair.other.kind);
  // A ball that moves in a bore is nearest to all of it where it is on the axis.
  const Solid& body = is_hollow(pair.one.kind) ? pair.other : pair.one;
  const bool ball = c.shapes && c.shapes->one_inside && body.kind == SolidKind::ball;
  c.reach = ball ? std::abs(pair.one.rounding - pair.other.rounding) : 0;
  c.convex = std::make_shared<const SolidPair>(std::move(pair));
}

ContactModel contact_model(Model& m, const ir::Contact& contact) {
  const Surface first = surface(m, contact.first, contact.first_shape);
  const Surface second = surface(m, contact.second, contact.second_shape);
  ContactModel c = model_of(first, second);
  const bool journal = first.kind == SurfaceKind::rim;
  if (journal) c.rim_axis = &m.rim_axes.emplace_back(first.nx, first.ny, first.nz);
  c.lever = contact.lever;
  c.usual_1 = usual_radius(contact.first_shape);
  c.usual_2 = usual_radius(contact.second_shape);
  const auto is = [&](SurfaceKind kind) { return first.kind == kind || second.kind == kind; };
  if (is(SurfaceKind::other) || (is(SurfaceKind::bore) && !journal)) {
    const auto& frames = m.scenario->frames;
    c.convex = std::make_shared<const ConvexPair>(
        ConvexPair{convex_shape(contact.first_shape, frames[contact.first.index].angle),
                   convex_shape(contact.second_shape, frames[contact.second.index].angle)});
    if (m.layout.spatial()) use_solids(m, contact, c);
  }
  c.own.law = contact.law.index;
  const ir::LawProgram& program = m.scenario->laws[contact.law.index];
  if (program.rigid()) c.response = Rigid{program.departure};
  c.own.states = m.laws[contact.law.index].states;
  c.rolling = contact.rolling;
  c.spinning = contact.spinning;
  return c;
}

// How much a sticking contact gives way, m/s per N: see runtime/equations/sticking.hpp. What it
// holds may be more than its own two bodies, so the whole mass counts.
double creep_of(const Model& m) {
  double mass = 0;
  for (const MassEntry& entry : m.masses) mass += entry.mass;
  return hold_time / (mass > 0 ? mass : 1);
}

// A pin gives way by an angle, and the same speed on a smaller radius is a larger angle.
double lever_share(const Model& m, const ContactModel& c) {
  const Bearing* bearing = c.bearing();
  if (!bearing || !bearing->first().coordinate.angular()) return 1;
  const double share = bearing->first().arm / m.size;
  return share * share;
}

// What resists turning gives way by as much of the turning as its bodies are lighter to turn. Spins
// are known to the last digit of the whole spin: with less, two that hold the same would be told by
// rounding how to share it.
double creep_of_turning(const Model& m, const ContactModel& c) {
  double inertia = std::numeric_limits<double>::infinity();
  for (const int body : {c.a, c.b})
    for (const double principal : m.masses[body].principal)
      if (principal > 0) inertia = std::min(inertia, principal);
  const double arm = c.turning()->arm;
  return std::isfinite(inertia) ? hold_time * arm * arm / inertia : creep_of(m);
}

void add_contacts(Model& m) {
  const ir::Scenario& s = *m.scenario;
  for (const ir::Contact& contact : s.contacts) m.contacts.push_back(contact_model(m, contact));
  for (std::size_t j = 0; j < s.joints.size(); ++j)
    if (s.joints[j].friction) add_bearings(m, static_cast<int>(j), m.contacts);
  add_turnings(m, m.contacts);
  m.forces_see_rates |=
      std::ranges::any_of(m.contacts, [&](const ContactModel& c) { return turns_rigidly(m, c); });
  find_beside(m);
  int states = 0, holds = 0;
  for (ContactModel& c : m.contacts) {
    LawUse& own = c.own;
    if (m.laws[own.law].sticks) {
      own.hold = holds;
      holds += hold_parts(m, c);
    }
    own.creep = c.turning() ? creep_of_turning(m, c) : creep_of(m) * lever_share(m, c);
    own.first_state = states;
    states += own.states;
  }
}

GroupMember group_member(const Model& m, const ir::ContactGroup::Member& member) {
  return {surface(m, member.frame, member.shape), m.scenario->frames[member.frame.index].name,
          member.twin_class};
}

void add_groups(Model& m) {
  for (const ir::ContactGroup& group : m.scenario->groups) {
    GroupModel& g = m.groups.emplace_back();
    g.name = group.name;
    g.origin = group.origin;
    if (group.first_pair >= 0) continue;  // each pair is a contact
    g.twin_classes = group.twin_classes;
    g.rolling = group.rolling;
    g.spinning = group.spinning;
    for (const auto& member : group.members) g.members.push_back(group_member(m, member));
    for (const ir::LawId law : group.laws) g.laws.push_back(law.index);
  }
}

// ---- what is numbered ----------------------------------------------------------

void add_watches(Model& m, int owner, const std::vector<Clock>& clocks) {
  int index = owner < 0 ? static_cast<int>(m.clocks.size()) : 0;
  for (const Clock& clock : clocks) {
    m.watch_list.owner.push_back(owner);
    m.watch_list.index.push_back(index++);
    m.clocks.push_back(clock);
  }
}

void number_watches(Model& m) {
  for (const DriveProgram& drive : m.drives) add_watches(m, -1, drive.clocks);
  for (const ForceProgram& force : m.forces) add_watches(m, -1, force.clocks);
  for (std::size_t c = 0; c < m.contacts.size(); ++c)
    add_watches(m, static_cast<int>(c), m.laws[m.contacts[c].own.law].clocks);
}

void count_angles(Model& m, std::vector<PairFunction>& coordinates) {
  for (PairFunction& f : coordinates) {
    if (!f.turning()) continue;
    f.counted = static_cast<int>(m.counted_angles.size());
    m.counted_angles.push_back(f);
  }
}

}  // namespace

ModelPtr build(std::shared_ptr<const ir::Scenario> scenario) {
  auto m = std::make_shared<Model>();
  m->scenario = std::move(scenario);
  m->size = size_of(*m->scenario);
  m->switches = can_switch(*m->scenario);
  m->signal_value = slot_value_placed;
  m->kkt_scratch = [](const Model& model) { return std::make_shared<KktScratch>(model); };
  m->layout = layout_of(*m);
  add_bodies(*m);
  for (int j = 0; j < static_cast<int>(m->scenario->joints.size()); ++j) {
    m->all_coordinates.push_back(joint_coordinates(*m, j));
    count_angles(*m, m->all_coordinates.back());
    m->coordinates.push_back(joint_coordinate(*m, j));
  }
  for (const ir::LawProgram& program : m->scenario->laws)
    m->laws.push_back(compile_law(program, m->swings));
  add_contacts(*m);
  add_groups(*m);
  compile_drives(*m);
  compile_forces(*m);
  number_watches(*m);
  find_assembly(*m);
  build_tree(*m);
  build_tree_pattern(*m);
  return m;
}

}  // namespace mbs

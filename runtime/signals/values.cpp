#include "runtime/signals/values.hpp"

#include <algorithm>
#include <limits>

#include "runtime/contact/bearing.hpp"
#include "runtime/contact/group.hpp"
#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/contact/seen.hpp"
#include "runtime/elements/energy.hpp"
#include "runtime/elements/energy_balance.hpp"
#include "runtime/elements/forces.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/signals/multipliers.hpp"
#include "runtime/signals/values_in_space.hpp"

namespace mbs {

namespace {

double body_coordinate(const Here& i, const Slot& slot) {
  if (i.at().spatial()) return body_place_in_space(i, slot);
  const Pose& p = i.at().poses[slot.entity];
  const Arm& r = i.at().arms[i.m.origin_point[slot.entity]];
  if (slot.order == 0) return slot.index == 0 ? p.x + r.x : slot.index == 1 ? p.y + r.y : p.angle;
  if (slot.order == 1)
    return slot.index == 0 ? p.vx - p.spin * r.y : slot.index == 1 ? p.vy + p.spin * r.x : p.spin;
  if (slot.entity == 0) return 0;
  const double* a = i.now.yp + i.m.layout.v + column_of(slot.entity);
  if (slot.index == 0) return a[0] - a[2] * r.y - p.spin * p.spin * r.x;
  if (slot.index == 1) return a[1] + a[2] * r.x - p.spin * p.spin * r.y;
  return a[2];
}

// Force and torque about the centre of mass that a row exerts on one of its bodies.
struct Wrench {
  double fx = 0, fy = 0, torque = 0;
};

Wrench on_end(const Here& i, const ConstraintRow& row, double lambda, bool second) {
  Local g;
  const RowTerm& term = row.terms[0];
  gradient(term.function, i.at(), g);
  const int k = second ? 3 : 0;
  const double s = -lambda * term.factor;
  return {s * g[k], s * g[k + 1], s * g[k + 2]};
}

// Moves the torque from the body's centre of mass to a point in the world.
double torque_about(const Here& i, const Wrench& w, int body, double x, double y) {
  const Pose& p = i.at().poses[body];
  return w.torque - ((x - p.x) * w.fy - (y - p.y) * w.fx);
}

// What friction in the joint exerts on its second end belongs to what the joint does.
void add_friction(const Here& i, int joint, Wrench& sum) {
  const int contact = bearing_of(i.m, joint);
  if (contact < 0) return;
  ContactForce f;
  contact_force(i.m, contact, i.now, i.now.mode->contacts[contact], i.w, f);
  const Local& row = f.geometry.tangent_row;
  const PairFunction& along = i.m.contacts[contact].bearing()->first().coordinate;
  const Pose& b = i.at().poses[along.b];
  const Arm& r = i.at().arms[along.pb];
  const Wrench w{-f.FT * row[3], -f.FT * row[4], -f.FT * row[5]};
  sum.fx += w.fx;
  sum.fy += w.fy;
  sum.torque += torque_about(i, w, along.b, b.x + r.x, b.y + r.y);
}

// What the rows of a joint exert on its second end, about its point.
Wrench by_rows(const Here& i, int joint, const double* lambda) {
  Wrench sum;
  for (std::size_t k = 0; k < i.m.rows.size(); ++k) {
    const ConstraintRow& row = i.m.rows[k];
    if (row.joint != joint) continue;
    const PairFunction& f = row.terms[0].function;
    const Wrench w = on_end(i, row, lambda[k], true);
    const Pose& b = i.at().poses[f.b];
    const Arm& r = i.at().arms[f.pb];
    sum.fx += w.fx;
    sum.fy += w.fy;
    sum.torque += torque_about(i, w, f.b, b.x + r.x, b.y + r.y);
  }
  return sum;
}

double part(const Wrench& w, int index) {
  return index == 0 ? w.fx : index == 1 ? w.fy : w.torque;
}

double joint_reaction(const Here& i, const Slot& slot) {
  if (i.at().spatial()) return reaction_in_space(i, {ir::Sort::joint, slot.entity}, slot.index);
  const double* lambda = multipliers(i);
  if (!lambda) return std::numeric_limits<double>::quiet_NaN();
  Wrench sum = by_rows(i, slot.entity, lambda);
  add_friction(i, slot.entity, sum);
  return part(sum, slot.index);
}

// Does the drive give a vector, in the axes of the world?
bool gives_vector(const ir::Drive& drive) {
  return drive.kind == ir::DriveKind::position || drive.kind == ir::DriveKind::pose ||
         drive.kind == ir::DriveKind::rotation;
}

double effort_by_rows(const Here& i, const Slot& slot, const double* lambda) {
  const bool angle = i.m.scenario->drives[slot.entity].kind == ir::DriveKind::angle;
  for (std::size_t k = 0; k < i.m.rows.size(); ++k) {
    const ConstraintRow& row = i.m.rows[k];
    if (row.drive != slot.entity) continue;
    if (row.component == slot.index || (angle && slot.index == 2)) return -lambda[k];
  }
  return 0;
}

double drive_effort(const Here& i, const Slot& slot) {
  if (i.at().spatial() && gives_vector(i.m.scenario->drives[slot.entity]))
    return reaction_in_space(i, {ir::Sort::drive, slot.entity}, slot.index);
  return effort_by_rows(i, slot, i.now.yp + i.m.layout.lam);
}

// Is it something that a contact does not do while it is open?
bool is_exerted(const Slot& slot) {
  switch (static_cast<ContactSignal>(slot.index)) {
    case ContactSignal::delta:
    case ContactSignal::ddelta:
    case ContactSignal::FN:
    case ContactSignal::FT:
    case ContactSignal::force_x:
    case ContactSignal::force_y:
    case ContactSignal::force_z:
    case ContactSignal::moment_x:
    case ContactSignal::moment_y:
    case ContactSignal::moment_z:
      return true;
    default:
      return false;
  }
}

// What a contact remembers, and that one which is open exerts nothing: where its surfaces are does
// not matter, which takes far longer to find.
std::optional<double> known_at_once(const Here& i, const Slot& slot, const ContactMode& mode) {
  if (is_exerted(slot) && !may_act(i.m, i.m.contacts[slot.entity], mode)) return 0.0;
  switch (static_cast<ContactSignal>(slot.index)) {
    case ContactSignal::v_impact:
      return mode.v_impact;
    case ContactSignal::loading:
      return mode.loading ? 1 : 0;
    case ContactSignal::closed:
      return mode.armed && i.now.t >= mode.settles ? 1 : 0;
    case ContactSignal::stuck:
      if (!mode.sticking && mode.rests_below > 0) return std::nullopt;
      return mode.sticking ? 1 : 0;
    case ContactSignal::impulse:
      return i.now.y[i.m.layout.impulse + slot.entity];
    default:
      return std::nullopt;
  }
}

// With what resists turning beside the contact's own force.
Vector3 moment_on_first(const Here& i, int contact, const ContactForce& own) {
  Vector3 sum = own.moment;
  for (int c = i.m.layout.in_joints; c < i.m.layout.contacts; ++c) {
    if (i.m.contacts[c].turning()->of != contact) continue;
    const ContactMode& mode = i.now.mode->contacts[c];
    ContactForce f;
    if (may_act(i.m, i.m.contacts[c], mode) && contact_force(i.m, c, i.now, mode, i.w, f) &&
        f.acting)
      sum += f.moment;
  }
  return sum;
}

// The part of a vector that a signal is, which begins with `first`.
double part_of(const Vector3& vector, const Slot& slot, ContactSignal first) {
  return vector[slot.index - static_cast<int>(first)];
}

double only_in_space(const Here& i, const Slot& slot, const ContactForce& f) {
  const ContactGeometry& g = f.geometry;
  const auto turning = [&] { return relative_spin(pair_of(i.m.contacts[slot.entity], i.at())); };
  switch (static_cast<ContactSignal>(slot.index)) {
    case ContactSignal::force_z:
      return -f.force[2];
    case ContactSignal::normal_z:
      return g.nz;
    case ContactSignal::point_z:
      return g.pz;
    case ContactSignal::vt_x:
    case ContactSignal::vt_y:
    case ContactSignal::vt_z:
      return part_of(g.slip, slot, ContactSignal::vt_x);
    case ContactSignal::moment_x:
    case ContactSignal::moment_y:
    case ContactSignal::moment_z:
      return part_of(moment_on_first(i, slot.entity, f), slot, ContactSignal::moment_x);
    case ContactSignal::rolling_x:
    case ContactSignal::rolling_y:
    case ContactSignal::rolling_z:
      return part_of(rolling_part(g.n, turning()), slot, ContactSignal::rolling_x);
    case ContactSignal::spinning:
      return g.n.dot(turning());
    default:  // known at once
      return 0;
  }
}

double sliding_speed(const ContactForce& f) {
  return f.in_space ? f.geometry.slip.norm() : f.geometry.vt;
}

double contact_signal(const Here& i, const Slot& slot) {
  const ContactMode& mode = i.now.mode->contacts[slot.entity];
  if (const auto known = known_at_once(i, slot, mode)) return *known;
  ContactForce f;
  contact_force(i.m, slot.entity, i.now, mode, i.w, f);
  share_force(i.m, slot.entity, i.now, i.w, f);
  const ContactGeometry& g = f.geometry;
  switch (static_cast<ContactSignal>(slot.index)) {
    case ContactSignal::gap:
      return g.gap;
    case ContactSignal::delta:
      return f.delta;
    case ContactSignal::ddelta:
      return mode.armed ? f.ddelta : 0;
    case ContactSignal::vt:
      return sliding_speed(f);
    case ContactSignal::stuck:
      return std::abs(sliding_speed(f)) < mode.rests_below ? 1 : 0;
    case ContactSignal::FN:
      return f.FN;
    case ContactSignal::FT:
      return told_friction(f);
    case ContactSignal::force_x:
      return -f.fx;
    case ContactSignal::force_y:
      return -f.fy;
    case ContactSignal::deepest:
      return mode.largest(f.delta);
    case ContactSignal::normal_x:
      return g.nx;
    case ContactSignal::normal_y:
      return g.ny;
    case ContactSignal::point_x:
      return g.px;
    case ContactSignal::point_y:
      return g.py;
    default:
      return only_in_space(i, slot, f);
  }
}

double contact_law(const Here& i, const Slot& slot) {
  const ContactMode& mode = i.now.mode->contacts[slot.entity];
  const LiveContact live = live_contact(i.m, slot.entity, i.now, mode, i.w);
  ContactForce f;
  contact_force(i.m, live, i.now.t, i.w, f);
  return law_signal(i.m, live.user, slot.index, law_call(live, f.seen(), i.now.t), i.w);
}

// What friction exerts on the second end along one of the coordinates it slides along.
double friction_along(const Here& i, int contact, const ContactForce& f, std::size_t slide) {
  return -i.m.contacts[contact].bearing()->slides[slide].arm * f.FT * share_of(f.geometry, slide);
}

double joint_friction(const Here& i, const Slot& slot) {
  const int contact = bearing_of(i.m, slot.entity, slot.order);
  const ContactMode& mode = i.now.mode->contacts[contact];
  ContactForce f;
  contact_force(i.m, contact, i.now, mode, i.w, f);
  switch (static_cast<FrictionSignal>(slot.index)) {
    case FrictionSignal::FN:
      return f.FN;
    case FrictionSignal::FT:
      return told_friction(f);
    case FrictionSignal::vt:
      return told_sliding(f);
    case FrictionSignal::effort:
      return friction_along(i, contact, f, 0);
    case FrictionSignal::effort_2:
      return friction_along(i, contact, f, 1);
    case FrictionSignal::effort_3:
      return friction_along(i, contact, f, 2);
    case FrictionSignal::stuck:
      return mode.sticking ? 1 : 0;
    case FrictionSignal::energy_lost:
      return i.now.y[i.m.layout.work + contact];
  }
  return 0;
}

double joint_law(const Here& i, Slot slot) {
  slot.entity = bearing_of(i.m, slot.entity, slot.order);
  return contact_law(i, slot);
}

// A signal of a group whose pairs are contacts.
double pairs_signal(const Here& i, const Slot& slot, const ir::ContactGroup& group) {
  double closed = 0, lost = 0;
  for (int c = group.first_pair; c < group.first_pair + group.pairs; ++c) {
    closed += i.now.mode->contacts[c].armed ? 1 : 0;
    lost += i.now.y[i.m.layout.work + c];
  }
  switch (static_cast<GroupSignal>(slot.index)) {
    case GroupSignal::count:
      return closed;
    case GroupSignal::hits:
      return static_cast<double>(i.now.mode->groups[slot.entity].hits);
    case GroupSignal::energy_lost:
      return lost;
    default:
      return 0;  // rigid ones have no penetration
  }
}

double group_signal(const Here& i, const Slot& slot) {
  const ir::ContactGroup& group = i.m.scenario->groups[slot.entity];
  if (group.first_pair >= 0) return pairs_signal(i, slot, group);
  const GroupMode& mode = i.now.mode->groups[slot.entity];
  switch (static_cast<GroupSignal>(slot.index)) {
    case GroupSignal::count:
      return closed_pairs(mode);
    case GroupSignal::hits:
      return static_cast<double>(mode.hits);
    case GroupSignal::delta:
      return deepest(i.m, slot.entity, mode, i.at());
    case GroupSignal::energy_lost:
      return i.now.y[i.m.layout.group + slot.entity];
  }
  return 0;
}

// What only the books of a run know is refused in forces, see EnergyBalance.
double energy(const Here& i, const Slot& slot) {
  const Energies e = energies(i.m, i.now.y, i.w, i.now.mode);
  switch (static_cast<EnergySignal>(slot.index)) {
    case EnergySignal::kinetic:
      return e.kinetic;
    case EnergySignal::potential:
      return e.potential;
    case EnergySignal::contact:
      return e.contact;
    case EnergySignal::input:
      return e.input;
    case EnergySignal::damping:
      return e.damping;
    case EnergySignal::total:
      return mechanical(e);
    case EnergySignal::error:
    case EnergySignal::imbalance:
      break;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

double slot_value_placed(const Model& m, const Slot& slot, const Instant& now, Workspace& w) {
  Reactions of_instant;
  return slot_value_placed(m, slot, now, w, of_instant);
}

double slot_value_placed(const Model& m, const Slot& slot, const Instant& now, Workspace& w,
                         Reactions& of_instant) {
  const Here i{m, now, w, of_instant};
  switch (slot.kind) {
    case SlotKind::time:
      return now.t;
    case SlotKind::body_coordinate:
      return body_coordinate(i, slot);
    case SlotKind::body_spin:
      return body_spin(i, slot);
    case SlotKind::joint_coordinate:
      return coordinate_in_space(i, slot);
    case SlotKind::joint_reaction:
      return joint_reaction(i, slot);
    case SlotKind::drive_effort:
      return drive_effort(i, slot);
    case SlotKind::active:
      return part_acts(now.mode, {static_cast<ir::Sort>(slot.index), slot.entity}) ? 1 : 0;
    case SlotKind::spring_force: {
      if (!part_acts(now.mode, {ir::Sort::spring, slot.entity})) return 0;
      const SpringElement& s = m.springs[slot.entity];
      const double tension = spring_tension(s, w.impl().at);
      return m.scenario->springs[slot.entity].torsion ? -tension : tension;
    }
    case SlotKind::contact_signal:
      return contact_signal(i, slot);
    case SlotKind::contact_law:
      return contact_law(i, slot);
    case SlotKind::joint_friction:
      return joint_friction(i, slot);
    case SlotKind::joint_law:
      return joint_law(i, slot);
    case SlotKind::state:
      return now.y[m.layout.script + slot.entity];
    case SlotKind::group_signal:
      return group_signal(i, slot);
    case SlotKind::energy:
      return energy(i, slot);
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

bool stays(const Model& m, const Slot& slot, const Mode& mode) {
  if (slot.kind != SlotKind::contact_signal) return false;
  const ContactMode& contact = mode.contacts[slot.entity];
  switch (static_cast<ContactSignal>(slot.index)) {
    case ContactSignal::v_impact:
    case ContactSignal::loading:
      return true;
    case ContactSignal::stuck:
      return contact.rests_below == 0;
    case ContactSignal::closed:  // one that bounced ever lower is closed from an instant on
      return !contact.armed || contact.settles == 0;
    default:
      return is_exerted(slot) && !may_act(m, m.contacts[slot.entity], contact);
  }
}

Slot exerting(const Slot& impulse) {
  const SlotKind kind = impulse.order == 1 ? SlotKind::drive_effort : SlotKind::joint_reaction;
  return {kind, impulse.entity, impulse.index, 0};
}

double passed_on_by_rows(const Model& m, const Slot& impulse, const Instant& now,
                         const double* multipliers, Workspace& w) {
  Reactions of_instant;
  const Here i{m, now, w, of_instant};
  const bool drive = impulse.order == 1;
  if (i.at().spatial() && (!drive || gives_vector(m.scenario->drives[impulse.entity]))) {
    const ir::Sort sort = drive ? ir::Sort::drive : ir::Sort::joint;
    return rows_in_space(i, {sort, impulse.entity}, multipliers, impulse.index);
  }
  if (drive) return effort_by_rows(i, impulse, multipliers);
  return part(by_rows(i, impulse.entity, multipliers), impulse.index);
}

double slot_value(const Model& m, const Slot& slot, const Instant& now, Workspace& w) {
  place(m, now.y, w.impl().at);
  return slot_value_placed(m, slot, now, w);
}

}  // namespace mbs

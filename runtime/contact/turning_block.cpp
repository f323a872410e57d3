#include "runtime/contact/turning_block.hpp"

#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/contact/law_partials.hpp"

namespace mbs {

namespace {

constexpr int places = 12, motions = 24;  // columns before the gap state's

// u = arm (w2 - w1) slides, in the tangent plane or along the normal.
struct Turned {
  const LawTapes& law;
  const LiveContact& contact;
  const ContactForce& f;
  const Turning& turning;
  ContactPair at;
  SpatialDerivatives d;  // of the contact itself, whose depth the law sees
  SpinRows w;            // of u
  Vector3 u;
  ContactGeometry sliding;  // with u in place of the contact's own
  Partials partials;

  Turned(const LawTapes& tapes, const LiveContact& c, const ContactForce& force,
         const Placement& place)
      : law(tapes),
        contact(c),
        f(force),
        turning(*c.model.turning()),
        at(pair_of(c.model, place, c.memory.edge)),
        w(spin_rows(at, -turning.arm, turning.arm)),
        u(turning.arm * relative_spin(at)),
        sliding(force.geometry),
        partials(partials_behind(c.user.tapes.more, law.outputs, c.memory.deeper(force.delta))) {
    derivatives_in_space(c.model, at, f.geometry, d);
    sliding.u = u;
    sliding.gap_rate = f.geometry.n.dot(u);
  }
};

struct TurnedChange {
  Vector3 dn = Vector3::Zero();
  SlipChange slip;  // of what slides
  Variation seen;   // by the law
};

SlipChange spin_change(const Turned& x, const Vector3& dn, const Vector3& du) {
  SlipChange out;
  const Vector3& n = x.f.geometry.n;
  out.vt = dn.dot(x.u) + n.dot(du);
  out.e = dn;
  out.slip = out.vt * n + x.f.geometry.vt * dn;
  return out;
}

TurnedChange change_of(const Turned& x, int column) {
  TurnedChange c;
  c.slip.slip = c.slip.e = Vector3::Zero();
  const bool resting = x.contact.memory.resting;
  if (column == motions) {
    c.seen.delta = resting ? 1 : 0;
    return c;
  }
  const bool place = column < places;
  const int j = column % places;
  const ContactGeometry& g = x.f.geometry;
  if (place) c.dn = x.d.dn.col(j);
  const Vector3 du = (place ? x.w.by_place : x.w.by_motion).col(j);
  c.slip = x.turning.spins ? spin_change(x, c.dn, du) : slip_change(x.sliding, c.dn, du);
  const Vector3 closing = (place ? x.d.u_by_place : x.d.u_by_motion).col(j);
  c.seen.ddelta = -(c.dn.dot(g.u) + g.n.dot(closing));
  if (place && !resting) c.seen.delta = -g.normal_row[j];
  c.seen.vt = x.turning.share * c.slip.vt;
  return c;
}

// What holds lies along tangents that turn with the normal, or along the normal.
Vector3 friction_change(const Turned& x, const TurnedChange& c) {
  if (!x.f.holds) {
    const double dFT = x.turning.share * x.partials.of(1, c.seen);
    return dFT * x.f.geometry.e + x.f.FT * c.slip.e;
  }
  if (x.turning.spins) return x.f.FT * c.dn;
  const TangentFrame turned = tangent_frame_change(x.f.geometry.n, x.contact.memory.axis, c.dn);
  return x.contact.held_by[0] * turned.t1 + x.contact.held_by[1] * turned.t2;
}

void fill_column(const Turned& x, int column, ContactColumn& out) {
  const TurnedChange c = change_of(x, column);
  const Vector3 dfriction = friction_change(x, c);
  out.force = moment_row(x.at, -x.turning.arm * dfriction);
  if (column < places) {
    const Local turned = moment_row_turned(x.at, x.f.moment, column);
    for (int k = 0; k < 12; ++k) out.force[k] -= turned[k];
  }
  out.rates.clear();
  out.FN = 0;
  out.power = dfriction.dot(x.f.geometry.slip) + x.f.friction.dot(c.slip.slip);
}

void fill_holds(const Turned& x, ContactBlock& block) {
  const Vector3& n = x.f.geometry.n;
  const int axis = x.contact.memory.axis;
  const TangentFrame frame = tangent_frame(n, axis);
  const Vector3 tangents[] = {frame.t1, frame.t2};
  for (int part = 0; part < 2; ++part) {
    block.holds_by_motion[part] = moment_row(x.at, x.turning.arm * tangents[part]);
    block.slips[part] = tangents[part].dot(x.u);
    for (int j = 0; j < places; ++j) {
      const TangentFrame turned = tangent_frame_change(n, axis, x.d.dn.col(j));
      const Vector3& dt = part == 0 ? turned.t1 : turned.t2;
      block.holds_by_place[part][j] = tangents[part].dot(x.w.by_place.col(j)) + dt.dot(x.u);
    }
  }
}

}  // namespace

void turning_block(const Model& m, const LiveContact& contact, const ContactForce& force,
                   const Placement& at, ContactBlock& block) {
  if (!force.acting) return;
  const Turned x(m.laws[contact.user.law], contact, force, at);
  block.tangent_row = force.geometry.tangent_row;
  for (int j = 0; j < places; ++j) block.vt[j] = change_of(x, j).slip.vt;
  block.columns.resize(motions + 1);
  for (int j = 0; j <= motions; ++j) fill_column(x, j, block.columns[j]);
  if (force.holds && !x.turning.spins) fill_holds(x, block);
}

}  // namespace mbs

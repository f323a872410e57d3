#include "runtime/contact/jacobian_in_space.hpp"

#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/contact/law_partials.hpp"

namespace mbs {

namespace {

constexpr int places = 12, motions = 24;  // columns before the gap state's
constexpr int fixed_columns = motions + 1;

// What one unknown does to the geometry.
struct Change {
  Vector3 dn = Vector3::Zero();
  SlipChange slip;
  Variation seen;  // by the law
};

Change change_of(int column, const ContactMemory& memory, const ContactGeometry& g,
                 const SpatialDerivatives& d) {
  Change c;
  if (column < motions) {
    const bool place = column < places;
    const int j = column % places;
    if (place) c.dn = d.dn.col(j);
    const Vector3 du = place ? Vector3(d.u_by_place.col(j)) : Vector3(d.u_by_motion.col(j));
    c.slip = slip_change(g, c.dn, du);
    c.seen.vt = c.slip.vt;
    c.seen.ddelta = -(c.dn.dot(g.u) + g.n.dot(du));
    if (place && !memory.resting) c.seen.delta = -g.normal_row[j];
  } else {
    c.slip.slip = c.slip.e = Vector3::Zero();
    if (column == motions)
      c.seen.delta = memory.resting ? 1 : 0;
    else
      c.seen.state = column - fixed_columns;
  }
  return c;
}

// One that sticks is held along tangents that turn with the normal.
Vector3 friction_change(const ContactForce& f, const LiveContact& contact, const Change& c,
                        double dFT) {
  if (!f.holds) return dFT * f.geometry.e + f.FT * c.slip.e;
  const TangentFrame turned = tangent_frame_change(f.geometry.n, contact.memory.axis, c.dn);
  return contact.held_by[0] * turned.t1 + contact.held_by[1] * turned.t2;
}

void fill_column(const ContactForce& f, const LiveContact& contact, const ContactPair& at,
                 const SpatialDerivatives& d, int column, const Partials& p, const LawTapes& law,
                 ContactColumn& out) {
  const Change c = change_of(column, contact.memory, f.geometry, d);
  const ContactGeometry& g = f.geometry;
  const double dFN = p.of(0, c.seen), dFT = law.friction && !f.holds ? p.of(1, c.seen) : 0;
  const Vector3 dfriction = friction_change(f, contact, c, dFT);
  const Vector3 dF = dFN * g.n + f.FN * c.dn - dfriction;
  out.force = force_row(at, g, dF);
  if (column < places) {
    const Local turned = force_row_turned(at, g, d, f.force, column);
    for (int k = 0; k < 12; ++k) out.force[k] += turned[k];
  }
  for (std::size_t k = 0; k < out.rates.size(); ++k)
    out.rates[k] = p.of(law.first_rate() + static_cast<int>(k), c.seen);
  out.FN = dFN;
  out.power =
      dFN * f.ddelta + f.FN * c.seen.ddelta + dfriction.dot(g.slip) + f.friction.dot(c.slip.slip);
}

// t . slip = t . u of both tangents.
void fill_holds(const LiveContact& contact, const ContactGeometry& g, const ContactPair& at,
                const SpatialDerivatives& d, ContactBlock& block) {
  const TangentFrame frame = tangent_frame(g.n, contact.memory.axis);
  const Vector3 tangents[] = {frame.t1, frame.t2};
  for (int part = 0; part < 2; ++part) {
    block.holds_by_motion[part] = force_row(at, g, tangents[part]);
    block.slips[part] = tangents[part].dot(g.u);
    for (int j = 0; j < 12; ++j) {
      const TangentFrame turned = tangent_frame_change(g.n, contact.memory.axis, d.dn.col(j));
      const Vector3& dt = part == 0 ? turned.t1 : turned.t2;
      block.holds_by_place[part][j] = tangents[part].dot(d.u_by_place.col(j)) + dt.dot(g.u);
    }
  }
}

}  // namespace

void block_in_space(const LawTapes& law, const LiveContact& contact, const ContactForce& force,
                    const Placement& at, ContactBlock& block) {
  const ContactPair pair = pair_of(contact.model, at);
  const ContactGeometry& g = force.geometry;
  SpatialDerivatives d;
  derivatives_in_space(contact.model, pair, g, d);
  const Eigen::Matrix<double, 1, 12> by_place =
      g.u.transpose() * d.dn + g.n.transpose() * d.u_by_place;
  for (int j = 0; j < 12; ++j) block.gap_rate[j] = by_place[j];
  block.normal_row = g.normal_row;
  if (!force.acting) return;
  const Partials partials{contact.user.tapes.more.data() + law.outputs, law.outputs,
                          contact.memory.deeper(force.delta)};
  block.columns.resize(fixed_columns + law.states);
  for (std::size_t j = 0; j < block.columns.size(); ++j) {
    const int column = static_cast<int>(j);
    block.columns[j].rates.resize(law.states);
    fill_column(force, contact, pair, d, column, partials, law, block.columns[j]);
  }
  if (force.holds) fill_holds(contact, g, pair, d, block);
}

}  // namespace mbs

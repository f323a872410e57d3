#include "runtime/contact/jacobian_in_space.hpp"

#include <optional>

#include "runtime/contact/vector_law.hpp"

namespace mbs {

namespace {

constexpr int places = 12, motions = 24;  // columns before the gap state's
constexpr int fixed_columns = motions + 1;

SpatialChange change_of(int column, const ContactMemory& memory, const ContactGeometry& g,
                        const SpatialDerivatives& d) {
  SpatialChange c;
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

// The derivatives by all columns of one contact.
struct Columns {
  const LawTapes& law;
  const ContactForce& f;
  const LiveContact& contact;
  ContactPair at;
  SpatialDerivatives d;
  Partials partials;
  const TurningSlopes& turning;
  CarryingDerivatives carrying;
  std::optional<VectorLaw> vectors = {};  // if it is one
};

// One that sticks is held along tangents that turn with the normal.
Vector3 friction_change(const Columns& x, const SpatialChange& c) {
  const ContactForce& f = x.f;
  if (f.holds) {
    const TangentFrame turned = tangent_frame_change(f.geometry.n, x.contact.memory.axis, c.dn);
    return x.contact.held_by[0] * turned.t1 + x.contact.held_by[1] * turned.t2;
  }
  if (x.vectors) return x.vectors->friction(c);
  const double dFT = x.law.friction ? x.partials.of(1, c.seen) : 0;
  return dFT * f.geometry.e + f.FT * c.slip.e;
}

void fill_rates(const Columns& x, const SpatialChange& c, ContactColumn& out) {
  for (int k = 0; k < x.law.states; ++k)
    out.rates[k] =
        x.vectors ? x.vectors->rate(k, c) : x.partials.of(x.law.first_rate() + k, c.seen);
}

// -M on the second body, whose arms turn with the bodies.
void add_moment(const Columns& x, const SpatialChange& c, int column, ContactColumn& out) {
  TurningChange t{.delta = c.seen.delta, .ddelta = c.seen.ddelta, .dn = c.dn};
  const bool place = column < places;
  if (column < motions)
    t.dw = (place ? x.turning.w_rows.by_place : x.turning.w_rows.by_motion).col(column % places);
  const Vector3 dM = moment_change(x.contact.model, x.f.geometry.n, x.turning, t);
  const Local row = moment_row(x.at, dM);
  const Local turned = place ? moment_row_turned(x.at, x.f.moment, column) : Local{};
  for (int k = 0; k < 12; ++k) out.force[k] -= row[k] + turned[k];
  out.power += dM.dot(x.turning.w) + x.f.moment.dot(t.dw);
}

void fill_column(const Columns& x, int column, ContactColumn& out) {
  const ContactForce& f = x.f;
  const ContactGeometry& g = f.geometry;
  SpatialChange c = change_of(column, x.contact.memory, g, x.d);
  if (x.vectors && column < motions)
    c.carrying =
        (column < places ? x.carrying.by_place : x.carrying.by_motion).col(column % places);
  const double dFN = x.partials.of(0, c.seen);
  const Vector3 dfriction = friction_change(x, c);
  const Vector3 dF = dFN * g.n + f.FN * c.dn - dfriction;
  out.force = force_row(x.at, g, dF);
  if (column < places) {
    const Local turned = force_row_turned(x.at, g, x.d, f.force, column);
    for (int k = 0; k < 12; ++k) out.force[k] += turned[k];
  }
  fill_rates(x, c, out);
  out.FN = dFN;
  out.power =
      dFN * f.ddelta + f.FN * c.seen.ddelta + dfriction.dot(g.slip) + f.friction.dot(c.slip.slip);
  if (resists_turning(x.contact.model)) add_moment(x, c, column, out);
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

void block_in_space(const Model& m, const LiveContact& contact, const ContactForce& force,
                    const Placement& at, const TurningSlopes& turning, ContactBlock& block) {
  const LawTapes& law = m.laws[contact.user.law];
  const ContactGeometry& g = force.geometry;
  Columns x{.law = law,
            .f = force,
            .contact = contact,
            .at = pair_of(contact.model, at, contact.memory.edge),
            .d = {},
            .partials = partials_behind(contact.user.tapes.more, law.outputs,
                                        contact.memory.deeper(force.delta)),
            .turning = turning,
            .carrying = {}};
  derivatives_in_space(contact.model, x.at, g, x.d);
  const Eigen::Matrix<double, 1, 12> by_place =
      g.u.transpose() * x.d.dn + g.n.transpose() * x.d.u_by_place;
  for (int j = 0; j < 12; ++j) block.gap_rate[j] = by_place[j];
  block.normal_row = g.normal_row;
  block.tangent_row = g.tangent_row;
  if (!force.acting) return;
  if (const ir::LawProgram& program = m.scenario->laws[contact.user.law]; program.vectors) {
    carrying_derivatives(contact.model, x.at, g, x.d, x.carrying);
    x.vectors.emplace(program, law.first_rate(), contact, g, x.partials, x.carrying.spin);
  }
  block.columns.resize(fixed_columns + law.states);
  for (std::size_t j = 0; j < block.columns.size(); ++j) {
    block.columns[j].rates.resize(law.states);
    fill_column(x, static_cast<int>(j), block.columns[j]);
  }
  if (force.holds) fill_holds(contact, g, x.at, x.d, block);
}

}  // namespace mbs

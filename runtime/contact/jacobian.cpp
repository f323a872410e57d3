#include "runtime/contact/jacobian.hpp"

#include <algorithm>

#include "runtime/contact/bearing.hpp"
#include "runtime/contact/jacobian_in_space.hpp"
#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/contact/law_partials.hpp"
#include "runtime/contact/turning_block.hpp"
#include "runtime/model/curvature.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

namespace {

constexpr int position_columns = 6, velocity_columns = 12;
constexpr int fixed_columns = ContactBlock::fixed_columns;

Variation variation(int column, const ContactMemory& memory, const ContactGeometry& g,
                    const ContactDerivatives& d) {
  Variation v;
  if (column < position_columns) {
    v.delta = memory.resting ? 0 : -g.normal_row[column];
    v.ddelta = -d.gap_rate[column];
    v.vt = d.vt[column];
    v.turn = d.normal_angle[column];
    v.ax = d.point_x[column] - (column == 0);
    v.ay = d.point_y[column] - (column == 1);
    v.bx = d.point_x[column] - (column == 3);
    v.by = d.point_y[column] - (column == 4);
  } else if (column < velocity_columns) {
    v.ddelta = -g.normal_row[column - position_columns];
    v.vt = g.tangent_row[column - position_columns];
  } else if (column < fixed_columns) {
    v.delta = memory.resting ? 1 : 0;
  } else {
    v.state = column - fixed_columns;
  }
  return v;
}

// d FT/d unknown of friction that fades: FT is phi F(s), s = sqrt(vt^2 + slow^2), phi = vt/s.
double change_of_faded(const LiveContact& c, const ContactForce& f, Variation v,
                       const Partials& p) {
  const double speed = v.vt, vt = f.geometry.vt, s = faded_speed(c, vt), phi = vt / s;
  v.vt *= phi;
  return phi * p.of(1, v) + c.user.tapes.more[1] * (1 - phi * phi) / s * speed;
}

double change_of_friction(const LiveContact& c, const ContactForce& f, const Variation& v,
                          const Partials& p, const LawTapes& law) {
  if (!law.friction || c.memory.sticking) return 0;
  return c.slow > 0 ? change_of_faded(c, f, v, p) : p.of(1, v);
}

void fill_column(const LiveContact& c, const ContactForce& f, const Variation& v, const Partials& p,
                 const LawTapes& law, ContactColumn& out) {
  const ContactGeometry& g = f.geometry;
  const double dFN = p.of(0, v), dFT = change_of_friction(c, f, v, p, law);
  const double nx = g.nx, ny = g.ny, tx = -ny, ty = nx;
  // f = FN n - FT t; dn = t turn, dt = -n turn
  const double normal = dFN + f.FT * v.turn, tangential = f.FN * v.turn - dFT;
  const double fx = normal * nx + tangential * tx, fy = normal * ny + tangential * ty;
  out.force = {-fx, -fy, -(v.ax * f.fy - v.ay * f.fx + g.ax * fy - g.ay * fx),
               fx,  fy,  v.bx * f.fy - v.by * f.fx + g.bx * fy - g.by * fx};
  for (std::size_t k = 0; k < out.rates.size(); ++k)
    out.rates[k] = p.of(law.first_rate() + static_cast<int>(k), v);
  out.FN = dFN;
  out.power = dFN * f.ddelta + f.FN * v.ddelta + dFT * g.vt + f.FT * v.vt;
}

}  // namespace

int contact_column(const Layout& l, const ContactModel& c, int index, int column) {
  const int gap_column = 4 * l.per_motion;
  if (column == gap_column) return l.s + (c.turning() ? c.turning()->of : index);
  if (column > gap_column) return l.z + c.own.first_state + column - gap_column - 1;
  const int local = column % (2 * l.per_motion);
  const bool second = local >= l.per_motion;
  const int body = second ? c.b : c.a, motion = local - (second ? l.per_motion : 0);
  if (body == 0) return -1;
  return (column < 2 * l.per_motion ? l.q + l.place_of(body) : l.v + l.motion_of(body)) + motion;
}

namespace {

// The columns of an acting force from its law's partials.
void fill_columns(const LawTapes& law, const LiveContact& c, const ContactForce& force,
                  const ContactDerivatives& d, ContactBlock& block) {
  const Partials partials =
      partials_behind(c.user.tapes.more, law.outputs, c.memory.deeper(force.delta));
  block.columns.resize(fixed_columns + law.states);
  for (std::size_t j = 0; j < block.columns.size(); ++j) {
    block.columns[j].rates.resize(law.states);
    fill_column(c, force, variation(static_cast<int>(j), c.memory, force.geometry, d), partials,
                law, block.columns[j]);
  }
}

// A law's partials into the tapes of its user.
void find_partials(const Model& m, const LiveContact& c, double t, const ContactForce& force,
                   Workspace& w) {
  const auto previous = w.failure;
  if (!evaluate_law(m, c.user, LawTape::partial, law_call(c, force.seen(), t), w)) {
    // The law has a value but a slope without bound (delta^0.25 near 0): the Newton iteration
    // copes.
    w.failure = previous;
    std::fill(c.user.tapes.more.begin(), c.user.tapes.more.end(), 0.0);
  }
}

// How what slides several ways slides with an unknown of the motion, as a vector of its
// coordinates.
Vector3 slip_by(const ContactBlock& block, int column, int each) {
  Vector3 out;
  for (int i = 0; i < 3; ++i)
    out[i] =
        column < each ? block.holds_by_place[i][column] : block.holds_by_motion[i][column - each];
  return out;
}

// Derivatives of vt by an unknown of a joint's surfaces, which see of the motion nothing else.
// `each` is the number of motions of both bodies.
Variation sliding_variation(int column, int each, const ContactBlock& block) {
  Variation v;
  if (column < each)
    v.vt = block.vt[column];
  else if (column < 2 * each)
    v.vt = block.tangent_row[column - each];
  else if (column > 2 * each)
    v.state = column - 2 * each - 1;
  return v;
}

// How FT turns where surfaces slide along several coordinates: it keeps its direction against what
// they slide. At rest it is in proportion to the sliding.
void turn_bearing(const Bearing& bearing, const ContactForce& f, double slope,
                  ContactBlock& block) {
  const ContactGeometry& g = f.geometry;
  const int each = bearing.first().coordinate.locals();
  for (int j = 0; j < 2 * each; ++j) {
    const Vector3 ds = slip_by(block, j, each);
    const Vector3 turned =
        g.length > 0 ? Vector3(f.FT * slip_change(g, ds).e) : Vector3(slope * ds);
    for (int k = 0; k < each; ++k)
      for (int i = 0; i < 3; ++i)
        block.columns[j].force[k] -= turned[i] * block.holds_by_motion[i][k];
  }
}

// FT acts along the row of vt, which turns with the second derivatives of the coordinates.
void bend_bearing(const Bearing& bearing, const ContactForce& f, const Placement& at,
                  ContactBlock& block) {
  for (std::size_t i = 0; i < bearing.slides.size(); ++i) {
    const auto& [coordinate, arm] = bearing.slides[i];
    LocalHessian h{};
    hessian(coordinate, at, h);
    const double part = f.FT * share_of(f.geometry, i) * arm;
    for (int j = 0; j < coordinate.locals(); ++j)
      for (int k = 0; k < coordinate.locals(); ++k) block.columns[j].force[k] -= part * h[k][j];
  }
}

void fill_bearing_columns(const LawTapes& law, const LiveContact& c, const ContactForce& f,
                          const Placement& at, ContactBlock& block) {
  const Partials partials = partials_behind(c.user.tapes.more, law.outputs, false);
  const Bearing& bearing = *c.model.bearing();
  const int each = bearing.first().coordinate.locals();
  const bool turns = !bearing.along_a_line() && !f.holds;
  block.columns.resize(2 * each + 1 + law.states);
  for (int j = 0; j < static_cast<int>(block.columns.size()); ++j) {
    ContactColumn& out = block.columns[j];
    Variation v = sliding_variation(j, each, block);
    double rub = v.vt;  // of e . slip, on which friction works
    if (turns && j < 2 * each) {
      const SlipChange change = slip_change(f.geometry, slip_by(block, j, each));
      v.vt = change.vt;
      rub += change.e.dot(f.geometry.slip);
    }
    const double dFT = f.holds ? 0 : partials.of(1, v);
    for (int k = 0; k < each; ++k) out.force[k] = -dFT * block.tangent_row[k];
    out.rates.resize(law.states);
    for (int k = 0; k < law.states; ++k) out.rates[k] = partials.of(law.first_rate() + k, v);
    out.FN = 0;
    out.power = dFT * f.geometry.rub + f.FT * rub;
  }
  bend_bearing(bearing, f, at, block);
  if (turns) turn_bearing(bearing, f, partials.of(1, {.vt = 1}), block);
}

// The speed along each coordinate, which what sticks holds.
void fill_ways(const Bearing& bearing, const ContactGeometry& g, const Placement& at,
               ContactBlock& block) {
  block.holds_by_place = block.holds_by_motion = {};
  for (std::size_t i = 0; i < bearing.slides.size(); ++i) {
    const auto& [coordinate, arm] = bearing.slides[i];
    LocalHessian h{};
    gradient(coordinate, at, block.holds_by_motion[i]);
    hessian(coordinate, at, h);
    block.holds_by_place[i] = curvature(coordinate, h, local_velocity(coordinate, at));
    for (double& x : block.holds_by_motion[i]) x *= arm;
    for (double& x : block.holds_by_place[i]) x *= arm;
    block.slips[i] = g.slip[static_cast<Eigen::Index>(i)];
  }
}

void bearing_block(const Model& m, const LiveContact& c, double t, const ContactForce& force,
                   Workspace& w, ContactBlock& block) {
  block.gap_rate = block.normal_row = {};
  block.vt = bearing_turn(c.model, w.impl().at, force.geometry);
  block.tangent_row = force.geometry.tangent_row;
  const Bearing& bearing = *c.model.bearing();
  if (!bearing.along_a_line()) fill_ways(bearing, force.geometry, w.impl().at, block);
  find_partials(m, c, t, force, w);
  fill_bearing_columns(m.laws[c.user.law], c, force, w.impl().at, block);
}

}  // namespace

void contact_block(const Model& m, const LiveContact& c, double t, const ContactForce& force,
                   Workspace& w, ContactBlock& block) {
  if (c.model.turning()) {
    if (force.acting) find_partials(m, c, t, force, w);
    return turning_block(m, c, force, w.impl().at, block);
  }
  if (force.in_space) {
    TurningSlopes turning;
    if (force.acting) {
      turning = turning_slopes(m, c, force, t, w);
      find_partials(m, c, t, force, w);
    }
    return block_in_space(m, c, force, w.impl().at, turning, block);
  }
  if (c.model.bearing()) return bearing_block(m, c, t, force, w, block);
  ContactDerivatives d;
  contact_derivatives(c.model, pair_of(c.model, w.impl().at, c.memory.edge), force.geometry, d);
  block.gap_rate = d.gap_rate;
  block.normal_row = force.geometry.normal_row;
  block.vt = d.vt;
  block.tangent_row = force.geometry.tangent_row;
  if (!force.acting) return;
  find_partials(m, c, t, force, w);
  fill_columns(m.laws[c.user.law], c, force, d, block);
}

}  // namespace mbs

#include "runtime/contact/jacobian.hpp"

#include <algorithm>

#include "runtime/model/workspace.hpp"

namespace mbs {

namespace {

constexpr int position_columns = 6, velocity_columns = 12, fixed_columns = 13;

// Derivatives by one unknown of what the law sees, and of where its force acts.
struct Variation {
  double delta = 0, ddelta = 0, vt = 0;
  int state = -1;
  double turn = 0;                        // of the normal
  double ax = 0, ay = 0, bx = 0, by = 0;  // of the levers
};

Variation variation(int column, const ContactMode& mode, const ContactGeometry& g,
                    const ContactDerivatives& d) {
  Variation v;
  if (column < position_columns) {
    v.delta = mode.resting ? 0 : -g.normal_row[column];
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
    v.delta = mode.resting ? 1 : 0;
  } else {
    v.state = column - fixed_columns;
  }
  return v;
}

// d output/d unknown from the law's partials, which come variable by variable.
struct Partials {
  const double* values;
  int outputs;
  bool deepest;  // delta is the largest penetration so far, so delta_max grows with it

  double of(int output, const Variation& v) const {
    const auto d = [&](int variable) { return values[variable * outputs + output]; };
    double sum = d(0) * v.delta + d(1) * v.ddelta + d(3) * v.vt;
    if (deepest) sum += d(2) * v.delta;
    if (v.state >= 0) sum += d(4 + v.state);
    return sum;
  }
};

void fill_column(const ContactForce& f, const Variation& v, const Partials& p, const LawTapes& law,
                 bool sticking, ContactColumn& out) {
  const ContactGeometry& g = f.geometry;
  const double dFN = p.of(0, v), dFT = law.friction && !sticking ? p.of(1, v) : 0;
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

ContactBlock empty_block(int states) {
  ContactBlock block;
  block.columns.resize(fixed_columns + states);
  for (ContactColumn& c : block.columns) c.rates.assign(states, 0.0);
  return block;
}

int contact_column(const Layout& l, const ContactModel& c, int index, int column) {
  if (column == velocity_columns) return l.s + index;
  if (column > velocity_columns) return l.z + c.first_state + column - fixed_columns;
  const int body = column % 6 < 3 ? c.a : c.b;
  if (body == 0) return -1;
  return (column < position_columns ? l.q : l.v) + column_of(body) + column % 3;
}

void fill_columns(const LawTapes& law, const ContactModel& c, const ContactForce& force,
                  const ContactDerivatives& d, const std::vector<double>& values,
                  ContactBlock& block) {
  static const ContactMode of_pairs;  // they remember nothing that a law could see
  const ContactMode& mode = force.mode ? *force.mode : of_pairs;
  const Partials partials{values.data() + law.outputs, law.outputs, force.delta > mode.delta_max};
  block.columns.resize(fixed_columns + c.states);
  for (std::size_t j = 0; j < block.columns.size(); ++j) {
    block.columns[j].rates.resize(c.states);
    fill_column(force, variation(static_cast<int>(j), mode, force.geometry, d), partials, law,
                mode.sticking, block.columns[j]);
  }
}

void contact_block(const Model& m, int contact, const Instant& now, const ContactForce& force,
                   Workspace& w, ContactBlock& block) {
  const ContactModel& c = m.contacts[contact];
  const ContactPair pair = pair_of(c, w.impl().at);
  ContactDerivatives d;
  contact_derivatives(c, pair, force.geometry, d);
  block.gap_rate = d.gap_rate;
  block.normal_row = force.geometry.normal_row;
  block.vt = d.vt;
  block.tangent_row = force.geometry.tangent_row;
  if (!force.acting) return;
  const LawTapes& law = m.laws[c.law];
  ContactTapes& tapes = w.impl().contacts[contact];
  const auto previous = w.failure;
  const LawCall call{c.law, law_arguments(force, *force.mode, now.t),
                     now.y + m.layout.z + c.first_state, force.mode};
  if (!evaluate_law(m, contact, LawTape::partial, call, w)) {
    // The law has a value but a slope without bound (delta^0.25 near 0): the Newton iteration
    // copes.
    w.failure = previous;
    std::fill(tapes.more.begin(), tapes.more.end(), 0.0);
  }
  fill_columns(law, c, force, d, tapes.more, block);
}

}  // namespace mbs

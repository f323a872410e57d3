#include "runtime/coordinates/jacobian.hpp"

#include <algorithm>

#include "runtime/contact/bearing.hpp"
#include "runtime/coordinates/emission_in_space.hpp"
#include "runtime/coordinates/prescribed.hpp"
#include "runtime/equations/jacobian.hpp"
#include "runtime/equations/jacobian_emission.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

namespace {

std::span<const Spread> spreads_of(const SpreadMap& map, int i) {
  return std::span(map.spreads).subspan(map.start[i], map.start[i + 1] - map.start[i]);
}

// What is emitted in absolute unknowns goes to all reduced ones that it concerns.
template <class Write>
void spread(const Tree& tree, int row, int column, Write write) {
  for (const Spread& r : spreads_of(tree.rows, row))
    for (const Spread& c : spreads_of(tree.columns, column)) write(r, c);
}

int place_in(std::vector<int>& list, int value) {
  const auto found = std::find(list.begin(), list.end(), value);
  const int place = static_cast<int>(found - list.begin());
  if (found == list.end()) list.push_back(value);
  return place;
}

ContactSpread contact_spread(const Model& m, int index) {
  const Layout& l = m.layout;
  const ContactModel& c = m.contacts[index];
  ContactSpread out;
  const int each = l.per_motion;
  const auto motion = [&](int k) {  // of both bodies; negative for ground
    return l.motion_of(k < each ? c.a : c.b) + k % each;
  };
  for (int k = 0; k < 2 * each; ++k) {
    if (motion(k) < 0) continue;
    for (const Spread& r : spreads_of(m.tree.rows, l.v + motion(k)))
      out.row_parts.push_back({k, place_in(out.rows, r.target), r.coefficient});
  }
  const int columns = 4 * each + 1 + c.own.states;
  for (int j = 0; j < columns; ++j) {
    const int column =
        j < 2 * each ? motion(j) : contact_column(l, c, index, j);  // places by motions
    if (column < 0) continue;
    for (const Spread& to : spreads_of(m.tree.columns, column))
      out.column_parts.push_back({j, place_in(out.columns, to.target), to.coefficient});
  }
  return out;
}

// Rows of a contact beside those of its bodies.
template <class Visit>
void for_each_own_row(const Model& m, int contact, Visit visit) {
  const LawUse& c = m.contacts[contact].own;
  for (int k = 0; k < c.states; ++k) visit(m.tree.kept[m.layout.z + c.first_state + k]);
  visit(m.tree.kept[m.layout.work + working(m.contacts[contact], contact)]);
  visit(m.tree.kept[m.layout.impulse + contact]);
}

struct Recorder {
  const Tree& tree;
  std::vector<std::pair<int, int>> writes;  // column, row
  void operator()(int row, int column, double) {
    spread(tree, row, column,
           [&](const Spread& r, const Spread& c) { writes.emplace_back(c.target, r.target); });
  }
  void direct(int row, int column, double) { writes.emplace_back(column, row); }
  void contact_force(const emission::JacobianPoint& p, int i, const ContactBlock&) {
    for (const int column : tree.contacts[i].columns) {
      for (const int row : tree.contacts[i].rows) direct(row, column, 0);
      for_each_own_row(p.m, i, [&](int row) { direct(row, column, 0); });
    }
  }
};

struct Writer {
  const Tree& tree;
  const double* coefficients;
  double* values;
  const std::int64_t* place;
  std::vector<double>& gathered;
  void operator()(int row, int column, double value) {
    spread(tree, row, column, [&](const Spread& r, const Spread& c) {
      values[*place++] += value * coefficients[r.coefficient] * coefficients[c.coefficient];
    });
  }
  void direct(int, int, double value) { values[*place++] += value; }
  void contact_force(const emission::JacobianPoint& p, int i, const ContactBlock& block);
};

// Writes, for each reduced column, the force on both bodies, the rates of the law's states, power,
// FN.
void Writer::contact_force(const emission::JacobianPoint& p, int i, const ContactBlock& block) {
  const ContactSpread& s = tree.contacts[i];
  const int each = 2 * p.m.layout.per_motion;
  const int own = p.m.contacts[i].own.states + 2, width = each + own;
  const std::size_t rows = s.rows.size();
  gathered.assign(s.columns.size() * width + rows, 0.0);
  for (const ContactSpread::Part& part : s.column_parts) {
    const ContactColumn& from = block.columns[part.from];
    const double c = coefficients[part.coefficient];
    double* to = gathered.data() + part.to * width;
    for (int k = 0; k < each; ++k) *to++ += c * from.force[k];
    for (const double rate : from.rates) *to++ += c * rate;
    *to++ += c * from.power;
    *to += c * from.FN;
  }
  double* sums = gathered.data() + s.columns.size() * width;
  for (std::size_t column = 0; column < s.columns.size(); ++column) {
    const double* from = gathered.data() + column * width;
    std::fill_n(sums, rows, 0.0);
    for (const ContactSpread::Part& part : s.row_parts)
      sums[part.to] += coefficients[part.coefficient] * from[part.from];
    for (std::size_t k = 0; k < rows; ++k) direct(0, 0, -sums[k]);
    for (int k = 0; k < own; ++k) direct(0, 0, -from[each + k]);
  }
}

// Coordinates of a segment and what they do to the centre of mass behind it.
struct Part {
  int coordinate = -1;
  double x = 0, y = 0;      // d(position)/d(coordinate)
  double by_p[2] = {0, 0};  // d(acceleration)/d(coordinate)
  double by_u[2] = {0, 0};  // d(acceleration)/d(its rate)
};

struct Parts {
  Part node, slide;
};

Parts parts_of(const TreeSegment& segment, const SegmentState& s, const double* u,
               const double* a) {
  Parts out;
  const double spin = segment.node < 0 ? 0 : u[segment.node];
  const double turning = segment.node < 0 ? 0 : a[segment.node];
  const double slide = segment.slide < 0 ? 0 : u[segment.slide];
  const double sliding = segment.slide < 0 ? 0 : a[segment.slide];
  out.node = {segment.node,
              -s.ay,
              s.ax,
              {-turning * s.ax + spin * spin * s.ay - 2 * spin * slide * s.dx - sliding * s.dy,
               -turning * s.ay - spin * spin * s.ax - 2 * spin * slide * s.dy + sliding * s.dx},
              {-2 * spin * s.ax - 2 * slide * s.dy, -2 * spin * s.ay + 2 * slide * s.dx}};
  out.slide = {segment.slide,
               s.dx,
               s.dy,
               {-turning * s.dy - spin * spin * s.dx, turning * s.dx - spin * spin * s.dy},
               {-2 * spin * s.dy, 2 * spin * s.dx}};
  return out;
}

template <class Visit>
void for_each_part(const Parts& parts, Visit visit) {
  if (parts.node.coordinate >= 0) visit(parts.node);
  if (parts.slide.coordinate >= 0) visit(parts.slide);
}

struct TreePoint {
  const Model& m;
  double cj;
  const double *u, *a;  // rates and accelerations of the coordinates
  const double* r;      // absolute residual
  const TreeState& state;
  Parts parts(int segment) const {
    return parts_of(m.tree.segments[segment], state.segments[segment], u, a);
  }
};

// B^T M (B p'' + ...) by p, p' and p''.
template <class Sink>
void emit_inertia(const TreePoint& p, int body, Sink& sink) {
  const Tree& tree = p.m.tree;
  const TreeBody& b = tree.bodies[body];
  const int d = tree.coordinates;
  const MassEntry mass = p.m.masses[body];
  if (b.node >= 0) sink.direct(d + b.node, d + b.node, p.cj * mass.inertia);
  for (int i = b.first; i < b.first + b.count; ++i)
    for_each_part(p.parts(i), [&](const Part& row) {
      for (int k = b.first; k < b.first + b.count; ++k)
        for_each_part(p.parts(k), [&](const Part& c) {
          const double by_p = row.x * c.by_p[0] + row.y * c.by_p[1];
          const double by_u = row.x * c.by_u[0] + row.y * c.by_u[1];
          const double by_a = row.x * c.x + row.y * c.y;
          sink.direct(d + row.coordinate, d + c.coordinate, mass.mass * (p.cj * by_a + by_u));
          sink.direct(d + row.coordinate, c.coordinate, mass.mass * by_p);
        });
    });
}

// The change of B^T in front of what acts on a body: x, y of the rows from `row` on.
template <class Sink>
void emit_leverage(const TreePoint& p, int body, const double* acting, int row, Sink& sink) {
  const TreeBody& b = p.m.tree.bodies[body];
  for (int i = b.first; i < b.first + b.count; ++i) {
    const TreeSegment& segment = p.m.tree.segments[i];
    const SegmentState& s = p.state.segments[i];
    if (segment.node < 0) continue;
    sink.direct(row + segment.node, segment.node, -(s.ax * acting[0] + s.ay * acting[1]));
    if (segment.slide < 0) continue;
    const double turned = -s.dy * acting[0] + s.dx * acting[1];
    sink.direct(row + segment.node, segment.slide, turned);
    sink.direct(row + segment.slide, segment.node, turned);
  }
}

template <class Sink>
void emit_tree(const TreePoint& p, Sink& sink) {
  const Layout& l = p.m.layout;
  const int d = p.m.tree.coordinates;
  for (int i = 0; i < d; ++i) {
    sink.direct(i, i, p.cj);
    sink.direct(i, d + i, -1);
  }
  for (int body = 1; body <= l.bodies; ++body) {
    emit_inertia(p, body, sink);
    emit_leverage(p, body, p.r + l.v + column_of(body), d, sink);
    emit_leverage(p, body, p.r + l.q + column_of(body), 0, sink);
  }
}

template <class Sink>
void emit_motion(const TreeInstant& now, const Model& m, double cj, const TreeState& state,
                 Sink& sink) {
  const int d = m.tree.coordinates;
  if (m.layout.spatial())
    spatial::emit_tree({m, cj, now.reduced, now.residual, state}, sink);
  else
    emit_tree({m, cj, now.reduced + d, now.reduced_rates + d, now.residual, state}, sink);
}

}  // namespace

void build_tree_pattern(Model& m) {
  if (!m.tree.used()) return;
  Workspace w(m);
  const std::vector<double> zero(m.layout.size, 0.0);
  place(m, zero.data(), w.impl().at);
  const Mode mode;
  const Instant start{0, zero.data(), zero.data(), &mode};
  const emission::JacobianPoint p{m, start, 1, w, true, false};
  for (int i = 0; i < m.layout.contacts; ++i) m.tree.contacts.push_back(contact_spread(m, i));
  Recorder recorder{m.tree, {}};
  const std::vector<double> reduced(m.tree.size, 0.0);
  TreeState state(m);
  emit_motion({reduced.data(), reduced.data(), start, zero.data()}, m, 1, state, recorder);
  emission::emit_rates(p, recorder);
  emission::emit_connections(p, recorder);
  emission::record_contacts(p, recorder, m.tree.jacobian.contacts);
  compress(recorder.writes, m.tree.size, m.tree.jacobian);
  eliminate(m.tree);
}

bool tree_jacobian(const Model& m, const TreeInstant& now, double cj, double* values,
                   TreeState& state, Workspace& w) {
  const JacobianMap& map = m.tree.jacobian;
  std::fill_n(values, map.pattern.rows.size(), 0.0);
  spread_coefficients(m, now.reduced, now.reduced_rates, state);
  const emission::JacobianPoint p{m, now.expanded, cj, w, false, false};
  Writer writer{m.tree, state.coefficients.data(), values, map.positions.data(), state.gathered};
  emit_motion(now, m, cj, state, writer);
  emission::emit_rates(p, writer);
  if (!emission::emit_connections(p, writer)) return false;
  for (int i = 0; i < m.layout.contacts; ++i) {
    const auto at = [&](std::size_t ContactWrites::*part) {
      writer.place = map.positions.data() + map.contacts[i].*part;
    };
    if (!emission::emit_contact(p, i, writer, at)) return false;
  }
  return true;
}

}  // namespace mbs

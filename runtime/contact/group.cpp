#include "runtime/contact/group.hpp"

#include <algorithm>
#include <utility>

#include "runtime/model/workspace.hpp"

namespace mbs {

ContactModel pair_model(const GroupModel& group, int first, int second) {
  if (group.members[first].twin_class > group.members[second].twin_class) std::swap(first, second);
  const GroupMember &a = group.members[first], &b = group.members[second];
  ContactModel c;
  c.a = a.body;
  c.b = b.body;
  c.pa = a.point;
  c.pb = b.point;
  c.radius_a = a.radius;
  c.radius_b = b.radius;
  c.reach = a.radius + b.radius;
  if (a.plane || b.plane) {
    c.shape = a.plane ? ContactShape::first_plane : ContactShape::second_plane;
    c.nx = (a.plane ? a : b).nx;
    c.ny = (a.plane ? a : b).ny;
  }
  c.law = group.laws[a.twin_class * group.twin_classes + b.twin_class];
  return c;
}

bool slides_freely(const Model& model, const ContactModel& c) {
  const auto centred = [&](int body, int point, bool plane) {
    return body == 0 || (!plane && model.points[point].x == 0 && model.points[point].y == 0);
  };
  return !model.laws[c.law].friction && centred(c.a, c.pa, c.shape == ContactShape::first_plane) &&
         centred(c.b, c.pb, c.shape == ContactShape::second_plane);
}

namespace {

LawArguments arguments(const ContactForce& f, const PairMode& pair, double t) {
  return {.delta = f.delta,
          .ddelta = f.ddelta,
          .v_impact = pair.v_impact,
          .delta_max = f.delta,
          .loading = f.ddelta >= 0 ? 1.0 : 0.0,
          .vt = f.geometry.vt,
          .t = t};
}

}  // namespace

bool pair_force(const Model& model, const ClosedPair& pair, double t, Workspace& w,
                ContactForce& out) {
  const ContactModel& c = pair.contact;
  ContactGeometry& g = out.geometry;
  contact_geometry(c, pair_of(c, w.impl().at), g);
  out.acting = false;
  out.FN = out.FT = out.fx = out.fy = out.power = 0;
  out.delta = -g.gap;
  out.ddelta = -g.gap_rate;
  if (!(out.delta > 0)) return true;
  const LawTapes& law = model.laws[c.law];
  ContactTapes& tapes = w.impl().group_laws[c.law];
  const LawCall call{c.law, arguments(out, pair.mode, t)};
  if (!run_law(model, call, LawTape::value, tapes, w)) {
    keep_law_failure(model, {pair.group.name, pair.group.origin}, call, tapes.value, w);
    return false;
  }
  out.acting = true;
  out.FN = tapes.outputs[0];
  out.FT = law.friction ? tapes.outputs[1] : 0;
  out.fx = out.FN * g.nx + out.FT * g.ny;
  out.fy = out.FN * g.ny - out.FT * g.nx;
  out.power = out.FN * out.ddelta + out.FT * g.vt;
  return true;
}

void pair_block(const Model& model, const ClosedPair& pair, double t, const ContactForce& force,
                Workspace& w, ContactBlock& block) {
  const ContactModel& c = pair.contact;
  ContactTapes& tapes = w.impl().group_laws[c.law];
  if (!run_law(model, {c.law, arguments(force, pair.mode, t)}, LawTape::partial, tapes, w))
    std::fill(tapes.more.begin(), tapes.more.end(), 0.0);  // a slope without bound near 0
  ContactDerivatives d;
  contact_derivatives(c, pair_of(c, w.impl().at), force.geometry, d);
  fill_columns(model.laws[c.law], c, force, d, tapes.more, block);
}

void pair_checks(const Model& model, const GroupModel& group, const PairMode& pair,
                 const Instant& now, Workspace& w, LawChecks& checks) {
  checks.clear();
  const ContactModel c = pair_model(group, pair.first, pair.second);
  if (!has_checks(model, c.law)) return;
  place_pair(model, c, now.y, w.impl().at);
  ContactForce force;
  contact_geometry(c, pair_of(c, w.impl().at), force.geometry);
  force.delta = -force.geometry.gap;
  force.ddelta = -force.geometry.gap_rate;
  if (!(force.delta > 0)) return;
  check_law(model, {c.law, arguments(force, pair, now.t)}, w.impl().group_laws[c.law], w, checks);
}

int closed_pairs(const GroupMode& mode) {
  return static_cast<int>(std::count_if(mode.pairs.begin(), mode.pairs.end(),
                                        [](const PairMode& pair) { return pair.closed; }));
}

double deepest(const Model& model, int group, const GroupMode& mode, const Placement& at) {
  double largest = 0;
  for (const PairMode& pair : mode.pairs) {
    const ContactModel c = pair_model(model.groups[group], pair.first, pair.second);
    if (pair.closed) largest = std::max(largest, -contact_gap(c, pair_of(c, at)));
  }
  return largest;
}

}  // namespace mbs

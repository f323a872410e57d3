#include "runtime/stepping/contact_finder.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/contact/group.hpp"
#include "runtime/contact/kinematics.hpp"
#include "runtime/equations/rigid.hpp"

namespace mbs {

namespace {

// Of the model's size: rounding of positions, and what curved bodies gain on each other while they
// roll through a step.
constexpr double touching = 1e-9, holding = 1e-6;

void take_row(const Model& model, const ContactModel& c, const Local& row, bool tangent,
              StepContact& out) {
  int n = 0;
  for (int k = 0; k < 6; ++k) {
    const int body = k < 3 ? c.a : c.b;
    if (body == 0) continue;
    const MassEntry& m = model.masses[body];
    const double mass = k % 3 == 2 ? m.inertia : m.mass;
    out.columns[n] = column_of(body) + k % 3;
    (tangent ? out.tangent : out.normal)[n] = row[k];
    (tangent ? out.give_T : out.give_N)[n] = mass > 0 ? row[k] / mass : 0;
    ++n;
  }
  out.count = n;
}

double along(const StepContact& c, const std::array<double, 6>& row, const double* v) {
  double sum = 0;
  for (int i = 0; i < c.count; ++i) sum += row[i] * v[c.columns[i]];
  return sum;
}

}  // namespace

ContactFinder::ContactFinder(const Model& model)
    : model_(model), fresh_(touching * model.size), kept_(holding * model.size) {
  for (const GroupModel& g : model.groups) {
    Group& own = groups_.emplace_back(near_pairs(g));
    own.before.resize(g.members.size());
    own.now.resize(g.members.size());
  }
}

void ContactFinder::renew(int group) {
  Group& g = groups_[group];
  g.models.clear();
  for (const NearPair& pair : g.near.pairs())
    g.models.push_back(pair_model(model_.groups[group], pair.first, pair.second));
}

void ContactFinder::begin(const Mode& mode, const double* y, Workspace&) {
  contacts_.clear();
  held_.clear();
  for (std::size_t c = 0; c < mode.contacts.size(); ++c)
    if (mode.contacts[c].armed)
      held_.push_back({{-1, static_cast<int>(c), 0}, true, mode.contacts[c].sticking, 0, 0, 0});
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    place_all(model_, model_.groups[g], y, groups_[g].now);
    groups_[g].before = groups_[g].now;
    groups_[g].near.update(groups_[g].now, groups_[g].now, 0);
    renew(static_cast<int>(g));
    for (const PairMode& pair : mode.groups[g].pairs)
      if (pair.closed)
        held_.push_back({{static_cast<int>(g), pair.first, pair.second}, true, false, 0, 0, 0});
  }
  std::sort(held_.begin(), held_.end(), [](const Held& a, const Held& b) { return a.key < b.key; });
  last_h_ = 0;
}

void ContactFinder::remember(double h) {
  if (last_h_ > 0) {
    held_.clear();
    for (const StepContact& c : contacts_)
      held_.push_back({c.key, c.stays(), c.sticks, c.P_N, c.P_T, last_h_});
  }
  contacts_.clear();
  next_held_ = 0;
  last_h_ = h;
}

const ContactFinder::Held* ContactFinder::known(const ContactKey& key) {
  while (next_held_ < held_.size() && held_[next_held_].key < key) ++next_held_;
  const bool found = next_held_ < held_.size() && held_[next_held_].key == key;
  return found ? &held_[next_held_] : nullptr;
}

LawUser ContactFinder::user(const ContactKey& key, Workspace& w) const {
  return key.group < 0 ? law_user(model_, key.first, w)
                       : law_user(model_, key.group, model_of(key).own.law, w);
}

const ContactModel& ContactFinder::model_of(const ContactKey& key) const {
  if (key.group < 0) return model_.contacts[key.first];
  const Group& g = groups_[key.group];
  const auto near = g.near.pairs();
  const NearPair pair{key.first, key.second};
  return g.models[std::lower_bound(near.begin(), near.end(), pair) - near.begin()];
}

// A contact that has been held has no approach: what its normal has turned by since is none.
bool ContactFinder::ask_laws(const StepMoment& step, const Held* before, StepContact& c,
                             Workspace& w) {
  const LawUser law = user(c.key, w);
  const FrictionParts parts = friction_parts(model_, law, c.v_T, 1, step.t, w);
  c.sliding = std::abs(parts.sliding);
  const bool stuck = before && before->stuck;
  c.sticking = stuck || c.v_T == 0 ? std::max(c.sliding, parts.sticking) : c.sliding;
  if (c.approach() > 0) {
    c.departure = departure_of(model_, law, {blow_inputs(law, c.approach(), c.v_T, step.t)}, w);
    // What would strike again within the step has no hop that a step could follow.
    if (c.departure <= c.rest && c.departure < c.approach()) c.departure = 0;
  }
  return !w.failure;
}

bool ContactFinder::consider(const StepMoment& step, const ContactKey& key, const ContactModel& c,
                             Workspace& w) {
  const ContactPair pair = pair_of(c, w.impl().at);
  const double gap = contact_gap(c, pair);
  const Held* before = known(key);
  const bool held = before && before->held;
  if (gap > fresh_ && !held) return true;
  ContactGeometry g;
  contact_geometry(c, pair, g);
  StepContact contact;
  contact.key = key;
  contact.gap = gap;
  take_row(model_, c, g.normal_row, false, contact);
  take_row(model_, c, g.tangent_row, true, contact);
  contact.v_N = along(contact, contact.normal, step.v);
  contact.v_T = along(contact, contact.tangent, step.v);
  contact.held = held;
  if (held && gap - 0.5 * step.h * contact.v_N > kept_ && gap > fresh_) return true;
  for (int i = 0; i < contact.count; ++i)
    contact.rest +=
        0.5 * step.h * std::abs(contact.normal[i] * (*step.free_rates)[contact.columns[i]]);
  if (before && before->h > 0) {  // what presses now is about what pressed then
    contact.P_N = before->held ? before->P_N * step.h / before->h : 0;
    contact.P_T = before->held ? before->P_T * step.h / before->h : 0;
  }
  if (!ask_laws(step, before, contact, w)) return false;
  contacts_.push_back(contact);
  return true;
}

bool ContactFinder::find(const StepMoment& step, const double* y, Workspace& w) {
  remember(step.h);
  for (int c = 0; c < model_.layout.contacts; ++c)
    if (!consider(step, {-1, c, 0}, model_.contacts[c], w)) return false;
  for (int k = 0; k < static_cast<int>(groups_.size()); ++k) {
    Group& g = groups_[k];
    std::swap(g.before, g.now);
    place_all(model_, model_.groups[k], y, g.now);
    if (g.near.update(g.before, g.now, step.h)) renew(k);
    const auto near = g.near.pairs();
    for (std::size_t i = 0; i < near.size(); ++i)
      if (!consider(step, {k, near[i].first, near[i].second}, g.models[i], w)) return false;
  }
  return true;
}

void ContactFinder::measure_ends(const Placement& at) {
  for (StepContact& c : contacts_) {
    const ContactModel& model = model_of(c.key);
    c.end_gap = contact_gap(model, pair_of(model, at));
  }
}

}  // namespace mbs

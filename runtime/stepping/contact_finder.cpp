#include "runtime/stepping/contact_finder.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/contact/group.hpp"
#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/equations/rigid.hpp"
#include "runtime/stepping/sweeps.hpp"

namespace mbs {

namespace {

// Parts of the model's size: rounding of positions, and what curved bodies gain on each other while
// they roll through a step.
constexpr double touching = 1e-9, holding = 1e-6;

}  // namespace

ContactFinder::ContactFinder(const Model& model)
    : model_(model),
      inverse_masses_(mass_diagonal(model)),
      fresh_(touching * model.size),
      kept_(holding * model.size) {
  for (double& mass : inverse_masses_) mass = mass > 0 ? 1 / mass : 0;
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

void ContactFinder::begin(const Mode& mode, const double* y) {
  contacts_.clear();
  held_.clear();
  for (std::size_t c = 0; c < mode.contacts.size(); ++c)
    if (mode.contacts[c].armed)
      held_.push_back({{-1, static_cast<int>(c), 0}, true, mode.contacts[c].sticking, {}, 0});
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    place_all(model_, model_.groups[g], y, groups_[g].now);
    groups_[g].before = groups_[g].now;
    groups_[g].near.update(groups_[g].now, groups_[g].now, 0);
    renew(static_cast<int>(g));
    for (const PairMode& pair : mode.groups[g].pairs)
      if (pair.closed)
        held_.push_back({{static_cast<int>(g), pair.first, pair.second}, true, false, {}, 0});
  }
  std::sort(held_.begin(), held_.end(), [](const Held& a, const Held& b) { return a.key < b.key; });
  last_h_ = 0;
}

void ContactFinder::remember(double h) {
  if (last_h_ > 0) {
    held_.clear();
    for (const StepContact& c : contacts_)
      held_.push_back({c.key, c.stays(), c.sticks, c.P, last_h_});
  }
  contacts_.clear();
  values_.clear();
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
                       : group_law_user(key.group, model_of(key).own.law, w);
}

const ContactModel& ContactFinder::model_of(const ContactKey& key) const {
  if (key.group < 0) return model_.contacts[key.first];
  const Group& g = groups_[key.group];
  const auto near = g.near.pairs();
  const NearPair pair{key.first, key.second};
  return g.models[std::lower_bound(near.begin(), near.end(), pair) - near.begin()];
}

// Into the newest contact.
void ContactFinder::take_rows(const ContactModel& c, std::span<const Local> rows,
                              StepContact& out) {
  const int each = model_.layout.per_motion, parts = static_cast<int>(rows.size());
  out.parts = parts;
  out.width = 2 * each;
  const std::size_t first = values_.size();
  values_.resize(first + static_cast<std::size_t>(2 * parts * out.width));
  out.values = values_.data() + first;
  for (int k = 0; k < 2 * each; ++k) {
    const int body = k < each ? c.a : c.b;
    if (body == 0) continue;
    const int column = model_.layout.motion_of(body) + k % each;
    out.columns[out.count] = column;
    for (int part = 0; part < parts; ++part) {
      out.row(part)[out.count] = rows[part][k];
      out.give(part)[out.count] = rows[part][k] * inverse_masses_[column];
    }
    ++out.count;
  }
}

void ContactFinder::look_along(const ContactModel& c, const ContactPair& pair,
                               const ContactGeometry& g, StepContact& out) {
  if (!model_.layout.spatial()) {
    const std::array<Local, 2> rows{g.normal_row, g.tangent_row};
    return take_rows(c, rows, out);
  }
  out.axis = least_axis(g.n);
  const TangentFrame frame = tangent_frame(g.n, out.axis);
  const std::array<Local, 3> rows{g.normal_row, force_row(pair, g, frame.t1),
                                  force_row(pair, g, frame.t2)};
  take_rows(c, rows, out);
}

// A contact that has been held has no approach: what its normal has turned by since is none.
bool ContactFinder::ask_laws(const StepMoment& step, const Held* before, StepContact& c,
                             Workspace& w) {
  const LawUser law = user(c.key, w);
  const double vt = c.sliding_before();
  const FrictionParts parts = friction_parts(model_, law, vt, 1, step.t, w);
  c.sliding = std::abs(parts.sliding);
  const bool stuck = before && before->stuck;
  c.sticking = stuck || vt == 0 ? std::max(c.sliding, parts.sticking) : c.sliding;
  if (c.approach() > 0) {
    for (int k = 1; k < c.parts && vt != 0; ++k) c.restored[k - 1] = parts.restored * c.v[k] / vt;
    c.departure = departure_of(model_, law, {blow_inputs(law, c.approach(), vt, step.t)}, w);
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
  const std::size_t first = values_.size();
  look_along(c, pair, g, contact);
  for (int k = 0; k < contact.parts; ++k) contact.v[k] = speed_along(contact, k, step.v);
  contact.held = held;
  if (held && gap - 0.5 * step.h * contact.v[0] > kept_ && gap > fresh_) {
    values_.resize(first);
    return true;
  }
  for (int i = 0; i < contact.count; ++i)
    contact.rest +=
        0.5 * step.h * std::abs(contact.row(0)[i] * (*step.free_rates)[contact.columns[i]]);
  if (before && before->h > 0 && before->held)  // what presses now is about what pressed then
    for (int k = 0; k < contact.parts; ++k) contact.P[k] = before->P[k] * step.h / before->h;
  if (!ask_laws(step, before, contact, w)) return false;
  contacts_.push_back(contact);
  return true;
}

// The values of contacts lie one behind the other, wherever they have come to lie by now.
void ContactFinder::place_values() {
  double* next = values_.data();
  for (StepContact& c : contacts_) {
    c.values = next;
    next += 2 * c.parts * c.width;
  }
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
  place_values();
  return true;
}

void ContactFinder::measure_ends(const Placement& at) {
  for (StepContact& c : contacts_) {
    const ContactModel& model = model_of(c.key);
    c.end_gap = contact_gap(model, pair_of(model, at));
  }
}

}  // namespace mbs

#include "runtime/run/step_changes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "runtime/contact/group_places.hpp"

namespace mbs {

namespace {

// In the middle of the step, with what was before or after it.
Instant blow_at(const Stepping& s, bool before) {
  return {0.5 * (s.previous_time() + s.time()), before ? s.previous_y() : s.y(),
          before ? s.previous_yp() : s.yp()};
}

}  // namespace

StepChanges::StepChanges(const Model& model, Run& run, Recorder& recorder, Mode& mode)
    : model_(model),
      recorder_(recorder),
      mode_(mode),
      impacts_(model, run),
      seen_(model.contacts.size()),
      parent_(model.masses.size()),
      in_(model.masses.size()) {}

int StepChanges::root(int body) {
  while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
  return body;
}

// Contacts that pass on impulses and share bodies are struck together.
void StepChanges::find_together(std::span<const StepContact> contacts) {
  std::iota(parent_.begin(), parent_.end(), 0);
  std::fill(in_.begin(), in_.end(), 0);
  const auto pushes = [](const StepContact& c) { return c.P[0] > 0; };
  for (const StepContact& c : contacts) {
    const ContactModel& m = finder_->model_of(c.key);
    if (pushes(c) && m.a != 0 && m.b != 0) parent_[root(m.a)] = root(m.b);
  }
  for (const StepContact& c : contacts) {
    const ContactModel& m = finder_->model_of(c.key);
    if (pushes(c)) ++in_[root(m.a != 0 ? m.a : m.b)];
  }
}

int StepChanges::together(const StepContact& c) {
  const ContactModel& m = finder_->model_of(c.key);
  return in_[root(m.a != 0 ? m.a : m.b)];
}

void StepChanges::close_first(std::span<const StepContact> contacts, Instant start) {
  for (const StepContact& c : contacts) {
    if (c.key.group >= 0 || !c.stays() || c.struck()) continue;
    const int i = c.key.first;
    ContactMode& mode = mode_.contacts[i];
    mode.begin(c.approach());
    mode.press();
    if (c.sticks && model_.contacts[i].own.hold >= 0) mode.stick();
    mode.tangents_from(c.axis);
    begin_row(c, start);
    recorder_.log(start.t, "closes", model_.scenario->contacts[i].name);
  }
}

void StepChanges::let_go(int contact, double speed, Stepping& s) {
  ContactMode& mode = mode_.contacts[contact];
  if (impacts_.open(contact))
    impacts_.part(contact, {s.previous_time(), s.previous_y(), s.previous_yp()}, speed);
  if (!mode.armed) return;
  recorder_.log(s.previous_time(), "opens", model_.scenario->contacts[contact].name, speed);
  mode.end();
  changed_ = true;
}

// What has no blow has the sliding with which it closes.
void StepChanges::begin_row(const StepContact& c, Instant when) {
  impacts_.begin(c.key.first, when, c.approach());
  if (!c.struck()) impacts_.slides(c.key.first, c.sliding_before());
}

void StepChanges::write_row(const StepContact& c, Stepping& s) {
  const int i = c.key.first;
  if (!(c.P[0] > 0)) return;
  const bool struck = c.struck();
  if (!impacts_.open(i)) begin_row(c, blow_at(s, true));
  impacts_.overlap(i, -c.end_gap);
  if (struck) {
    recorder_.log(blow_at(s, true).t, "strikes", model_.scenario->contacts[i].name, c.approach());
    BlowPart part{i, c.P[0], c.P[1], c.v[0], c.v[1], c.after[0], c.after[1]};
    part.spatial = c.parts == 3;
    part.P_T2 = c.P[2], part.v_T2 = c.v[2], part.after_T2 = c.after[2];
    impacts_.strike(i, part, together(c));
  }
  if (c.stays())
    impacts_.account(i, blow_at(s, false));
  else
    impacts_.part(i, blow_at(s, false), c.after[0]);
}

void StepChanges::take_contact(const StepContact& c, Stepping& s) {
  const int i = c.key.first;
  ContactMode& mode = mode_.contacts[i];
  seen_[i] = 1;
  const bool rests = c.stays();
  if (!rests && mode.armed) let_go(i, std::max(0.0, c.after[0]), s);
  write_row(c, s);
  const ContactMemory old = mode;
  if (rests && !mode.armed) {
    mode.begin(c.approach());
    recorder_.log(s.time(), "closes", model_.scenario->contacts[i].name);
  }
  if (c.struck()) mode.strike(c.approach());
  const bool pressed = rests && !c.struck();
  const bool sticks = pressed && c.sticks && model_.contacts[i].own.hold >= 0;
  if (pressed)
    mode.press();
  else
    mode.release();
  if (sticks)
    mode.stick();
  else
    mode.slip();
  mode.tangents_from(c.axis);
  mode.slide(sticks || c.after[1] == 0 ? 0 : c.after[1] > 0 ? 1 : -1);
  if (rests && old.armed && old.pressed && old.sticking != mode.sticking)
    recorder_.log(s.time(), mode.sticking ? "sticks" : "slips", model_.scenario->contacts[i].name);
  changed_ = changed_ || !(old == static_cast<const ContactMemory&>(mode));
}

// Pairs keep their order and new ones come last.
void StepChanges::take_pairs(int group, std::span<const StepContact> contacts, double t) {
  GroupMode& mode = mode_.groups[group];
  const GroupModel& model = model_.groups[group];
  const auto touches = [](const StepContact& c) { return c.stays() || c.end_gap < 0; };
  const auto key_less = [](const StepContact& c, const ContactKey& key) { return c.key < key; };
  const auto log = [&](const char* what, int first, int second, double speed) {
    recorder_.log(t, what, pair_name(model, first, second), speed);
    changed_ = true;
  };
  std::vector<ContactKey> known;
  std::erase_if(mode.pairs, [&](const PairMode& pair) {
    const ContactKey key{group, pair.first, pair.second};
    const auto c = std::lower_bound(contacts.begin(), contacts.end(), key, key_less);
    const bool found = c != contacts.end() && c->key == key;
    if (found && touches(*c)) return known.push_back(key), false;
    log("opened", pair.first, pair.second, found ? std::max(0.0, c->after[0]) : 0);
    return true;
  });
  std::sort(known.begin(), known.end());
  for (const StepContact& c : contacts) {
    const bool was = std::binary_search(known.begin(), known.end(), c.key);
    if (was || !(c.struck() || touches(c))) continue;
    ++mode.hits;
    log("closed", c.key.first, c.key.second, c.approach());
    if (touches(c))
      mode.pairs.push_back({c.key.first, c.key.second, true, c.approach()});
    else
      log("opened", c.key.first, c.key.second, c.after[0]);
  }
}

bool StepChanges::take_over(Stepping& s) {
  changed_ = false;
  finder_ = &s.finder();
  const auto contacts = s.contacts();
  const auto first_pair = std::find_if(contacts.begin(), contacts.end(),
                                       [](const StepContact& c) { return c.key.group >= 0; });
  std::fill(seen_.begin(), seen_.end(), 0);
  if (first_pair != contacts.begin()) find_together(contacts);
  for (auto c = contacts.begin(); c != first_pair; ++c) take_contact(*c, s);
  for (std::size_t i = 0; i < seen_.size(); ++i)
    if (!seen_[i] && (mode_.contacts[i].armed || impacts_.open(static_cast<int>(i))))
      let_go(static_cast<int>(i), 0, s);
  auto from = first_pair;
  for (int g = 0; g < static_cast<int>(model_.groups.size()); ++g) {
    const auto to =
        std::find_if(from, contacts.end(), [&](const StepContact& c) { return c.key.group != g; });
    take_pairs(g, {from, to}, s.time());
    from = to;
  }
  return changed_;
}

}  // namespace mbs

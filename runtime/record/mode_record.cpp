#include "runtime/record/mode_record.hpp"

#include <algorithm>
#include <cstring>

namespace mbs {

namespace {

// Flags of open contacts are NaN, which equals nothing.
bool same(const WatchFlags& flags, const WatchFlags& others) {
  const std::vector<double>&a = flags.values(), &b = others.values();
  if (a.size() != b.size()) return false;
  return a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

bool meet(const PairMode& a, const PairMode& b) {
  return a.first == b.first && a.second == b.second;
}

}  // namespace

void ModeRecord::begin(const Mode& mode) {
  begun_ = true;
  last_ = mode;
  for (ContactMode& contact : last_.contacts) contact.aim_as_recorded();
  first_ = last_;
  newest_.assign(mode.contacts.size() + 1, -1);
}

void ModeRecord::add(std::size_t sample, const Mode& mode) {
  if (!begun_) return begin(mode);
  const Change before = end();
  if (!same(mode.flags, last_.flags)) add_contact(drives_and_forces, {}, mode.flags.values());
  for (std::size_t c = 0; c < mode.contacts.size(); ++c) {
    const ContactMode &now = mode.contacts[c], &old = last_.contacts[c];
    const ContactMemory &memory = now, &old_memory = old;
    if (memory == old_memory && same(now.flags, old.flags)) continue;
    add_contact(static_cast<std::int32_t>(c), memory, now.flags.values());
  }
  for (std::size_t g = 0; g < mode.groups.size(); ++g)
    add_group(static_cast<std::int32_t>(g), mode.groups[g]);
  if (mode.switched != last_.switched) switches_.push_back({last_.switched, mode.switched});
  Change after = end();
  if (after.same_as(before)) return;
  after.sample = sample;
  changes_.push_back(after);
  enter(last_, changes_.size() - 1);
}

void ModeRecord::add_contact(std::int32_t contact, const ContactMemory& memory,
                             const std::vector<double>& flags) {
  std::int32_t& newest = newest_[contact + 1];
  contacts_.push_back({contact, newest, memory, flags_.size()});
  flags_.insert(flags_.end(), flags.begin(), flags.end());
  newest = static_cast<std::int32_t>(contacts_.size()) - 1;
}

void ModeRecord::move_pair(std::int32_t group, std::size_t place, bool enters,
                           const PairMode& pair) {
  pairs_.push_back({group, static_cast<std::int32_t>(place), enters, pair});
}

// Pairs keep their order and new ones come last, so one look at both lists finds the differences.
void ModeRecord::add_group(std::int32_t group, const GroupMode& mode) {
  const GroupMode& old = last_.groups[group];
  if (mode.hits != old.hits) hits_.push_back({group, old.hits, mode.hits});
  std::size_t place = 0;
  for (const PairMode& pair : old.pairs) {
    const bool stays = place < mode.pairs.size() && meet(pair, mode.pairs[place]);
    if (stays && pair == mode.pairs[place]) {
      ++place;
      continue;
    }
    move_pair(group, place, false, pair);
    if (!stays) continue;
    move_pair(group, place, true, mode.pairs[place]);
    ++place;
  }
  for (; place < mode.pairs.size(); ++place) move_pair(group, place, true, mode.pairs[place]);
}

void ModeRecord::set(Mode& mode, const ContactChange& change) const {
  const bool contact = change.contact != drives_and_forces;
  if (contact) mode.contacts[change.contact].recall(change.memory);
  WatchFlags& flags = contact ? mode.contacts[change.contact].flags : mode.flags;
  flags.restore(flags_.data() + change.flags);
}

void ModeRecord::unset(Mode& mode, const ContactChange& change) const {
  if (change.previous >= 0)
    set(mode, contacts_[change.previous]);
  else if (change.contact == drives_and_forces)
    mode.flags = first_.flags;
  else
    mode.contacts[change.contact] = first_.contacts[change.contact];
}

void ModeRecord::enter(Mode& mode, std::size_t change) const {
  const Change from = begin_of(change), &to = changes_[change];
  for (std::size_t i = from.contacts; i < to.contacts; ++i) set(mode, contacts_[i]);
  if (from.switches < to.switches) mode.switched = switches_[from.switches].after;
  for (std::size_t i = from.hits; i < to.hits; ++i)
    mode.groups[hits_[i].group].hits = hits_[i].after;
  for (std::size_t i = from.pairs; i < to.pairs; ++i) {
    auto& pairs = mode.groups[pairs_[i].group].pairs;
    const auto place = pairs.begin() + pairs_[i].place;
    pairs_[i].enters ? pairs.insert(place, pairs_[i].pair) : pairs.erase(place);
  }
}

void ModeRecord::leave(Mode& mode, std::size_t change) const {
  const Change from = begin_of(change), &to = changes_[change];
  for (std::size_t i = from.contacts; i < to.contacts; ++i) unset(mode, contacts_[i]);
  if (from.switches < to.switches) mode.switched = switches_[from.switches].before;
  for (std::size_t i = from.hits; i < to.hits; ++i)
    mode.groups[hits_[i].group].hits = hits_[i].before;
  for (std::size_t i = to.pairs; i-- > from.pairs;) {
    auto& pairs = mode.groups[pairs_[i].group].pairs;
    const auto place = pairs.begin() + pairs_[i].place;
    pairs_[i].enters ? pairs.erase(place) : pairs.insert(place, pairs_[i].pair);
  }
}

std::size_t ModeRecord::bytes() const {
  return changes_.capacity() * sizeof(Change) + contacts_.capacity() * sizeof(ContactChange) +
         flags_.capacity() * sizeof(double) + pairs_.capacity() * sizeof(PairChange) +
         hits_.capacity() * sizeof(HitsChange) + switches_.capacity() * sizeof(SwitchChange);
}

std::size_t ModeReader::changes_until(std::size_t sample) const {
  const auto& changes = record_->changes_;
  const auto after = std::upper_bound(
      changes.begin(), changes.end(), sample,
      [](std::size_t value, const ModeRecord::Change& change) { return value < change.sample; });
  return static_cast<std::size_t>(after - changes.begin());
}

// From where it is, or from the first or the last mode if one of them is nearer.
const Mode& ModeReader::at(std::size_t sample) {
  const std::size_t wanted = changes_until(sample), all = record_->changes_.size();
  const std::size_t way = wanted > entered_ ? wanted - entered_ : entered_ - wanted;
  if (!begun_ || std::min(wanted, all - wanted) < way) {
    const bool from_start = wanted <= all - wanted;
    mode_ = from_start ? record_->first_ : record_->last_;
    entered_ = from_start ? 0 : all;
    begun_ = true;
  }
  while (entered_ < wanted) record_->enter(mode_, entered_++);
  while (entered_ > wanted) record_->leave(mode_, --entered_);
  return mode_;
}

}  // namespace mbs

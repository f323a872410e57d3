// The record of modes: whole modes come back from what changed between them.
#include "runtime/record/mode_record.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <random>

using namespace mbs;

namespace {

Mode mode_of(int contacts) {
  Mode mode;
  mode.contacts.resize(contacts);
  for (int c = 0; c < contacts; c += 2) mode.contacts[c].flags = WatchFlags(3);
  mode.flags = WatchFlags(2);
  mode.flags.freeze(1, true);
  mode.groups.resize(2);
  return mode;
}

bool equal(const WatchFlags& a, const WatchFlags& b) {
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  return std::ranges::equal(a.values(), b.values(), {}, bits, bits);
}

bool equal(const Mode& a, const Mode& b) {
  bool same = equal(a.flags, b.flags) && a.contacts.size() == b.contacts.size();
  for (std::size_t c = 0; same && c < a.contacts.size(); ++c) {
    const ContactMemory &x = a.contacts[c], &y = b.contacts[c];
    same = x == y && equal(a.contacts[c].flags, b.contacts[c].flags);
  }
  for (std::size_t g = 0; same && g < a.groups.size(); ++g)
    same = a.groups[g].pairs == b.groups[g].pairs && a.groups[g].hits == b.groups[g].hits;
  return same;
}

class Scrambler {
 public:
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  void contact(ContactMode& mode) {
    if (mode.armed)
      mode.end();
    else
      mode.begin(0);
    mode.strike(below(1000));
    if (mode.flags.size() == 0) return;
    if (below(2) == 0)
      mode.flags.freeze(below(3), below(2) == 0);
    else
      mode.flags.thaw(below(3));
  }
  // As groups change: some pairs leave, some are altered, new ones come last.
  void group(GroupMode& mode) {
    std::erase_if(mode.pairs, [&](const PairMode&) { return below(3) == 0; });
    for (PairMode& pair : mode.pairs)
      if (below(4) == 0) pair.closed ? pair.open() : pair.close();
    for (int i = below(4); i > 0; --i, ++mode.hits) mode.pairs.push_back({below(50), 50, true, 1});
  }
  void change(Mode& mode) {
    for (int i = below(3); i > 0; --i) contact(mode.contacts[below(7)]);
    if (below(5) == 0) mode.flags.freeze(below(2), below(2) == 0);
    if (below(2) == 0) group(mode.groups[below(2)]);
  }

 private:
  std::mt19937 random_{7};
};

}  // namespace

TEST_CASE("modes come back as they were, in any order") {
  Scrambler scrambler;
  Mode mode = mode_of(7);
  ModeRecord record;
  CHECK(record.empty());
  std::vector<Mode> all;
  for (std::size_t sample = 0; sample < 400; ++sample) {
    if (sample % 3 == 0) {
      scrambler.change(mode);
      record.add(sample, mode);
    }
    all.push_back(mode);
  }
  CHECK(equal(record.last(), mode));
  ModeReader reader(record);
  int wrong = 0;
  for (std::size_t i = 0; i < all.size(); ++i) wrong += !equal(reader.at(i), all[i]);
  for (std::size_t i = all.size(); i-- > 0;) wrong += !equal(reader.at(i), all[i]);
  for (int k = 0; k < 500; ++k) {
    const auto i = static_cast<std::size_t>(scrambler.below(400));
    wrong += !equal(reader.at(i), all[i]);
  }
  CHECK(wrong == 0);
  const ModeRecord copy = record;
  CHECK(equal(ModeReader(copy).at(200), all[200]));
}

TEST_CASE("a reader follows a record that grows") {
  Mode mode = mode_of(2);
  ModeRecord record;
  ModeReader reader(record);
  for (std::size_t sample = 0; sample < 50; ++sample) {
    mode.contacts[sample % 2].strike(static_cast<double>(sample));
    record.add(sample, mode);
    CHECK(equal(reader.at(sample), mode));
    if (sample > 3) CHECK(reader.at(sample / 2).contacts[0].v_impact <= sample / 2);
  }
}

TEST_CASE("a change takes as much as what it changes") {
  const auto bytes = [](int contacts) {
    Mode mode = mode_of(contacts);
    for (int i = 0; i < contacts; ++i) mode.groups[1].pairs.push_back({i, contacts, true, 1});
    ModeRecord record;
    for (std::size_t i = 0; i < 1000; ++i) {
      mode.contacts[0].flags.freeze(1, i % 2 == 0);
      mode.contacts[1].strike(static_cast<double>(i));
      mode.groups[0].pairs.assign(1, {0, 1, true, static_cast<double>(i)});
      record.add(i, mode);
    }
    CHECK(record.changes() == 999);
    record.add(1000, mode);  // nothing new
    CHECK(record.changes() == 999);
    return record.bytes();
  };
  CHECK(bytes(4) == bytes(4000));
  CHECK(bytes(4) < 550 * 1000);  // two contacts, one with flags, and one pair each time
}

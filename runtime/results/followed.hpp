// Which contacts of a run with many are looked at all the time, and when the others are.
#pragma once

#include <vector>

#include "runtime/record/run.hpp"

namespace mbs {

// As many contacts are all followed.
constexpr std::size_t few_contacts = 4;
// Where there are more, those that ever close, and of these as many as take up most work.
constexpr std::size_t most_followed = 12;

// For each of `contacts` whether it is; `lens`: one that is in any case, or -1.
std::vector<bool> followed_contacts(const Run& run, std::size_t contacts, int lens = -1);

// When a contact is closed, by its impacts; asked for later and later times.
class ClosedTimes {
 public:
  explicit ClosedTimes(const std::vector<std::vector<Impact>>& impacts)
      : impacts_(impacts), next_(impacts.size(), 0) {}
  // Whether it is at any time from `from` to `to`, s, ends included.
  bool within(std::size_t contact, double from, double to);

 private:
  const std::vector<std::vector<Impact>>& impacts_;
  std::vector<std::size_t> next_;
};

}  // namespace mbs

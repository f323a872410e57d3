#include "runtime/results/followed.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace mbs {

namespace {

// Work taken up, largest force, impulses, number of impacts: what is compared in turn.
std::array<double, 4> weight(const std::vector<Impact>& impacts) {
  std::array<double, 4> all{};
  for (const Impact& i : impacts) {
    all[0] += i.energy_lost;
    all[1] = std::max(all[1], i.F_max);
    all[2] += i.impulse;
    all[3] += 1;
  }
  return all;
}

}  // namespace

std::vector<bool> followed_contacts(const Run& run, std::size_t contacts, int lens) {
  std::vector<bool> all(contacts, contacts <= few_contacts);
  std::vector<std::array<double, 4>> weights(contacts);
  for (std::size_t c = 0; c < contacts && c < run.impacts.size(); ++c)
    weights[c] = weight(run.impacts[c]);
  std::vector<std::size_t> order(contacts);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
  for (std::size_t k = 0; k < contacts && k < most_followed; ++k)
    if (weights[order[k]][3] > 0) all[order[k]] = true;
  if (lens >= 0 && static_cast<std::size_t>(lens) < contacts) all[lens] = true;
  return all;
}

bool ClosedTimes::within(std::size_t contact, double from, double to) {
  if (contact >= impacts_.size()) return false;
  const std::vector<Impact>& all = impacts_[contact];
  std::size_t& next = next_[contact];
  while (next < all.size() && all[next].closed && all[next].t_end < from) ++next;
  return next < all.size() && all[next].t <= to;
}

}  // namespace mbs

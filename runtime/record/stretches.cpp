#include "runtime/record/stretches.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mbs {

bool exact_rates_from(const Stretches& stretches, double t) {
  const auto after = std::upper_bound(stretches.begin(), stretches.end(), t,
                                      [](double at, const Stretch& s) { return at < s.from; });
  return after != stretches.begin() && std::prev(after)->exact_rates;
}

std::string share_of_ida(const Stretches& stretches, double end) {
  if (stretches.empty()) return {};
  double seconds = 0;
  int times = 0;
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    if (stretches[i].exact_rates) continue;
    seconds += (i + 1 < stretches.size() ? stretches[i + 1].from : end) - stretches[i].from;
    ++times;
  }
  if (times == 0 || times == static_cast<int>(stretches.size())) return {};
  return fmt::format("IDA for {:.3g} of {:.3g} s, taken up {}", seconds,
                     end - stretches.front().from,
                     times == 1 ? "once" : fmt::format("{} times", times));
}

}  // namespace mbs

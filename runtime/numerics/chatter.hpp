// Notices switching that piles up at one instant.
#pragma once

#include <array>
#include <cstddef>

namespace mbs {

class ChatterGuard {
 public:
  static constexpr std::size_t most = 50;  // switches within
  static constexpr double instant = 1e-9;  // seconds, if nothing else is said
  // Counts a switch at `t`; true if the last `most` ones and this lie within so many seconds.
  bool add(double t, double within = instant) {
    const bool close = count_ >= most && t - times_[count_ % most] < within;
    times_[count_++ % most] = t;
    return close;
  }
  std::size_t count() const { return count_; }

 private:
  std::array<double, most> times_{};
  std::size_t count_ = 0;
};

}  // namespace mbs

// What watched conditions, of a law or of drives and forces, were when they were last decided: 1
// they hold, 0 they do not, NaN they are live. Whoever decides one freezes it; tapes read them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace mbs {

class WatchFlags {
 public:
  WatchFlags() = default;
  explicit WatchFlags(std::size_t watches) : values_(watches, live) {}

  const std::vector<double>& values() const { return values_; }
  std::size_t size() const { return values_.size(); }
  double operator[](std::size_t watch) const { return values_[watch]; }
  bool holds(std::size_t watch) const { return values_[watch] > 0.5; }

  void thaw() { std::ranges::fill(values_, live); }
  void thaw(std::size_t watch) { values_[watch] = live; }
  void freeze(std::size_t watch, bool holds) { values_[watch] = holds ? 1 : 0; }
  // A contact slides this way, 1 or -1; 0: it has none. `directions`, by watch: 1 or -1 where the
  // margin is vt or -vt, else 0.
  void freeze_by_way(std::span<const int> directions, int way) {
    for (std::size_t i = 0; i < directions.size(); ++i)
      if (directions[i] != 0) freeze(i, directions[i] * way > 0);
  }
  // As they were recorded; as many as there are.
  void restore(const double* recorded) { std::copy_n(recorded, values_.size(), values_.begin()); }

 private:
  static constexpr double live = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> values_;
};

}  // namespace mbs

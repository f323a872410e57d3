#include "cli/output/crowded.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mbs {

namespace {

class Crowd {
 public:
  Crowd(std::span<const double> x, std::span<const double> y, double column)
      : x_(x), y_(y), column_(column) {}

  bool is_crowded() const {
    double low = 0, last = 0;
    bool any = false;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      if (!there(i)) continue;
      if (any && x_[i] < last) return false;
      last = x_[i];
      if (!any) low = last;
      any = true;
    }
    return any && static_cast<double>(x_.size()) > 4 * ((last - low) / column_ + 1);
  }

  std::vector<std::size_t> seen() const {
    std::vector<std::size_t> all;
    for (std::size_t begin = 0; begin < x_.size();) {
      std::size_t end = begin + 1;
      while (end < x_.size() && column_of(end) == column_of(begin) && there(end) == there(begin))
        ++end;
      add(begin, end, all);
      begin = end;
    }
    return all;
  }

 private:
  bool there(std::size_t i) const { return std::isfinite(x_[i]) && std::isfinite(y_[i]); }
  double column_of(std::size_t i) const { return there(i) ? std::floor(x_[i] / column_) : 0; }

  // One point is enough for a gap.
  void add(std::size_t begin, std::size_t end, std::vector<std::size_t>& all) const {
    if (!there(begin)) return all.push_back(begin);
    const auto first = y_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto [low, high] =
        std::minmax_element(first, first + static_cast<std::ptrdiff_t>(end - begin));
    std::vector<std::size_t> kept = {begin, static_cast<std::size_t>(low - y_.begin()),
                                     static_cast<std::size_t>(high - y_.begin()), end - 1};
    std::sort(kept.begin(), kept.end());
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    all.insert(all.end(), kept.begin(), kept.end());
  }

  std::span<const double> x_, y_;
  double column_;
};

}  // namespace

std::vector<std::size_t> seen_points(std::span<const double> x, std::span<const double> y,
                                     double column) {
  const Crowd crowd(x, y, column);
  if (column > 0 && crowd.is_crowded()) return crowd.seen();
  std::vector<std::size_t> all(x.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

}  // namespace mbs

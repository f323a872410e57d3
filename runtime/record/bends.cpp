#include "runtime/record/bends.hpp"

namespace mbs {

namespace {

constexpr std::size_t first_room = 32;  // samples

}  // namespace

// What was not told of samples in between is 0.
void Bends::add(std::size_t sample, std::span<const int> unknowns,
                std::span<const double> distances) {
  if (unknowns.empty()) return;
  if (values_.empty()) {
    first_ = sample;
    unknowns_.assign(unknowns.begin(), unknowns.end());
    values_.reserve(first_room * unknowns_.size());
  }
  const std::size_t before = (sample - first_) * unknowns_.size();
  if (values_.size() != before) values_.resize(before);
  values_.insert(values_.end(), distances.begin(), distances.end());
}

// The polynomial of degree four that is 0 with its slope at both ends, and 1 in the middle.
void Bends::correct(std::size_t sample, double u, double h, std::span<double> y,
                    std::span<double> yp) const {
  const std::size_t n = unknowns_.size();
  if (sample < first_ || (sample - first_ + 1) * n > values_.size()) return;
  const double rest = u * (1 - u), bump = 16 * rest * rest, slope = 32 * rest * (1 - 2 * u) / h;
  const double* distance = values_.data() + (sample - first_) * n;
  for (const int i : unknowns_) {
    y[i] += bump * *distance;
    yp[i] += slope * *distance++;
  }
}

}  // namespace mbs

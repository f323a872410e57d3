#include "runtime/record/kicks.hpp"

#include <algorithm>

namespace mbs {

void Kicks::add(std::size_t sample, std::span<const double> multipliers) {
  if (forgotten_) return;
  if (std::ranges::all_of(multipliers, [](double p) { return p == 0; })) return;
  rows_ = multipliers.size();
  if (samples_.empty() || samples_.back() != sample) {
    samples_.push_back(sample);
    values_.resize(values_.size() + rows_, 0.0);
  }
  double* last = values_.data() + values_.size() - rows_;
  for (std::size_t k = 0; k < rows_; ++k) last[k] += multipliers[k];
}

void Kicks::forget() {
  *this = {};
  forgotten_ = true;
}

std::span<const double> Kicks::before(std::size_t sample) const {
  const auto found = std::ranges::lower_bound(samples_, sample);
  if (found == samples_.end() || *found != sample) return {};
  return std::span(values_).subspan(static_cast<std::size_t>(found - samples_.begin()) * rows_,
                                    rows_);
}

}  // namespace mbs

#include "runtime/record/recording.hpp"

#include <algorithm>

namespace mbs {

namespace {

constexpr std::size_t block_size = 8192;  // doubles: 64 kB, small beside any long run

}  // namespace

Recording::Recording(int unknowns) : unknowns_(unknowns) {
  set_block();
}

void Recording::set_block() {
  shift_ = 0;
  while (width() << (shift_ + 1) <= block_size && shift_ < 12) ++shift_;
}

const double* Recording::row(std::size_t sample) const {
  const std::size_t within = sample & ((std::size_t{1} << shift_) - 1);
  return blocks_[sample >> shift_].get() + within * width();
}

// Room for one more sample. A block that another recording shares is copied before it grows: both
// would write to the same place.
double* Recording::next_row() {
  const std::size_t within = size_ & ((std::size_t{1} << shift_) - 1);
  const std::size_t whole_block = width() << shift_;
  if (within == 0) {
    blocks_.push_back(Block(new double[whole_block]));
  } else if (blocks_.back().use_count() > 1) {
    Block own(new double[whole_block]);
    std::copy_n(blocks_.back().get(), within * width(), own.get());
    blocks_.back() = std::move(own);
  }
  ++size_;
  return blocks_.back().get() + within * width();
}

void Recording::add(const double* y, const double* yp) {
  double* to = next_row();
  if (whole()) {
    std::copy_n(yp, unknowns_, std::copy_n(y, unknowns_, to));
    return;
  }
  for (const int k : kept_) *to++ = y[k];
  for (const int k : kept_) *to++ = yp[k];
  std::copy_n(yp, unknowns_, std::copy_n(y, unknowns_, last_.begin()));
}

// Made again: another recording may share its block.
void Recording::amend_rates(const double* yp) {
  if (size_ == 0) return;
  std::vector<double> y(unknowns_), before(unknowns_);
  read(size_ - 1, y, before);
  if (--size_ % (std::size_t{1} << shift_) == 0) blocks_.pop_back();
  add(y.data(), yp);
}

std::span<const double> Recording::y(std::size_t sample) const {
  const std::size_t n = static_cast<std::size_t>(unknowns_);
  if (whole()) return {row(sample), n};
  return sample + 1 == size_ ? std::span(last_).first(n) : std::span<const double>();
}

std::span<const double> Recording::yp(std::size_t sample) const {
  const std::size_t n = static_cast<std::size_t>(unknowns_);
  if (whole()) return {row(sample) + n, n};
  return sample + 1 == size_ ? std::span(last_).last(n) : std::span<const double>();
}

void Recording::read(std::size_t sample, std::span<double> to_y, std::span<double> to_yp) const {
  if (whole() || sample + 1 == size_) {
    std::ranges::copy(y(sample), to_y.begin());
    std::ranges::copy(yp(sample), to_yp.begin());
    return;
  }
  std::ranges::fill(to_y, 0.0);
  std::ranges::fill(to_yp, 0.0);
  const double* from = row(sample);
  for (const int k : kept_) to_y[k] = *from++;
  for (const int k : kept_) to_yp[k] = *from++;
}

void Recording::keep_only(std::vector<int> unknowns) {
  if (!whole() || size_ == 0 || unknowns.size() >= static_cast<std::size_t>(unknowns_)) return;
  Recording thin(unknowns_);
  thin.whole_ = false;
  thin.kept_ = std::move(unknowns);
  thin.last_.resize(2 * static_cast<std::size_t>(unknowns_));
  thin.set_block();
  const std::size_t in_block = std::size_t{1} << shift_;
  for (std::size_t i = 0; i < size_; ++i) {
    thin.add(y(i).data(), yp(i).data());
    if ((i + 1) % in_block == 0) blocks_[i >> shift_].reset();  // both at once would not fit
  }
  *this = std::move(thin);
}

bool Recording::keeps(std::span<const int> unknowns) const {
  return whole() || std::ranges::includes(kept_, unknowns);
}

std::size_t Recording::used_bytes() const {
  return sizeof(double) * (size_ * width() + last_.size());
}

std::size_t Recording::bytes() const {
  return sizeof(double) * (blocks_.size() * (width() << shift_) + last_.size());
}

}  // namespace mbs

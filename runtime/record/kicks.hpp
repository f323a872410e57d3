// What joints and drives pass on at single instants of a run: in blows, where a driven speed jumps,
// where something takes hold.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mbs {

class Kicks {
 public:
  // The impulses of all rows of the model, as multipliers (N s, N m s), of what happens just before
  // this sample. Samples never go back; of one sample they add up.
  void add(std::size_t sample, std::span<const double> multipliers);
  // What happened just before this sample, as such multipliers; empty: nothing did.
  std::span<const double> before(std::size_t sample) const;
  // Lets go of all, and of what is to come.
  void forget();
  std::size_t bytes() const {
    return values_.size() * sizeof(double) + samples_.size() * sizeof(std::size_t);
  }

 private:
  bool forgotten_ = false;
  std::size_t rows_ = 0;
  std::vector<std::size_t> samples_;
  std::vector<double> values_;  // by row, of one sample after the other
};

}  // namespace mbs

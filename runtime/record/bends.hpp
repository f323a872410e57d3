// What a cubic between two samples of a run misses of its integrals.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mbs {

// Samples have values and rates of integrals (works, impulses, states). Explicit steps are so long
// that the cubic through those errs within them; with the distance in the middle between two
// samples it is the step's own polynomial of degree four.
class Bends {
 public:
  // Between `sample` and the one before it, of these unknowns of the model, which are always the
  // same; samples never go back.
  void add(std::size_t sample, std::span<const int> unknowns, std::span<const double> distances);
  // To cubics at the part `u` of the way to `sample`, which takes h seconds.
  void correct(std::size_t sample, double u, double h, std::span<double> y,
               std::span<double> yp) const;
  std::size_t bytes() const { return values_.capacity() * sizeof(double); }

 private:
  std::size_t first_ = 0;      // sample
  std::vector<int> unknowns_;  // of each sample from that one on
  std::vector<double> values_;
};

}  // namespace mbs

#include "runtime/record/run.hpp"

namespace mbs {

std::size_t Run::recorded_bytes() const {
  return samples.bytes() + bends.bytes() + t.size() * sizeof(double) + modes.bytes() +
         kicks.bytes();
}

}  // namespace mbs

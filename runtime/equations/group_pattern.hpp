// The Jacobian of a model with contacts among many: its fixed part, and blocks of the pairs that
// are near each other, which come and go.
#pragma once

#include <span>
#include <vector>

#include "runtime/geometry/near_pairs.hpp"
#include "runtime/model/contact_block.hpp"
#include "runtime/model/model_impl.hpp"
#include "runtime/model/sparse_pattern.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

class GroupPattern {
 public:
  GroupPattern(const Model& model, Workspace& workspace);
  // The near pairs of a group, sorted; takes effect with the next `renew`.
  void set_pairs(int group, std::span<const NearPair> pairs);
  bool stale() const { return stale_; }
  // Lays out the pattern for the present pairs.
  const SparsePattern& renew();
  // Exact entries in its order. False if a law or a force failed.
  bool fill(const Instant& now, double cj, double* values);

 private:
  struct Block {
    NearPair pair;
    bool turns = false;     // angles and spins count too
    std::size_t first = 0;  // of its entries in the map
  };
  bool add(int group, const PairMode& pair, const Instant& now, double* values);

  const Model& model_;
  Workspace& workspace_;
  std::vector<std::vector<Block>> blocks_;  // by group, sorted by pair
  JacobianMap map_;                         // of the model's own entries, then of the blocks'
  std::vector<double> fixed_;               // scratch: the model's own
  ContactBlock block_;
  bool stale_ = true;
};

}  // namespace mbs

// How closed rigid contacts of the same two bodies share a load that fewer of them could hold: as
// equal springs would, so that what is taken up varies evenly along their surface. Of a face on
// four corners the rows of any three say all, J = sum of c_k J_k, and of the normal forces, FN =
// (FN)_1, ..., only those without a part along the row that is too many are even: FN = sum of
// c_k FN_k. So it is with normals that differ, as of a block that leans between two walls: pairs of
// its corners, on either side, would press each other without end. Which of the even loads it is
// changes as bodies slide and turn, and how friction takes hold of them with it.
#pragma once

#include <array>
#include <optional>

#include "runtime/contact/geometry.hpp"
#include "runtime/model/model_impl.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

struct BalancedLoad {
  static constexpr int most = 6;
  int count = 0;
  std::array<int, most> contacts{};
  std::array<double, most> parts{};
};

// What a contact that is spare takes (ContactMemory::spare_N), with its geometry where bodies are
// placed. Nothing where other than contacts of its two bodies hold what it holds.
std::optional<BalancedLoad> balanced_load(const Model& model, const Mode& mode, int contact,
                                          const ContactGeometry& own, Workspace& workspace);
// Those that may be: by contact, all other rigid ones of the same two bodies, in space.
void find_beside(Model& model);

}  // namespace mbs

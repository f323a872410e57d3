#include "runtime/signals/multipliers.hpp"

#include "runtime/coordinates/reactions.hpp"
#include "runtime/equations/shared_loads.hpp"

namespace mbs {

namespace {

bool find_multipliers(const Here& i, std::vector<double>& found) {
  const double* lambda = i.now.yp + i.m.layout.lam;
  if (!i.m.tree.used())
    found.assign(lambda, lambda + i.m.layout.constraints);
  else if (!tree_multipliers(i.m, i.now, found, i.w))
    return false;
  if (!i.m.sharing_rows.empty()) share_loads(i.m, i.at(), i.now.mode, found);
  return true;
}

}  // namespace

const double* multipliers(const Here& i) {
  if (!i.m.tree.used() && i.m.sharing_rows.empty()) return i.now.yp + i.m.layout.lam;
  if (!i.reactions.asked) i.reactions.known = find_multipliers(i, i.reactions.multipliers);
  i.reactions.asked = true;
  return i.reactions.known ? i.reactions.multipliers.data() : nullptr;
}

}  // namespace mbs

#include "runtime/impact/process.hpp"

#include <algorithm>

namespace mbs::impact {

bool can_run_process(const Problem& p) {
  return !p.spatial() || p.size() == 1 ||
         std::none_of(p.friction.begin(), p.friction.end(),
                      [](const Friction& f) { return f.kind == Friction::Kind::coulomb; });
}

std::optional<ProcessResult> run_process(const Problem& p, const Restitution& restitution) {
  if (p.spatial()) return run_process_in_space(p, restitution);
  return p.size() == 1 ? process_of_one(p, restitution) : process_of_many(p, restitution);
}

}  // namespace mbs::impact

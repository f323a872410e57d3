#include "runtime/impact/process.hpp"

namespace mbs::impact {

std::optional<ProcessResult> run_process(const Problem& p, const Restitution& restitution) {
  return p.size() == 1 ? process_of_one(p, restitution) : process_of_many(p, restitution);
}

}  // namespace mbs::impact

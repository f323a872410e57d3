// What the record of a run takes.
#include <cstdio>

#include "bench/mbs_workload.hpp"
#include "bench/sections.hpp"

namespace bench {
namespace {

void row(const char* name, const mbs::Run& run) {
  const double values = static_cast<double>(run.size()) * run.samples.unknowns();
  const std::size_t rest = run.recorded_bytes() - run.samples.bytes();
  const std::size_t changes = run.modes.changes();
  std::printf("| %s | %zu | %d | %.2f | %.1f | %.1f | %zu | %.0f |\n", name, run.size(),
              run.samples.unknowns(), static_cast<double>(run.recorded_bytes()) / 1e6,
              static_cast<double>(run.samples.bytes()) / values,
              static_cast<double>(rest) / static_cast<double>(run.size()), changes,
              changes ? static_cast<double>(run.modes.bytes()) / static_cast<double>(changes) : 0);
}

}  // namespace

void memory(const Setup& setup) {
  std::printf(
      "\n### Record of a run\n\n| run | samples | unknowns | MB | bytes per sample and unknown | "
      "bytes per sample beside them | changes of mode | bytes per change of mode |\n"
      "|---|---|---|---|---|---|---|---|\n");
  std::string crank = read_text(setup.examples + "/slider_crank.mbs");
  crank.resize(crank.find("simulate"));
  row("slider-crank, 24 ms", MbsWorkload(crank).run(24e-3, 1e-5));
  for (const int joints : {100, 1000})
    if (!setup.quick || joints == 100)
      row(("chain of " + std::to_string(joints) + ", 20 ms").c_str(),
          MbsWorkload(chain_of(joints)).run(0.02, 1e-6));
  std::fflush(stdout);
}

}  // namespace bench

#include "bench/counted.hpp"

#include <cstdio>

extern "C" __attribute__((noinline)) void bench_counted(const std::function<void()>& work) {
  work();
}

namespace bench {

bool asked_for(const Setup& setup, const std::string& workload) {
  return setup.one == workload;
}

void count_one(const Setup& setup, const std::string& program, const std::function<Cost()>& work,
               const std::function<double()>& error) {
  Cost cost;
  bench_counted([&] { cost = work(); });
  std::printf(
      "{\"workload\": \"%s\", \"program\": \"%s\", \"tol\": %g, \"steps\": %ld, "
      "\"evaluations\": %ld, \"factorizations\": %ld, \"restarts\": %ld, \"impacts\": %ld",
      setup.one.c_str(), program.c_str(), setup.tol, cost.steps, cost.evaluations,
      cost.factorizations, cost.restarts, cost.impacts);
  if (error) std::printf(", \"error\": %.6g", error());
  std::printf("}\n");
}

}  // namespace bench

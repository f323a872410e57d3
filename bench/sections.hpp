// The parts of the benchmarks, in the order of the report; each in a file of its own.
#pragma once

#include "bench/setup.hpp"

namespace bench {

void slider_crank(const Setup& setup);
void ball(const Setup& setup);
void spheres(const Setup& setup);
void squeezer(const Setup& setup);
void chains(const Setup& setup);
void balls(const Setup& setup);
void four_bar(const Setup& setup);
void space(const Setup& setup);
void sweeps(const Setup& setup);
void front_end(const Setup& setup);
void memory(const Setup& setup);
// Works the stored references out anew and prints both: `mbs_bench references`.
void references(const Setup& setup);

}  // namespace bench

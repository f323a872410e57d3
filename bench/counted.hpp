// One run of one program for a counter of machine instructions: bench/instructions.py starts this
// under callgrind, which is told to count inside of `bench_counted` alone.
#pragma once

#include <functional>
#include <string>

#include "bench/dopri.hpp"
#include "bench/setup.hpp"

namespace bench {

// Whether the workload is the one that was asked for, `mbs_bench --one NAME ...`.
bool asked_for(const Setup& setup, const std::string& workload);
// Runs the work, and prints what it was as a line of JSON. `error`, which may be empty,
// is asked for afterwards.
void count_one(const Setup& setup, const std::string& program, const std::function<Cost()>& work,
               const std::function<double()>& error);

}  // namespace bench

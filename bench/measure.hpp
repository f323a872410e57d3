// Times and facts about the machine.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace bench {

// User CPU time of this process so far, all threads together, s; of its ended children.
double user_seconds();
double user_seconds_of_children();
double wall_seconds();

double median(std::vector<double> values);

// User time of one run of each of `works`, s: the median over `rounds`, in each of which every work
// has its turn, run as often as the clock needs. What disturbs the machine disturbs all of them.
std::vector<double> times_of(const std::vector<std::function<void()>>& works, int rounds);

// Processor, cores, system, compiler, flags: lines of Markdown.
std::string machine_description();

}  // namespace bench

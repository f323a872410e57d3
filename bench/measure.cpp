#include "bench/measure.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

namespace bench {
namespace {

constexpr double least_batch = 0.02;  // s of user time, well above the clock's resolution

double user_seconds(int whose) {
  rusage usage{};
  getrusage(whose, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

double batch(const std::function<void()>& work) {
  const double begin = bench::user_seconds();
  int runs = 0;
  double spent = 0;
  do work(), ++runs, spent = bench::user_seconds() - begin;
  while (spent < least_batch);
  return spent / runs;
}

// The value of "key : value" or KEY="value" in a file of such lines.
std::string fact(const char* file, const std::string& key) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(key, 0) != 0) continue;
    const std::size_t begin = line.find_first_of(":=");
    if (begin == line.npos) continue;
    std::string value = line.substr(begin + 1);
    value.erase(0, value.find_first_not_of(" \t\""));
    if (!value.empty() && value.back() == '"') value.pop_back();
    return value;
  }
  return "unknown";
}

}  // namespace

double user_seconds() {
  return user_seconds(RUSAGE_SELF);
}

double user_seconds_of_children() {
  return user_seconds(RUSAGE_CHILDREN);
}

double wall_seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::vector<double> times_of(const std::vector<std::function<void()>>& works, int rounds) {
  std::vector<std::vector<double>> times(works.size());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < works.size(); ++i) times[i].push_back(batch(works[i]));
  std::vector<double> result;
  for (std::vector<double>& of_work : times) result.push_back(median(std::move(of_work)));
  return result;
}

std::string machine_description() {
  double load = 0;
  getloadavg(&load, 1);
  std::string text = "* processor: " + fact("/proc/cpuinfo", "model name") + ", " +
                     std::to_string(std::thread::hardware_concurrency()) + " cores\n";
  text += "* system: " + fact("/etc/os-release", "PRETTY_NAME") + "\n";
  text += "* compiler: " MBS_BENCH_COMPILER "\n";
  text += "* load of the machine at the start (1 is one busy core): " +
          std::to_string(load).substr(0, 4) + "\n";
  return text;
}

}  // namespace bench

// Sweeps: 64 passes on one core and on all, and what a short pass costs.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>

#include "bench/mbs_workload.hpp"
#include "bench/measure.hpp"
#include "bench/sections.hpp"
#include "runtime/study/executor.hpp"

namespace bench {
namespace {

struct Times {
  double wall = 0, user = 0;
};

Times execute(const MbsWorkload& script, int jobs) {
  mbs::BufferedSink sink;
  mbs::ExecuteOptions options;
  options.jobs = jobs;
  const double wall = wall_seconds(), user = user_seconds();
  mbs::Executor(script.scenario(), options, sink).execute_all();
  return {wall_seconds() - wall, user_seconds() - user};
}

// "[low, ..., high]"
std::string values(double low, double high, int count) {
  std::string text = "[";
  for (int i = 0; i < count; ++i)
    text += (i ? ", " : "") + std::to_string(low + (high - low) * i / (count - 1));
  return text + "]";
}

// Every statement of the example that shows something left out.
std::string crank_sweep(const Setup& setup, const char* duration, const std::string& friction) {
  std::string script = read_text(setup.examples + "/slider_crank.mbs");
  script.resize(script.find("simulate"));
  return script + "sweep mu in " + friction + " {\n  simulate " + duration +
         "\n  table { mu, hits = count(B.impacts), max(abs(motor.torque)) in N*m }\n}\n";
}

// The same passes dealt out to processes with one job each, started together: what the machine
// gives to programs that share nothing.
Times execute_apart(const std::vector<MbsWorkload>& parts) {
  const double wall = wall_seconds(), user = user_seconds_of_children();
  for (const MbsWorkload& part : parts) {
    const pid_t child = fork();
    if (child < 0) std::exit(2);
    if (child > 0) continue;
    execute(part, 1);
    _exit(0);
  }
  while (wait(nullptr) > 0) {
  }
  return {wall_seconds() - wall, user_seconds_of_children() - user};
}

Times median_of(const std::function<Times()>& work, int rounds) {
  std::vector<double> wall, user;
  for (int i = 0; i < rounds; ++i) {
    const Times times = work();
    wall.push_back(times.wall), user.push_back(times.user);
  }
  return {median(wall), median(user)};
}

// "[0.001, 0.003, ...]": from `first` on, every `stride`-th of the 64.
std::string frictions(int first, int stride) {
  std::string text;
  for (int i = first; i < 64; i += stride)
    text += (text.empty() ? "[" : ", ") + std::to_string(0.001 * (i + 1));
  return text + "]";
}

void scaling(const Setup& setup) {
  const char* duration = setup.quick ? "3 ms" : "24 ms";
  const MbsWorkload script(crank_sweep(setup, duration, frictions(0, 1)));
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  std::printf(
      "\n### Sweep of 64 passes of the slider-crank with friction\n\n"
      "| passes at a time | by | s of wall time | s of user time | speed-up |\n"
      "|---|---|---|---|---|\n");
  double alone = 0;
  const auto row = [&](int jobs, const char* by, const Times& times) {
    if (jobs == 1) alone = times.wall;
    std::printf("| %d | %s | %.2f | %.2f | %.2f |\n", jobs, by, times.wall, times.user,
                alone / times.wall);
    std::fflush(stdout);
  };
  for (int jobs = 1; jobs <= cores; jobs *= 2) {
    row(jobs, jobs == 1 ? "one thread" : "threads of one process",
        median_of([&] { return execute(script, jobs); }, setup.rounds()));
    if (jobs == 1) continue;
    std::vector<MbsWorkload> parts;
    for (int i = 0; i < jobs; ++i)
      parts.emplace_back(crank_sweep(setup, duration, frictions(i, jobs)));
    row(jobs, "processes of their own",
        median_of([&] { return execute_apart(parts); }, setup.rounds()));
  }
}

void short_passes(const Setup& setup) {
  const MbsWorkload script(
      std::string(
          "param speed = 0.5 m/s\n"
          "body left  { shape = sphere(50 mm), material = steel, at = (-50.1, 0) mm, velocity = "
          "(speed, 0 m/s) }\n"
          "body right { shape = sphere(50 mm), material = steel, at = (50, 0) mm }\n"
          "contact hit: left to right { law = flores(0.8) }\n") +
      "sweep speed in " + values(0.3, 0.7, 201) +
      " m/s {\n  simulate 1 ms { tol = 4e-6 }\n"
      "  table { speed, hit.impacts[1].restitution }\n}\n");
  const Times times = median_of([&] { return execute(script, 1); }, setup.rounds());
  std::printf(
      "\n### A pass of a sweep: one impact of two spheres, 201 passes\n\n%.3f ms of user time per "
      "pass\n",
      1e3 * times.user / 201);
  std::fflush(stdout);
}

}  // namespace

void sweeps(const Setup& setup) {
  short_passes(setup);
  scaling(setup);
}

}  // namespace bench

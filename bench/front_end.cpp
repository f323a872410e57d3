// What comes before a run: the start of the program, reading and checking a long script.
#include <cstdio>
#include <cstdlib>

#include "bench/mbs_workload.hpp"
#include "bench/measure.hpp"
#include "bench/sections.hpp"
#include "lang/syntax/parse.hpp"

namespace bench {
namespace {

// Time of a process of its own, shell included.
double process_seconds(const std::string& command, int rounds) {
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) {
    const double begin = user_seconds_of_children();
    if (std::system((command + " > /dev/null").c_str()) != 0) return -1;
    times.push_back(user_seconds_of_children() - begin);
  }
  return median(times);
}

// Ten lines for each link of a chain, as people write them.
std::string long_script(int lines) {
  std::string text = "mbs 1\nworld planar { gravity = (0, -9.81) m/s^2 }\nparam c = 0.1 mm\n";
  for (int i = 0; 10 * i < lines; ++i) {
    const std::string n = std::to_string(i),
                      before = i ? "b" + std::to_string(i - 1) + ".tip" : std::string("ground");
    text += "## Link " + n + " of the chain.\nparam m" + n + " = 0.1 kg\nlet half" + n +
            " = 25 mm  # to the centre of mass\nbody b" + n + " {\n  mass = m" + n +
            ", inertia = m" + n + " * (50 mm)^2 / 12\n  cm = (half" + n +
            ", 0 mm), point tip = (2*half" + n + ", 0 mm)\n}\nclearance j" + n + ": " + before +
            " in b" + n +
            " {\n  bearing = 5 mm, clearance = c, material = steel, law = "
            "lankarani_nikravesh(0.8)\n}\n";
  }
  return text + "simulate 1 ms\n";
}

}  // namespace

void front_end(const Setup& setup) {
  std::printf("\n### Before a run\n\n| | ms of user time |\n|---|---|\n");
  const double start = process_seconds(setup.program + " -e 'let a = 1'", 3 * setup.rounds());
  std::printf("| start of the program on an empty script, shell included | %.1f |\n", 1e3 * start);
  const std::string text = long_script(5000);
  const auto parse = [&] {
    mbs::SourceMap sources;
    mbs::Diagnostics diagnostics;
    mbs::parse(sources, sources.add("long.mbs", text), diagnostics);
  };
  const std::vector<double> seconds =
      times_of({parse, [&] { MbsWorkload checked(text); }}, setup.rounds());
  std::printf("| parsing a script of 5,000 lines | %.1f |\n", 1e3 * seconds[0]);
  std::printf("| parsing, checking and building it (500 bodies, 500 clearance joints) | %.1f |\n",
              1e3 * seconds[1]);
  std::fflush(stdout);
}

}  // namespace bench

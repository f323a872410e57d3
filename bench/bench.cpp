// Runs mbs beside programs written by hand for one mechanism each, and beside other engines where
// they are installed, and prints tables of CPU times at equal error, their ratios and counters.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/measure.hpp"
#include "bench/sections.hpp"

namespace {

using namespace bench;

struct Section {
  const char* name;
  void (*run)(const Setup&);
  bool always = true;  // also if none is named
};

constexpr Section sections[] = {
    {"slider_crank", slider_crank},
    {"ball", ball},
    {"spheres", spheres},
    {"squeezer", squeezer},
    {"four_bar", four_bar},
    {"space", space},
    {"chains", chains},
    {"balls", balls},
    {"sweeps", sweeps},
    {"front_end", front_end},
    {"memory", memory},
    {"references", references, false},
};

int usage() {
  std::fprintf(
      stderr,
      "usage: mbs_bench --examples DIR --peers DIR --mbs FILE [--simbody FILE] [--quick] "
      "[SECTION...]\n       mbs_bench --examples DIR --peers DIR --mbs FILE --one WORKLOAD "
      "[--program INDEX] [--tol TOL] SECTION\nsections:");
  for (const Section& section : sections) std::fprintf(stderr, " %s", section.name);
  std::fprintf(stderr, "\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  Setup setup;
  std::vector<std::string> wanted;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const auto value = [&] { return i + 1 < argc ? std::string(argv[++i]) : std::string(); };
    if (argument == "--quick")
      setup.quick = true;
    else if (argument == "--examples")
      setup.examples = value();
    else if (argument == "--peers")
      setup.peers = value();
    else if (argument == "--mbs")
      setup.program = value();
    else if (argument == "--simbody")
      setup.simbody = value();
    else if (argument == "--one")
      setup.one = value();
    else if (argument == "--program")
      setup.which = std::atoi(value().c_str());
    else if (argument == "--tol")
      setup.tol = std::atof(value().c_str());
    else
      wanted.push_back(argument);
  }
  if (setup.examples.empty() || setup.program.empty() || setup.peers.empty()) return usage();
  for (const std::string& name : wanted) {
    bool known = false;
    for (const Section& section : sections) known |= name == section.name;
    if (!known) return usage();
  }
  if (setup.one.empty()) std::printf("%s", machine_description().c_str());
  for (const Section& section : sections) {
    bool run = wanted.empty() && section.always;
    for (const std::string& name : wanted) run |= name == section.name;
    if (run) section.run(setup);
  }
}

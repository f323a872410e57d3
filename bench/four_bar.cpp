// Four-bar with clearance at both pins of its coupler.
#include <cmath>

#include "bench/compare.hpp"
#include "bench/mbs_workload.hpp"
#include "bench/sections.hpp"

namespace bench {

// There is no program by hand: the error is the largest of the times of the first three contacts at
// the first pin against the program itself at 1e-10.
void four_bar(const Setup& setup) {
  const double end = 0.3, check = 0.01;
  const auto script = std::make_shared<MbsWorkload>(read_text(setup.examples + "/four_bar.mbs"));
  Comparison c;
  c.title = "Four-bar with two clearances, 0.3 s (contacts at the first pin up to 10 ms, s)";
  c.wanted = 1e-6, c.check = check;
  c.programs = {mbs_program(
      script, end, [](const MbsWorkload&, const mbs::Run&) { return std::vector<double>(); })};
  const std::vector<double> fine = c.programs[0].solve(1e-10, check).onsets;
  c.error = [fine](const Result& result) {
    double worst = 0;
    for (std::size_t i = 0; i < 3 && i < fine.size(); ++i)
      worst = i < result.onsets.size() ? std::fmax(worst, std::abs(result.onsets[i] - fine[i]))
                                       : INFINITY;
    return worst;
  };
  compare(setup, c);
}

}  // namespace bench

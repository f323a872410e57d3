// Slider-crank with clearance: with and without friction, two laws, short and long.
#include <cmath>

#include "bench/by_hand.hpp"
#include "bench/mbs_workload.hpp"
#include "bench/problems.hpp"
#include "bench/references.hpp"
#include "bench/sections.hpp"
#include "lang/scenario/compile_options.hpp"

namespace bench {
namespace {

// The largest error of angle, travel and rates, in radians, crank lengths and the crank's speeds.
double state_error(const std::vector<double>& y, const std::vector<double>& reference) {
  const SliderCrank<double> p;
  const double scales[] = {1, p.crank, p.omega, p.omega * p.crank};
  double worst = 0;
  for (int i = 0; i < 4; ++i) {
    const double error = std::abs(y[i] - reference[i]) / scales[i];
    if (!(error <= worst)) worst = error;
  }
  return std::isnan(worst) ? INFINITY : worst;
}

std::vector<double> state_of(const MbsWorkload& script, const mbs::Run& run) {
  return {script.coordinate(run, "rod", 2, 0), script.coordinate(run, "slider", 0, 0),
          script.coordinate(run, "rod", 2, 1), script.coordinate(run, "slider", 0, 1)};
}

void variant(const Setup& setup, const std::string& title, const std::string& name, double end,
             const SliderCrank<double>& problem, const std::vector<double>& reference,
             const std::vector<mbs::Override>& params) {
  const double depth = 1.8e-5;  // m, penetration at 1 m/s: positions count as in mbs
  Comparison c;
  c.title = "Slider-crank with clearance, " + title + " (error of the state at 1.5 ms)";
  c.name = name, c.id = name == "slider_crank" ? name : "";
  c.wanted = 1e-5, c.check = slider_crank_check, c.reference = reference;
  c.error = [reference](const Result& result) { return state_error(result.y, reference); };
  c.programs = by_hand(problem, end, {depth / 0.12, depth, 1 / 0.12, 1});
  std::string script = read_text(setup.examples + "/slider_crank.mbs");
  script.resize(script.find("simulate"));  // what it asks of its own run
  add_mbs(c.programs, std::make_shared<MbsWorkload>(script, params), end, state_of);
  compare(setup, c);
}

}  // namespace

void slider_crank(const Setup& setup) {
  SliderCrank<double> plain, rough, cylinder;
  rough.mu = 0.03;
  cylinder.cylinder = true;
  variant(setup, "24 ms, Lankarani-Nikravesh", "slider_crank", 24e-3, plain, slider_crank_end, {});
  variant(setup, "3 ms, Lankarani-Nikravesh", "slider_crank_3ms", 3e-3, plain, slider_crank_end,
          {});
  variant(setup, "24 ms, Lankarani-Nikravesh, friction 0.03", "slider_crank_friction", 24e-3, rough,
          rough_end, {{"mu", "0.03"}});
  variant(setup, "24 ms, ESDU 78035, implicit", "slider_crank_esdu", 24e-3, cylinder, cylinder_end,
          {{"model", "esdu_78035"}});
}

}  // namespace bench

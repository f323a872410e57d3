// Andrews' squeezer against its published reference.
#include "bench/compare.hpp"
#include "bench/cvode_driver.hpp"
#include "bench/mbs_workload.hpp"
#include "bench/sections.hpp"
#include "bench/squeezer_by_hand.hpp"

namespace bench {
namespace {

constexpr double end = 0.03;

Cost by_cvode(Method method, double tol, double until, std::vector<double>& y) {
  CvodeProblem problem;
  problem.size = andrews_size;
  problem.rates = [](double, const double* at, double* dy) { andrews_rates(at, dy); };
  CvodeOptions options;
  options.method = method, options.relative = tol;
  options.absolute.fill(tol);
  y.resize(andrews_size);
  andrews_start(y.data());
  return integrate_cvode(problem, options, y.data(), until);
}

Program cvode_program(const char* name, Method method) {
  return {name,
          [=](double tol, double until) {
            Result result;
            by_cvode(method, tol, until, result.y);
            return result;
          },
          [=](double tol) {
            std::vector<double> y;
            return by_cvode(method, tol, end, y);
          }};
}

// The seven angles of the problem's statement from the bodies' own.
std::vector<double> angles_of(const MbsWorkload& script, const mbs::Run& run) {
  const auto angle = [&](const char* body) { return script.coordinate(run, body, 2, 0); };
  const double b = angle("K1"), e = angle("K7"), d = angle("K5");
  return {b, angle("K2") - b, angle("K3"), angle("K4") - d, d, angle("K6") - e, e};
}

}  // namespace

void squeezer(const Setup& setup) {
  Comparison c;
  c.title = "Andrews' squeezer, 0.03 s (largest error of the angles, rad)";
  c.name = "squeezer";
  c.id = "squeezer", c.wanted = 1e-5, c.check = end;
  c.error = [](const Result& result) { return andrews_error(result.y.data()); };
  c.programs = {cvode_program("CVODE Adams, index 1, by hand", Method::adams),
                cvode_program("CVODE BDF, index 1, by hand", Method::bdf)};
  const auto script =
      std::make_shared<MbsWorkload>(read_text(setup.examples + "/andrews_squeezer.mbs"));
  add_mbs(c.programs, script, end, angles_of);
  compare(setup, c);
}

}  // namespace bench

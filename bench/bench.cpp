// Runs mbs and programs written by hand for one mechanism each side by side, and prints a table of
// CPU times at equal error, their ratios, and counters. Usage: bench EXAMPLES-FOLDER MBS-PROGRAM
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "bench/andrews.hpp"
#include "bench/cvode_driver.hpp"
#include "bench/dopri.hpp"
#include "bench/mbs_workload.hpp"
#include "bench/problems.hpp"

namespace {

using namespace bench;

// What one program gives at one tolerance.
struct Outcome {
  double error = 0;
  long steps = 0, evaluations = 0, impacts = 0;
};
struct Program {
  std::string name;
  std::function<double(double tol)> error;  // at the time errors are compared at
  std::function<Outcome(double tol)> work;  // the whole workload, timed
};

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// Median user time of seven batches, each long enough for the clock.
double time_of(const std::function<void()>& work) {
  std::vector<double> times;
  for (int batch = 0; batch < 7; ++batch) {
    const double begin = cpu_seconds();
    int runs = 0;
    do work(), ++runs;
    while (cpu_seconds() - begin < 0.02);
    times.push_back((cpu_seconds() - begin) / runs);
  }
  std::nth_element(times.begin(), times.begin() + 3, times.end());
  return times[3];
}

// The loosest tolerance whose error, and that of the next tighter one, is small enough.
double tolerance_for(const Program& program, double wanted) {
  for (double tol = 1e-3; tol > 1e-12; tol /= 2)
    if (program.error(tol) <= wanted && program.error(tol / 2) <= wanted) return tol;
  return 1e-12;
}

void compare(const char* title, double wanted, const std::vector<Program>& programs) {
  std::printf("\n### %s, error <= %g\n\n", title, wanted);
  std::printf("| program | tol | error | ms | ratio | steps | evaluations | impacts |\n");
  std::printf("|---|---|---|---|---|---|---|---|\n");
  double baseline = 0;
  for (const Program& program : programs) {
    const double tol = tolerance_for(program, wanted);
    Outcome outcome;
    const double seconds = time_of([&] { outcome = program.work(tol); });
    if (baseline == 0) baseline = seconds;
    std::printf("| %s | %.1e | %.1e | %.3f | %.2f | %ld | %ld | %ld |\n", program.name.c_str(), tol,
                program.error(tol), 1e3 * seconds, seconds / baseline, outcome.steps,
                outcome.evaluations, outcome.impacts);
  }
}

Outcome of(const Cost& cost) {
  return {0, cost.steps, cost.evaluations, cost.impacts};
}

Outcome of(const mbs::Run& run) {
  long impacts = 0;
  for (const auto& contact : run.impacts) impacts += static_cast<long>(contact.size());
  return {0, run.counters.steps, run.counters.residuals, impacts};
}

// One of problems.hpp by CVODE and by Dormand-Prince.
template <template <class> class Problem, class State>
std::vector<Program> by_hand(double check, double end, std::vector<double> scales,
                             std::function<double(const double*)> error) {
  using P = Problem<double>;
  const auto cvode = [=](Method method, double tol, double until, double* y) {
    P problem;
    CvodeOptions options;
    options.method = method, options.relative = 0;
    for (std::size_t i = 0; i < scales.size(); ++i) options.absolute[i] = tol * scales[i];
    const auto start = problem.start();
    std::copy(start.begin(), start.end(), y);
    const CvodeProblem adapted = adapt(problem);
    return integrate_cvode(adapted, options, y, until);
  };
  std::vector<Program> programs;
  for (const Method method : {Method::adams, Method::bdf}) {
    programs.push_back({method == Method::adams ? "CVODE Adams, by hand" : "CVODE BDF, by hand",
                        [=](double tol) {
                          double y[P::size];
                          cvode(method, tol, check, y);
                          return error(y);
                        },
                        [=](double tol) {
                          double y[P::size];
                          return of(cvode(method, tol, end, y));
                        }});
  }
  const auto dopri = [=](double tol, double until, State& y) {
    P problem;
    Dopri<double, P> method(problem, tol);
    y = method.run(until);
    return method.cost;
  };
  programs.push_back({"Dormand-Prince, by hand",
                      [=](double tol) {
                        State y;
                        dopri(tol, check, y);
                        return error(y.data());
                      },
                      [=](double tol) {
                        State y;
                        return of(dopri(tol, end, y));
                      }});
  return programs;
}

template <template <class> class Problem>
auto reference(double until) {
  Problem<long double> problem;
  Dopri<long double, Problem<long double>> method(problem, 1e-15L);
  return method.run(until);
}

void slider_crank(const std::string& examples) {
  const double check = 1.5e-3, end = 24e-3;
  const auto ref = reference<SliderCrank>(check);
  const auto error = [ref](const double* y) { return SliderCrank<double>().error(y, ref); };
  const double depth = 1.8e-5;  // penetration at 1 m/s: positions count as in mbs
  auto programs = by_hand<SliderCrank, std::array<double, 4>>(
      check, end, {depth / 0.12, depth, 1 / 0.12, 1}, error);
  const auto script = std::make_shared<MbsWorkload>(read_text(examples + "/slider_crank.mbs"));
  programs.push_back({"mbs",
                      [=](double tol) {
                        const mbs::Run run = script->run(check, tol);
                        const double y[] = {script->coordinate(run, "rod", 2, 0),
                                            script->coordinate(run, "slider", 0, 0),
                                            script->coordinate(run, "rod", 2, 1),
                                            script->coordinate(run, "slider", 0, 1)};
                        return error(y);
                      },
                      [=](double tol) { return of(script->run(end, tol)); }});
  compare("Slider-crank with clearance, 24 ms (error of the state at 1.5 ms)", 1e-5, programs);
}

void spheres() {
  const double end = 1e-3;
  const auto ref = reference<Spheres>(end);
  const auto error = [ref](const double* y) { return std::abs(y[1] - double(ref[1])) / 0.5; };
  auto programs = by_hand<Spheres, std::array<double, 2>>(end, end, {1e-4, 1}, error);
  const auto script = std::make_shared<MbsWorkload>(
      "body left  { shape = sphere(50 mm), material = steel, at = (-50.1, 0) mm, velocity = (0.5, "
      "0) m/s }\n"
      "body right { shape = sphere(50 mm), material = steel, at = (50, 0) mm }\n"
      "contact hit: left to right { law = flores(0.8) }\n");
  programs.push_back({"mbs",
                      [=](double tol) {
                        const mbs::Run run = script->run(end, tol);
                        const double v = script->coordinate(run, "right", 0, 1) -
                                         script->coordinate(run, "left", 0, 1);
                        const double y[] = {0, v};
                        return error(y);
                      },
                      [=](double tol) { return of(script->run(end, tol)); }});
  compare("One impact of two spheres (error of the restitution)", 1e-5, programs);
}

void ball() {
  const double check = 1.5, end = 10;
  const auto ref = reference<Ball>(check);
  const auto error = [ref](const double* y) { return std::abs(y[0] - double(ref[0])); };
  auto programs = by_hand<Ball, std::array<double, 2>>(check, end, {1.5e-5, 1}, error);
  const auto script = std::make_shared<MbsWorkload>(
      "world planar { gravity = (0, -9.81) m/s^2 }\n"
      "body ball { shape = sphere(100 mm), mass = 1 kg, at = (0, 1) m }\nbody table { shape = "
      "plane }\n"
      "drive shake: table = (0, 0.5 m + 0.1 m * sin(7.5 rad/s * t))\n"
      "contact hit: ball to table { law = flores(0.9, K = 1.4e12 N/m^1.5) }\n");
  programs.push_back({"mbs",
                      [=](double tol) {
                        const mbs::Run run = script->run(check, tol);
                        const double y[] = {script->coordinate(run, "ball", 1, 0) -
                                            script->coordinate(run, "table", 1, 0) - 0.1};
                        return error(y);
                      },
                      [=](double tol) { return of(script->run(end, tol)); }});
  compare("Ball on a shaking table, 10 s with quasi-rest (error of the gap at 1.5 s, m)", 1e-5,
          programs);
}

void andrews(const std::string& examples) {
  const double end = 0.03;
  const auto cvode = [=](Method method, double tol, double* y) {
    CvodeProblem problem;
    problem.size = andrews_size;
    problem.rates = [](double, const double* at, double* dy) { andrews_rates(at, dy); };
    CvodeOptions options;
    options.method = method, options.relative = tol;
    options.absolute.fill(tol);
    andrews_start(y);
    return integrate_cvode(problem, options, y, end);
  };
  std::vector<Program> programs;
  for (const Method method : {Method::adams, Method::bdf})
    programs.push_back(
        {method == Method::adams ? "CVODE Adams, index 1, by hand" : "CVODE BDF, index 1, by hand",
         [=](double tol) {
           double y[andrews_size];
           cvode(method, tol, y);
           return andrews_error(y);
         },
         [=](double tol) {
           double y[andrews_size];
           return of(cvode(method, tol, y));
         }});
  const auto script = std::make_shared<MbsWorkload>(read_text(examples + "/andrews_squeezer.mbs"));
  programs.push_back(
      {"mbs",
       [=](double tol) {
         const mbs::Run run = script->run(end, tol);
         const auto angle = [&](const char* body) { return script->coordinate(run, body, 2, 0); };
         const double b = angle("K1"), e = angle("K7"), d = angle("K5");
         const double y[] = {b, angle("K2") - b, angle("K3"), angle("K4") - d, d, angle("K6") - e,
                             e};
         return andrews_error(y);
       },
       [=](double tol) { return of(script->run(end, tol)); }});
  compare("Andrews' squeezer, 0.03 s (largest error of the angles, rad)", 1e-5, programs);
}

// Joints with clearance in a row, hanging and swinging: cost per step and body.
void chains() {
  std::printf(
      "\n### Chains of clearance joints, 20 ms at tol 1e-6\n\n| joints | steps | us per step and "
      "body | residuals per step |\n|---|---|---|---|\n");
  for (const int n : {10, 100, 1000}) {
    std::string s =
        "world planar { gravity = (0, -9.81) m/s^2 }\ndefault clearance { bearing = 5 mm, "
        "clearance = 0.1 mm, material = steel, law = lankarani_nikravesh(0.8) }\n";
    for (int i = 0; i < n; ++i)
      s += "body b" + std::to_string(i) +
           " { mass = 0.1 kg, inertia = 1e-4 kg*m^2, cm = (25, 0) mm, point tip = (50, 0) mm "
           "}\nclearance j" +
           std::to_string(i) + ": " +
           (i ? "b" + std::to_string(i - 1) + ".tip" : std::string("ground")) + " in b" +
           std::to_string(i) + " { }\n";
    const MbsWorkload script(s);
    const double begin = cpu_seconds();
    const mbs::Run run = script.run(0.02, 1e-6);
    const double seconds = cpu_seconds() - begin;
    const double steps = static_cast<double>(run.counters.steps);
    std::printf("| %d | %.0f | %.3f | %.2f |\n", n, steps, 1e6 * seconds / steps / n,
                run.counters.residuals / steps);
  }
}

// Start-up: an empty script, library included, as a process of its own.
void start_up(const std::string& program) {
  const std::string command = program + " -e 'let a = 1' > /dev/null";
  std::vector<double> times;
  for (int i = 0; i < 15; ++i) {
    rusage before{}, after{};
    getrusage(RUSAGE_CHILDREN, &before);
    if (std::system(command.c_str()) != 0) return;
    getrusage(RUSAGE_CHILDREN, &after);
    const auto seconds = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    times.push_back(seconds(after.ru_utime) + seconds(after.ru_stime) - seconds(before.ru_utime) -
                    seconds(before.ru_stime));
  }
  std::nth_element(times.begin(), times.begin() + 7, times.end());
  std::printf("\n### Start-up of an empty script, shell included\n\n%.1f ms\n", 1e3 * times[7]);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: bench EXAMPLES-FOLDER MBS-PROGRAM\n"), 2;
  slider_crank(argv[1]);
  ball();
  spheres();
  andrews(argv[1]);
  chains();
  start_up(argv[2]);
}

// Joints with clearance in a row, hanging and swinging: cost per step and body.
#include <cstdio>

#include "bench/counted.hpp"
#include "bench/mbs_workload.hpp"
#include "bench/measure.hpp"
#include "bench/sections.hpp"

namespace bench {

std::string chain_of(int joints) {
  std::string text =
      "world planar { gravity = (0, -9.81) m/s^2 }\ndefault clearance { bearing = 5 mm, "
      "clearance = 0.1 mm, material = steel, law = lankarani_nikravesh(0.8) }\n";
  for (int i = 0; i < joints; ++i) {
    const std::string name = std::to_string(i), before = "b" + std::to_string(i - 1) + ".tip";
    text += "body b" + name +
            " { mass = 0.1 kg, inertia = 1e-4 kg*m^2, cm = (25, 0) mm, point tip = (50, 0) mm }\n";
    text += "clearance j" + name + ": " + (i ? before : "ground") + " in b" + name + " { }\n";
  }
  return text;
}

namespace {

constexpr double duration = 0.02;  // s
constexpr Engine engines[] = {Engine::ida, Engine::explicit_steps, Engine::in_turns};

void chain_one(const Setup& setup, int joints) {
  for (int i = 0; i < 3; ++i)
    if (setup.which < 0) std::printf("%d\t%s\n", i, name_of(engines[i]));
  if (setup.which < 0 || setup.which > 2) return;
  const MbsWorkload script(chain_of(joints));
  const Engine engine = engines[setup.which];
  count_one(setup, name_of(engine),
            [&] { return cost_of(script.run(duration, setup.tol, engine)); }, {});
}

void chain_row(const Setup& setup, int joints, Engine engine, double& of_ten) {
  const MbsWorkload script(chain_of(joints));
  Cost cost;
  const auto work = [&] { cost = cost_of(script.run(duration, 1e-6, engine)); };
  const double seconds = times_of({work}, setup.rounds())[0];
  const double steps = static_cast<double>(cost.steps);
  const double each = 1e6 * seconds / steps / joints;
  if (of_ten == 0) of_ten = each;
  std::printf("| %d | %s | %.1f | %ld | %.3f | %.2f | %.2f | %.3f | %ld |\n", joints,
              name_of(engine), 1e3 * seconds, cost.steps, each, each / of_ten,
              static_cast<double>(cost.evaluations) / steps,
              static_cast<double>(cost.factorizations) / steps, cost.restarts);
  std::fflush(stdout);
}

}  // namespace

void chains(const Setup& setup) {
  constexpr int joints[] = {10, 100, 1000, 3000};
  if (!setup.one.empty()) {
    for (const int n : joints)
      if (asked_for(setup, "chain_" + std::to_string(n))) chain_one(setup, n);
    return;
  }
  std::printf(
      "\n### Chains of clearance joints, 20 ms at tol 1e-6\n\n"
      "| joints | by | ms | steps | us per step and body | of that at 10 | evaluations per step | "
      "factorizations per step | restarts |\n"
      "|---|---|---|---|---|---|---|---|---|\n");
  for (const Engine engine : {Engine::ida, Engine::in_turns}) {
    double of_ten = 0;
    for (const int n : joints)
      if (!setup.quick || n < 1000) chain_row(setup, n, engine, of_ten);
  }
}

}  // namespace bench

// Many rigid balls in steps of fixed length: what a step costs, what it gives and takes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "runtime/elements/energy.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/record/simulation_options.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// Columns of balls of 5 mm, thrown a little every way, above a floor between two walls.
std::string heap_of(int columns, int layers) {
  const std::string n = std::to_string(columns), m = std::to_string(layers);
  return "mbs 1\nworld planar { gravity = (0, -9.81) m/s^2 }\n"
         "for i in 1.." +
         n + " { for k in 1.." + m + " { body ball[" + m +
         "*(i - 1) + k] {\n"
         "shape = sphere(5 mm), mass = 4 g, at = (12 mm * i - 1 mm * (k - 2 * floor(k/2)), 12 mm * "
         "k)\n"
         "velocity = (0.2 * sin(2.4 * i + k), 0.2 * cos(3.1 * k - i)) m/s } } }\n"
         "point bottom = (0, 0) { shape = plane }\n"
         "point left = (0, 0) { angle = -90 deg, shape = plane }\n"
         "point right = (12 mm * (" +
         n +
         " + 1), 0) { angle = 90 deg, shape = plane }\n"
         "contacts heap { among = [ball, bottom, left, right], law = newton(0.3), friction = "
         "coulomb(0.3) }\n";
}

Run run_in_steps(const std::string& text, double duration, double step) {
  Compiled compiled = compile_text(text);
  const auto scenario = std::make_shared<const ir::Scenario>(compiled.scenario());
  ir::Simulate what;
  what.duration = duration;
  what.step = step;
  Diagnostics diagnostics;
  return simulate(build(scenario), what, {}, nullptr, diagnostics);
}

// J, kinetic and potential, of each sample.
std::vector<double> mechanical_energies(const Run& run) {
  Workspace w(*run.model);
  std::vector<double> all;
  for (std::size_t i = 0; i < run.size(); ++i)
    all.push_back(mechanical(energies(*run.model, run.y_at(i).data(), w)));
  return all;
}

}  // namespace

TEST_CASE("a heap only loses energy, and overlaps by less than a step's way") {
  constexpr double h = 5e-4, duration = 0.2;
  const Run run = run_in_steps(heap_of(15, 20), duration, h);
  REQUIRE(run.termination == Termination::finished);
  const std::vector<double> energy = mechanical_energies(run);
  // Positions that are mended lift bodies by what they have sunk in the step: m g (g h^2) of each.
  const double lift = 300 * 4e-3 * 9.81 * 9.81 * h * h;
  double lowest = energy.front();
  for (const double e : energy) {
    CHECK(e <= lowest + lift);
    lowest = std::min(lowest, e);
  }
  CHECK(energy.back() < 0.65 * energy.front());
  CHECK(run.energy.largest_error() < 1e-11);
  // Nothing is faster than what falls by the height of the heap, 0.24 m, with 0.2 m/s.
  const double fastest = std::sqrt(2 * 9.81 * 0.24 + 0.2 * 0.2);
  CHECK(run.stepping->deepest < fastest * h);
  CHECK(run.audit.groups[0].value < fastest * h);
  CHECK(run.modes.last().groups[0].hits > 300);
}

TEST_CASE("the cost of a step grows with its contacts") {
  const auto cost = [](int columns) {
    const Run run = run_in_steps(heap_of(columns, 4), 0.1, 1e-3);
    REQUIRE(run.termination == Termination::finished);
    return *run.stepping;
  };
  const SteppingRecord few = cost(25), many = cost(250);  // 100 and 1000 balls in four layers
  const double contacts = static_cast<double>(many.contacts) / static_cast<double>(few.contacts);
  CHECK(contacts > 9);
  CHECK(contacts < 11);
  // Sweeps of a step are those of its slowest place: more places, somewhat more of them.
  CHECK(static_cast<double>(many.sweeps) < 2 * static_cast<double>(few.sweeps));
  // Each cluster takes what it needs: by and large as many for each contact.
  CHECK(static_cast<double>(many.visits) < 1.2 * contacts * static_cast<double>(few.visits));
  CHECK(many.unconverged == 0);
}

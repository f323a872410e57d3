// What is said to stay as it is while the mode does: conditions over it alone are not looked at.
#include <doctest/doctest.h>

#include "runtime/record/run.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/signals/values.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;

namespace {

constexpr int signals = static_cast<int>(ContactSignal::spinning) + 1;

Slot signal_of_first(int signal) {
  return {SlotKind::contact_signal, 0, signal, 0};
}

bool stays(const Run& run, ContactSignal signal, const Mode& mode) {
  return stays(*run.model, signal_of_first(static_cast<int>(signal)), mode);
}

// A ball that falls askew on a floor, bounces and falls again.
Run bounce() {
  const test::Compiled c = test::compile_text(R"(mbs 1
world planar { gravity = (0, -9.81) m/s^2 }
body ball { shape = sphere(10 mm), material = steel, at = (0, 11) mm, velocity = (1, 0) m/s }
point floor = (0, 0) { shape = plane }
contact hit: ball to floor { law = flores(0.8, K = 1e7 N/m^1.5), friction = coulomb(0.2) }
simulate 60 ms { tol = 1e-8 }
)");
  const ModelPtr model = build(std::make_shared<const ir::Scenario>(c.scenario()));
  Diagnostics diagnostics;
  const auto what = std::get<ir::Simulate>(scenario(*model).actions[0]);
  return simulate(model, what, {}, nullptr, diagnostics);
}

}  // namespace

TEST_CASE("what stays while the mode does is the same at any two instants of it") {
  const Run run = bounce();
  REQUIRE_FALSE(run.failure.has_value());
  Workspace workspace(*run.model);
  ModeReader reader(run.modes);
  int compared = 0;
  for (std::size_t i = 0; i + 1 < run.size(); ++i) {
    const Mode mode = reader.at(i);
    for (int signal = 0; signal < signals; ++signal) {
      const Slot slot = signal_of_first(signal);
      if (!stays(*run.model, slot, mode)) continue;
      const auto value = [&](std::size_t at) {
        const Instant now{run.t[at], run.y_at(at).data(), run.yp_at(at).data(), &mode};
        return slot_value(*run.model, slot, now, workspace);
      };
      CHECK(value(i) == value(i + 1));
      ++compared;
    }
  }
  CHECK(compared > 100);
}

TEST_CASE("forces stay while a contact is open, what it remembers always, its place never") {
  const Run run = bounce();
  ModeReader reader(run.modes);
  bool was_open = false, was_closed = false;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const Mode& mode = reader.at(i);
    const bool open = !mode.contacts[0].armed;
    CHECK(stays(run, ContactSignal::FN, mode) == open);
    CHECK(stays(run, ContactSignal::force_x, mode) == open);
    CHECK(stays(run, ContactSignal::v_impact, mode));
    for (const auto moving : {ContactSignal::gap, ContactSignal::vt, ContactSignal::point_x})
      CHECK_FALSE(stays(run, moving, mode));
    (open ? was_open : was_closed) = true;
  }
  CHECK((was_open && was_closed));
}

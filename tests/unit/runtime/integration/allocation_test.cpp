// A step allocates nothing, neither between events nor at them, whatever the mechanism: only the
// record, the log and the list of impacts grow. What is made once, when it is first needed, is
// allowed for: scratch of the first events, room for contacts at rest, pivots chosen anew.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "runtime/record/simulation_options.hpp"
#include "runtime/run/simulation.hpp"
#include "tests/support/balls.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/mechanisms.hpp"
#include "tests/support/sanitizers.hpp"

namespace {

long allocations = 0;

}  // namespace

// Sanitizers count allocations themselves, before anything of ours may run.
#if defined(__GLIBC__) && !MBS_UNDER_ADDRESS_SANITIZER

// All that is asked of the C library, by C and by `new`.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);

void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* p, std::size_t size) {
  ++allocations;
  return __libc_realloc(p, size);
}
}

#else

namespace {

void* counted(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) {
  return counted(size);
}
void* operator new[](std::size_t size) {
  return counted(size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete[](void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}
void operator delete[](void* p, std::size_t) noexcept {
  std::free(p);
}

#endif

using namespace mbs;
using namespace mbs::test;

namespace {

// What may have to grow to hold one more sample, impact or line.
struct Room {
  std::size_t log, t, samples, bends, modes, impacts = 0;
  explicit Room(const Run& r)
      : log(r.log.capacity()),
        t(r.t.capacity()),
        samples(r.samples.bytes()),
        bends(r.bends.bytes()),
        modes(r.modes.bytes()) {
    for (const auto& rows : r.impacts) impacts += rows.capacity();
  }
  bool operator==(const Room&) const = default;
};

// What tells an event.
struct Happened {
  std::size_t log, modes;
  long restarts;
  explicit Happened(const Run& r)
      : log(r.log.size()), modes(r.modes.changes()), restarts(r.counters.restarts) {}
  bool operator==(const Happened&) const = default;
};

struct Steps {
  long quiet = 0, eventful = 0;
  long allocating = 0, allocating_at_events = 0;  // without any growth of the record
};

// Names are short enough to need no memory of their own. The first events make scratch memory:
// counted is what comes after `warm` of them.
Steps count_steps(ModelPtr model, double duration, long warm = 0,
                  const SimulationOptions& options = {}) {
  Diagnostics none;
  Simulation simulation(std::move(model), options, nullptr, none);
  REQUIRE(simulation.ready());
  Steps steps;
  for (bool more = true; more;) {
    const Happened before(simulation.run());
    const Room room(simulation.run());
    const long start = allocations;
    more = simulation.step(duration);
    const bool allocates = allocations > start && room == Room(simulation.run());
    const bool eventful = !(before == Happened(simulation.run()));
    ++(eventful ? steps.eventful : steps.quiet);
    if (!eventful) steps.allocating += allocates;
    if (eventful && steps.eventful > warm) steps.allocating_at_events += allocates;
  }
  CHECK(simulation.run().termination == Termination::finished);
  return steps;
}

ModelPtr model_of(const std::string& script) {
  const auto compiled = test::compile_text(script);
  return build(std::make_shared<const ir::Scenario>(compiled.scenario()));
}

// Clearance joints of different sizes in a row, which close one after another.
std::string chain(int joints) {
  std::string text =
      "world planar { gravity = (0, -9.81) m/s^2 }\ndefault clearance { bearing = 5 mm, "
      "material = steel, law = lankarani_nikravesh(0.8) }\n";
  for (int i = 0; i < joints; ++i) {
    const std::string name = std::to_string(i), before = "b" + std::to_string(i - 1) + ".tip";
    text += "body b" + name +
            " { mass = 0.1 kg, inertia = 1e-4 kg*m^2, cm = (25, 0) mm, point tip = (50, 0) mm }\n";
    text += (i ? "clearance j" : "revolute j") + name + ": " + (i ? before : "ground") + " in b" +
            name + (i ? " { clearance = " + std::to_string(0.01 * (1 + i % 7)) + " mm }\n" : "\n");
  }
  return text;
}

}  // namespace

TEST_CASE("steps allocate nothing") {
  SUBCASE("an impact") {
    const Mechanism b = two_spheres(power_law(2e10, 1.5, 0.3), 2, 0.5);
    const Steps steps = count_steps(b.build(), 1e-3);
    CHECK(steps.quiet > 30);
    CHECK(steps.allocating == 0);
  }
  SUBCASE("a ball that bounces and comes to rest") {
    const Mechanism b = ball_on_table(power_law(1e8, 1.5, 0.8), 0.7, 0);
    const Steps steps = count_steps(b.build(), 1.5, 4);
    CHECK(steps.quiet > 100);
    CHECK(steps.eventful > 20);
    CHECK(steps.allocating == 0);
    CHECK(steps.allocating_at_events <= 1);  // room for contacts at rest, when first needed
  }
  SUBCASE("sliding friction with conditions in its law") {
    const Mechanism b = ball_on_table(with_ambrosio(power_law(1e8, 1.5, 0.8), 0.3), 0.7, 0.02);
    const Steps steps = count_steps(b.build(), 0.5, 4);
    CHECK(steps.quiet > 50);
    CHECK(steps.eventful > 10);
    CHECK(steps.allocating == 0);
    CHECK(steps.allocating_at_events == 0);
  }
  SUBCASE("a ball that bounces, slides, sticks and rests") {
    const Steps steps = count_steps(
        model_of("world planar { gravity = (0, -9.81) m/s^2 }\n"
                 "body ball { shape = sphere(50 mm), mass = 1 kg, at = (0, 0.1) m, velocity = (1, "
                 "0) m/s }\npoint table = (0, 0) { shape = plane }\ncontact hit: ball to table { "
                 "law = flores(0.5, K = 1e8 N/m^1.5), friction = coulomb(0.3) }\n"),
        1, 6);
    CHECK(steps.eventful > 15);
    CHECK(steps.allocating == 0);
    CHECK(steps.allocating_at_events <= 1);  // room for contacts at rest, when first needed
  }
  SUBCASE("a slider-crank through its impacts") {
    const Mechanism b = SliderCrank(with_ambrosio(power_law(6.6e10, 1.5, 0.1), 0.03)).m;
    const Steps steps = count_steps(b.build(), 12e-3, 4);
    CHECK(steps.eventful > 30);
    CHECK(steps.allocating == 0);
    // Near the end the joint rests for the first and the second time, which makes room; and the
    // solver may choose new pivots.
    CHECK(steps.allocating_at_events <= 3);
  }
  SUBCASE("a chain of clearance joints, with a matrix that is sparse") {
    const Steps steps = count_steps(model_of(chain(60)), 0.03, 4);
    CHECK(steps.eventful > 30);
    CHECK(steps.allocating == 0);
    // The solver may choose new pivots, and is made anew where a contact closes that was left
    // alone.
    CHECK(steps.allocating_at_events <= 20);
  }
  SUBCASE("explicit steps of a slider-crank and of a loop") {
    SimulationOptions explicitly;
    explicitly.integrator = ir::IntegratorKind::explicit_steps;
    const Mechanism b = SliderCrank(with_ambrosio(power_law(6.6e10, 1.5, 0.1), 0.03)).m;
    const Steps steps = count_steps(b.build(), 6e-3, 4, explicitly);
    CHECK(steps.quiet > 300);
    CHECK(steps.eventful > 10);
    CHECK(steps.allocating <= 1);  // the tape that tells where a law bends, when first needed
    CHECK(steps.allocating_at_events <= 1);  // room for contacts at rest, when first needed
    const Steps loop = count_steps(SliderCrank({}, 0.3).m.build(), 12e-3, 0, explicitly);
    CHECK(loop.quiet > 50);
    CHECK(loop.allocating <= 1);  // room for what brings a loop back, when first needed
  }
  SUBCASE("balls moved island by island") {
    Balls balls;
    balls.b.s.gravity = {0, -9.81};
    balls.grid(3);
    balls.group(power_law(1e8, 1.5, 0.6), balls.box(0.18));
    SimulationOptions islands;
    islands.islands = true;
    const Steps steps = count_steps(balls.b.build(), 0.1, 0, islands);
    CHECK(steps.quiet > 300);
    CHECK(steps.allocating <= 6);  // where the list of what is near grows
  }
}

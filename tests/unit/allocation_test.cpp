// Between events a step allocates nothing, whatever the mechanism; only the record grows.
#include <doctest/doctest.h>

#include <cstdlib>
#include <new>

#include "tests/support/mechanisms.hpp"

namespace {

long allocations = 0;

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

using namespace mbs;
using namespace mbs::test;

namespace {

// What tells an event, and what may have to grow to hold one more sample.
struct Mark {
  std::size_t log, modes, t, samples;
  long restarts;
  explicit Mark(const Run& r)
      : log(r.log.size()),
        modes(r.modes.changes()),
        t(r.t.capacity()),
        samples(r.samples.bytes()),
        restarts(r.counters.restarts) {}
  bool operator==(const Mark&) const = default;
};

struct Steps {
  long quiet = 0, allocating = 0;  // without events or growth; those of them that allocate
};

Steps count_steps(const Builder& b, double duration) {
  Diagnostics none;
  Simulation simulation(build(b.s), {}, nullptr, none);
  REQUIRE(simulation.ready());
  Steps steps;
  for (bool more = true; more;) {
    const Mark before(simulation.run());
    const long start = allocations;
    more = simulation.step(duration);
    if (!(before == Mark(simulation.run()))) continue;
    ++steps.quiet;
    steps.allocating += allocations > start;
  }
  CHECK(simulation.run().termination == Termination::finished);
  return steps;
}

}  // namespace

TEST_CASE("steps between events allocate nothing") {
  SUBCASE("an impact") {
    const Steps steps = count_steps(two_spheres(power_law(2e10, 1.5, 0.3), 2, 0.5), 1e-3);
    CHECK(steps.quiet > 30);
    CHECK(steps.allocating == 0);
  }
  SUBCASE("a ball that bounces and comes to rest") {
    const Steps steps = count_steps(ball_on_table(power_law(1e8, 1.5, 0.8), 0.7, 0), 1.5);
    CHECK(steps.quiet > 100);
    CHECK(steps.allocating == 0);
  }
  SUBCASE("sliding friction with conditions in its law") {
    const Steps steps =
        count_steps(ball_on_table(with_ambrosio(power_law(1e8, 1.5, 0.8), 0.3), 0.7, 0.02), 0.5);
    CHECK(steps.quiet > 50);
    CHECK(steps.allocating == 0);
  }
}

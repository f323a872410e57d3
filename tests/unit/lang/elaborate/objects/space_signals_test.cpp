// Signals of bodies in space, as expressions: their rates against differences of a given motion.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "lang/expression/tape.hpp"
#include "lang/expression/tape_compile.hpp"
#include "lang/scenario/vectors.hpp"
#include "tests/support/compiled.hpp"

namespace mbs::test {
namespace {

// A body that turns and flies: r = (t^2, sin t, 2 t), first about z by 0.7 t, then about x by t^2.
struct Motion {
  double t;
  ir::Quaternion rotation() const {
    return ir::turn({0, 0, 1}, 0.7 * t) * ir::turn({1, 0, 0}, t * t);
  }
  ir::Vec3 origin() const { return {t * t, std::sin(t), 2 * t}; }
  ir::Vec3 velocity() const { return {2 * t, std::cos(t), 2}; }
  ir::Vec3 accel() const { return {2, -std::sin(t), 0}; }
  // (0, 0, 0.7) + 2 t x', where x' = (cos 0.7 t, sin 0.7 t, 0)
  ir::Vec3 spin() const { return {2 * t * std::cos(0.7 * t), 2 * t * std::sin(0.7 * t), 0.7}; }
  ir::Vec3 spin_rate() const {
    const double c = std::cos(0.7 * t), s = std::sin(0.7 * t);
    return {2 * c - 1.4 * t * s, 2 * s + 1.4 * t * c, 0};
  }
};

double part(const ir::Vec3& v, int i) {
  return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

double slot_value(const Slot& slot, const Motion& m) {
  if (slot.kind == SlotKind::body_spin)
    return part(slot.order == 0 ? m.spin() : m.spin_rate(), slot.index);
  REQUIRE(slot.kind == SlotKind::body_coordinate);
  if (slot.index < 3)
    return part(slot.order == 0   ? m.origin()
                : slot.order == 1 ? m.velocity()
                                  : m.accel(),
                slot.index);
  REQUIRE(slot.order == 0);  // rates of rotations are spins
  const ir::Quaternion q = m.rotation();
  return slot.index == 3 ? q.w : part(q.vector(), slot.index - 4);
}

double value_at(Graph graph, NodeId node, double t) {
  for (const Slot& slot : graph.slots_used(node))
    node = graph.substitute(node, graph.slot(slot), graph.constant(slot_value(slot, {t})));
  return graph.value(node);
}

}  // namespace

TEST_CASE("velocities and accelerations are the rates of positions and velocities") {
  const Compiled c = compile_text(R"(
world spatial { }
body b { mass = 1 kg, inertia = 1 g*m^2, point p = (0.3, -0.2, 0.5) m { z = (1, 2, 3) } }
point post = (1, 2, 3) m
spring s: b.p to post { stiffness = 1 N/m, length = 1 m }
force a: b = (b.p.x, b.p.y, b.p.z) * 1 N/m
force v: b = b.p.velocity * 1 kg/s
force w: b = b.p.accel * 1 kg
force l: b = (s.length, b.p.speed * 1 s, b.p.ez.x * 1 m) * 1 N/m
)");
  REQUIRE(c.codes() == "");
  const ir::Scenario& s = c.scenario();
  const auto value = [&](int force, int i, double t) {
    return value_at(s.graph, s.forces[force].value[i], t);
  };
  const double h = 1e-4;
  for (const double t : {0.2, 0.9}) {
    const Motion m{t};
    for (int i = 0; i < 3; ++i) {
      CAPTURE(i);
      const double rate = (value(0, i, t + h) - value(0, i, t - h)) / (2 * h);
      const double second = (value(1, i, t + h) - value(1, i, t - h)) / (2 * h);
      CHECK(value(0, i, t) ==
            doctest::Approx(part(m.origin() + m.rotation() * ir::Vec3{0.3, -0.2, 0.5}, i)));
      CHECK(value(1, i, t) == doctest::Approx(rate).epsilon(1e-6));
      CHECK(value(2, i, t) == doctest::Approx(second).epsilon(1e-6));
    }
    const ir::Vec3 away{value(0, 0, t) - 1, value(0, 1, t) - 2, value(0, 2, t) - 3};
    CHECK(value(3, 0, t) == doctest::Approx(norm(away)));
    const ir::Vec3 z = (1 / std::sqrt(14.0)) * ir::Vec3{1, 2, 3};
    CHECK(value(3, 2, t) == doctest::Approx((m.rotation() * z).x));
  }
}

}  // namespace mbs::test

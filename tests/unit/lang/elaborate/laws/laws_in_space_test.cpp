// Friction laws read for vectors: along a line they are what they are in the plane, and what turns
// with the sliding turns alike whatever direction it has.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <random>

#include "lang/scenario/vectors.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/laws_with_bends.hpp"

namespace mbs::test {
namespace {

ir::LawProgram program(const std::string& world, const std::string& plane, const std::string& law) {
  const Compiled c = compile_text(fmt::format(
      "world {} {{ }}\nbody b {{ shape = sphere(10 mm), mass = 1 kg, inertia = 1 g*m^2 }}\n"
      "point floor = (0, 0) {{ shape = {} }}\n"
      "contact hit: b to floor {{ law = hooke(1e6 N/m), friction = {} }}",
      world, plane, law));
  REQUIRE(c.codes() == "");
  return c.scenario().laws[0];
}

// What a law sees: the sliding speed and its states, each number or vector on three places.
struct Seen {
  std::vector<double> vt;
  std::vector<double> states;
};

double value(const ir::LawProgram& law, NodeId node, const Seen& seen) {
  Graph graph = law.graph;
  for (const Slot& slot : graph.slots_used(node)) {
    double x = 1e-5;  // law_delta
    if (slot.kind == SlotKind::law_vt) x = seen.vt[slot.index];
    if (slot.kind == SlotKind::law_state) x = seen.states[slot.index];
    node = graph.substitute(node, graph.slot(slot), graph.constant(x));
  }
  REQUIRE(graph.is_constant(node));
  return graph.value(node);
}

ir::Vec3 vector(const ir::LawProgram& law, const std::array<NodeId, 3>& nodes, const Seen& seen) {
  return {value(law, nodes[0], seen), value(law, nodes[1], seen), value(law, nodes[2], seen)};
}

void put(std::vector<double>& to, const ir::Vec3& v) {
  to.insert(to.end(), {v.x, v.y, v.z});
}

// In space, what stands for these numbers along the direction e.
Seen along(const ir::LawProgram& law, double vt, const std::vector<double>& states,
           const ir::Vec3& e) {
  Seen seen;
  put(seen.vt, vt * e);
  std::size_t next = 0;
  for (const ir::LawState& state : law.states) {
    if (state.part > 0) continue;
    if (state.part < 0)
      seen.states.push_back(states[next++]);
    else
      put(seen.states, states[next++] * e);
  }
  return seen;
}

const double speeds[] = {0.03, -0.03, 0.002, -1e-5, 0};
const double bends[] = {1e-5, -2.9e-5, 0, 4e-5, 1.9995e-5};

}  // namespace

TEST_CASE("along a line a friction law of space is that of the plane") {
  const ir::Vec3 e{0.6, 0, 0.8};
  for (const std::string& text : laws_with_bends) {
    CAPTURE(text);
    const ir::LawProgram plane = program("planar", "plane", text);
    const ir::LawProgram space = program("spatial", "plane(z)", text);
    REQUIRE(space.vectors);
    for (const double vt : speeds) {
      for (const double bend : bends) {
        CAPTURE(vt);
        CAPTURE(bend);
        const std::vector<double> states{bend, 0.4};
        const Seen flat{{vt}, states}, seen = along(space, vt, states, e);
        const double force = value(plane, plane.FT, flat);
        CHECK(norm(vector(space, space.FT_vector, seen) - force * e) <
              1e-13 * (1 + std::abs(force)));
        CHECK(value(space, space.FT, seen) == doctest::Approx(std::abs(force)).epsilon(1e-12));
        std::size_t next = 0;
        for (std::size_t i = 0; i < space.states.size(); ++i) {
          if (space.states[i].part > 0) continue;
          const double rate = value(plane, plane.states[next++].rate, flat);
          if (space.states[i].part < 0) {
            CHECK(value(space, space.states[i].rate, seen) == doctest::Approx(rate));
            continue;
          }
          const ir::Vec3 found = vector(
              space, {space.states[i].rate, space.states[i + 1].rate, space.states[i + 2].rate},
              seen);
          CHECK(norm(found - rate * e) < 1e-15 + 1e-13 * std::abs(rate));
        }
      }
    }
  }
}

TEST_CASE("what turns with the sliding turns whatever its direction") {
  std::mt19937 random(11);
  std::normal_distribution<double> part;
  for (const std::string& text : laws_with_bends) {
    CAPTURE(text);
    const ir::LawProgram law = program("spatial", "plane(z)", text);
    for (int round = 0; round < 10; ++round) {
      const ir::Quaternion turned =
          ir::turn({part(random), part(random), part(random)}, 3 * part(random));
      const ir::Vec3 vt = 0.01 * ir::Vec3{part(random), part(random), part(random)};
      const ir::Vec3 bend = 2e-5 * ir::Vec3{part(random), part(random), part(random)};
      const auto seen = [&](const ir::Quaternion& q) {
        Seen s;
        put(s.vt, q * vt);
        for (const ir::LawState& state : law.states) {
          if (state.part < 0) s.states.push_back(0.4);
          if (state.part == 0) put(s.states, q * bend);
        }
        return s;
      };
      const Seen one = seen({}), other = seen(turned);
      const ir::Vec3 force = vector(law, law.FT_vector, one);
      CHECK(norm(vector(law, law.FT_vector, other) - turned * force) < 1e-12 * (1 + norm(force)));
      for (std::size_t i = 0; i + 2 < law.states.size(); ++i) {
        if (law.states[i].part != 0) continue;
        const std::array<NodeId, 3> rate{law.states[i].rate, law.states[i + 1].rate,
                                         law.states[i + 2].rate};
        const ir::Vec3 r = vector(law, rate, one);
        CHECK(norm(vector(law, rate, other) - turned * r) < 1e-15 + 1e-12 * norm(r));
      }
    }
  }
}

// Sliding steadily across a bend that is left from before takes that bend away: a bristle law that
// multiplies three vectors in the wrong order would keep it.
TEST_CASE("a bend across the sliding dies away") {
  for (const std::string& text : laws_with_bends) {
    if (text.starts_with("reset") || text.starts_with("modified")) continue;  // have no steady bend
    CAPTURE(text);
    const ir::LawProgram law = program("spatial", "plane(z)", text);
    const ir::Vec3 across{0, 2e-5, 0};
    Seen seen;
    put(seen.vt, {0.1, 0, 0});
    std::size_t first = 0;
    for (std::size_t i = 0; i < law.states.size(); ++i) {
      if (law.states[i].part < 0) seen.states.push_back(0.4);
      if (law.states[i].part != 0) continue;
      first = i;
      put(seen.states, ir::Vec3{1.8e-5, 0, 0} + across);
    }
    CHECK(value(law, law.states[first + 1].rate, seen) < 0);
  }
}

TEST_CASE("a law with a direction of its own is refused in space") {
  const auto codes = [](const std::string& law) {
    return compile_text("world spatial { }\n" + law +
                        "\nbody b { shape = sphere(10 mm), mass = 1 kg }\n"
                        "point floor = (0, 0) { shape = plane(z) }\n"
                        "contact hit: b to floor { law = hooke(1e6 N/m), friction = f }")
        .codes();
  };
  CHECK(codes("friction f() = 0.1 * FN * tanh(vt/(1 m/s))") == "");
  CHECK(codes("friction f() = 0.1 * FN * sign(vt)") == "");
  CHECK(codes("friction f() = 0.1 * FN * (vt/(1 m/s))^3") == "");
  CHECK(codes("friction f() = 0.1 * FN * clamp(vt/(1 m/s), -1, 1)") == "");
  CHECK(codes("friction f() = 0.1 * FN") == "E0213");
  CHECK(codes("friction f() = 0.1 * FN * clamp(vt/(1 m/s), -1, 0.5)") == "E0213");
  CHECK(codes("friction f() = 0.1 * FN * exp(vt/(1 m/s))") == "E0213");
  CHECK(codes("friction f() = 0.1 * FN * (if vt > 0 m/s then 1 else -1)") == "E0213");
  CHECK(codes("friction f() = 0.1 * FN * vt^2/(1 m/s)^2") == "E0213");
}

}  // namespace mbs::test

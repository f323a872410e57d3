#include "runtime/geometry/near_pairs.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace mbs;

namespace {

NearPlace at(double x, double y, double vx = 0, double vy = 0) {
  return {.x = x, .y = y, .vx = vx, .vy = vy};
}
NearPlace wall(double nx, double ny) {
  return {.nx = nx, .ny = ny};
}

struct Scene {
  std::vector<NearShape> shapes;
  std::vector<NearPlace> places;
};

// Circles, or balls, of different sizes over a floor, whose body is 0.
Scene random_scene(int n, unsigned seed, bool in_space) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> u(0, 1);
  Scene s;
  s.shapes.push_back({0, true, 0});
  s.places.push_back(wall(0, 1));
  for (int i = 1; i <= n; ++i) {
    s.shapes.push_back({0.02 + 0.03 * u(random), false, i});
    s.places.push_back(at(2 * u(random), 2 * u(random), u(random) - 0.5, u(random) - 0.5));
    if (in_space) s.places.back().z = 0.5 * u(random), s.places.back().vz = u(random) - 0.5;
  }
  return s;
}

double gap(const Scene& s, int a, int b) {
  const double dx = s.places[b].x - s.places[a].x, dy = s.places[b].y - s.places[a].y,
               dz = s.places[b].z - s.places[a].z;
  if (s.shapes[a].plane) return dy - s.shapes[b].radius;
  return std::hypot(dx, dy, dz) - s.shapes[a].radius - s.shapes[b].radius;
}

bool listed(const NearPairs& near, int a, int b) {
  const auto pairs = near.pairs();
  return std::binary_search(pairs.begin(), pairs.end(), NearPair{a, b});
}

}  // namespace

TEST_CASE("every pair that touches is in the list, far ones are not") {
  for (const bool in_space : {false, true}) {
    Scene s = random_scene(120, 7, in_space);
    NearPairs near(s.shapes, 0.05);
    const double h = 0.01;
    int touch = 0, lists = 0;
    for (int step = 0; step < 60; ++step) {
      const auto before = s.places;
      for (NearPlace& p : s.places) p.x += h * p.vx, p.y += h * p.vy, p.z += h * p.vz;
      lists += near.update(step == 0 ? s.places : before, s.places, h) ? 1 : 0;
      for (int a = 0; a < 121; ++a)
        for (int b = a + 1; b < 121; ++b) {
          touch += gap(s, a, b) <= 0;
          if (gap(s, a, b) <= 0) CHECK(listed(near, a, b));
          if (gap(s, a, b) > 0.5) CHECK_FALSE(listed(near, a, b));
        }
    }
    CHECK(touch > 100);
    // A list lives until something has moved by 0.025 m; the fastest does 0.007 m in a step, in
    // space 0.0087 m.
    CHECK(lists < 30);
    CHECK(lists > 5);
  }
}

TEST_CASE("balls beside each other across the plane are no pair") {
  NearPairs near({{0.1, false, 1}, {0.1, false, 2}}, 0.05);
  for (const double z : {0.3, 0.24}) {
    const std::vector<NearPlace> places = {{}, {.z = z}};
    near.update(places, places, 0);
    CHECK(listed(near, 0, 1) == (z < 0.25));
  }
}

TEST_CASE("a pair that met inside a long step is listed, whatever its path") {
  const std::vector<NearShape> shapes = {{0.1, false, 1}, {0.1, false, 2}};
  // Straight past each other.
  NearPairs straight(shapes, 0.05);
  straight.update(std::vector<NearPlace>{at(0, 0), at(5, 0)},
                  std::vector<NearPlace>{at(0, 0), at(5, 0)}, 0);
  CHECK_FALSE(listed(straight, 0, 1));
  straight.update(std::vector<NearPlace>{at(0, 0), at(5, 0, -10, 0)},
                  std::vector<NearPlace>{at(0, 0), at(-5, 0, -10, 0)}, 1);
  CHECK(listed(straight, 0, 1));
  // Thrown up by 1.25 m and back at the same place: the ends say nothing.
  NearPairs thrown(shapes, 0.05);
  const std::vector<NearPlace> at_rest = {at(0, 0), at(0.05, 1.25)};
  thrown.update(at_rest, at_rest, 0);
  CHECK_FALSE(listed(thrown, 0, 1));
  thrown.update(std::vector<NearPlace>{at(0, 0, 0, 5), at(0.05, 1.25)},
                std::vector<NearPlace>{at(0, 0, 0, -5), at(0.05, 1.25)}, 1);
  CHECK(listed(thrown, 0, 1));
}

TEST_CASE("shapes of one body and two planes never make a pair") {
  NearPairs near({{0.1, false, 1}, {0.1, false, 1}, {0, true, 0}, {0, true, 0}}, 0.05);
  const std::vector<NearPlace> places = {at(0, 0), at(0.1, 0), wall(0, 1), wall(1, 0)};
  near.update(places, places, 0);
  CHECK_FALSE(listed(near, 0, 1));
  CHECK_FALSE(listed(near, 2, 3));
  CHECK(listed(near, 0, 2));
}

TEST_CASE("a plane that turns counts by what it sweeps") {
  NearPairs near({{0.1, false, 1}, {0, true, 2}}, 0.05);
  const NearPlace ball = at(10, 1);
  near.update(std::vector<NearPlace>{ball, wall(0, 1)}, std::vector<NearPlace>{ball, wall(0, 1)},
              0);
  CHECK_FALSE(listed(near, 0, 1));
  // By 0.1 rad: its surface at 10 m rises by 1 m.
  const NearPlace turned = wall(-std::sin(0.1), std::cos(0.1));
  near.update(std::vector<NearPlace>{ball, wall(0, 1)}, std::vector<NearPlace>{ball, turned}, 0.1);
  CHECK(listed(near, 0, 1));
}

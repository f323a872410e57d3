// Which rows hold what is held in the middle of a run.
#include "runtime/setup/acting_rows.hpp"

#include <doctest/doctest.h>

#include <Eigen/SVD>
#include <cmath>
#include <numbers>
#include <random>

#include "runtime/model/evaluation.hpp"
#include "runtime/model/scalar_function.hpp"
#include "tests/support/compiled.hpp"

using namespace mbs;

namespace {

ModelPtr model_of(const std::string& text) {
  const test::Compiled c = test::compile_text("world spatial { }\n" + text + "\nsimulate 1 s");
  return build(std::make_shared<const ir::Scenario>(c.scenario()));
}

// The smallest singular value of what the rows that are left say about turns.
double firmness(const Model& m, const Placement& at) {
  const std::vector<char> spare = spare_cosines(m.rows, at);
  Eigen::Matrix3d turns;
  int kept = 0;
  for (std::size_t k = 0; k < m.rows.size(); ++k) {
    if (!holds_rotation_found(m.rows[k]) || spare[k]) continue;
    REQUIRE(kept < 3);
    Local g{};
    gradient(m.rows[k].terms[0].function, at, g);
    turns.row(kept++) = Vector3(g[9], g[10], g[11]);
  }
  REQUIRE(kept == 3);
  return Eigen::JacobiSVD<Eigen::Matrix3d>(turns).singularValues()[2];
}

Placement turned(const Model& m, const std::vector<double>& y, const Eigen::Quaterniond& q) {
  std::vector<double> state = y;
  double* p = state.data() + m.layout.q + m.layout.place_of(2) + 3;
  p[0] = q.w(), p[1] = q.x(), p[2] = q.y(), p[3] = q.z();
  Placement at = placement_of(m);
  place(m, state.data(), at);
  return at;
}

}  // namespace

TEST_CASE("three cosines hold a weld firmly, however its ends are turned") {
  const ModelPtr m = model_of(R"(
body a { mass = 1 kg, inertia = 1 g*m^2, at = (0, 0, 0) m }
body b { mass = 1 kg, inertia = 1 g*m^2, at = (1, 0, 0) m }
weld w: a to b { active = false })");
  Diagnostics diagnostics;
  const auto a = assemble(*m, diagnostics);
  REQUIRE(a);
  std::mt19937 generator(7);
  std::normal_distribution<double> normal;
  std::vector<Eigen::Quaterniond> poses;
  for (int i = 0; i < 2000; ++i)
    poses.emplace_back(normal(generator), normal(generator), normal(generator), normal(generator));
  for (const Vector3& axis :
       {Vector3(1, 1, 1), Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(1, -1, 1)})
    for (int degrees = 0; degrees <= 360; degrees += 15)
      poses.emplace_back(Eigen::AngleAxisd(degrees * std::numbers::pi / 180, axis.normalized()));
  double least = 1;
  for (Eigen::Quaterniond& q : poses)
    least = std::min(least, firmness(*m, turned(*m, a->y, q.normalized())));
  CHECK(least > 0.36);
}

TEST_CASE("a body in space that is let go without inertia is found by its own number") {
  const ModelPtr m = model_of(R"(
body a { mass = 1 kg, inertia = 1 g*m^2 }
body b { mass = 1 kg }
weld foot: ground to a
prismatic guide: a to b
when t > 1 ms { free guide })");
  Diagnostics diagnostics;
  const auto a = assemble(*m, diagnostics);
  REQUIRE(a);
  Placement at = placement_of(*m);
  place(*m, a->y.data(), at);
  Switched switched = *a->mode.switched;
  CHECK(loose_body(*m, at, switched) == -1);
  switched.of({ir::Sort::joint, 1}) = 0;
  choose_rows(*m, at, switched);
  CHECK(loose_body(*m, at, switched) == 2);
}

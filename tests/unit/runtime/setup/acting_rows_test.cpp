// Which rows hold what is held in the middle of a run.
#include "runtime/setup/acting_rows.hpp"

#include <doctest/doctest.h>

#include <Eigen/SVD>
#include <cmath>
#include <fstream>
#include <numbers>
#include <random>
#include <sstream>

#include "runtime/model/evaluation.hpp"
#include "runtime/model/idle_rows.hpp"
#include "runtime/model/scalar_function.hpp"
#include "runtime/record/mode_record.hpp"
#include "runtime/record/run.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/simulate.hpp"

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

// Rods that fold up, and rows that act are exchanged on the way. What is said at any instant is
// bounded, and holds until the fastest body has turned so far.
TEST_CASE("rows of shared loads stay firm for as long as is said") {
  std::ostringstream text;
  text << std::ifstream("examples/bricard.mbs").rdbuf();
  const ModelPtr m =
      build(std::make_shared<const ir::Scenario>(test::compile_text(text.str()).scenario()));
  ir::Simulate what;
  what.duration = 3, what.tol = 1e-6;
  Diagnostics diagnostics;
  const Run run = simulate(m, what, {}, nullptr, diagnostics);
  const Layout& l = m->layout;
  ModeReader modes(run.modes);
  Placement at = placement_of(*m);
  int looks = 0;
  for (std::size_t from = 0; from < run.size(); from += 5) {
    const Mode mode = modes.at(from);
    place(*m, run.y_at(from).data(), at);
    const double firm_for = firmer_rows(*m, at, mode).firm_for;
    CHECK(firm_for <= 0.3);
    double turned = 0;
    for (std::size_t i = from + 1; i < run.size(); ++i) {
      double fastest = 0;
      for (int b = 1; b <= l.bodies; ++b)
        fastest = std::max(fastest, Vector3::Map(&run.y_at(i)[l.v + l.motion_of(b) + 3]).norm());
      turned += (run.t[i] - run.t[i - 1]) * fastest;
      if (turned >= firm_for) break;
      place(*m, run.y_at(i).data(), at);
      CHECK(firmer_rows(*m, at, mode).firm_for > 0);
      ++looks;
    }
  }
  CHECK(looks > 100);
}

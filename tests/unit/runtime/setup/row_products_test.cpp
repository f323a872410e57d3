// How firmly rows of constraints hold, by their products.
#include "runtime/setup/row_products.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "runtime/model/evaluation.hpp"
#include "runtime/setup/row_space.hpp"
#include "tests/support/compiled.hpp"

using namespace mbs;

namespace {

struct Loop {
  ModelPtr model;
  Placement at;
  std::vector<int> held, others;

  // Three bodies on hinges in space.
  explicit Loop(double lean) {
    const test::Compiled c = test::compile_text(R"(world spatial { }
body a { mass = 1 kg, inertia = 1 g*m^2, at = (0, 0, 0) m, point tip = (0.3, 0.1, 0) m }
body b { mass = 1 kg, inertia = 1 g*m^2, at = (0.3, 0.1, 0) m, point end = (0.5, 0.2, 0.1) m }
body c { mass = 1 kg, inertia = 1 g*m^2, at = (0.8, 0.3, 0.1) m, point end = (0.2, -0.4, 0) m }
point o = (0, 0, 0) m
revolute A: o to a { axis = (0, 0, 1) }
revolute B: a.tip to b { axis = ()" + std::to_string(lean) +
                                                R"(, 0, 1) }
revolute C: b.end to c { axis = (0, 1, 1) }
simulate 1 s)");
    model = build(std::make_shared<const ir::Scenario>(c.scenario()));
    Diagnostics diagnostics;
    const auto start = assemble(*model, diagnostics);
    REQUIRE(start);
    at = placement_of(*model);
    place(*model, start->y.data(), at);
    for (std::size_t k = 0; k < model->rows.size(); ++k)
      (model->rows[k].joint == 2 ? others : held).push_back(static_cast<int>(k));
  }
  double by_space() const {
    RowSpace space(static_cast<std::size_t>(model->layout.motions));
    for (const int k : held) space.add(scaled_gradient(*model, at, model->rows[k]));
    std::vector<std::vector<double>> gradients;
    for (const int k : others) gradients.push_back(scaled_gradient(*model, at, model->rows[k]));
    return add_by_pivots(space, gradients).back().left;
  }
};

}  // namespace

// Products lose half of the digits of what is left: 1e-8, and here no more than a tenth is lost.
TEST_CASE("products say what a basis of the rows' space says") {
  for (const double lean : {0.0, 0.3, 2.0}) {
    const Loop loop(lean);
    const double left = loop.by_space();
    CHECK(left > 0.01);
    CHECK(std::abs(least_left(*loop.model, loop.at, loop.held, loop.others) - left) < 1e-12);
  }
}

TEST_CASE("rows that say what others say have nothing left") {
  Loop loop(0.3);
  loop.others.push_back(loop.held.front());
  CHECK(least_left(*loop.model, loop.at, loop.held, loop.others) == 0);
  CHECK(loop.by_space() < 1e-12);
  std::swap(loop.held, loop.others);
  loop.held.push_back(loop.held.front());
  CHECK(least_left(*loop.model, loop.at, loop.held, loop.others) == 0);
}

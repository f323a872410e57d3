// What is said where corners of two rigid bodies meet at one point.
#include <doctest/doctest.h>

#include <memory>
#include <optional>
#include <string>

#include "lang/diagnostics/diagnostics.hpp"
#include "runtime/model/model.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/run/corners.hpp"
#include "runtime/setup/assembly.hpp"
#include "tests/support/compiled.hpp"

using namespace mbs;
using mbs::test::compile_text;

namespace {

// Two squares of 20 mm, the second one there, mm.
std::optional<std::string> told(const std::string& place, const std::string& law) {
  const auto compiled = compile_text(R"(mbs 1
body a { shape = box(20 mm, 20 mm), mass = 1 kg }
body b { shape = box(20 mm, 20 mm), mass = 1 kg, at = ()" +
                                     place + R"() mm }
contact c: a to b { law = )" + law + R"( }
simulate 1 ms
)");
  const ModelPtr model = build(std::make_shared<ir::Scenario>(compiled.scenario()));
  Diagnostics diagnostics;
  const auto start = assemble(*model, diagnostics);
  REQUIRE(start);
  Workspace workspace(*model);
  return corners_that_meet(*model, start->y.data(), workspace);
}

}  // namespace

TEST_CASE("corners of two rigid bodies at one point are named") {
  const auto text = told("20, 20", "newton(0)");
  REQUIRE(text);
  CHECK(text->find("`c.corner[3]` and `c.corner[5]` touch at one point") == 0);
  CHECK(text->find("faces end there") != std::string::npos);
}

TEST_CASE("nothing is said where they are apart, side by side, or pushed by forces") {
  CHECK_FALSE(told("20.001, 20", "newton(0)"));
  CHECK_FALSE(told("20, 10", "newton(0)"));
  CHECK_FALSE(told("20, 20", "hooke(1e6 N/m)"));
}

// Coordinates that drives move, of a whole script.
#include <fstream>
#include <iterator>

#include "runtime/model/model_impl.hpp"
#include "tests/support/compiled.hpp"

using namespace mbs;

TEST_CASE("drives of one coordinate without conditions take it out of the unknowns") {
  std::ifstream file("tests/golden/driven_coordinates.mbs");
  REQUIRE(file);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const test::Compiled c = test::compile_text(text);
  const ModelPtr model = build(std::make_shared<const ir::Scenario>(c.scenario()));
  std::string driven;
  for (const GivenCoordinate& g : model->tree.prescribed.given)
    driven += c.scenario().drives[model->rows[g.row].drive].name + " ";
  CHECK(driven == "turn push shake ");
  // Nine coordinates of joints, of three the position alone; the constraints of the other two
  // drives; two works.
  CHECK(model->tree.coordinates == 9);
  CHECK(model->tree.prescribed.unknowns.size() == 2 * 6 + 3 + 2 * 2 + 2);
}

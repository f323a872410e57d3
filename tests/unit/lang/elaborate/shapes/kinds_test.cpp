// Rows that are looked up by their place stand at it.
#include "lang/elaborate/shapes/kinds.hpp"

#include <doctest/doctest.h>

#include "lang/kinds/kinds.hpp"
#include "lang/kinds/shapes.hpp"

using namespace mbs;

TEST_CASE("each kind of shape finds its own row") {
  for (const ShapeInfo& shape : shapes()) {
    elaborate::ShapeValue value;
    value.kind = shape.kind;
    CAPTURE(shape.name);
    CHECK(elaborate::geometry(value).kind == shape.kind);
  }
}

TEST_CASE("a symbol of joints has the name that pages know") {
  CHECK(symbol_name(JointSymbol::none) == "none");
  CHECK(symbol_name(JointSymbol::pin) == "pin");
  CHECK(symbol_name(JointSymbol::pin_on_rail) == "pin_on_rail");
  CHECK(symbol_name(JointSymbol::block) == "block");
  CHECK(symbol_name(JointSymbol::ball) == "ball");
}

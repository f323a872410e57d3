#include "lang/text/suggest.hpp"

#include <doctest/doctest.h>

#include "lang/units/units.hpp"

using namespace mbs;

TEST_CASE("one slip is forgiven") {
  CHECK(suggest("flors", {"hertz", "flores", "gonthier"}) == "flores");
  CHECK(suggest("simulat", {"simulate", "stop"}) == "simulate");
  CHECK(suggest("masse", {"mass", "material"}) == "mass");
  CHECK(suggest("hetrz", {"hertz"}) == "hertz");
}

TEST_CASE("case counts less than letters") {
  CHECK(suggest("Mass", {"Moss", "mass"}) == "mass");
  CHECK(suggest("fn", {"FN", "FT"}) == "FN");
}

TEST_CASE("units with a letter too many") {
  CHECK(suggest("mmm", unit_symbols()) == "mm");
  CHECK(suggest("kgg", unit_symbols()) == "kg");
  CHECK(suggest("Kg", unit_symbols()) == "kg");
}

TEST_CASE("a name without its vowels") {
  CHECK(suggest("pnt", {"body", "point", "spring"}) == "point");
  CHECK(suggest("cntct", {"body", "contact"}) == "contact");
  CHECK_FALSE(suggest("mn", {"mean"}));  // units have too few letters for that
  CHECK_FALSE(suggest("oint", {"prints"}));
}

TEST_CASE("what is not alike is not suggested") {
  CHECK_FALSE(suggest("x", {"y"}));
  CHECK_FALSE(suggest("banana", {"hertz", "flores"}));
  CHECK_FALSE(suggest("mass", {"mass"}));  // it exists: nothing to suggest
  CHECK_FALSE(suggest("mass", {}));
}

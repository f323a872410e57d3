#include "cli/commands/text_compare.hpp"

#include <doctest/doctest.h>

using namespace mbs;

TEST_CASE("numbers agree within the tolerance, words only exactly") {
  CHECK(lines_agree("F = 45.8700001 kN", "F = 45.87 kN", {}));
  CHECK_FALSE(lines_agree("F = 45.88 kN", "F = 45.87 kN", {}));
  CHECK(lines_agree("F = 45.88 kN", "F = 45.87 kN", {1e-3, {}}));
  CHECK_FALSE(lines_agree("F = 45.87 kN", "F = 45.87 N", {}));
  CHECK_FALSE(lines_agree("F = 45.87 kN", "F = - kN", {}));
}

TEST_CASE("signs and exponents belong to numbers, digits in names do not") {
  CHECK(lines_agree("x -1e-05", "x -1.0000000001e-5", {}));
  CHECK_FALSE(lines_agree("x -1", "x 1", {}));
  CHECK_FALSE(lines_agree("K1 = 2", "K2 = 2", {}));
  CHECK_FALSE(lines_agree("error[E0201]", "error[E0202]", {}));
}

TEST_CASE("columns may move") {
  CHECK(lines_agree("   ce       out", "  ce  out", {}));
  CHECK(lines_agree("  0.3  0.256208", " 0.3    0.25620800001", {}));
}

TEST_CASE("numbers near zero are compared absolutely") {
  CHECK(lines_agree("drift 1e-12", "drift -3e-11", {}));
}

TEST_CASE("unstable lines compare their words alone") {
  const CompareOptions options{1e-6, {"impacts"}};
  CHECK(lines_agree("peak 1242.1 N*m, 54 impacts", "peak 1146.0 N*m, 34 impacts", options));
  CHECK_FALSE(lines_agree("peak 1242.1 N*m, 54 impacts", "low 1242.1 N*m, 54 impacts", options));
}

TEST_CASE("a difference shows what was recorded, what was found, and what is around") {
  const std::string recorded = "a\nb\nc\nd 1\ne\nf\ng\n";
  CHECK(difference(recorded, recorded, {}).empty());
  CHECK(difference(recorded, "a\nb\nc\nd 2\ne\nf\ng\n", {}) == "...\n  b\n  c\n- d 1\n+ d 2\n");
  CHECK(difference("a\n", "a\nb\n", {}) == "  a\n+ b\n");
  CHECK(difference("a\nb\n", "b\n", {}) == "- a\n");
}

// What joints pass on at instants of a run.
#include "runtime/record/kicks.hpp"

#include <doctest/doctest.h>

#include <vector>

using mbs::Kicks;

namespace {

std::vector<double> values(std::span<const double> of) {
  return {of.begin(), of.end()};
}

}  // namespace

TEST_CASE("kicks of one sample add up, and others have none") {
  Kicks kicks;
  kicks.add(3, std::vector{1.0, -2.0});
  kicks.add(3, std::vector{0.5, 0.0});
  kicks.add(7, std::vector{4.0, 5.0});
  CHECK(values(kicks.before(3)) == std::vector{1.5, -2.0});
  CHECK(values(kicks.before(7)) == std::vector{4.0, 5.0});
  for (const std::size_t sample : {0u, 2u, 4u, 8u}) CHECK(kicks.before(sample).empty());
}

TEST_CASE("a kick of nothing is none") {
  Kicks kicks;
  kicks.add(1, std::vector{0.0, 0.0});
  kicks.add(2, {});
  CHECK(kicks.before(1).empty());
  CHECK(kicks.before(2).empty());
  CHECK(kicks.bytes() == 0);
}

TEST_CASE("kicks that are let go of are none, nor are later ones") {
  Kicks kicks;
  kicks.add(1, std::vector{1.0});
  kicks.forget();
  kicks.add(2, std::vector{1.0});
  CHECK(kicks.before(1).empty());
  CHECK(kicks.before(2).empty());
  CHECK(kicks.bytes() == 0);
}

#include "lang/units/dimension.hpp"

#include <doctest/doctest.h>

using namespace mbs;

TEST_CASE("dimensions form a group under multiplication") {
  CHECK(dim::force / dim::length == dim::stiffness);
  CHECK(dim::mass * dim::acceleration == dim::force);
  CHECK(pow(dim::length, 2) * dim::pressure == dim::force);
  CHECK(pow(pow(dim::length, 1.0 / 3), 3) == dim::length);  // equal within 1e-9
  CHECK((dim::force / dim::force).pure());
}

TEST_CASE("a dimension prints as the unit one would write") {
  CHECK(to_string(dim::pure) == "a pure number");
  CHECK(si_unit(dim::pure) == "");
  CHECK(to_string(dim::speed) == "m/s");
  CHECK(to_string(dim::force) == "N");
  CHECK(to_string(dim::inertia) == "kg*m^2");
  CHECK(to_string(dim::stiffness) == "N/m");
  CHECK(to_string(dim::damping) == "N*s/m");
  CHECK(to_string(dim::damping / dim::length) == "N*s/m^2");
  CHECK(to_string(dim::angular_speed) == "1/s");
  CHECK(to_string(pow(dim::length, -2)) == "1/m^2");
  CHECK(to_string(dim::force / pow(dim::length, 1.5)) == "N/m^1.5");
  CHECK(to_string(dim::force / pow(dim::length, 0.5)) == "N/m^0.5");
  CHECK(to_string(pow(dim::pressure, -1)) == "m^2/N");
  CHECK(to_string(Dimension{0, -1, -1}) == "1/(m*s)");
  CHECK(to_string(Dimension{0, 1.0 / 3, 0}) == "m^(1/3)");
  CHECK(to_string(Dimension{0, -10.0 / 7, 0}) == "1/m^(10/7)");
}

TEST_CASE("common quantities have names") {
  CHECK(quantity_name(dim::stiffness) == "stiffness");
  CHECK(quantity_name(dim::speed) == "speed");
  CHECK(quantity_name(Dimension{1, -0.5, -2}) == "");
}

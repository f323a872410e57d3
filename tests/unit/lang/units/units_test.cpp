#include "lang/units/units.hpp"

#include <doctest/doctest.h>

#include <numbers>

using namespace mbs;

TEST_CASE("prefixed units are rounded once") {
  CHECK(find_unit("mm")->factor == 1e-3);
  CHECK(find_unit("um")->factor == 1e-6);
  CHECK(find_unit("kg")->factor == 1.0);
  CHECK(find_unit("mg")->factor == 1e-6);
  CHECK(find_unit("GPa")->factor == 1e9);
  CHECK(find_unit("kPa")->dimension == dim::pressure);
}

TEST_CASE("both micro signs are micro") {
  CHECK(find_unit("\u00B5m")->factor == 1e-6);
  CHECK(find_unit("\u03BCm")->factor == 1e-6);
}

TEST_CASE("angles are pure numbers, rates of turning are not") {
  CHECK(find_unit("deg")->factor == std::numbers::pi / 180);
  CHECK(find_unit("°")->dimension.pure());
  CHECK(find_unit("rev")->factor == 2 * std::numbers::pi);
  CHECK(find_unit("rpm")->dimension == dim::angular_speed);
  CHECK(find_unit("%")->factor == 0.01);
}

TEST_CASE("joined symbols equal their products") {
  CHECK(find_unit("Nm")->dimension == dim::torque);
  CHECK(find_unit("kNm")->factor == 1e3);
  CHECK(find_unit("Ns")->dimension == dim::impulse);
  CHECK(find_unit("ns")->dimension == dim::time);
}

TEST_CASE("electricity and mechanics meet in power") {
  const auto dimension = [](const char* unit) { return find_unit(unit)->dimension; };
  CHECK(dimension("V") * dimension("A") == dim::power);
  CHECK(dimension("ohm") == dimension("V") / dimension("A"));
  CHECK(dimension("H") == dimension("V") * dim::time / dimension("A"));
  CHECK(dimension("F") == dimension("A") * dim::time / dimension("V"));
  CHECK(dimension("V") * dim::time == dim::torque / dimension("A"));
  CHECK(find_unit("mA")->factor == 1e-3);
  CHECK(find_unit("kohm")->factor == 1e3);
  CHECK(to_string(dim::torque / dim::current) == "N*m/A");
  CHECK(to_string(dim::voltage) == "V");
}

TEST_CASE("imperial units are exact by definition") {
  CHECK(find_unit("lbf")->factor == doctest::Approx(0.45359237 * 9.80665).epsilon(1e-15));
  CHECK(find_unit("psi")->factor ==
        doctest::Approx(0.45359237 * 9.80665 / (0.0254 * 0.0254)).epsilon(1e-15));
}

TEST_CASE("symbols without prefix take none, and case counts") {
  CHECK_FALSE(find_unit("kdeg"));
  CHECK_FALSE(find_unit("mrpm"));
  CHECK_FALSE(find_unit("Kg"));
  CHECK_FALSE(find_unit("in"));
  CHECK_FALSE(find_unit(""));
}

TEST_CASE("a unit symbol is a whole word") {
  CHECK(match_unit_symbol("mm, 3") == 2);
  CHECK(match_unit_symbol("mmm") == 0);
  CHECK(match_unit_symbol("m2") == 0);
  CHECK(match_unit_symbol("m*s") == 1);
  CHECK(match_unit_symbol("\u00B5m/s") == 3);
  CHECK(match_unit_symbol("%, 5") == 1);
  CHECK(match_unit_symbol("°") == 2);
  CHECK(match_unit_symbol("") == 0);
  CHECK(unit_word_length("mmm = 3") == 3);
  CHECK(unit_word_length("+ 3") == 0);
}

TEST_CASE("every listed symbol is found") {
  for (const std::string& symbol : unit_symbols()) {
    CHECK(find_unit(symbol));
    CHECK(match_unit_symbol(symbol) == symbol.size());
  }
}

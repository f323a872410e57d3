#include "lang/text/number.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace mbs;

TEST_CASE("numbers with significant digits") {
  CHECK(format_number(0.5) == "0.5");
  CHECK(format_number(47297.34) == "47297.3");
  CHECK(format_number(5.370213e-5) == "5.37021e-05");
  CHECK(format_number(5.288e6) == "5.288e+06");
  CHECK(format_number(2.39784e10) == "2.39784e+10");
  CHECK(format_number(999999.5) == "1e+06");
  CHECK(format_number(-1e-4) == "-0.0001");
  CHECK(format_number(1e300) == "1e+300");
  CHECK(format_number(-0.0) == "0");
  CHECK(format_number(3.14159265358979, 12) == "3.14159265359");
  CHECK(format_number(3.14159, 0) == "3");
  CHECK(format_number(0.1, 99) == "0.10000000000000001");
}

TEST_CASE("numbers that are none") {
  const double inf = std::numeric_limits<double>::infinity();
  CHECK(format_number(inf) == "inf");
  CHECK(format_number(-inf) == "-inf");
  CHECK(format_number(std::numeric_limits<double>::quiet_NaN()) == "nan");
  CHECK(format_number(-std::numeric_limits<double>::quiet_NaN(), {.width = 5}) == "  nan");
}

TEST_CASE("numbers in holes") {
  CHECK(format_number(2.0 / 3, {.digits = 3}) == "0.667");
  CHECK(format_number(2.0 / 3, {.width = 8, .digits = 2, .format = 'f'}) == "    0.67");
  CHECK(format_number(1234.5, {.digits = 2, .format = 'e'}) == "1.23e+03");
  CHECK(format_number(1234.5, {.digits = 2, .format = 'g'}) == "1.2e+03");
  CHECK(format_number(1234.5, {.width = 9}) == "   1234.5");
  CHECK(format_number(1.0 / 3, {}, 3) == "0.333");
  CHECK(format_number(-0.001, {.digits = 2}) == "0.00");
  CHECK(format_number(-0.0, {.digits = 1, .format = 'e'}) == "0.0e+00");
  CHECK(format_number(1e-7, {.digits = 0}) == "0");
  CHECK(format_number(1e308, {.digits = 1000}).size() == 309 + 1 + 60);
  CHECK(format_number(1, {.width = 100000}).size() == 1000);
}

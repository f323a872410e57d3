#include "lang/data/csv.hpp"

#include <doctest/doctest.h>

namespace mbs {

namespace {

using Columns = std::vector<std::vector<double>>;

Columns read(const std::string& text) {
  const Csv csv(text);
  REQUIRE_FALSE(csv.fault());
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < csv.columns(); ++i) all.push_back(i);
  Columns values;
  const auto fault = csv.read(all, values);
  CHECK_MESSAGE(!fault, (fault ? fault->message : ""));
  return values;
}

std::string fault_of(const std::string& text) {
  const Csv csv(text);
  if (csv.fault()) return csv.fault()->message;
  Columns values;
  const auto fault = csv.read({0, 1}, values);
  return fault ? fault->message : "";
}

}  // namespace

TEST_CASE("headings have names and units") {
  const Csv csv("t [ms],\"x, left [mm]\",n\n0,1,2\n");
  REQUIRE(csv.headings().size() == 3);
  CHECK(csv.headings()[0].name == "t");
  CHECK(csv.headings()[0].unit.begin == 3);
  CHECK(csv.headings()[0].unit.end == 5);
  CHECK(csv.headings()[1].name == "x, left");
  CHECK(csv.headings()[2].name == "n");
  CHECK(csv.headings()[2].unit.begin == csv.headings()[2].unit.end);
}

TEST_CASE("what changes nothing is read alike") {
  const Columns plain = read("t,x\n0,1.5\n1,-2e-3\n");
  CHECK(plain == Columns{{0, 1}, {1.5, -2e-3}});
  CHECK(read("\xEF\xBB\xBFt,x\r\n0,1.5\r\n1,-2e-3\r\n") == plain);
  CHECK(read("# from a scope\n#\nt,x\n 0 ,\t1.5\n1,\"-2e-3\"\n\n\n") == plain);
  CHECK(read("t,x\n+0,+1.5\n1,-2e-3") == plain);
}

TEST_CASE("a first line of numbers is a row") {
  CHECK(Csv("0,1\n2,3\n").headings().empty());
  CHECK(read("0,1\n2,3\n") == Columns{{0, 2}, {1, 3}});
}

TEST_CASE("faults name what is wrong") {
  CHECK(fault_of("") == "this file has no rows");
  CHECK(fault_of("\n\n") == "this file has no rows");
  CHECK(fault_of("# nothing\n") == "this file has no rows");
  CHECK(fault_of("t,x\n") == "this file has no rows below its headings");
  CHECK(fault_of("t;x\n0;1\n") == "columns are separated by `,`, not by `;`");
  CHECK(fault_of("t\tx\n0\t1\n") == "columns are separated by `,`, not by tabs");
  CHECK(fault_of("t,x\n0,1\n1,\n") == "a gap: column 2 of this row is empty");
  CHECK(fault_of("t,x\n0,1\n\n2,3\n") == "an empty line between rows");
  CHECK(fault_of("t,x\n0,1\n1\n") == "this row has 1 column, but the first line has 2");
  CHECK(fault_of("t,x\n0,5,1,2\n") == "this row has 4 columns, but the first line has 2");
  CHECK(fault_of("t,x\n0,\"1,5\"\n") == "`1,5` is not a number");
  CHECK(fault_of("t,x\n0,1 mm\n") == "`1 mm` is not a number");
  CHECK(fault_of("t,x\n0,1e999\n") == "`1e999` is not a number");
  CHECK(fault_of("t,x\n0,nan\n") == "`nan` is not a number");
  CHECK(fault_of("t,x\n0,-inf\n") == "`-inf` is infinite");
  CHECK(fault_of("t,x\n0,\xFF\n") == "this file is not text in UTF-8");
  CHECK(fault_of(std::string("t,x\n0,1\0\n", 9)) == "this file is not text in UTF-8");
  CHECK(fault_of("\xFF\xFEt\0,\0x\0") == "this file is not text in UTF-8");
}

TEST_CASE("a million rows are the most") {
  std::string text = "t,x\n";
  for (std::size_t i = 0; i < most_rows; ++i) text += "1,2\n";
  CHECK(fault_of(text).empty());
  CHECK(fault_of(text + "1,2\n") == "more than 1000000 rows");
}

}  // namespace mbs

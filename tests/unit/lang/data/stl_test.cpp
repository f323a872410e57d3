// Files of triangles as programs write them, and what is told of those that are none.
#include "lang/data/stl.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <limits>

namespace mbs {

namespace {

using Point = std::array<double, 3>;

const std::string facet =
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";

void append(std::string& file, std::uint32_t word) {
  for (int i = 0; i < 4; ++i) file += static_cast<char>(word >> 8 * i & 0xff);
}
std::string binary(std::uint32_t count, const std::vector<float>& coordinates) {
  std::string file(80, ' ');
  append(file, count);
  for (std::size_t i = 0; i < coordinates.size(); i += 9) {
    for (int k = 0; k < 3; ++k) append(file, std::bit_cast<std::uint32_t>(0.0f));
    for (std::size_t k = i; k < i + 9; ++k)
      append(file, std::bit_cast<std::uint32_t>(coordinates[k]));
    file += std::string(2, '\0');
  }
  return file;
}
std::string fault_of(const std::string& file) {
  const Stl stl = read_stl(file);
  return stl.fault ? stl.fault->message : "";
}
std::string place_of(const std::string& file) {
  const Stl stl = read_stl(file);
  REQUIRE(stl.fault);
  CHECK(stl.text);
  return file.substr(stl.fault->begin, stl.fault->end - stl.fault->begin);
}

}  // namespace

TEST_CASE("text in the ways that programs write it") {
  const std::vector<Point> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const auto points = [](const std::string& file) {
    const Stl stl = read_stl(file);
    CHECK_FALSE(stl.fault);
    return stl.points;
  };
  CHECK(points("solid a b c\n" + facet + "endsolid a b c\n") == corners);
  CHECK(points("\xEF\xBB\xBFsolid\n" + facet + "endsolid") == corners);
  CHECK(points("\r\n  SOLID\r\n" + facet + "ENDSOLID") == corners);
  CHECK(points("solid\n" + facet + facet + "endsolid\nsolid other\n" + facet + "endsolid").size() ==
        9);
  std::string odd = facet;
  odd.replace(odd.find("0 0 1"), 5, "nan -nan(ind) inf");
  CHECK(points("solid\n" + odd + "endsolid") == corners);
  odd.replace(odd.find("vertex 1 0 0"), 12, "vertex +1.0e+00 -0.0E-3 .0");
  CHECK(points("solid\n" + odd + "endsolid") == corners);
}

TEST_CASE("binary files, also those whose head begins as text does") {
  std::string file = binary(1, {0, 0, 0, 1, 0, 0, 0, 1.5, 0});
  const std::vector<Point> corners{{0, 0, 0}, {1, 0, 0}, {0, 1.5, 0}};
  CHECK(read_stl(file).points == corners);
  file.replace(0, 5, "solid");
  CHECK(read_stl(file).points == corners);
}

TEST_CASE("files that are cut off, wherever it is") {
  const std::string text = "solid a\n" + facet + facet + "endsolid a\n";
  for (std::size_t left = 0; left < text.size() - 11; ++left) {
    const Stl stl = read_stl(text.substr(0, left));
    REQUIRE_MESSAGE(stl.fault, left);
    CHECK(stl.fault->end <= left);
  }
  const std::string file = binary(2, std::vector<float>(18, 1));
  for (std::size_t left = 0; left < file.size(); ++left)
    CHECK_FALSE(fault_of(file.substr(0, left)).empty());
  CHECK_FALSE(fault_of(file + "x").empty());
}

TEST_CASE("what is no number, or no triangle, with its place") {
  const auto with = [](const std::string& from, const std::string& to) {
    std::string text = "solid\n" + facet + "endsolid\n";
    return text.replace(text.find(from), from.size(), to);
  };
  CHECK(place_of(with("vertex 1 0", "vertex 1e400 0")) == "1e400");
  CHECK(place_of(with("vertex 1 0", "vertex nan 0")) == "nan");
  CHECK(place_of(with("vertex 1 0", "vertex -inf 0")) == "-inf");
  CHECK(place_of(with("vertex 1 0", "vertex 1,0 0")) == "1,0");
  CHECK(place_of(with("vertex 1 0", "vertex 1mm 0")) == "1mm");
  CHECK(place_of(with("vertex 1 0 0", "vertex 1 0")) == "vertex");
  CHECK(place_of(with("endloop", "vertex 1 1 1\nendloop")) == "vertex");
  CHECK(place_of(with("outer", "inner")) == "inner");
  CHECK(place_of(with("endsolid", "end")) == "end");
}

TEST_CASE("no triangles, not finite ones, too many of them, no such file") {
  const float inf = std::numeric_limits<float>::infinity(),
              nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(fault_of("solid\nendsolid\n") == "it has no triangles");
  CHECK(fault_of(binary(0, {})) == "it has no triangles");
  CHECK(fault_of("") == "the file is empty");
  CHECK(fault_of("a,b\n1,2\n") == "this is not an STL file");
  for (const float bad : {inf, -inf, nan})
    CHECK(fault_of(binary(2, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, bad, 0, 0, 1, 0})) ==
          "a coordinate of its triangle 2 is not finite");
  std::string many = binary(most_triangles + 1, {});
  many.resize(many.size() + 50 * (most_triangles + 1));
  CHECK(fault_of(many) == "it has 1000001 triangles, where 1000000 are the most");
  std::string text = "solid\n";
  for (std::size_t i = 0; i <= most_triangles; ++i) text += facet;
  CHECK(fault_of(text + "endsolid") ==
        "it has more than 1000000 triangles, where 1000000 are the most");
}

}  // namespace mbs

// Lists counted into bins: against counts by hand, and what has to hold for any list.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "runtime/results/histogram.hpp"

using namespace mbs;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();

PlotOutput lists(std::vector<std::vector<double>> values, int bins = 0) {
  PlotOutput output;
  output.style.histogram = true;
  output.style.bins = bins;
  for (std::vector<double>& list : values) output.curves.push_back({{}, std::move(list)});
  return output;
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

TEST_CASE("a bin has its lower end, the last one both") {
  const CountedLists counts = counted(lists({{0, 1, 1, 2, 3, 4}}, 4));
  CHECK(counts.output.x == std::vector<double>{0, 1, 2, 3, 4});
  CHECK(counts.output.curves[0].y == std::vector<double>{1, 2, 1, 2});
}

TEST_CASE("lists share the bins of all of them") {
  const CountedLists counts = counted(lists({{0, 1}, {9, 10, 10}}, 2));
  CHECK(counts.output.x == std::vector<double>{0, 5, 10});
  CHECK(counts.output.curves[0].y == std::vector<double>{2, 0});
  CHECK(counts.output.curves[1].y == std::vector<double>{0, 3});
}

TEST_CASE("nothing is dropped without being told") {
  PlotOutput output = lists({{1, 2, 3, NAN, inf, -inf, 7}}, 3);
  output.style.x_range = {0.0, 3.0};
  const CountedLists counts = counted(output);
  CHECK(sum(counts.output.curves[0].y) == 3);
  CHECK(counts.left_out[0].missing == 3);
  CHECK(counts.left_out[0].outside == 1);
  CHECK(counts.left_out[0].reason() ==
        "3 of 7 values are missing or infinite, 1 of 7 values lie outside of `range`");
}

TEST_CASE("an empty list, and one of nothing but gaps, have no bins") {
  for (const auto& list : {std::vector<double>{}, std::vector<double>{NAN, inf}}) {
    const CountedLists counts = counted(lists({list}));
    CHECK(counts.output.x.empty());
    CHECK(counts.output.curves[0].y.empty());
  }
}

TEST_CASE("values that are all one, and one value, stand in a bin around it") {
  for (const double value : {3.0, 0.0, -1e-300, 1e300, 5e-324, largest, -largest}) {
    for (const int bins : {0, 1, 7}) {
      const CountedLists counts = counted(lists({{value, value}}, bins));
      CHECK(sum(counts.output.curves[0].y) == 2);
      CHECK(counts.output.x.front() <= value);
      CHECK(counts.output.x.back() >= value);
      CHECK(counts.output.x.front() < counts.output.x.back());
      CHECK(std::isfinite(counts.output.x.back()));
    }
  }
}

// Each value lies between the ends that are shown of the bin that counts it.
TEST_CASE("values at the ends of bins are counted where they lie") {
  for (const double scale : {1.0, 1e-9, 1e-200, 1e200, 0.1, 1.0 / 3}) {
    std::vector<double> list;
    for (int i = 0; i <= 30; ++i) list.push_back(scale * (i / 30.0));
    const CountedLists counts = counted(lists({list}, 10));
    for (std::size_t k = 0; k < 10; ++k) {
      double inside = 0;
      for (const double v : list) {
        const bool last = k == 9 && v == counts.output.x[10];
        inside += last || (v >= counts.output.x[k] && v < counts.output.x[k + 1]) ? 1 : 0;
      }
      CHECK(counts.output.curves[0].y[k] == inside);
    }
  }
}

TEST_CASE("the whole range of numbers has bins") {
  const CountedLists counts = counted(lists({{-largest, 0, largest}}, 3));
  CHECK(counts.output.curves[0].y == std::vector<double>{1, 1, 1});
}

TEST_CASE("a million values") {
  std::vector<double> list;
  for (int i = 0; i < 1'000'000; ++i) list.push_back(std::fmod(i * 0.61803398875, 1));
  const CountedLists counts = counted(lists({list}));
  CHECK(counts.output.x.size() == 51);
  CHECK(sum(counts.output.curves[0].y) == 1e6);
  // Multiples of the golden ratio lie evenly: each of the 50 bins has 20000 to a few.
  for (const double count : counts.output.curves[0].y) CHECK(std::abs(count - 20000) < 20);
}

#include "cli/passes/pass_json.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "runtime/results/scene.hpp"

using namespace mbs;

namespace {

const Heading force{"F", {"kN", 1e3, dim::force}};

// One of each kind, in the order of Output.
std::vector<Output> one_of_each() {
  const TableOutput table{"fig", true, {force}, {{Cell::number(45.87e3)}, {Cell::none()}}};
  PlotOutput plot{{"t", {"s", 1, dim::time}}, {0, 1}, {{force, {2, 3}}}, {}, {0, 1}};
  FilmOutput film;
  film.asked.file = "film.mp4";
  RunSummary summary;
  summary.to = 2;
  summary.termination = "finished";
  Expectation expectation;
  expectation.message = "rebounds";
  expectation.holds = true;
  Expectation::Part part;
  part.holds = true, part.unit = force.unit, part.found = 1.0 / 3, part.margin = 0.1;
  part.t = 0.25, part.item = 2, part.items = 3, part.good = 1;
  expectation.parts = {part, {}};
  const KeptSignals kept{{2, 1},
                         3,
                         "again",
                         true,
                         {0, 1e-3},
                         {force},
                         {{1.0 / 3, std::numeric_limits<double>::quiet_NaN()}},
                         {table}};
  return {Printed{{{force, true, false, {Cell::number(1.0 / 3)}}}},
          table,
          plot,
          TableFile{table, "fig.csv"},
          PictureFile{plot, "fig.svg"},
          FilmFile{film, "film.mp4"},
          StageView{},
          Diagnostic{Code::W0601, "too fast", {}, {}, {}, {}, {}},
          Note{"so"},
          summary,
          expectation,
          Origin{{0, 3, 5}},
          RunScene{},
          KeptRun{std::make_shared<const KeptSignals>(kept)},
          PassStart{"ce = 0.3"},
          GainedCurves{"fig"}};
}

PassResult read_again(const PassResult& result) {
  auto again = read_pass(write_pass(result));
  REQUIRE(again);
  return std::move(*again);
}

}  // namespace

TEST_CASE("all that a pass gives comes back from its text, but for scenes, views and films") {
  PassResult result;
  const std::vector<Output> all = one_of_each();
  REQUIRE(all.size() == std::variant_size_v<Output>);
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(all[i].index() == i);
    result.output.give(all[i]);
  }
  const PassResult again = read_again(result);
  std::vector<std::size_t> kinds, wanted;
  for (const Output& output : again.output.outputs()) kinds.push_back(output.index());
  for (const Output& output : all) {
    // Too much to be handed on, and what pages show of it.
    if (std::holds_alternative<RunScene>(output) || std::holds_alternative<StageView>(output))
      continue;
    // A film is made where its motion is; elsewhere it is told of.
    wanted.push_back(std::holds_alternative<FilmFile>(output) ? all[7].index() : output.index());
  }
  CHECK(kinds == wanted);
  CHECK(write_pass(again) == write_pass(read_again(again)));
}

TEST_CASE("numbers of a pass are the same to the last bit") {
  PassResult result;
  result.output.give(one_of_each()[0]);
  const auto parts = last_printed(read_again(result).output.outputs());
  REQUIRE(parts.size() == 1);
  CHECK(parts[0].cells.at(0).value == 1.0 / 3);
  CHECK(parts[0].heading.unit.text == "kN");
}

TEST_CASE("what a table is for comes back with it") {
  PassResult result;
  result.gained.tables.push_back({0, {}, "rows.csv", {0, 3, 5}, false});
  result.gained.tables.push_back({1, {}, {}, {0, 7, 9}, true});
  const PassResult again = read_again(result);
  REQUIRE(again.gained.tables.size() == 2);
  CHECK(again.gained.tables[0].file == "rows.csv");
  CHECK(!again.gained.tables[0].hidden);
  CHECK(again.gained.tables[1].hidden);
}

TEST_CASE("a text that is no pass is none") {
  for (const char* text : {"", "{}", "{\"output\":[]}", "[1, 2", "{\"output\":[[\"print\"]]}"})
    CHECK(!read_pass(text));
}

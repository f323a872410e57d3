#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <new>
#include <sstream>
#include <stdexcept>

#include "cli/commands/commands.hpp"
#include "cli/environment/options.hpp"
#include "cli/output/json_input.hpp"
#include "cli/output/json_sink.hpp"
#include "cli/output/text_sink.hpp"
#include "cli/output/values_text.hpp"

using namespace mbs;

namespace {

const Unit kilonewton{"kN", 1e3, dim::force};

struct Fixture {
  std::istringstream in;
  std::ostringstream out, err;
  Environment environment{in, out, err};
  std::vector<std::string> written;
  Options options;
  SourceMap sources;
  Script script{"x.mbs", "x", ".", ""};
  Fixture() {
    environment.write_file = [this](const std::filesystem::path& path, const std::string& text) {
      written.push_back(path.generic_string() + "|" + text);
      return std::string();
    };
  }
};

const TableOutput small_table{
    "fig",
    true,
    {{"model", {}}, {"F", kilonewton}},
    {{Cell::of_text("hertz"), Cell::number(45870)}, {Cell::of_text("flores, 0.8"), Cell::none()}}};

}  // namespace

TEST_CASE("parts print with name, value and unit") {
  CHECK(part_text({{"F", kilonewton}, true, false, {Cell::number(45870)}}, 6) == "F = 45.87 kN");
  CHECK(part_text({{"F", kilonewton}, false, false, {Cell::number(45870)}}, 2) == "46 kN");
  CHECK(part_text({{"F", kilonewton}, true, true, {Cell::number(1e3), Cell::none()}}, 6) ==
        "F = [1, -] kN");
  CHECK(part_text({{"ok", {}}, true, false, {Cell::boolean(true)}}, 6) == "ok = true");
  CHECK(Cell::number(std::numeric_limits<double>::quiet_NaN()).kind == Cell::Kind::missing);
}

TEST_CASE("tables become text and CSV in the units asked for") {
  CHECK(table_text(small_table, 6) ==
        "fig\n  model        F [kN]\n  hertz         45.87\n  flores, 0.8       -\n");
  CHECK(table_csv(small_table) == "model,F [kN]\r\nhertz,45.87\r\n\"flores, 0.8\",\r\n");
}

TEST_CASE("blocks stand apart from lines") {
  Fixture f;
  Reporter reporter(f.sources, f.options, f.environment);
  FileOutput files(f.script, f.options, f.environment);
  TextSink sink(f.options, f.environment, reporter, files);
  sink.give(Printed{{{{"a", {}}, true, false, {Cell::number(1)}}}});
  sink.give(TableOutput{"", false, {{"b", {}}}, {{Cell::number(2)}}});
  sink.give(Printed{{{{"c", {}}, true, false, {Cell::number(3)}}}});
  CHECK(f.out.str() == "a = 1\n\n  b\n  2\n\nc = 3\n");
}

TEST_CASE("tables and plots go to files under names made of the script's") {
  Fixture f;
  f.options.csv_directory = "tables";
  f.options.svg_directory = "plots";
  f.options.quiet = true;
  Reporter reporter(f.sources, f.options, f.environment);
  FileOutput files(f.script, f.options, f.environment);
  TextSink sink(f.options, f.environment, reporter, files);
  sink.give(TableOutput{"", false, {{"b", {}}}, {{Cell::number(2)}}});
  sink.give(small_table);
  sink.give(small_table);
  sink.give(PlotOutput{{"t", {}}, {0, 1}, {{{"y", {}}, {0, 1}}}, {}, {}});
  REQUIRE(f.written.size() == 4);
  CHECK(f.written[0] == "tables/x-table1.csv|b\r\n2\r\n");
  CHECK(f.written[1].rfind("tables/x-fig.csv|", 0) == 0);
  CHECK(f.written[2].rfind("tables/x-fig-2.csv|", 0) == 0);
  CHECK(f.written[3].rfind("plots/x-plot1.svg|<", 0) == 0);
  CHECK(f.out.str().empty());
}

TEST_CASE("JSON lines hold values in the units named beside them") {
  Fixture f;
  f.options.json = true;
  Reporter reporter(f.sources, f.options, f.environment);
  FileOutput files(f.script, f.options, f.environment);
  JsonSink sink(f.options, f.environment, reporter, files);
  sink.give(small_table);
  sink.give(Printed{{{{"F", kilonewton}, true, false, {Cell::number(2500)}}}});
  sink.give(Note{"so"});
  CHECK(
      f.out.str() ==
      R"({"type":"table","name":"fig","columns":[{"name":"model","unit":""},{"name":"F","unit":"kN"}],"rows":[["hertz",45.87],["flores, 0.8",null]]})"
      "\n"
      R"({"type":"print","text":"F = 2.5 kN","values":[{"name":"F","unit":"kN","value":2.5}]})"
      "\n"
      R"({"type":"note","text":"so"})"
      "\n");
}

TEST_CASE("wall-clock limits are times") {
  CHECK(parse_duration("60") == 60);
  CHECK(parse_duration("60s") == 60);
  CHECK(parse_duration("1.5 min") == 90);
  CHECK(parse_duration("200ms") == doctest::Approx(0.2));
  for (const char* wrong : {"", "s", "-1 s", "0", "3 kg", "1e999", "nan", "inf s"}) {
    CHECK_FALSE(parse_duration(wrong));
  }
}

TEST_CASE("what nobody foresaw ends a command with a code and a line asking for a report") {
  const auto path = std::filesystem::temp_directory_path() / "mbs_unforeseen.mbs";
  std::ofstream(path) << "print   1\n";
  const auto shown = [&](const auto& thrown) {
    Fixture f;
    f.environment.write_file = [&](const auto&, const auto&) -> std::string { throw thrown; };
    CHECK(run_program({"fmt", path.string()}, f.environment) == 3);
    return f.err.str();
  };
  CHECK(shown(std::logic_error("never")).starts_with("error[E0901]: "));
  CHECK(shown(std::logic_error("never")).find("please report it") != std::string::npos);
  CHECK(shown(std::bad_alloc()).starts_with("error[E0704]: memory was used up"));
  CHECK(shown(7).starts_with("error[E0901]: "));
  std::filesystem::remove(path);
}

TEST_CASE("JSON of others is read to a bounded depth") {
  using Json = nlohmann::json;
  const auto nested = [](std::size_t depth) {
    return json_from<Json>(std::string(depth, '[') + std::string(depth, ']'));
  };
  CHECK(nested(100).is_array());
  CHECK(nested(1'000'000).is_discarded());
  CHECK(json_from<Json>("{").is_discarded());
  CHECK(json_from<Json>("[1, {\"a\": [2]}]")[1]["a"][0] == 2);
}

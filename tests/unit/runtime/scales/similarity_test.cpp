// Accuracy does not depend on the units of a problem: examples whose lengths, times and masses are
// all multiplied by the same factors, those of laws and materials included, have the same results.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <initializer_list>
#include <sstream>

#include "lang/compile.hpp"
#include "lang/diagnostics/render.hpp"
#include "lang/scenario/compile_options.hpp"
#include "runtime/study/executor.hpp"

using namespace mbs;

namespace {

// Numbers of results in the units of the script, and what their size is compared with.
struct Number {
  std::string label;
  double value, size;
};

class Numbers : public Sink {
 public:
  std::vector<Number> all;
  long steps = 0;
  void print(const std::vector<PrintPart>& parts) override {
    for (const PrintPart& part : parts) add(part.heading, part.cells);
  }
  void table(const TableOutput& table) override {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      std::vector<Cell> cells;
      for (const auto& row : table.rows) cells.push_back(row[i]);
      add(table.columns[i], cells);
    }
  }
  void plot(const PlotOutput&) override {}
  std::string file(const TableOutput& t, const std::string&) override { return table(t), ""; }
  void diagnostic(const Diagnostic&) override {}
  void note(const std::string&) override {}
  void run(const RunSummary& summary) override { steps += summary.counters[0].second; }

 private:
  void add(const Heading& heading, const std::vector<Cell>& cells) {
    const double one = internal(1, heading.unit.dimension);
    double size = 0;
    for (const Cell& cell : cells)
      if (cell.kind == Cell::Kind::number && std::isfinite(cell.value))
        size = std::max(size, std::abs(cell.value / one));
    for (const Cell& cell : cells)
      if (cell.kind == Cell::Kind::number) all.push_back({heading.label, cell.value / one, size});
  }
};

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// `usual`: the usual speed of the solver is scaled, too.
Numbers results(const std::string& path, const UnitScale& scale, bool usual) {
  set_unit_scale(scale);
  SourceMap sources;
  CompileOptions compile_options;
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  compile_options.read_file = [&](const std::string& name) -> std::optional<std::string> {
    return text_of(folder + name);
  };
  Compilation compilation = compile(sources, sources.add(path, text_of(path)), compile_options);
  for (const Diagnostic& d : compilation.diagnostics.list())
    if (!compilation.scenario) MESSAGE(render(d, sources));
  REQUIRE(compilation.scenario);
  Numbers sink;
  ExecuteOptions options;
  options.jobs = 1;
  if (usual) options.usual_speed = internal(1, dim::speed);
  Executor executor(std::make_shared<const ir::Scenario>(std::move(*compilation.scenario)), options,
                    sink);
  executor.execute_all();
  return sink;
}

}  // namespace

namespace {

// Powers of two, so that the numbers of the script are the same to the last digit.
constexpr double millionth = 1.0 / (1 << 20), thousandth = 1.0 / (1 << 10), thousandfold = 1 << 10;

std::vector<UnitScale> scales(std::initializer_list<double> factors) {
  std::vector<UnitScale> all;
  for (const double f : factors) {
    all.push_back({f, 1, 1});
    all.push_back({1, f, 1});
    all.push_back({1, 1, f});
  }
  return all;
}

// Largest difference against the largest number of its column.
double difference(const Numbers& a, const Numbers& b) {
  REQUIRE(a.all.size() == b.all.size());
  double worst = 0;
  for (std::size_t i = 0; i < a.all.size(); ++i) {
    const Number &x = a.all[i], &y = b.all[i];
    if (x.value == y.value || (std::isnan(x.value) && std::isnan(y.value))) continue;
    const double miss = std::abs(x.value - y.value) / x.size;
    if (!(miss <= worst)) worst = miss;
  }
  return worst;
}

struct Script {
  const char* path;
  double within;
};

}  // namespace

// The tolerances of slow motions are three times those of a like one at 1 m/s, relative to its
// speed, at most, those of very fast ones a hundredth: results agree to what the default `tol`
// leaves of them, measured at 1e-9 to 3e-5, with a factor of about four. A reference of 1 m/s for
// all gives a millionth of a motion differences of some per cent to one.
TEST_CASE("results keep their digits when lengths, times or masses are scaled") {
  const Script scripts[] = {
      {"examples/two_spheres.mbs", 3e-5},        {"examples/bouncing_ball.mbs", 1e-4},
      {"examples/tumbling_block.mbs", 2e-5},     {"examples/andrews_squeezer.mbs", 1e-8},
      {"tests/golden/closed_forms.mbs", 3e-7},   {"tests/golden/rolling.mbs", 1e-9},
      {"tests/golden/rolling_incline.mbs", 5e-8}};
  for (const Script& script : scripts) {
    const Numbers plain = results(script.path, {}, false);
    REQUIRE(!plain.all.empty());
    for (const UnitScale& s : scales({millionth, thousandth, thousandfold})) {
      CAPTURE(script.path);
      CAPTURE(s.kg);
      CAPTURE(s.m);
      CAPTURE(s.s);
      CHECK(difference(plain, results(script.path, s, false)) < script.within);
    }
  }
  set_unit_scale({});
}

// With the usual speed scaled as well nothing is left that has a dimension: the solver takes the
// same steps, and only the rounding of powers that are no powers of two makes a difference.
TEST_CASE("no other number with a dimension is built in") {
  const Script scripts[] = {{"examples/two_spheres.mbs", 1e-10},
                            {"examples/cam_follower.mbs", 1e-10},
                            {"examples/tumbling_block.mbs", 1e-10}};
  for (const Script& script : scripts) {
    const Numbers plain = results(script.path, {}, true);
    REQUIRE(plain.steps > 0);
    for (const UnitScale& s : scales({millionth, thousandth, thousandfold})) {
      CAPTURE(script.path);
      CAPTURE(s.kg);
      CAPTURE(s.m);
      CAPTURE(s.s);
      const Numbers other = results(script.path, s, true);
      CHECK(difference(plain, other) < script.within);
      CHECK(other.steps == plain.steps);
    }
  }
  set_unit_scale({});
}

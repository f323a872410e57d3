// Accuracy does not depend on the units of a problem: examples whose lengths, times and masses are
// all multiplied by the same factors, those of laws and materials included, have the same results.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "lang/compile.hpp"
#include "lang/render.hpp"
#include "runtime/actions.hpp"

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
  std::string messages;
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
  void diagnostic(const Diagnostic& d) override {
    if (info(d.code).severity == Severity::error) messages += d.message + "\n";
  }
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

Numbers results(const std::string& path, const UnitScale& scale, bool usual, double tol = 0) {
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
  if (tol > 0) options.tol = tol;
  if (usual) options.usual_speed = internal(1, dim::speed);
  Executor executor(std::make_shared<const ir::Scenario>(std::move(*compilation.scenario)), options,
                    sink);
  executor.execute_all();
  return sink;
}

}  // namespace

TEST_CASE("probe") {
  const char* const path = std::getenv("PROBE");
  if (!path) return;
  const bool usual = std::getenv("USUAL");
  const double tol = std::getenv("TOL") ? atof(std::getenv("TOL")) : 0;
  const Numbers plain = results(path, {}, usual, tol);
  std::vector<double> fs = {1 / 1048576., 1 / 1024., 1024., 1048576.};
  for (int k = 0; k < 3; ++k)
    for (double f : fs) {
      const UnitScale s{k == 0 ? f : 1, k == 1 ? f : 1, k == 2 ? f : 1};
      const Numbers other = results(path, s, usual, tol);
      double worst = 0;
      std::string which;
      if (other.all.size() != plain.all.size()) {
        printf("%s %c %g: %zu numbers against %zu; steps %ld %ld %s\n", path, "kmt"[k], f,
               other.all.size(), plain.all.size(), plain.steps, other.steps,
               other.messages.c_str());
        continue;
      }
      for (std::size_t i = 0; i < plain.all.size(); ++i) {
        const Number &a = plain.all[i], &b = other.all[i];
        if (std::isnan(a.value) && std::isnan(b.value)) continue;
        if (a.value == b.value) continue;
        const double miss = std::abs(a.value - b.value) / a.size;
        if (!(miss <= worst))
          worst = miss,
          which = a.label + " " + std::to_string(a.value) + " " + std::to_string(b.value);
      }
      printf("%s %c %g: %.2g %s; steps %ld %ld %s\n", path, "kmt"[k], f, worst, which.c_str(),
             plain.steps, other.steps, other.messages.c_str());
      fflush(stdout);
    }
}

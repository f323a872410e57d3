#include "runtime/study/executor.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <new>

#include "lang/compile.hpp"
#include "lang/diagnostics/render.hpp"

using namespace mbs;

namespace {

// Keeps what it is given.
class RecordingSink : public Sink {
 public:
  std::vector<std::vector<PrintPart>> prints;
  std::vector<TableOutput> tables;
  std::vector<PlotOutput> plots;
  std::vector<std::string> files, notes;
  std::vector<Diagnostic> diagnostics;
  std::vector<RunSummary> runs;
  std::string give(Output output) override {
    return take(
        output, [&](const Printed& o) { prints.push_back(o.parts); },
        [&](const TableOutput& o) { tables.push_back(o); },
        [&](const PlotOutput& o) { plots.push_back(o); },
        [&](const TableFile& o) -> std::string {
          files.push_back(o.name);
          return o.name == "bad.csv" ? "no room" : "";
        },
        [&](const PictureFile& o) {
          plots.push_back(o.plot);
          files.push_back(o.name);
        },
        [&](const Diagnostic& o) { diagnostics.push_back(o); },
        [&](const Note& o) { notes.push_back(o.text); },
        [&](const RunSummary& o) { runs.push_back(o); });
  }
};

struct Executed {
  RecordingSink sink;
  Outcome outcome;
  double number(std::size_t line, std::size_t part = 0) const {
    return sink.prints.at(line).at(part).cells.at(0).value;
  }
};

Executed execute(const std::string& text, ExecuteOptions options = {}) {
  SourceMap sources;
  Compilation compilation = compile(sources, sources.add("test.mbs", text));
  for (const Diagnostic& d : compilation.diagnostics.list()) MESSAGE(render(d, sources));
  REQUIRE(compilation.scenario);
  Executed result;
  Executor executor(std::make_shared<const ir::Scenario>(std::move(*compilation.scenario)), options,
                    result.sink);
  result.outcome = executor.execute_all();
  return result;
}

// A stone thrown up at 5 m/s under 10 m/s^2: y = 5t - 5t^2.
const std::string stone =
    "world planar { gravity = (0, -10) m/s^2 }\n"
    "body stone { mass = 1 kg, inertia = 1 kg*m^2, velocity = (3, 5) m/s }\n";

// A ball that drops 0.2 m onto a plate and bounces a few times.
const std::string bouncing =
    "world planar { gravity = (0, -10) m/s^2 }\n"
    "param ce = 0.8\n"
    "body ball { shape = sphere(10 mm), mass = 1 kg, at = (0, 0.21) m }\n"
    "point plate = (0, 0) { shape = plane }\n"
    "contact hit: ball to plate { law = flores(ce, K = 1e9 N/m^1.5) }\n";

}  // namespace

TEST_CASE("reductions of a parabola have their closed forms") {
  const Executed e =
      execute(stone +
              "simulate 1 s\n"
              "print max(stone.y), argmax(stone.y), min(stone.vy), argmin(stone.vy)\n"
              "print integral(stone.y), mean(stone.y), rms(stone.y)\n"
              "print initial(stone.vy), final(stone.vy), at(stone.y, 0.3 s)\n");
  // The path is a parabola, which the solver and its interpolation reproduce to its tolerance.
  const double eps = 1e-6;
  CHECK(e.number(0, 0) == doctest::Approx(1.25).epsilon(eps));
  // The top is flat: its place is known to the square root of what its height is.
  CHECK(e.number(0, 1) == doctest::Approx(0.5).epsilon(1e-3));
  CHECK(e.number(0, 2) == doctest::Approx(-5).epsilon(eps));
  CHECK(e.number(0, 3) == doctest::Approx(1).epsilon(eps));
  CHECK(e.number(1, 0) == doctest::Approx(2.5 - 5.0 / 3).epsilon(eps));
  CHECK(e.number(1, 1) == doctest::Approx(2.5 - 5.0 / 3).epsilon(eps));
  // Integral of 25 (t - t^2)^2 over 0..1 is 25/30.
  CHECK(e.number(1, 2) == doctest::Approx(std::sqrt(25.0 / 30)).epsilon(eps));
  CHECK(e.number(2, 0) == doctest::Approx(5).epsilon(eps));
  CHECK(e.number(2, 1) == doctest::Approx(-5).epsilon(eps));
  CHECK(e.number(2, 2) == doctest::Approx(1.05).epsilon(eps));
  CHECK(e.outcome == Outcome{});
}

TEST_CASE("a table has a row per instant, from the beginning to the end") {
  const Executed e = execute(stone +
                             "simulate 1 s\n"
                             "table every 0.1 s { t in ms, stone.x in mm }\n"
                             "table every 0.1 s during 0.25 s .. 0.5 s { t }\n");
  REQUIRE(e.sink.tables.size() == 2);
  const auto& rows = e.sink.tables[0].rows;
  REQUIRE(rows.size() == 11);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(rows[i][0].value == doctest::Approx(0.1 * static_cast<double>(i)));
    CHECK(rows[i][1].value == doctest::Approx(0.3 * static_cast<double>(i)).epsilon(1e-9));
  }
  CHECK(e.sink.tables[0].columns[0].unit.text == "ms");
  REQUIRE(e.sink.tables[1].rows.size() == 3);
  CHECK(e.sink.tables[1].rows[0][0].value == doctest::Approx(0.25));
}

TEST_CASE("a plot covers the run without long gaps") {
  const Executed e = execute(stone + "simulate 1 s\nplot stone.y in mm vs t in s\n");
  REQUIRE(e.sink.plots.size() == 1);
  const PlotOutput& plot = e.sink.plots[0];
  REQUIRE(plot.x.size() >= 400);
  CHECK(plot.x.front() == 0);
  CHECK(plot.x.back() == doctest::Approx(1));
  for (std::size_t i = 1; i < plot.x.size(); ++i)
    CHECK(plot.x[i] - plot.x[i - 1] <= 1.0 / 400 + 1e-12);
}

TEST_CASE("failed expectations show their parts and set the exit code") {
  const Executed e = execute(stone +
                             "simulate 1 s\n"
                             "expect max(stone.y) ~ 1.3 m within 1%, \"too low\"\n"
                             "expect final(stone.vy) ~ -5 m/s within 0.01%\n");
  CHECK(e.outcome == Outcome{.expectation_failed = true});
  REQUIRE(e.sink.diagnostics.size() == 1);
  const Diagnostic& d = e.sink.diagnostics[0];
  CHECK(d.code == Code::E0801);
  CHECK(d.message == "expectation failed: too low");
  REQUIRE(d.values.size() == 2);
  CHECK(*d.values[0] == "1.25 m");
  CHECK(*d.values[1] == "0.013 m allowed, 0.05 m off");
}

TEST_CASE("an index that is out of range is an error with a place, not a crash") {
  const Executed e = execute(bouncing + "simulate 0.1 s\nprint hit.impacts[3].F_max\nprint 1\n");
  CHECK(e.outcome == Outcome{.script_error = true});
  REQUIRE(e.sink.diagnostics.size() == 1);
  CHECK(e.sink.diagnostics[0].code == Code::E0310);
  CHECK(e.sink.diagnostics[0].labels.at(0).span.source == 0);
  CHECK(e.number(1) == 1);
}

TEST_CASE("impacts are a list, counted and reduced") {
  const Executed e =
      execute(bouncing +
              "simulate 0.9 s\n"
              "print count(hit.impacts), hit.impacts[1].v_in\n"
              "print decreasing(hit.impacts.v_in), first(hit.impacts.t), max(hit.impacts.v_in)\n");
  CHECK(e.outcome == Outcome{});
  CHECK(e.number(0, 0) >= 2);
  // From a height of 0.2 m: sqrt(2 g h) = 2 m/s; the contact is found as an event.
  CHECK(e.number(0, 1) == doctest::Approx(2).epsilon(1e-5));
  CHECK(e.number(1, 0) == 1);
  CHECK(e.number(1, 1) == doctest::Approx(0.2).epsilon(1e-5));
  CHECK(e.number(1, 2) == doctest::Approx(2).epsilon(1e-5));
}

TEST_CASE("a sweep gains a row per pass, the same for any number of threads") {
  const std::string text = bouncing +
                           "sweep ce in [0.3, 0.6, 0.9] {\n"
                           "  simulate 0.25 s\n"
                           "  print ce\n"
                           "  table bounce { ce, e = hit.impacts[1].restitution }\n"
                           "}\n"
                           "expect bounce.e[1] < bounce.e[2]\n"
                           "expect increasing(bounce.e)\n";
  std::vector<TableOutput> tables;
  for (const int jobs : {1, 3}) {
    ExecuteOptions options;
    options.jobs = jobs;
    const Executed e = execute(text, options);
    CHECK(e.outcome == Outcome{});
    REQUIRE(e.sink.prints.size() == 3);
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(e.number(i) == doctest::Approx(0.3 * static_cast<double>(i + 1)));
    REQUIRE(e.sink.tables.size() == 1);
    REQUIRE(e.sink.tables[0].rows.size() == 3);
    tables.push_back(e.sink.tables[0]);
  }
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(tables[0].rows[i][1].value == tables[1].rows[i][1].value);
}

TEST_CASE("a pass that fails is reported with its params and does not lose the others") {
  const Executed e = execute(bouncing +
                             "sweep ce in [0.5, 0.9] {\n"
                             "  simulate 0.25 s\n"
                             "  expect ce > 0.7\n"
                             "  table { ce }\n"
                             "}\n");
  CHECK(e.outcome == Outcome{.expectation_failed = true});
  REQUIRE(e.sink.diagnostics.size() == 1);
  CHECK(e.sink.diagnostics[0].notes.back() == "in the pass with ce = 0.5");
  REQUIRE(e.sink.tables.size() == 1);
  CHECK(e.sink.tables[0].rows.size() == 2);
}

TEST_CASE("a run goes on with `continue`, and stops where `until` says") {
  const Executed e = execute(stone +
                             "simulate 0.4 s\n"
                             "continue 0.6 s\n"
                             "print final(t), max(stone.y)\n"
                             "simulate 1 s until stone.y < 0 m and t > 0.1 s\n"
                             "print final(t)\n"
                             "simulate 2 s until stone.vy < 0 m/s\n"
                             "print final(t)\n");
  CHECK(e.number(0, 0) == doctest::Approx(1));
  CHECK(e.number(0, 1) == doctest::Approx(1.25).epsilon(1e-6));
  CHECK(e.number(1) == doctest::Approx(1).epsilon(1e-6));
  CHECK(e.number(2) == doctest::Approx(0.5).epsilon(1e-6));
}

TEST_CASE("`when` prints the values of its instant, and its times are a list") {
  const Executed e = execute(stone +
                             "when top: stone.vy < 0 m/s { print t, stone.y }\n"
                             "simulate 1 s\n"
                             "print count(top.times), first(top.times)\n");
  REQUIRE(e.sink.prints.size() == 2);
  CHECK(e.number(0, 0) == doctest::Approx(0.5).epsilon(1e-6));
  CHECK(e.number(0, 1) == doctest::Approx(1.25).epsilon(1e-6));
  CHECK(e.number(1, 0) == 1);
  CHECK(e.number(1, 1) == doctest::Approx(0.5).epsilon(1e-6));
}

TEST_CASE("`stop` ends the script") {
  const Executed e = execute("print 1\nstop \"enough\"\nprint 2\n");
  CHECK(e.sink.prints.size() == 1);
  CHECK(e.sink.notes == std::vector<std::string>{"enough"});
  CHECK(e.outcome == Outcome{.stopped = true});
}

TEST_CASE("an interrupt keeps what was computed and expects nothing of it") {
  std::atomic<int> polls{0};
  ExecuteOptions options;
  options.interrupted = [&] { return ++polls > 20; };
  const Executed e = execute(bouncing +
                                 "simulate 100 s { max_step = 1 ms }\n"
                                 "print final(t)\n"
                                 "expect final(t) > 99 s\n"
                                 "simulate 1 s\n",
                             options);
  CHECK(e.outcome.interrupted);
  REQUIRE(e.sink.prints.size() == 1);
  CHECK(e.number(0) > 0);
  CHECK(e.number(0) < 99);
  CHECK(e.sink.runs.size() == 1);
}

TEST_CASE("a file that cannot be written is an error of its own class") {
  const Executed e = execute(stone + "simulate 0.1 s\ntable every 0.1 s to \"bad.csv\" { t }\n");
  CHECK(e.outcome == Outcome{.file_error = true});
  REQUIRE(e.sink.diagnostics.size() == 1);
  CHECK(e.sink.diagnostics[0].code == Code::E0703);
  CHECK(e.sink.tables.empty());
}

TEST_CASE("a result that throws is left out with a code, and the script goes on") {
  struct Failing : RecordingSink {
    std::string give(Output output) override {
      const bool printed = std::holds_alternative<Printed>(output);
      if (printed && prints.empty() && diagnostics.empty()) throw std::bad_alloc();
      return RecordingSink::give(std::move(output));
    }
  } sink;
  SourceMap sources;
  Compilation compilation = compile(sources, sources.add("test.mbs", "print 1\nprint 2\n"));
  REQUIRE(compilation.scenario);
  Executor executor(std::make_shared<const ir::Scenario>(std::move(*compilation.scenario)), {},
                    sink);
  CHECK(executor.execute_all().simulation_failed);
  REQUIRE(sink.diagnostics.size() == 1);
  CHECK(sink.diagnostics[0].code == Code::E0704);
  CHECK(sink.prints.size() == 1);
}

TEST_CASE("an interrupt ends results that take long; what is shown by then stays") {
  struct Interrupting : RecordingSink {
    bool interrupted = false;
    std::string give(Output output) override {
      interrupted |= std::holds_alternative<Printed>(output);
      return RecordingSink::give(std::move(output));
    }
  } sink;
  SourceMap sources;
  Compilation compilation = compile(sources, sources.add("test.mbs", R"(
body stone { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }
simulate 1 s { max_step = 1 ms }
print final(stone.x)
print max(sin(3 rad/s*t)*stone.x)
print "never"
)"));
  REQUIRE(compilation.scenario);
  ExecuteOptions options;
  options.interrupted = [&] { return sink.interrupted; };
  Executor executor(std::make_shared<const ir::Scenario>(std::move(*compilation.scenario)), options,
                    sink);
  CHECK(executor.execute_all().interrupted);
  CHECK(sink.prints.size() == 1);
  REQUIRE(sink.notes.size() == 1);
  CHECK(sink.notes[0].starts_with("interrupted while results"));
}

#include "lang/diagnostics/render.hpp"

#include <doctest/doctest.h>

using namespace mbs;

namespace {

// The span of `part` on its first appearance in source 0.
Span find(const SourceMap& sources, std::string_view part, std::size_t from = 0) {
  const auto begin = static_cast<std::uint32_t>(sources.text(0).find(part, from));
  return {0, begin, begin + static_cast<std::uint32_t>(part.size())};
}

std::string report(const Diagnostic& diagnostic, const SourceMap& sources) {
  return "\n" + render(diagnostic, sources);
}

}  // namespace

TEST_CASE("one label") {
  SourceMap sources;
  sources.add("crank.mbs", "mbs 1\n\n\nparam c = 0.5 mmm\n");
  const Diagnostic d{Code::E0201,
                     "there is no unit `mmm`",
                     {{find(sources, "mmm"), "did you mean `mm`?"}},
                     {},
                     {},
                     {},
                     {}};
  CHECK(report(d, sources) == R"(
error[E0201]: there is no unit `mmm`
 --> crank.mbs:4:15
  |
4 | param c = 0.5 mmm
  |               ^^^ did you mean `mm`?
)");
  CHECK(render(d, sources, {false, true}) ==
        "error[E0201]: there is no unit `mmm`\n --> crank.mbs:4:15\n");
}

TEST_CASE("two operands that do not fit are underlined alike") {
  SourceMap sources;
  sources.add("laws.mbs", "\n\n  FN = K*delta^n * (1 + 3*(1 - ce^2)/4 * ddelta)\n");
  Diagnostic d{Code::E0202, "cannot add a pure number and m/s", {}, {}, {}, {}, {}};
  d.labels = {{find(sources, "1"), "pure number"},
              {find(sources, "3*(1 - ce^2)/4 * ddelta"), "m/s    speed"}};
  d.notes = {"`ddelta` is a speed"};
  d.hint = "`v_impact` has the missing dimension";
  CHECK(report(d, sources) == R"(
error[E0202]: cannot add a pure number and m/s
 --> laws.mbs:3:21
  |
3 |   FN = K*delta^n * (1 + 3*(1 - ce^2)/4 * ddelta)
  |                     -   ----------------------- m/s    speed
  |                     |
  |                     pure number
  |
  = note: `ddelta` is a speed
  = hint: `v_impact` has the missing dimension
)");
}

TEST_CASE("a first label right of the second") {
  SourceMap sources;
  sources.add("crank.mbs", std::string(17, '\n') + "  law = hertz(n = 1.1, K = 6.6e10 N/m^1.5)\n");
  Diagnostic d{Code::E0203, "`K` of `hertz` must be N/m^1.1, but this is N/m^1.5", {}, {}, {}, {},
               {}};
  d.labels = {{find(sources, "6.6e10 N/m^1.5"), "N/m^1.5"},
              {find(sources, "1.1"), "makes `K: N/m^n` N/m^1.1"}};
  CHECK(report(d, sources) == R"(
error[E0203]: `K` of `hertz` must be N/m^1.1, but this is N/m^1.5
  --> crank.mbs:18:28
   |
18 |   law = hertz(n = 1.1, K = 6.6e10 N/m^1.5)
   |                   ---      ^^^^^^^^^^^^^^ N/m^1.5
   |                   |
   |                   makes `K: N/m^n` N/m^1.1
)");
}

TEST_CASE("a failed expectation shows the values of its parts") {
  SourceMap sources;
  sources.add("two.mbs", "expect laws.restitution[5] ~ ce within 1%\n");
  Diagnostic d{Code::E0801, "expectation failed", {}, {}, {}, {}, {}};
  d.labels = {{find(sources, "laws.restitution[5]"), ""},
              {find(sources, "ce"), ""},
              {find(sources, "1%"), ""}};
  d.labels[1].span = find(sources, "ce within");
  d.values = {"0.788539", "0.8", "0.008 allowed, 0.0115 off"};
  CHECK(report(d, sources) == R"(
error[E0801]: expectation failed
 --> two.mbs:1:8
  |
1 | expect laws.restitution[5] ~ ce within 1%
  |        |                     |         |
  |        0.788539              0.8       0.008 allowed, 0.0115 off
)");
}

TEST_CASE("values that do not fit beside each other hang lower") {
  SourceMap sources;
  sources.add("two.mbs", "expect a < b < c\n");
  Diagnostic d{Code::E0801, "expectation failed", {}, {}, {}, {}, {}};
  d.labels = {{{0, 7, 8}, ""}, {{0, 11, 12}, ""}, {{0, 15, 16}, ""}};
  d.values = {"1.5 mm", "123456 um", "3"};
  CHECK(report(d, sources) == R"(
error[E0801]: expectation failed
 --> two.mbs:1:8
  |
1 | expect a < b < c
  |        |   |   |
  |        |   |   3
  |        |   123456 um
  |        1.5 mm
)");
}

TEST_CASE("labels on several lines, and in another source") {
  SourceMap sources;
  sources.add("a.mbs", "body rod { }\n\n# one\n# two\nbody rod { }\n\nlet x = rod\n");
  sources.add("b.mbs", "use \"a.mbs\"\n");
  Diagnostic d{Code::E0302, "`rod` is already defined", {}, {}, {}, {}, {}};
  d.labels = {{find(sources, "rod", 20), ""},
              {find(sources, "rod"), "first here"},
              {find(sources, "rod", 35), "used here"},
              {{1, 0, 3}, "read by this"}};
  d.notes = {"a name has one meaning"};
  CHECK(report(d, sources) == R"(
error[E0302]: `rod` is already defined
 --> a.mbs:5:6
  |
1 | body rod { }
  |      --- first here
...
5 | body rod { }
  |      ^^^
6 |
7 | let x = rod
  |         --- used here
 ::: b.mbs:1:1
  |
1 | use "a.mbs"
  | --- read by this
  |
  = note: a name has one meaning
)");
}

TEST_CASE("an empty span at the end of the text gets one caret") {
  SourceMap sources;
  sources.add("a.mbs", "let a = 1 +");
  const Diagnostic d{
      Code::E0103, "expected an expression after `+`", {{{0, 11, 11}, ""}}, {}, {}, {}, {}};
  CHECK(report(d, sources) == R"(
error[E0103]: expected an expression after `+`
 --> a.mbs:1:12
  |
1 | let a = 1 +
  |            ^
)");
}

TEST_CASE("a span over several lines is marked on its first") {
  SourceMap sources;
  sources.add("a.mbs", "body a {\n  mass = 1 kg\n}\n");
  const Diagnostic d{Code::E0403, "`body a` needs a `mass`", {{{0, 0, 24}, ""}}, {}, {}, {}, {}};
  CHECK(report(d, sources).find("1 | body a {\n  | ^^^^^^^^\n") != std::string::npos);
}

TEST_CASE("without a place only the message and remarks are shown") {
  const Diagnostic d{
      Code::E0303, "`--set x`: the script has no param of that name", {}, {}, "it has: mu, c", {},
      {}};
  CHECK(render(d, SourceMap{}) ==
        "error[E0303]: `--set x`: the script has no param of that name\n"
        "  = hint: it has: mu, c\n");
}

TEST_CASE("control characters and broken bytes do not reach the terminal") {
  SourceMap sources;
  sources.add("a.mbs", "let\ta = \x1b[31m\xff");
  const Diagnostic d{Code::E0110, "bad \x1b", {{{0, 8, 9}, ""}}, {}, {}, {}, {}};
  CHECK(report(d, sources) == R"(
error[E0110]: bad ?
 --> a.mbs:1:9
  |
1 | let a = ?[31m?
  |         ^
)");
}

TEST_CASE("a long line is shown around its label") {
  SourceMap sources;
  sources.add("a.mbs", std::string(5000, 'x') + "!" + std::string(5000, 'y'));
  const Diagnostic d{Code::E0110, "no", {{{0, 5000, 5001}, "here"}}, {}, {}, {}, {}};
  const std::string text = render(d, sources);
  CHECK(text.size() < 500);
  CHECK(text.find("\n  | " + std::string(40, ' ') + "^ here\n") != std::string::npos);
}

TEST_CASE("colour wraps the parts and leaves the text") {
  SourceMap sources;
  sources.add("a.mbs", "let a = 1");
  const Diagnostic d{Code::W0202, "look", {{{0, 4, 5}, ""}}, {}, {}, {}, {}};
  const std::string text = render(d, sources, {true, false});
  CHECK(text.find("\033[1;33mwarning[W0202]\033[0m\033[1m: look\033[0m\n") == 0);
  CHECK(text.find("\033[1;33m^\033[0m\n") != std::string::npos);
}

TEST_CASE("JSON is one line with all facts") {
  SourceMap sources;
  sources.add("a \"b\".mbs", "let a = 1\n");
  Diagnostic d{
      Code::W0202, "say \"what\"\n\x01\xff", {{{0, 4, 5}, "l"}}, {"n"}, "h", Fix{{0, 8, 9}, "2"},
      {}};
  CHECK(render_json(d, sources) ==
        R"({"code":"W0202","severity":"warning","message":"say \"what\"\n\u0001\ufffd",)"
        R"("file":"a \"b\".mbs","line":1,"col":5,"end_line":1,"end_col":6,)"
        R"("labels":[{"file":"a \"b\".mbs","line":1,"col":5,"end_line":1,"end_col":6,"text":"l"}],)"
        R"("notes":["n"],"hint":"h",)"
        R"("fix":{"range":{"line":1,"col":9,"end_line":1,"end_col":10},"text":"2"}})");
  d.labels.clear();
  d.hint.reset();
  d.fix.reset();
  CHECK(render_json(d, sources).find(R"("file":null,"line":null)") != std::string::npos);
  CHECK(render_json(d, sources).find(R"("hint":null,"fix":null})") != std::string::npos);
}

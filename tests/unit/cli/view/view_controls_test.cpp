#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "cli/view/controls.hpp"

using namespace mbs;

namespace {

std::vector<Control> of(const std::string& text, const std::vector<Override>& given = {}) {
  Options options;
  options.overrides = given;
  const auto compiled = compile_script({"script", "script", ".", text}, options);
  return controls_of(*compiled, given);
}

Control only(const std::string& text, const std::vector<Override>& given = {}) {
  const auto all = of(text, given);
  REQUIRE(all.size() == 1);
  return all[0];
}

}  // namespace

TEST_CASE("numbers have a unit and a factor of four around them") {
  const Control c = only("param c = 0.5 mm  # of the pin\nprint c\n");
  CHECK(c.kind == Control::Kind::number);
  CHECK(c.name == "c");
  CHECK(c.text == "0.5 mm");
  CHECK(c.words == "of the pin");
  CHECK(c.value == 0.5);
  CHECK(c.unit == "mm");
  CHECK(c.low == 0.125);
  CHECK(c.high == 2);
  CHECK_FALSE(c.whole);
}

TEST_CASE("what is worked out is a number, too") {
  const Control c = only("param w = 2 * 50 mm\nprint w\n");
  CHECK(c.kind == Control::Kind::number);
  CHECK(c.text == "2 * 50 mm");
  CHECK(c.value == doctest::Approx(0.1));
  CHECK(c.unit == "m");
}

TEST_CASE("coefficients go from 0 to 1, counts by whole numbers") {
  CHECK(only("param mu = 0\nprint mu\n").high == 1);
  CHECK(only("param ce = 0.9\nprint ce\n").low == 0);
  const Control n = only("param n = 5\nprint n\n");
  CHECK(n.whole);
  CHECK(n.low == 1);
  CHECK(n.high == 20);
}

TEST_CASE("negative numbers keep their sign") {
  const Control c = only("param v = -2 m/s\nprint v\n");
  CHECK(c.value == -2);
  CHECK(c.low == -8);
  CHECK(c.high == -0.5);
}

TEST_CASE("requirements that compare with numbers bound the range, in the param's unit") {
  const Control both =
      only("param c = 0.5 mm\nrequire 100 um <= c and c <= 1 mm, \"no\"\nprint c\n");
  CHECK(both.low == doctest::Approx(0.1).epsilon(1e-12));
  CHECK(both.high == 1);
  const Control chain = only("param c = 0.5\nrequire 0 < c < 2, \"no\"\nprint c\n");
  CHECK(chain.low == doctest::Approx(0.002));  // a thousandth inside
  CHECK(chain.high == doctest::Approx(1.998));
  const Control turned = only("param c = 0.5 mm\nrequire 1 mm >= c, \"no\"\nprint c\n");
  CHECK(turned.low == 0.125);
  CHECK(turned.high == 1);
  const Control other =
      only("param c = 0.5 mm\nlet d = 1 mm\nrequire c < d or c > d, \"no\"\nprint c, d\n");
  CHECK(other.high == 2);
  const Control beyond = only("param c = 5\nrequire c < 3, \"no\"\nprint c\n");
  CHECK(beyond.high == 5);  // the script refuses its own value, and says so
}

TEST_CASE("truth and laws") {
  CHECK(only("param on = true\nprint if on then 1 else 2\n").kind == Control::Kind::logical);
  const Control law = only("param model = flores(0.9)\nprint 1\n");
  CHECK(law.kind == Control::Kind::text);
  CHECK(law.text == "flores(0.9)");
}

TEST_CASE("what the command line sets is where the page begins") {
  const Control c = only("param c = 0.5 mm\nprint c\n", {{"c", "2 mm"}});
  CHECK(c.text == "2 mm");
  CHECK(c.value == 2);
  CHECK(only("param c = 0.5 mm\nprint c\n", {{"c", "2 +"}}).kind == Control::Kind::text);
}

TEST_CASE("of a script with errors there is what can be read") {
  const auto all = of("param a = 1 mm\nparam b = \nparam c = nobody\n");
  REQUIRE(all.size() == 2);
  CHECK(all[0].kind == Control::Kind::number);
  CHECK(all[1].kind == Control::Kind::text);
  CHECK(of("").empty());
}

namespace {

int swept(const std::string& text) {
  const auto all = of("param c = 1 mm\nbody b { mass = 1 kg, inertia = 1 kg*m^2 }\n" + text);
  REQUIRE(!all.empty());
  return all[0].swept;
}

}  // namespace

TEST_CASE("a param that a sweep gives all its values says where") {
  CHECK(swept("sweep c in [1, 2] mm { simulate 1 s\nprint c }\n") == 3);
  CHECK(swept("simulate 1 s\nprint c\n") == 0);
  CHECK(swept("print c\n") == 0);
}

TEST_CASE("columns of its name are not the param") {
  CHECK(swept("sweep c in [1, 2] mm { simulate 1 s\ntable study { c, x = final(b.x) } }\n"
              "plot study.x vs study.c\n") == 3);
}

TEST_CASE("what runs or is shown outside of the sweep keeps its control") {
  const std::string sweep = "sweep c in [1, 2] mm { simulate 1 s }\n";
  CHECK(swept(sweep + "simulate 1 s\n") == 0);
  CHECK(swept(sweep + "print 2*c\n") == 0);
  CHECK(swept("let twice = 2*c\nlet more = twice + 1 mm\n" + sweep + "print more\n") == 0);
  CHECK(swept("let twice = 2*c\n" + sweep + "print 1\n") == 4);
  CHECK(swept("param k = 1\nsweep k in [1, 2] { simulate 1 s }\n") == 0);
}

TEST_CASE("a law has a list of those that may stand in its place, with its arguments") {
  const Control c = only("law mine(ce) = 1 N\nparam model = flores(0.8, n = 1.4)\n");
  const auto has = [&](const char* text) { return std::ranges::count(c.choices, text) == 1; };
  CHECK(has("flores(ce = 0.8, n = 1.4)"));
  CHECK(has("lankarani_nikravesh(ce = 0.8, n = 1.4)"));
  CHECK(has("mine(ce = 0.8)"));
  CHECK(has("hertz(n = 1.4)"));
  CHECK(std::ranges::none_of(c.choices,
                             [](const std::string& text) { return text.starts_with("coulomb"); }));
}

TEST_CASE("what is no law has no list") {
  CHECK(only("param c = 0.5 mm\n").choices.empty());
  CHECK(only("param which = \"flores\"\n").choices.empty());
  CHECK(only("let f = 1\nparam which = f\n").choices.empty());
}

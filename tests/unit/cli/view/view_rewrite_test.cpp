#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cli/view/controls.hpp"
#include "cli/view/rewrite.hpp"

using namespace mbs;

namespace {

const std::string script =
    "param c = 0.5 mm   # of the bearing\nparam n = 3\nlet b = c\nparam law = flores(0.8)\n";

// As the controls of the script have their places.
Replacement of(const std::string& name, const std::string& now) {
  Options options;
  const auto compiled = compile_script({"script", "script", ".", script}, options);
  for (const Control& control : controls_of(*compiled, {}))
    if (control.name == name) return {name, control.text, now};
  return {};
}

}  // namespace

TEST_CASE("values are written where they stand, and nothing else changes") {
  std::string lost;
  const auto text =
      rewritten(script, {of("c", "0.25 mm"), of("law", "hertz"), of("n", "12")}, lost);
  REQUIRE(text);
  CHECK(*text ==
        "param c = 0.25 mm   # of the bearing\nparam n = 12\nlet b = c\nparam law = hertz\n");
}

TEST_CASE("a script that has changed meanwhile stays as it is") {
  std::string lost;
  CHECK(rewritten("# new\n" + script, {of("n", "12")}, lost) ==
        "# new\nparam c = 0.5 mm   # of the bearing\nparam n = 12\nlet b = c\n"
        "param law = flores(0.8)\n");
  CHECK_FALSE(rewritten("", {of("c", "1 mm")}, lost));
  CHECK(lost == "c");
}

TEST_CASE("a param is written, not what stands where it stood") {
  // As long as a line of a param, so that the second one's place is the first one's value.
  std::string lost;
  CHECK(rewritten("let x = 1000\nparam a = 3\nparam b = 3\n", {{"b", "3", "4"}}, lost) ==
        "let x = 1000\nparam a = 3\nparam b = 4\n");
  CHECK_FALSE(rewritten("param a = 3\n", {{"b", "3", "4"}}, lost));
  CHECK(lost == "b");
}

TEST_CASE("a value that has grown, or is said twice, is another") {
  std::string lost;
  CHECK_FALSE(rewritten("param a = 1 mm + x\n", {{"a", "1 mm", "2 mm"}}, lost));
  CHECK(lost == "a");
  CHECK_FALSE(rewritten("param a = 3\nparam a = 3\n", {{"a", "3", "4"}}, lost));
}

TEST_CASE("what the command line sets, or another file says, has no place in the script") {
  Options options;
  options.overrides = {{"c", "1 mm"}};
  const auto compiled = compile_script({"script", "script", ".", script}, options);
  const auto controls = controls_of(*compiled, options.overrides);
  REQUIRE(controls.size() == 3);
  CHECK_FALSE(controls[0].at);
  CHECK(controls[1].at);
}

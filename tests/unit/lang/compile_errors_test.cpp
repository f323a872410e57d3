// What is said against a script, word for word where the words matter.
#include <fmt/format.h>

#include "lang/scenario/compile_options.hpp"
#include "tests/support/compiled.hpp"

using namespace mbs;
using namespace mbs::test;

TEST_CASE("a forgotten denominator is looked for among the names in scope") {
  const Compiled c = compile_text(R"(
law my_ln(ce, K: N/m^1.5) {
  FN = K*delta^1.5 * (1 + 3*(1 - ce^2)/4 * ddelta)
}
body ball { shape = sphere(50 mm), mass = 1 kg, at = (0, 60) mm }
point floor = (0, 0) { shape = plane }
contact hit: ball to floor { law = my_ln(0.9, 1e8 N/m^1.5) }
)");
  CHECK(c.reports() == R"(
error[E0202]: cannot add a pure number and m/s
 --> test.mbs:3:23
  |
3 |   FN = K*delta^1.5 * (1 + 3*(1 - ce^2)/4 * ddelta)
  |                       -   ----------------------- m/s    speed
  |                       |
  |                       pure number
  |
  = note: `ddelta` is a speed; in law `my_ln`, used by contact `hit` at test.mbs:7
  = hint: `v_impact` has the missing dimension: `… * ddelta/v_impact`
)");
}

TEST_CASE("an exponent that would make the dimensions fit is proposed") {
  const Compiled c = compile_text("let K = 6.61e10 N/m^1.5\nprint K * 80 um + 3 N");
  CHECK(c.reports() == R"(
error[E0202]: cannot add N/m^0.5 and N
 --> test.mbs:2:7
  |
2 | print K * 80 um + 3 N
  |       ---------   --- N    force
  |       |
  |       N/m^0.5
  |
  = hint: the left side has m^0.5 too few; did you mean `K * (80 um)^1.5`?
)");
}

TEST_CASE("a stiffness for another exponent points at the exponent") {
  const Compiled c = compile_text(R"(
body pin { mass = 1 kg, inertia = 1 g*m^2 }
clearance B: pin in ground {
  bearing = 10 mm, clearance = 0.5 mm
  law = hertz(n = 1.1, K = 6.6e10 N/m^1.5)
}
)");
  CHECK(c.reports() == R"(
error[E0203]: `K` of `hertz` must be N/m^1.1, but this is N/m^1.5
 --> test.mbs:5:28
  |
5 |   law = hertz(n = 1.1, K = 6.6e10 N/m^1.5)
  |                   ---      ^^^^^^^^^^^^^^ N/m^1.5
  |                   |
  |                   makes `K: N/m^n` N/m^1.1
  |
  = note: in law `hertz`, used by clearance `B` at test.mbs:5
  = hint: a stiffness belongs to its exponent. To reuse only its number, write `6.6e10 N/m^n`
)");
}

TEST_CASE("a bare number is asked for its unit") {
  const Compiled c = compile_text(R"(
body crank { mass = 1 kg, inertia = 1 g*m^2 }
revolute O: ground to crank
drive motor: O.speed = 5000
)");
  CHECK(c.reports() == R"(
error[E0204]: `O.speed` needs a unit: 5000 what?
 --> test.mbs:4:24
  |
4 | drive motor: O.speed = 5000
  |                        ^^^^ pure number; an angular speed is wanted
  |
  = hint: `5000 rpm`, or `5000 rad/s`
)");
}

TEST_CASE("a blank inside a unit is seen as such") {
  const Compiled c = compile_text("let k = 4530 N / m");
  CHECK(c.reports() == R"(
error[E0301]: there is no `m` here
 --> test.mbs:1:18
  |
1 | let k = 4530 N / m
  |                  ^ a unit, but blanks end a unit
  |
  = hint: write it without blanks: `4530 N/m`
)");
}

TEST_CASE("all errors of a file come at once, in order") {
  const Compiled c = compile_text(R"(
body rod { mass = 1 kg, inertia = 1 g*m^2, point pin = (1, 0) mm }
body slider { masse = 0.14 kg }
clearance B: rod.pin in slider { bearing = 10 mm, clearance = 1 mm }
)");
  CHECK(c.reports() == R"(
error[E0402]: `body` has no attribute `masse`
 --> test.mbs:3:15
  |
3 | body slider { masse = 0.14 kg }
  |               ^^^^^ did you mean `mass`?

error[E0403]: `clearance B` needs a `law`
 --> test.mbs:4:1
  |
4 | clearance B: rod.pin in slider { bearing = 10 mm, clearance = 1 mm }
  | ^^^^^^^^^^^
  |
  = hint: for instance `law = lankarani_nikravesh(ce = 0.9)`
)");
}

TEST_CASE("a law that lacks data says what is missing, once") {
  const Compiled c = compile_text(R"(
body ball { shape = sphere(50 mm), mass = 1 kg, at = (0, 60) mm }
body plate { shape = plane, material = steel }
weld W: ground to plate
contact hit: ball to plate { law = hertz }
)");
  REQUIRE(c.codes() == "E0409");
  CHECK(c.reports().find("`hertz` needs `pair.E1`, but `ball` has no material") !=
        std::string::npos);
  CHECK(c.reports().find("give `ball` one (`material = steel`) or set `K` yourself") !=
        std::string::npos);
}

TEST_CASE("a frequency is not an angular speed") {
  const Compiled c = compile_text(
      "body a { mass = 1 kg, inertia = 1 g*m^2 }\nrevolute O: ground to a\ndrive d: O.speed = 50 "
      "Hz");
  CHECK(c.codes() == "E0209");
  CHECK(c.reports().find("`50 rev/s` (314.159 rad/s) if it turns 50 times a second") !=
        std::string::npos);
}

TEST_CASE("circles are shown with their names") {
  const Compiled c = compile_text("let a = b + 1\nlet b = 2 * a\nprint a");
  CHECK(c.codes() == "E0305");
  CHECK(c.reports().find("`a` depends on itself: a -> b -> a") != std::string::npos);
}

TEST_CASE("what depends on a broken definition stays silent") {
  const Compiled c = compile_text("let a = nothing\nlet b = 2 * a\nprint a + b, sin(b)");
  CHECK(c.codes() == "E0301");
  const Compiled broken = compile_text("let a = = 3\nprint 2 * a");
  CHECK(broken.codes() == "E0103");
}

TEST_CASE("overrides that cannot be are refused") {
  CHECK(compile_set("param c = 1 mm\nprint c", {{"c", "3 N"}}).codes() == "E0208");
  CHECK(compile_set("param c = 1 mm\nprint c", {{"c", "3"}}).codes() == "E0208");
  CHECK(compile_set("param c = 1 mm\nprint c", {{"c", "0"}}).codes().empty());
  CHECK(compile_set("param c = 1 mm\nprint c", {{"d", "3"}}).codes() == "E0303");
  CHECK(compile_set("let c = 1 mm\nprint c", {{"c", "3 mm"}}).codes() == "E0304");
  CHECK(compile_set("param m = hertz\nprint m", {{"m", "3"}}).codes() == "E0208");
}

TEST_CASE("results are known after a run only") {
  const std::string body = "body a { mass = 1 kg, inertia = 1 g*m^2 }\n";
  CHECK(compile_text(body + "print max(a.x)\nsimulate 1 s").codes() == "E0306");
  CHECK(compile_text(body + "simulate 1 s\nprint a.x").codes() == "E0307");
  CHECK(compile_text(body + "simulate 1 s\nprint max(a.x)").codes().empty());
  CHECK(compile_text(body + "force f: a = (1 N * max(a.x)/1 m, 0)").codes() == "E0306");
  CHECK(compile_text(body + "simulate final(a.x)/1 m * 1 s").codes() == "E0306");
  CompileOptions at_hand;
  at_hand.has_run = true;
  CHECK(compile_text(body + "print max(a.x)", at_hand).codes().empty());
}

TEST_CASE("loops, ranges, nesting and recursion are bounded") {
  CHECK(compile_text("for i in 1..1000000000 { print i }").codes() == "E0310");
  CHECK(compile_text("fn f(x) = f(x + 1)\nprint f(1)").codes() == "E0305");
  CHECK(compile_text("template a() { a b { } }\na c { }").codes() == "E0305");
  CHECK(compile_text("param p = 1\nparam q = 1\nsweep p in 1..1000, q in 1..1000 { print p * q }")
            .codes() == "E0310");
  CHECK(compile_files("use \"a.mbs\"", {{"a.mbs", "use \"b.mbs\""}, {"b.mbs", "use \"a.mbs\""}})
            .codes() == "E0312");
}

TEST_CASE("what unfolds without measure is stopped") {
  std::string functions = "fn f0(x) = x\n", templates = "template t0() { point p = (0, 0) m }\n";
  for (int i = 1; i < 30; ++i) {
    functions += fmt::format("fn f{0}(x) = f{1}(x) + f{1}(x)\n", i, i - 1);
    templates += fmt::format("template t{0}() {{\n t{1} a {{ }}\n t{1} b {{ }}\n}}\n", i, i - 1);
  }
  std::string lists = "let a0 = [1, 2]\n", texts = "let a0 = \"word\"\n";
  for (int i = 1; i < 40; ++i) {
    lists += fmt::format("let a{0} = [a{1}, a{1}]\n", i, i - 1);
    texts += fmt::format("let a{0} = \"{{a{1}}} {{a{1}}}\"\n", i, i - 1);
  }
  CHECK(compile_text(lists + "print a39").codes() == "E0310");
  CHECK(compile_text(texts + "print a39").codes() == "E0310");
  CHECK(compile_text(functions + "print f29(1)").codes() == "E0310");
  CHECK(compile_text(templates + "t29 x { }").codes() == "E0310");
  CHECK(compile_text("for i in 1..50000 { for j in 1..50000 { print i } }").codes() == "E0310");
}

TEST_CASE("unused params and unused definitions are looked at") {
  CHECK(compile_text("param h = 1 mm").codes() == "W0301");
  CHECK(compile_text("law f(K: N/m) = K * delta^2").codes() == "E0212");
  CHECK(compile_text("friction f(mu) = mu * FN * nothing").codes() == "E0301");
  CHECK(compile_text("fn f(x: m) = x + 1 s").codes() == "E0202");
}

TEST_CASE("what is of the plane, or of space, is told apart") {
  CHECK(compile_text("body b { rotation = 1 }").codes() == "E0408");
  CHECK(compile_text("let v = turn(x, 1 rad)").codes() == "E0408");
  CHECK(compile_text("let v = (1, 2, 3)\nbody b { at = v * 1 m }").codes() == "E0408");
  CHECK(compile_text("world spatial { }\nbody b { rotation = (0, 40, 0) deg }").codes() == "E0422");
  CHECK(compile_text("world spatial { }\nlet R = turn(0 * x, 1 rad)").codes() == "E0421");
}

// Laws made of laws, constants defined implicitly, and bounds below which a contact sticks.
#include <doctest/doctest.h>

#include <algorithm>

#include "lang/expression/walk.hpp"
#include "tests/support/law_probe.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

double force(const std::string& law, const LawView& s, const std::string& definitions = "") {
  const ir::Scenario scenario = compile_text(definitions + journal_script(law)).scenario();
  return normal_force(program_of(scenario))(s);
}

std::string errors(const std::string& definitions, const std::string& law,
                   const std::string& friction = "none") {
  return compile_text(definitions + journal_script(law, friction)).reports();
}

bool says(const std::string& report, const std::string& text) {
  return report.find(text) != std::string::npos;
}

bool has_root(const Graph& graph, NodeId id) {
  return std::ranges::any_of(reachable(graph, {&id, 1}),
                             [&](NodeId part) { return graph[part].op == Op::root; });
}

const LawView pressed{.delta = 5e-6, .ddelta = 0.2, .v_impact = 0.5, .z = {}};

}  // namespace

TEST_CASE("a law takes another law and reads its force") {
  const double elastic = force("esdu_78035", pressed);
  const double c = 8 * 0.2 / (5 * 0.8);
  CHECK(force("damped(esdu_78035, h_flores(0.8))", pressed) ==
        doctest::Approx(elastic * (1 + c * 0.2 / 0.5)));
  // The same laws by another road.
  CHECK(force("damped(hertz, h_flores(0.8))", pressed) ==
        doctest::Approx(force("flores(0.8)", pressed)));
  CHECK(force("restoring(power(1.5, 1e10 N/m^1.5), 0.7)", pressed) ==
        doctest::Approx(force("exact(0.7, K = 1e10 N/m^1.5)", pressed)));
}

TEST_CASE("laws of laws nest, and may read several") {
  const std::string both = "law both(a, b) = a.FN + 2*b.FN\n";
  CHECK(force("both(hooke(1e6 N/m), hooke(2e6 N/m))", pressed, both) == doctest::Approx(25));
  // Two laws that differ in the last digits only are two laws.
  CHECK(force("both(hooke(1e6 N/m), hooke(1.000000001e6 N/m))", pressed, both) ==
        doctest::Approx(15 + 1e-8).epsilon(1e-12));
  CHECK(force("damped(both(hertz, johnson), 0.5)", pressed, both) ==
        doctest::Approx(1.2 * (force("hertz", pressed) + 2 * force("johnson", pressed))));
}

TEST_CASE("a nested law keeps its defaults, requirements and warnings") {
  CHECK(says(errors("", "damped(hooke(-1 N/m), 0.5)"), "E0411"));
  const ir::LawProgram law = journal_law("damped(winkler_sphere(h = 5 mm), 0.5)");
  CHECK(law.requirements.size() == 1);
  CHECK(law.requirements[0].law == "winkler_sphere");
  const ir::LawProgram warns = journal_law("damped(hertz, 0.5)");
  CHECK(warns.warnings.size() == 3);  // two of hertz, one of its own
}

TEST_CASE("what cannot be nested is said so") {
  CHECK(says(errors("", "damped(3, 0.5)"), "E0308"));
  CHECK(says(errors("", "damped(coulomb(0.1), 0.5)"), "E0308"));
  CHECK(says(errors("", "damped(hertz(m = 2), 0.5)"), "E0309"));
  CHECK(says(errors("", "damped(hooke, 0.5)"), "E0309"));
  CHECK(says(errors("law outer(a) = a.FX\n", "outer(hertz)"), "error["));
  CHECK(says(errors("law round(n: 1) = damped(round, n).FN\n", "round(1)"), "error["));
  CHECK(says(errors("let f = hertz.FN\n", "hertz") + compile_text("print hertz.FN\n").reports(),
             "error["));
}

TEST_CASE("a constant defined implicitly is found before the run") {
  const ir::LawProgram law = journal_law("exact(0.5)");
  CHECK_FALSE(has_root(law.graph, law.FN));
  CHECK(law.roots.empty());
  // c = 1.4327505333 for 0.5; no rate, no damping.
  CHECK(force("exact(0.5)", pressed) ==
        doctest::Approx(force("hertz", pressed) * (1 + 1.4327505333 * 0.4)).epsilon(1e-9));
}

TEST_CASE("a constant that has no solution is an error of the script") {
  const std::string bad = "law bad(K: N/m) {\n  solve c in 1 .. 2: c^2 = 9\n  FN = c*K*delta\n}\n";
  const std::string report = errors(bad, "bad(1e6 N/m)");
  CHECK(says(report, "E0604"));
  CHECK(says(report, "c^2 = 9"));
}

TEST_CASE("each equation left for the run has its note, in the tape's order") {
  const ir::LawProgram law = journal_law("restoring(esdu_78035, 0.8)");
  REQUIRE(law.roots.size() == 1);
  CHECK(law.roots[0].law == "esdu_78035");
  CHECK(law.roots[0].text == "delta = log_law(FN, a, b)");
  CHECK(law.roots[0].unknown == "FN");
  CHECK(law.roots[0].unit.text == "N");
  CHECK(law.roots[0].side_unit.text == "m");
}

TEST_CASE("a friction law may say below which force it sticks") {
  for (const char* text :
       {"rooney_deravi(0.2, 0.3)", "karnopp(0.3, 0.2)", "stribeck(0.3, 0.2, 1 mm/s)"}) {
    INFO(std::string(text));
    const ir::LawProgram law = journal_law("hooke(1e6 N/m)", text);
    REQUIRE(law.stick.valid());
    CHECK(Probe{law.graph, law.stick}({.delta = 2e-6, .z = {}}) == doctest::Approx(0.6));
  }
  CHECK_FALSE(journal_law("hertz", "threlfall(0.1, 1 mm/s)").stick.valid());
  CHECK_FALSE(journal_law("hertz").stick.valid());
}

TEST_CASE("what is wrong with a bound is said") {
  const auto with = [](const std::string& items) {
    return errors("friction f(mu) {\n" + items + "\n}\n", "hertz", "f(0.1)");
  };
  CHECK(says(with("FT = mu*FN*sign(vt)\nstick = mu"), "E0212"));
  CHECK(says(with("stick = mu*FN"), "E0601"));
  CHECK(
      says(errors("law f(K: N/m) {\nFN = K*delta\nstick = K*delta\n}\n", "f(1e6 N/m)"), "error["));
}

TEST_CASE("a warning that needs what the pair does not have is left out") {
  const std::string script =
      "body ball { shape = sphere(100 mm), mass = 1 kg, at = (0, 1) m }\n"
      "point floor = (0, 0) { shape = plane }\n"
      "contact hit: ball to floor { law = hertz(K = 1e9 N/m^1.5) }\nsimulate 1 ms\n";
  const ir::LawProgram law = program_of(compile_text(script).scenario());
  // The speed of waves is unknown, the width of the contact is not.
  CHECK(law.warnings.size() == 1);
}

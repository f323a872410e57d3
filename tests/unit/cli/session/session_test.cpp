// Sessions: transactions, redefinition, stale runs, undo, saving.
#include <doctest/doctest.h>

#include <map>
#include <sstream>

#include "cli/session/enter.hpp"
#include "cli/session/session.hpp"
#include "cli/session/text.hpp"

using namespace mbs;

namespace {

// A session whose output is text, and whose files are kept in memory.
struct TestSession {
  std::istringstream in;
  std::ostringstream out;
  std::map<std::string, std::string> files;
  Environment environment{in, out, out};
  SourceMap sources;
  SessionText text{sources, environment, "", 6};
  Session session{host()};

  SessionHost host() {
    RunLimits limits;
    limits.interrupted = [] { return false; };
    SessionHost host{sources, text, "", limits, {}, 1, 6};
    host.write_file = [this](const std::filesystem::path& path, const std::string& content) {
      files[path.filename().string()] = content;
      return std::string();
    };
    return host;
  }
  // What an entry shows.
  std::string enter(const std::string& entry) {
    out.str("");
    mbs::enter(session, entry);
    return out.str();
  }
  bool refused(const std::string& entry) {
    out.str("");
    return !mbs::enter(session, entry);
  }
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

constexpr const char* body_a =
    "body a { shape = sphere(50 mm), material = steel, at = (-50.1, 0) mm, velocity = (0.5, 0) m/s "
    "}";
constexpr const char* body_b =
    "body b { shape = sphere(50 mm), material = steel, at = (50, 0) mm }";
constexpr const char* contact = "contact hit: a to b { law = flores(0.8) }";

void two_spheres(TestSession& s) {
  for (const char* entry : {body_a, body_b, contact}) s.enter(entry);
}

}  // namespace

TEST_CASE("an expression prints its value alone, and `ans` stands for it") {
  TestSession s;
  CHECK(s.enter("5000 rpm in rad/s") == "523.599 rad/s\n");
  CHECK(s.enter("ans") == "523.599 rad/s\n");
  CHECK(s.enter("ans * 2 s") == "1047.2\n");
  CHECK(s.enter("let K = 6.61e10 N/m^1.5") == "");
  CHECK(s.enter("K * (80 um)^1.5") == "47297.3 N\n");
  CHECK(s.enter("(25, 0) mm") == "(25, 0) mm\n");
  CHECK(s.enter("ans.x") == "25 mm\n");
  CHECK(s.enter("[1, 2, 3] mm") == "[1 mm, 2 mm, 3 mm]\n");
  CHECK(s.enter("sum(ans)") == "6 mm\n");
  CHECK(s.enter("2 > 1") == "true\n");
  CHECK(s.enter("2") == "2\n");
  CHECK(s.enter("sum(1..ans)") == "3\n");
}

TEST_CASE("`ans` in a definition stands for the value it had") {
  TestSession s;
  s.enter("3 kN");
  s.enter("let F = ans");
  s.enter("7 N");
  CHECK(s.enter("F") == "3 kN\n");
}

TEST_CASE("an entry that fails leaves no trace") {
  TestSession s;
  two_spheres(s);
  const std::size_t before = s.session.world().statements.size();
  CHECK(s.refused("contact hit: a to b { law = flors(0.8) }"));
  CHECK(has(s.out.str(), "E0301"));
  CHECK(s.refused("let p1 = 1 mm\nlet q1 = p1 + 1 N"));
  CHECK(s.refused("let z = 1 mm\nlet w = ("));
  CHECK(s.session.world().statements.size() == before);
  CHECK(s.refused("p1"));
  CHECK(has(s.enter(":show hit"), "flores(0.8)"));
}

TEST_CASE("what breaks something accepted before is refused") {
  TestSession s;
  s.enter("param r: m = 5 mm");
  s.enter("body a { shape = sphere(r), material = steel }");
  CHECK(s.refused("param r = 3 N"));
  CHECK(s.enter("r") == "5 mm\n");
}

TEST_CASE("a definition replaces the one of its name, and runs made before are stale") {
  TestSession s;
  two_spheres(s);
  CHECK(has(s.enter("simulate 1 ms"), "1 ms in "));
  CHECK(!s.session.stale());
  const std::string before = s.enter("hit.impacts[1].restitution");
  const std::string note = s.enter("contact hit: a to b { law = flores(0.5) }");
  CHECK(note == "note: contact `hit` replaced (was entry 3); the last run is stale\n");
  CHECK(s.session.stale());
  const std::string warned = s.enter("hit.impacts[1].restitution");
  CHECK(has(warned, "W0302"));
  CHECK(has(warned, before));
  CHECK(s.enter("hit.impacts[1].restitution") == before);  // told once
  s.enter("simulate 1 ms");
  CHECK(!s.session.stale());
  CHECK(s.enter("hit.impacts[1].restitution") != before);
}

TEST_CASE("names that do not concern the mechanism are read with a stale run too") {
  TestSession s;
  two_spheres(s);
  s.enter("simulate 1 ms");
  const std::string F = s.enter("max(hit.FN) in kN");
  s.enter("contact hit: a to b { law = flores(0.5) }");
  s.enter("let peak = max(hit.FN) in kN");
  CHECK(has(s.enter("peak"), F));
  s.enter("let peak = 2 * max(hit.FN) in kN");
  CHECK(!has(s.enter("peak"), F));
}

TEST_CASE("a definition that does not change the mechanism keeps the run fresh") {
  TestSession s;
  two_spheres(s);
  s.enter("simulate 1 ms");
  s.enter("let factor = 2");
  s.enter("let factor = 3");
  CHECK(!s.session.stale());
}

TEST_CASE("undo takes back the last change, and the run is fresh again") {
  TestSession s;
  two_spheres(s);
  s.enter("simulate 1 ms");
  s.enter("contact hit: a to b { law = flores(0.5) }");
  CHECK(s.session.stale());
  CHECK(s.enter(":undo") == "took back contact `hit`\n");
  CHECK(!s.session.stale());
  CHECK(has(s.enter(":show hit"), "flores(0.8)"));
  for (int i = 0; i < 3; ++i) s.enter(":undo");
  CHECK(s.session.world().statements.empty());
  CHECK(s.refused(":undo"));
}

TEST_CASE("overrides hold for the session") {
  TestSession s;
  s.enter("param c = 0.5 mm");
  s.enter("param d = 2 * c");
  CHECK(s.enter(":set c = 0.3 mm") == "");
  CHECK(s.enter("d") == "0.0006 m\n");
  CHECK(s.refused(":set c = 3 N"));
  CHECK(s.refused(":set nothing = 3 N"));
  CHECK(s.enter("c") == "0.3 mm\n");
  CHECK(s.enter(":unset c") == "");
  CHECK(s.enter("c") == "0.5 mm\n");
  CHECK(s.refused(":unset c"));
}

TEST_CASE("named tables of earlier entries stay readable") {
  TestSession s;
  two_spheres(s);
  s.enter("param ce = 0.8");
  s.enter("contact hit: a to b { law = flores(ce) }");
  s.enter(
      "sweep ce in [0.3, 0.6, 0.9] {\n  simulate 1 ms\n  table fig { ce, F = max(hit.FN) in kN "
      "}\n}");
  const std::string shown = s.enter("fig.F");
  CHECK(has(shown, "kN"));
  CHECK(s.enter("fig.ce[2]") == "0.6\n");
  CHECK(s.enter("count(fig.F)") == "3\n");
  s.enter("let unrelated = 1");
  CHECK(s.enter("fig.F") == shown);
}

TEST_CASE("a saved session runs and gives the same") {
  TestSession s;
  two_spheres(s);
  s.enter("param ce = 0.8");
  s.enter("contact hit: a to b { law = flores(ce) }");
  s.enter(":set ce = 0.6");
  s.enter("simulate 1 ms");
  s.enter("3 mm");
  s.enter("let gap = ans");
  const std::string printed = s.enter("print hit.impacts[1].restitution, gap");
  CHECK(s.enter(":save two.mbs") == "wrote two.mbs (7 statements)\n");
  TestSession again;
  CHECK(again.session.load("two.mbs", s.files.at("two.mbs"), true));
  CHECK(has(again.out.str(), printed));
}

TEST_CASE("a loaded script takes the place of all that was there, unless it is refused") {
  TestSession s;
  two_spheres(s);
  s.enter("simulate 1 ms");
  const std::string speed = s.enter("final(a.vx)");
  CHECK_FALSE(s.session.load_afresh("bad.mbs", "param c = ("));
  CHECK_FALSE(s.session.load_afresh("bad.mbs", "let c = d"));
  CHECK(s.enter("ans") == speed);
  CHECK(s.enter("final(a.vx)") == speed);
  CHECK(has(s.enter(":list"), "a, b"));
  CHECK(s.session.load_afresh("good.mbs", "param c = 3 mm\nprint c"));
  CHECK(s.enter(":list") == "param       c\n");
  CHECK(s.refused("final(a.vx)"));
  CHECK(s.enter(":undo") == "took back the loading of `good.mbs`\n");
  CHECK(has(s.enter(":list"), "a, b"));
  CHECK(s.enter(":redo") == "made again the loading of `good.mbs`\n");
  CHECK(s.enter(":list") == "param       c\n");
  s.enter(":undo");
  s.enter("param d = 1 mm");
  CHECK(s.refused(":redo"));
}

TEST_CASE("actions before the last change of declarations are not saved") {
  TestSession s;
  two_spheres(s);
  s.enter("simulate 1 ms");
  s.enter("contact hit: a to b { law = flores(0.5) }");
  s.enter("simulate 2 ms");
  int statements = 0;
  const std::string script = s.session.as_script(statements);
  CHECK(statements == 4);
  CHECK(!has(script, "simulate 1 ms"));
  CHECK(has(script, "simulate 2 ms"));
}

TEST_CASE("commands may be cut to any beginning that only one has") {
  TestSession s;
  CHECK(enter(s.session, ":par"));
  CHECK(s.refused(":s"));
  CHECK(has(s.out.str(), "`:set`"));
  CHECK(s.refused(":hlep"));
  CHECK(has(s.out.str(), "did you mean `:help`"));
  CHECK(enter(s.session, ":q"));
  CHECK(s.session.wants_to_quit());
}

TEST_CASE("a run can be stepped through by hand") {
  TestSession s;
  two_spheres(s);
  CHECK(has(s.enter(":start"), "t = 0 s, 6 degrees of freedom"));
  // The gap of 0.1 mm closes at 0.5 m/s.
  CHECK(s.enter(":until hit.delta > 0") == "t = 0.2 ms: hit.delta > 0\n");
  CHECK(s.enter(":step 100 us") == "t = 0.3 ms\n");
  const std::string state = s.enter(":state hit");
  CHECK(has(state, "in contact since 0.2 ms, loading"));
  CHECK(enter(s.session, ":step"));
  CHECK(enter(s.session, ":run 1 ms"));
  CHECK(has(s.enter(":state hit"), "open since"));
  CHECK(has(s.enter(":state a"), "spin"));
  CHECK(s.enter("count(hit.impacts)") == "1\n");
}

// An oscillator's error grows with the tolerance of the run, whoever makes its steps.
TEST_CASE("a run goes on by hand as it was made") {
  TestSession s;
  s.enter("body b { mass = 1 kg, inertia = 1 g*m^2, at = (0.2, 0) m }");
  s.enter("spring k: ground to b { stiffness = 1e4 N/m, length = 0.1 m }");
  s.enter("simulate 10 ms { tol = 1e-10, integrator = explicit }");
  s.enter(":run 100 ms");
  const Run& run = *s.session.current_run()->run;
  CHECK(run.settings.tolerance() == 1e-10);
  CHECK(run.settings.integrator == ir::IntegratorKind::explicit_steps);
  CHECK(s.enter("abs(final(b.x) - (0.1 m + 0.1 m*cos(11 rad))) < 1e-8 m") == "true\n");
  s.enter("simulate 10 ms { method = stepping, step = 1 ms }");
  s.enter(":run 3 ms");
  CHECK(s.session.current_run()->run->t.back() == doctest::Approx(0.013));
  CHECK(s.session.current_run()->run->settings.step == 1e-3);
}

TEST_CASE("plots of a run stay when it goes on by steps, and go with a new run") {
  TestSession s;
  two_spheres(s);
  s.enter(":start");
  s.enter("plot a.x vs t");
  CHECK(s.session.current_run()->plots.size() == 1);
  s.enter(":step");
  s.enter(":step 1 ms");
  s.enter(":until hit.closed");
  CHECK(s.session.current_run()->plots.size() == 1);
  s.enter("plot a.x vs t");
  CHECK(s.session.current_run()->plots.size() == 2);
  s.enter(":start");
  CHECK(s.session.current_run()->plots.empty());
}

TEST_CASE("without a run, results and steps say what is missing") {
  TestSession s;
  two_spheres(s);
  CHECK(s.refused("max(hit.FN)"));
  CHECK(has(s.out.str(), "E0306"));
  CHECK(s.refused(":step"));
  CHECK(s.refused(":state"));
}

TEST_CASE("the run of a script whose loading is taken back is not one of the script before") {
  TestSession s;
  two_spheres(s);
  const std::string fall = "body a { mass = 1 kg, inertia = 1 g*m^2, velocity = (7, 0) m/s }\n";
  CHECK(s.session.load_afresh("other.mbs", fall + "simulate 1 s"));
  CHECK(s.enter("final(a.vx)") == "7 m/s\n");
  s.enter(":undo");
  CHECK(s.refused("final(a.vx)"));
}

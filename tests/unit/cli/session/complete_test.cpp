// Completion by context, documentation by name and by place, the session's file of history.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "cli/session/entries.hpp"
#include "cli/session/history.hpp"
#include "lang/compile.hpp"
#include "lang/syntax/parse.hpp"
#include "service/complete.hpp"
#include "service/complete_context.hpp"
#include "service/doc.hpp"

using namespace mbs;

namespace {

Vocabulary vocabulary(const std::string& text) {
  SourceMap sources;
  Diagnostics diagnostics;
  const ast::File file = parse(sources, sources.add("test", text), diagnostics);
  Vocabulary result;
  result.add(file.statements, sources);
  return result;
}

const std::string script = R"(
param c = 0.5 mm
## How much is given back.
param ce = 0.9
let model = flores(ce)
body rod { mass = 0.2 kg, inertia = 1e-4 kg*m^2, point pin = (120, 0) mm }
body slider { mass = 0.1 kg }
law own(q, K = 3 N/m) = K * delta + q * 1 N
clearance B: rod.pin in slider { bearing = 10 mm, clearance = c, law = own(2), material = steel }
template pendulum(x: m, L: m = 1 m) { body ball { mass = 1 kg, point eye = (0, L) } }
pendulum p { x = 0 m }
for i in 1..3 { body link[i] { mass = 1 kg } }
)";

// What is wrong with a text below the script, as an editor would compile it.
Trial below_script(const std::string& text) {
  SourceMap sources;
  const int source = sources.add("test", script + text);
  return {compile(sources, source).diagnostics, source, script.size()};
}

// The texts offered at the `|` of `marked`.
std::vector<std::string> offered(std::string marked) {
  static const Vocabulary own = vocabulary(script);
  const std::size_t cursor = marked.find('|');
  marked.erase(cursor, 1);
  CompletionOptions options;
  options.try_text = below_script;
  options.session = true;
  options.commands = {{"list", ""}, {"load", ""}};
  std::vector<std::string> texts;
  for (const Candidate& candidate : complete(marked, cursor, own, options).candidates)
    texts.push_back(candidate.text);
  return texts;
}

bool offers(const std::string& marked, const std::string& text) {
  const auto texts = offered(marked);
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

}  // namespace

TEST_CASE("the start of a statement takes statement words, kinds and templates") {
  CHECK(offers("sim|", "simulate"));
  CHECK(offers("clea|", "clearance"));
  CHECK(offers("pend|", "pendulum"));
  CHECK(offers("let a = 1\nrevo|", "revolute"));
  CHECK(offers("sweep ce in [1] {\n  simu|", "simulate"));
  CHECK(offers("mod|", "model"));
}

TEST_CASE("inside braces: attributes of the kind that are not there yet") {
  CHECK(offers("clearance D: a to b { be|", "bearing"));
  CHECK(offers("body x { mass = 1 kg, in|", "inertia"));
  CHECK(offers("body x {\n  |", "point"));
  CHECK(!offers("body x { mass = 1 kg, |", "mass"));
  CHECK(offers("body x { point tip = (1, 2) mm { an|", "angle"));
  CHECK(offers("default clearance { la|", "law"));
  CHECK(offers("pendulum q { |", "x"));
  CHECK(offers("simulate 1 ms { to|", "tol"));
  CHECK(offers("continue 1 ms { isl|", "islands"));
  CHECK(offers("simulate 1 ms { integ|", "integrator"));
  CHECK(offers("plot a vs t { wi|", "width"));
}

TEST_CASE("loops in the block of a body hold points") {
  CHECK(offers("body b { mass = 1 kg\n fo|", "for"));
  CHECK(offers("body b { for k in |", "c"));
  CHECK(offers("body b { for k in 1..4 { po|", "point"));
  CHECK(offers("body b { for k in 1..4 { for j in 1..2 { po|", "point"));
  CHECK_FALSE(offers("body b { for k in 1..4 { pr|", "print"));
  CHECK(offers("for k in 1..4 { pr|", "print"));
  CHECK(offers("body b { for k in 1..4 { point p[k] = (1, 2) mm }\n ma|", "mass"));
}

TEST_CASE("the value of an attribute is of the kind it wants") {
  CHECK(offers("contact h: a to b { law = lank|", "lankarani_nikravesh"));
  CHECK(offers("contact h: a to b { law = ow|", "own"));
  CHECK(!offers("contact h: a to b { law = cou|", "coulomb"));
  CHECK(offers("contact h: a to b { friction = cou|", "coulomb"));
  CHECK(offers("body x { material = st|", "steel"));
  CHECK(offers("body x { shape = sph|", "sphere"));
  CHECK(offers("clearance D: a to b { start = fr|", "free"));
  CHECK(offers("body x { mass = c|", "ce"));
}

TEST_CASE("units stand behind numbers and behind `in`") {
  CHECK(offers("let a = 5 k|", "kN"));
  CHECK(offers("let a = 5k|", "kg"));
  CHECK(offers("let a = 5 N/m|", "mm"));
  CHECK(offers("max(B.FN) in k|", "kN"));
  CHECK(!offers("max(B.FN) in k|", "K"));
  CHECK(!offers("revolute O: rod in sl|", "s"));
  CHECK(offers("clearance D: rod.pin in sl|", "slider"));
  CHECK(!offers("for i in mo|", "mol"));
}

TEST_CASE("behind a dot: signals, points, arguments of the law in force, columns of impacts") {
  CHECK(offers("B.de|", "delta"));
  CHECK(offers("B.|", "q"));
  CHECK(offers("B.|", "K"));
  CHECK(offers("max(B.impacts.F|", "F_max"));
  CHECK(offers("B.impacts[1].res|", "restitution"));
  CHECK(offers("rod.p|", "pin"));
  CHECK(offers("rod.pin.v|", "vx"));
  CHECK(offers("p.ball.e|", "eye"));
  CHECK(offers("link[2].sp|", "spin"));
  CHECK(offers("energy.kin|", "kinetic"));
}

TEST_CASE("other places") {
  CHECK(offers("sweep c|", "ce"));
  CHECK(!offers("sweep m|", "model"));
  CHECK(offers("let f = flores(c|", "ce = "));
  CHECK(offers("let f = flores(0.8, |", "v_min = "));
  CHECK(offers("let f = own(|", "q = "));
  CHECK(offers("revolute O: gr|", "ground"));
  CHECK(offers("revolute O: ground to sl|", "slider"));
  CHECK(offers("let y = sq|", "sqrt"));
  CHECK(offered("# a comm|").empty());
  CHECK(offered("print \"ma|").empty());
  CHECK(offered("body na|").empty());
  CHECK(offers(":l|", "list"));
  CHECK(offers(":set c|", "ce"));
}

TEST_CASE("Greek letters by name") {
  CHECK(offered("let \\delta|") == std::vector<std::string>{"δ"});
  CHECK(offered("\\mu|") == std::vector<std::string>{"µ"});
  const Completion completion = complete("2*\\delta", 8, {}, {});
  CHECK(completion.begin == 2);
}

TEST_CASE("the common beginning of candidates") {
  const Vocabulary own = vocabulary("let alpha_one = 1\nlet alpha_two = 2\n");
  const std::string text = "let x = alp";
  const Completion completion = complete(text, text.size(), own, {});
  CHECK(completion.candidates.size() == 2);
  CHECK(common_beginning(completion, text) == "alpha_");
}

TEST_CASE("documentation by name") {
  const Vocabulary own = vocabulary(script);
  const std::string flores = doc_text("flores", own).value_or("");
  CHECK(flores.rfind("law flores(ce: 1, n = 1.5, K: N/m^n = hertz_K(pair)", 0) == 0);
  CHECK(flores.find("require") != flores.npos);
  CHECK(doc_text("ce", own).value_or("") == "param ce = 0.9\n  How much is given back.\n");
  CHECK(doc_text("clearance", own).value_or("").find("bearing") != std::string::npos);
  CHECK(doc_text("B.delta", own).value_or("") == "B.delta: penetration, never negative [m]\n");
  CHECK(doc_text("body.mass", own).has_value());
  CHECK(doc_text("max", own).has_value());
  CHECK(doc_text("rpm", own).value_or("").find("0.10472") != std::string::npos);
  CHECK(!doc_text("nothing_such", own).has_value());
}

TEST_CASE("documentation by place") {
  const Vocabulary own = vocabulary(script);
  const std::string text = "clearance D: a to b { bearing = 10 mm, law = flores(0.8) }";
  const auto at = [&](const std::string& word) {
    return inspect(text, text.find(word) + 1, own).value_or("");
  };
  CHECK(at("bearing").find("radius of the bearing") != std::string::npos);
  CHECK(at("mm,").find("unit mm") != std::string::npos);
  CHECK(at("flores").find("law flores") != std::string::npos);
  CHECK(at("clearance").find("clearance:") != std::string::npos);
}

TEST_CASE("a cell that is right is one entry, others are cut into lines") {
  CHECK(entries_of("let a = b\nlet b = 2").size() == 1);
  CHECK(entries_of("param a = 1\na * 2\nprint a").size() == 3);
  CHECK(entries_of(":help\n").size() == 1);
  CHECK(entries_of("").size() <= 1);
}

TEST_CASE("history drops duplicates and what begins with a blank, and keeps newlines") {
  const auto file = std::filesystem::temp_directory_path() / "mbs_history_test" / "history";
  std::filesystem::remove_all(file.parent_path());
  {
    History history(file);
    CHECK(history.add("let a = 1"));
    CHECK(history.add("sweep a in [1] {\n  print \"\\n\"\n}"));
    CHECK(!history.add(" hidden"));
    CHECK(history.add("let a = 1"));
    CHECK(history.entries().size() == 2);
  }
  const History again(file);
  REQUIRE(again.entries().size() == 2);
  CHECK(again.entries()[0] == "sweep a in [1] {\n  print \"\\n\"\n}");
  CHECK(again.entries()[1] == "let a = 1");
  std::filesystem::remove_all(file.parent_path());
}

TEST_CASE("history is bounded") {
  History history("");
  for (int i = 0; i < 2100; ++i) history.add("let a = " + std::to_string(i));
  CHECK(history.entries().size() == History::most);
  CHECK(history.entries().front() == "let a = 100");
}

TEST_CASE("completion looks at each token of the text only a few times") {
  // Not a time: the same candidates at the end of 20 and of 2,000 lines.
  std::string text = script;
  for (int i = 0; i < 2000; ++i)
    text += "let name_" + std::to_string(i) + " = " + std::to_string(i) + " mm\n";
  const Vocabulary own = vocabulary(text);
  text += "let y = name_19";
  const Completion completion = complete(text, text.size(), own, {});
  CHECK(completion.candidates.size() == 1 + 10 + 100);
}

namespace {

// Whether units are offered there, these among them and those not.
bool fit(const std::string& marked, const std::vector<std::string>& these,
         const std::vector<std::string>& not_those) {
  const auto all = offered(marked);
  const auto has = [&](const std::string& unit) {
    return std::find(all.begin(), all.end(), unit) != all.end();
  };
  return std::all_of(these.begin(), these.end(), has) &&
         std::none_of(not_those.begin(), not_those.end(), has);
}

}  // namespace

TEST_CASE("units are offered that fit what the compiler wants there") {
  const std::vector<std::string> lengths = {"m", "mm"};
  CHECK(fit("let v = 3 m + 2 |", lengths, {"s", "kg", "%"}));
  CHECK(fit("let v = 3 m + 2 |\nlet w = 4", lengths, {"s", "kg"}));
  CHECK(fit("revolute O: ground to rod\ndrive d: O.speed = 3 |", {"rpm"}, {"Hz", "m", "s"}));
  CHECK(fit("revolute O: ground to rod\ndrive d: O.angle = 3 |", {"deg", "rad"}, {"m", "rpm"}));
  CHECK(fit("force f: rod = (3 |", {"N", "kN"}, {"m", "J"}));
  CHECK(fit("force f: rod = (3 |, 0)", {"N", "kN"}, {"m", "J"}));
  CHECK(fit("state i: A = 0 |", {"A", "mA"}, {"m", "V"}));
  CHECK(fit("param q: m = 3 |", lengths, {"s"}));
  CHECK(fit("simulate 1 |", {"s", "ms", "min"}, {"m"}));
  CHECK(fit("simulate 1 s\ntable every 3 |", {"s", "ms"}, {"m"}));
  CHECK(fit("simulate 1 s\nprint max(rod.x during 1 ms .. 2 |", {"s", "ms"}, {"m"}));
  CHECK(fit("simulate 1 s\nprint harmonic(rod.x, 3 |", {"Hz", "kHz"}, {"rpm", "m"}));
  CHECK(fit("simulate 1 s\nprint at(rod.x, 3 |)", {"ms"}, {"m"}));
  CHECK(fit("simulate 1 s\nprint max(rod.x) in |", lengths, {"s", "N"}));
  CHECK(fit("simulate 1 s\nplot rod.x in | vs t", lengths, {"s", "N"}));
  CHECK(fit("when far: rod.x > 3 |", lengths, {"s"}));
  CHECK(fit("clearance Q: rod.pin in slider { bearing = 9 mm, clearance = c, law = flores(ce = 3 |",
            {"%"}, {"s", "m"}));
  CHECK(fit("let f = own(1, K = 3 |", {"N"}, {}));
  // What nothing says leaves all of them.
  CHECK(fit("let v = 3 |", {"m", "s", "N", "rpm"}, {}));
}

TEST_CASE("what only some places take is offered there and nowhere else") {
  CHECK(offered("simulate 1 s { integrator = |").size() == 3);
  CHECK(offers("simulate 1 s { islands = |", "true"));
  CHECK(offered("data d { t in s = [0, 1], by = |") ==
        std::vector<std::string>{"linear", "pchip", "spline"});
  CHECK(offers("data d { t in s = [0, 1], outside = re|", "repeat"));
  CHECK(offers("data d from \"d.csv\" { |", "outside"));
  CHECK(offers("data d { t in |", "ms"));
  CHECK(offered("when x: t > 1 s { |") ==
        std::vector<std::string>{"print", "expect", "stop", "free", "hold", "engage"});
  CHECK(offered("when x: t > 1 s { free |") == std::vector<std::string>{"B"});
  CHECK(offered("when x: t > 1 s { free B, |") == std::vector<std::string>{"B"});
  CHECK(offers("sweep c in [1] mm {\n  |", "simulate"));
  CHECK(!offers("sweep c in [1] mm {\n  |", "body"));
  CHECK(offered("table every 1 ms |") == std::vector<std::string>{"every", "during", "to"});
  CHECK(offers("plot rod.x v|", "vs"));
  CHECK(offered("print harmonic(rod.x, 3 Hz).|") == std::vector<std::string>{"amplitude", "phase"});
  CHECK(offers("print final(rod.position).|", "x"));
  CHECK(offers("print [k for k in |", "c"));
  CHECK(!offers("print [k for k in |", "mm"));
  CHECK(offers("simulate 1 s as first\nprint max(rod.x during |", "c"));
  CHECK(!offers("print rod.|", "vz"));
}

TEST_CASE("words inside of statements are explained") {
  const Vocabulary own = vocabulary(script + "data cam { t in s = [0, 1], y in mm = [0, 1] }\n");
  for (const char* word :
       {"during", "by", "outside", "within", "until", "every", "vs", "solve", "pchip"})
    CHECK(doc_text(word, own));
  CHECK(doc_text("cam.y", own).value_or("").find("[mm]") != std::string::npos);
  CHECK(!doc_text("k", own));
}

// What statements define, and in which order elaboration enters it.
#include "lang/names/definitions.hpp"

#include <doctest/doctest.h>

#include <string>

#include "lang/syntax/parse.hpp"

using namespace mbs;

namespace {

ast::File parsed(const std::string& text) {
  SourceMap sources;
  Diagnostics diagnostics;
  ast::File file = parse(sources, sources.add("names.mbs", text), diagnostics);
  CHECK_FALSE(diagnostics.has_errors());
  return file;
}

std::string shown(const std::vector<names::Definition>& definitions) {
  std::string text;
  for (const names::Definition& one : definitions) {
    text += (text.empty() ? "" : ", ") + std::string(names::word_of(one));
    if (one.name) text += " " + one.name->name;
    if (one.indexed) text += "[]";
    if (one.at_home) text += "*";
  }
  return text;
}

}  // namespace

TEST_CASE("statements define names in order, objects for the scope around loops") {
  const ast::File file = parsed(R"(
world planar {}
param c = 1 mm
let d = c
fn f(x) = x
law l(K: N/m) = K*delta
friction g(mu) = mu*FN
template pair(r: m) { let inner = r }
use "other.mbs" as other
body b { at = (0, 0) m }
body p[1] { at = (0, 0) m }
when hit: t > 1 s { stop }
default body { mass = 1 kg }
)");
  CHECK(shown(names::defined_by(file.statements)) ==
        "param c, let d, fn f, law l, friction g, template pair, use other, body b*, body p[]*, "
        "when hit*");
}

TEST_CASE("tables within actions are seen outside, what else is named there is not") {
  const ast::File file = parsed(R"(
param c = 1 mm
sweep c in [1, 2] mm {
  let twice = 2*c
  for i in 1..2 { table deep { i } }
  table flat { c }
}
for i in 1..2 { let j = i; body b[i] { at = (0, 0) m } }
)");
  CHECK(shown(names::defined_by(file.statements)) == "param c, table deep*, table flat*");
}

TEST_CASE("parameters, parts of laws, points and columns are inside of a definition") {
  const ast::File file = parsed(R"(
law l(K: N/m) { let a = K*delta; state z = 0; z' = a/(1 N*s); solve x in 0 .. 1: x = 0.5; FN = a }
body b { at = (0, 0) m; point tip = (1, 0) m }
table t { named = 1, 2 }
)");
  CHECK(shown(names::defined_inside(*file.statements[0])) ==
        "parameter K, let a, state z, solve x");
  CHECK(shown(names::defined_inside(*file.statements[1])) == "point tip*");
  CHECK(shown(names::defined_inside(*file.statements[2])) == "column named");
}

TEST_CASE("a loop acts if anything in it does, wherever that stands") {
  const ast::File file =
      parsed("for i in 1..2 { let j = i; print j }\nfor i in 1..2 { let j = i }");
  CHECK(names::is_action(*file.statements[0]));
  CHECK_FALSE(names::is_action(*file.statements[1]));
}

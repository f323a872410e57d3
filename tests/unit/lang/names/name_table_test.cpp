// Which names of a file mean the same.
#include "lang/names/table.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "lang/syntax/parse.hpp"

using namespace mbs;

namespace {

struct Named {
  std::string text;
  NameTable table;

  explicit Named(const std::string& script) : text(script) {
    SourceMap sources;
    Diagnostics diagnostics;
    const int source = sources.add("names.mbs", text);
    const ast::File file = parse(sources, source, diagnostics);
    CHECK_FALSE(diagnostics.has_errors());
    table = NameTable(file, text);
  }
  // The line of the definition that the name at `part`, with its first character at `shift`,
  // belongs to; 0 if it is nobody's.
  int line_of(const std::string& part, std::size_t shift = 0) const {
    const NameTable::Definition* found = table.at(text.find(part) + shift);
    if (!found) return 0;
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(found->span.begin);
    return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
  }
};

}  // namespace

TEST_CASE("what is let in a loop or a sweep stays there") {
  const Named names(R"(let j = 1
param c = 1 mm
for i in 1..2 { let j = i; body b[i] { at = (j, 0) mm } }
sweep c in [1, 2] mm {
let d = c
print d, j
}
print j + 0, b[1].x
)");
  CHECK(names.line_of("(j, 0)", 1) == 3);
  CHECK(names.line_of("print d", 6) == 5);
  CHECK(names.line_of("d, j", 3) == 1);
  CHECK(names.line_of("j + 0") == 1);
  CHECK(names.line_of("b[1]") == 3);
}

TEST_CASE("a table of a sweep is known behind it") {
  const Named names(R"(param c = 1 mm
sweep c in [1, 2] mm {
table gaps { wide = c }
}
print max(gaps.wide)
)");
  CHECK(names.line_of("gaps.wide") == 3);
  CHECK(names.line_of("gaps.wide", 5) == 3);
}

TEST_CASE("parameters hide names of the file, and attributes of instances name them") {
  const Named names(R"(let r = 1 m
template ball(r: m) {
body it { at = (r, 0 m) }
}
ball first { r = 2 m }
print first.it.x, r
)");
  CHECK(names.line_of("(r, 0", 1) == 2);
  CHECK(names.line_of("{ r = 2", 2) == 2);
  CHECK(names.line_of("first.it", 6) == 3);
  CHECK(names.line_of(", r\n", 2) == 1);
}

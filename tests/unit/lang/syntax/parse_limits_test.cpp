#include <doctest/doctest.h>

#include <string>

#include "lang/syntax/parse.hpp"

using namespace mbs;

namespace {

std::string repeated(std::string_view part, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += part;
  return result;
}

// The codes of the errors, each once.
std::string codes(std::string text) {
  SourceMap sources;
  Diagnostics diagnostics;
  const int id = sources.add("test.mbs", std::move(text));
  parse(sources, id, diagnostics);
  std::string result;
  for (const Diagnostic& d : diagnostics.sorted()) {
    const std::string name(info(d.code).name);
    if (result.find(name) == std::string::npos) result += (result.empty() ? "" : " ") + name;
  }
  return result;
}

constexpr int many = 50000;

}  // namespace

// Texts that would exhaust the stack of a parser without limits, or its time if it tried again and
// again. That the test ends at all is what it checks, next to the codes.
TEST_CASE("hostile texts end in a diagnostic") {
  CHECK(codes("let a = " + repeated("(", many)) == "E0105");
  CHECK(codes("let a = " + repeated("(", many) + "1" + repeated(")", many)) == "E0114");
  CHECK(codes("let a = " + repeated("[", many) + repeated("]", many)) == "E0114");
  CHECK(codes("let a = " + repeated("-", many) + "1") == "E0114");
  CHECK(codes("let a = " + repeated("2^", many) + "1") == "E0114");
  CHECK(codes("let a = " + repeated("1 + ", many) + "1") == "E0114");
  CHECK(codes("let a = x" + repeated(".y", many)) == "E0114");
  CHECK(codes("let a = " + repeated("if a then b else ", many) + "c") == "E0114");
  CHECK(codes(repeated("for i in x {\n", many) + repeated("}\n", many)) == "E0114");
  CHECK(codes(repeated("for i in x {\n", many)) == "E0105");
  CHECK(codes(repeated("\"\n", many)) == "E0101");
  CHECK(codes("let a = 1 +" + repeated("\n# x", many) + ")") == "E0103");
}

TEST_CASE("what is long but not deep has no limit") {
  CHECK(codes("let a = [" + repeated("1, ", many) + "1]") == "");
  CHECK(codes("let a = 1" + repeated(" < 2", many)) == "");
  CHECK(codes(repeated("let a = 1\n", many)) == "");
  CHECK(codes("print \"" + repeated("{x}", many) + "\"") == "");
}

TEST_CASE("nesting up to the limits is fine") {
  CHECK(codes("let a = " + repeated("(", 98) + "1" + repeated(")", 98)) == "");
  CHECK(codes("let a = " + repeated("1 + ", 499) + "1") == "");
}

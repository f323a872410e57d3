#include "lang/text/scan.hpp"

#include <doctest/doctest.h>

#include "lang/syntax/parse.hpp"

using namespace mbs;

TEST_CASE("brackets find their partners, also around one that is missing") {
  const TextScan whole("f(a[1], {b})");
  CHECK(whole.partner(1) == 11);
  CHECK(whole.partner(11) == 1);
  CHECK(whole.partner(3) == 5);
  CHECK_FALSE(whole.has_unclosed());
  const TextScan missing("{ (a }");
  CHECK(missing.partner(0) == 5);
  CHECK_FALSE(missing.partner(2));
  CHECK(missing.has_unclosed());
  const TextScan stray("a ] b");
  CHECK_FALSE(stray.partner(2));
  CHECK(stray.has_stray());
}

TEST_CASE("brackets in texts and comments do not count") {
  const TextScan scan("print \"(\\\"[\" # {\nx");
  CHECK_FALSE(scan.has_unclosed());
  REQUIRE(scan.comments().size() == 1);
  CHECK(scan.comments()[0].begin == 13);
  CHECK(scan.comments()[0].end == 16);
  CHECK(TextScan("print \"open\n(").has_open_string());
}

TEST_CASE("a logical line ends at a newline that nothing continues") {
  CHECK(TextScan("a = 1\nb").end_of_line(0) == 5);
  CHECK(TextScan("a = (1\n)\nb").end_of_line(0) == 8);
  CHECK(TextScan("a = 1 + # c\n 2\nb").end_of_line(0) == 14);
  CHECK(TextScan("a = 1 +\nlet b").end_of_line(0) == 7);  // a statement begins there
  CHECK(TextScan("a; b").end_of_line(0) == 1);
  CHECK(TextScan("{ a }").end_of_line(2) == 4);
  CHECK(TextScan("a, b\n").end_of_line(0, true) == 1);
  CHECK(TextScan("a = x_in\nb").end_of_line(0) == 8);  // a name, not `in`
}

TEST_CASE("statements are told from continued expressions") {
  CHECK(looks_like_statement("let a = 1", 0));
  CHECK(looks_like_statement("body b {", 0));
  CHECK(looks_like_statement("  print \"x\"", 0));
  CHECK_FALSE(looks_like_statement("b + c", 0));
  CHECK_FALSE(looks_like_statement("x in mm", 0));
  CHECK_FALSE(looks_like_statement("dt during 1", 0));
  CHECK_FALSE(looks_like_statement("table.y", 0));
}

TEST_CASE("an entry is complete, incomplete or wrong") {
  CHECK(completeness("") == Completeness::complete);
  CHECK(completeness("5000 rpm in rad/s") == Completeness::complete);
  CHECK(completeness("let a = 1") == Completeness::complete);
  CHECK(completeness("sweep a in [1] {\n  simulate 1 s") == Completeness::incomplete);
  CHECK(completeness("f(1,") == Completeness::incomplete);
  CHECK(completeness("1 +  # and more") == Completeness::incomplete);
  CHECK(completeness("print a,") == Completeness::incomplete);
  CHECK(completeness("let a = if b then") == Completeness::incomplete);
  CHECK(completeness("print \"+") == Completeness::error);
  CHECK(completeness("a )") == Completeness::error);
  CHECK(completeness("1 2") == Completeness::error);
  CHECK(completeness("\xff") == Completeness::error);
}

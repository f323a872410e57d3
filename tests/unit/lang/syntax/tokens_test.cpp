#include "lang/syntax/tokens.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mbs;

namespace {

// "w:a s:= n:2 u:mm": the kind and text of each token.
std::string shown(std::string_view text) {
  std::string result;
  for (const Token& token : cut_into_tokens(text).tokens) {
    if (!result.empty()) result += ' ';
    result += "wnutsl"[static_cast<int>(token.kind)];
    if (token.kind != Token::Kind::newline) result += ":" + std::string(token.text);
  }
  return result;
}

}  // namespace

TEST_CASE("a unit belongs to the number before it") {
  CHECK(shown("a = 2 N/m^1.5") == "w:a s:= n:2 u:N/m^1.5");
  CHECK(shown("[1, 2] mm") == "s:[ n:1 s:, n:2 s:] w:mm");
  CHECK(shown("a in mm") == "w:a w:in u:mm");
}

TEST_CASE("comments are no tokens, strings and newlines are") {
  CHECK(shown("a # b\n\"c # d\"; e") == "w:a l t:\"c # d\" l w:e");
}

TEST_CASE("what is unfinished at the end is told") {
  CHECK(cut_into_tokens("a # b").inside_comment);
  CHECK_FALSE(cut_into_tokens("a # b\n").inside_comment);
  CHECK(cut_into_tokens("print \"a").inside_string);
  CHECK_FALSE(cut_into_tokens("print \"a\n").inside_string);
}

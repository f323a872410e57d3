#include "lang/text/lexeme.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mbs;

TEST_CASE("a word ends where no letter, digit or underscore follows") {
  CHECK(word_at("c_1.x", 0) == "c_1");
  CHECK(word_at("δ1+2", 0) == "δ1");
  CHECK(word_at("1a", 0).empty());
  CHECK(word_at("a", 1).empty());
}

TEST_CASE("the word around a place is found from inside it and from its end") {
  CHECK(word_around("a crank = 1", 4) == "crank");
  CHECK(word_around("a crank = 1", 7) == "crank");
  CHECK(word_around("2mm", 3) == "mm");
  CHECK(word_around("a = 1", 99).empty());
}

TEST_CASE("a number has a point and an exponent, a range is two numbers") {
  CHECK(end_of_number("0.5e-3 m", 0) == 6);
  CHECK(end_of_number("1..5", 0) == 1);
  CHECK(end_of_number("2em", 0) == 1);
  CHECK(end_of_number("2e", 0) == 1);
  CHECK(end_of_number("x", 0) == 0);
}

TEST_CASE("a string ends at its quote or with its line") {
  CHECK(end_of_string("\"a\\\"b\" c", 0).offset == 6);
  CHECK(end_of_string("\"a\\\"b\" c", 0).closed);
  CHECK(end_of_string("\"a\r\nb\"", 0).offset == 2);
  CHECK_FALSE(end_of_string("\"a\r\nb\"", 0).closed);
  CHECK_FALSE(end_of_string("\"a\\", 0).closed);
}

TEST_CASE("words of comments are passed over, those of strings are not") {
  std::vector<std::string> words;
  const std::string text = "a = \"#{b}\" # c\nd";
  for_each_word(text, 0, text.size(),
                [&](std::string_view word, std::size_t) { words.emplace_back(word); });
  CHECK(words == std::vector<std::string>{"a", "b", "d"});
}

#include <doctest/doctest.h>

#include <tao/pegtl/contrib/analyze.hpp>

#include "lang/syntax/grammar.hpp"

using namespace mbs::grammar;

// The analysis proves that no rule can loop without consuming input.
TEST_CASE("the grammar has no cycle without progress") {
  CHECK(tao::pegtl::analyze<file>() == 0);
  CHECK(tao::pegtl::analyze<lone_expression>() == 0);
}

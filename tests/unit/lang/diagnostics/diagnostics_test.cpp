#include "lang/diagnostics/diagnostics.hpp"

#include <doctest/doctest.h>

using namespace mbs;

TEST_CASE("the registry is indexed by code and found by name") {
  for (const CodeInfo& entry : all_codes()) {
    CHECK(info(entry.code).name == entry.name);
    CHECK(find_code(entry.name) != nullptr);
    CHECK((entry.name[0] == 'W') == (entry.severity == Severity::warning));
  }
  CHECK(find_code("E9999") == nullptr);
}

TEST_CASE("warnings are no errors") {
  Diagnostics diagnostics;
  diagnostics.add(Code::W0202, Span{0, 0, 1}, "look");
  CHECK_FALSE(diagnostics.has_errors());
  diagnostics.add(Code::E0201, Span{0, 0, 1}, "stop");
  CHECK(diagnostics.error_count() == 1);
}

TEST_CASE("sorted by place, the same complaint once") {
  Diagnostics diagnostics;
  diagnostics.add(Code::E0201, Span{1, 0, 1}, "third");
  diagnostics.add(Code::E0201, Span{0, 5, 6}, "second");
  diagnostics.add(Code::E0201, Span{0, 1, 2}, "first");
  diagnostics.add(Code::E0201, Span{0, 5, 6}, "second");
  const auto sorted = diagnostics.sorted();
  REQUIRE(sorted.size() == 3);
  CHECK(sorted[0].message == "first");
  CHECK(sorted[1].message == "second");
  CHECK(sorted[2].message == "third");
}

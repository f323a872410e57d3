#include "lang/diagnostics/explain.hpp"

#include <doctest/doctest.h>

using namespace mbs;

TEST_CASE("every code has an explanation with something to look at") {
  for (const CodeInfo& entry : all_codes()) {
    CAPTURE(std::string(entry.name));
    const auto text = explanation(entry.code);
    REQUIRE(text.has_value());
    CHECK(text->size() > 150);
    CHECK(text->back() == '\n');
  }
}

TEST_CASE("every explanation belongs to a code") {
  CHECK(explanation_files().size() == all_codes().size());
}

TEST_CASE("an example that goes wrong names its own code in the first line") {
  for (const CodeInfo& entry : all_codes()) {
    CAPTURE(std::string(entry.name));
    const std::string_view text = explanation(entry.code).value_or("");
    for (const std::string_view fence : {"```mbs-error\n", "```mbs-warning\n"}) {
      for (auto at = text.find(fence); at != std::string_view::npos;
           at = text.find(fence, at + 1)) {
        const std::string_view script = text.substr(at + fence.size());
        CHECK(script.starts_with("# " + std::string(entry.name)));
      }
    }
  }
}

// What the statements of the language are for, and how each is written.
#pragma once

#include <span>
#include <string_view>

namespace mbs {

struct StatementDoc {
  std::string_view word;
  std::string_view doc;
  std::string_view example;  // lines, the first one unindented
};

std::span<const StatementDoc> statement_docs();
// The same of words inside statements and expressions.
std::span<const StatementDoc> word_docs();

}  // namespace mbs

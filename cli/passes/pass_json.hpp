// What a pass of a sweep left, as text, exactly: for the result file and for other ranks.
#pragma once

#include <optional>
#include <string>

#include "runtime/results/lists.hpp"
#include "runtime/study/passes.hpp"

namespace mbs {

// One line without its end.
std::string write_pass(const PassResult& result);
// Empty if the text is not what write_pass writes.
std::optional<PassResult> read_pass(const std::string& text);

std::string write_tables(const Tables& tables);
std::optional<Tables> read_tables(const std::string& text);

}  // namespace mbs

// What must hold for any script whatever, judged from outside.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "runtime/record/findings.hpp"
#include "tests/mutation/child.hpp"

namespace mbs::mutation {

struct Finding {
  std::string oracle;  // a word or two, for the name of the file
  std::string detail;  // what is seen; equal for equal faults as far as can be told
  std::string output;  // of the run that shows it
};

struct Verdict {
  std::optional<Finding> finding;
  bool complete = false;  // all runs came to their end and showed numbers
};

struct Bench {
  std::string program;
  std::filesystem::path folder;   // where the mutant stands, beside what it uses
  std::filesystem::path scratch;  // this worker's own
  Limits limits;
  std::string max_time = "0.5s";
  bool thorough = true;  // as text, `check`, `fmt` and `ir` too, not `run --json` alone
};

// Writes the text down as `mutant` in the bench's folder and runs it every way.
Verdict judge(const Bench& bench, const std::string& mutant, const std::string& text);

// Ended by a signal, hung, stopped by a sanitizer, or with a code that is none.
std::optional<Finding> broken(const Outcome& outcome);

}  // namespace mbs::mutation

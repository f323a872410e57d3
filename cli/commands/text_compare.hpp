// Recorded output against new output: words exactly, numbers within a tolerance.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mbs {

struct CompareOptions {
  double tolerance = 1e-6;            // relative; also absolute, for numbers near 0
  std::vector<std::string> unstable;  // in lines with one of these, numbers may be any
};

// Same but for numbers that differ by no more than tolerance*max(1e-3, |a|, |b|), and for blanks
// that differ in number where columns moved.
bool lines_agree(std::string_view recorded, std::string_view found, const CompareOptions& options);

// Lines that differ, "-" recorded and "+" found, with two lines around; empty if all agree.
std::string difference(const std::string& recorded, const std::string& found,
                       const CompareOptions& options);

}  // namespace mbs

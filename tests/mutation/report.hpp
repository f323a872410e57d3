// What `mbs run --json -v` said, as far as the oracles ask.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mbs::mutation {

struct Report {
  bool readable = true;         // each line is an object
  std::set<std::string> codes;  // of all diagnostics
  std::set<std::string> errors;
  std::vector<std::string> shape;  // what was shown, without its numbers
  std::vector<double> numbers;     // and its numbers, in the same order
  std::optional<int> exit;         // what the last line says
  bool whole = true;               // no run ended early by the clock or by a fault
  int impacts = 0;
  double energy_error = 0, drift = 0;
  double drift_allowed = 0;  // m, what the runs let pass: it grows with the size of the model
};

Report read_report(const std::string& lines);

// What differs between two reports by more than a loose bound; empty if nothing does.
std::string difference(const Report& a, const Report& b);

}  // namespace mbs::mutation

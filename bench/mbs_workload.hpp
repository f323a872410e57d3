// A script as a workload: compiled once, simulated as often as asked.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lang/ir.hpp"
#include "runtime/run.hpp"

namespace bench {

class MbsWorkload {
 public:
  // Compiles the text; the program ends with the reports if it has errors.
  explicit MbsWorkload(const std::string& script);

  // One run of `duration` seconds at the tolerance.
  mbs::Run run(double duration, double tol) const;
  // Coordinate of a body at the end of a run. index: 0 x, 1 y, 2 angle; order: 0, 1.
  double coordinate(const mbs::Run& run, const std::string& body, int index, int order) const;

 private:
  std::shared_ptr<const mbs::ir::Scenario> scenario_;
  mbs::ModelPtr model_;
};

std::string read_text(const std::string& path);

}  // namespace bench

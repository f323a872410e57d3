// A script as a workload: compiled once, simulated as often as asked.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/compare.hpp"
#include "lang/compile.hpp"
#include "lang/scenario/compile_options.hpp"
#include "lang/scenario/scenario.hpp"
#include "runtime/record/run.hpp"

namespace bench {

// Who takes the steps.
enum class Engine { ida, explicit_steps, in_turns, islands };

class MbsWorkload {
 public:
  // Compiles the text; the program ends with the reports if it has errors. `set`: params.
  explicit MbsWorkload(const std::string& script, const std::vector<mbs::Override>& set = {});

  // One run of `duration` seconds at the tolerance.
  mbs::Run run(double duration, double tol, Engine engine = Engine::ida) const;
  // Coordinate of a body at the end of a run. index: 0 x, 1 y, 2 angle; order: 0, 1.
  double coordinate(const mbs::Run& run, const std::string& body, int index, int order) const;

  const std::shared_ptr<const mbs::ir::Scenario>& scenario() const { return scenario_; }

 private:
  std::shared_ptr<const mbs::ir::Scenario> scenario_;
  mbs::ModelPtr model_;
};

// mbs as one of the programs of a comparison; `state` reads what errors are computed from.
const char* name_of(Engine engine);
using StateOf = std::function<std::vector<double>(const MbsWorkload&, const mbs::Run&)>;
Program mbs_program(std::shared_ptr<const MbsWorkload> workload, double end, StateOf state,
                    Engine engine = Engine::ida);
// By IDA, by explicit steps, and by both in turns.
void add_mbs(std::vector<Program>& programs, const std::shared_ptr<const MbsWorkload>& workload,
             double end, const StateOf& state);

std::string chain_of(int joints);  // a script: clearance joints in a row, hanging
std::string read_text(const std::string& path);

}  // namespace bench

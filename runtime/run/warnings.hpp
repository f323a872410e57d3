// Warnings that a run gathers on its way.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "runtime/model/model_impl.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/run/recorder.hpp"

namespace mbs {

// The force of a contact has jumped from one corner of a polygon to another, in space from one end
// of a body to another. It is counted, and told at once by `options` where it goes on so: the run
// may crawl then.
class CornerJumps {
 public:
  void note(const ir::Contact& contact, bool spatial, double t, Run& run, Recorder& recorder,
            const SimulationOptions& options);

 private:
  std::set<const ir::Contact*> told_;
};
// `what` switches without end; once for each. `contact` is empty where none is concerned.
void warn_chatter(const std::string& what, const std::optional<ContactSite>& contact, double t,
                  Run& run, Recorder& recorder);
// Friction that cannot stick has no direction where a contact in space lingers at rest: what slides
// more slowly than `slow`, m/s, is pushed less; counted for each.
void warn_lingering(const ContactSite& contact, double slow, double t, Run& run,
                    Recorder& recorder);
// A driven speed jumps in a model with friction in joints, which takes no part in the blow; once.
void warn_frictionless_blow(const ir::Drive& drive, double t, const Model& model, Run& run);
// Warns of rigid contacts once each, with a count.
void warn_rigid(Code code, const ir::Contact& contact, const std::string& message, double t,
                Run& run);

}  // namespace mbs

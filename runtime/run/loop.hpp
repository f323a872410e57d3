// Private to runtime: what leads a run from its start to its end. Simulation is its public face.
#pragma once

#include "lang/expression/graph.hpp"

namespace mbs {

class Loop {
 public:
  virtual ~Loop() = default;
  virtual bool ready() const = 0;
  // See Simulation.
  virtual bool step(double t_end) = 0;
  virtual bool advance(double t_end, NodeId until) = 0;
  // Ends the run after an allocation that failed.
  virtual void out_of_memory() = 0;
};

}  // namespace mbs

// What a run of `mbs view` shows while it is under way.
#pragma once

#include <chrono>
#include <functional>

#include "runtime/results/output.hpp"

namespace mbs {

// Hands everything on, and has a picture of what there is so far made now and then: the first one
// after a second, as what is done by then needs none; the next ones so seldom that making them
// takes no more than a fifth of the time.
class PartSink : public RelaySink {
 public:
  using Clock = std::chrono::steady_clock;
  PartSink(Sink& next, std::function<void()> make, std::function<Clock::time_point()> now);
  std::string give(Output output) override;

 private:
  std::function<void()> make_;
  std::function<Clock::time_point()> now_;
  Clock::time_point next_;
};

}  // namespace mbs

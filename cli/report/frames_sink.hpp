// `mbs run --json --frames`: the motion of every run, as reports draw it, among the lines of JSON.
#pragma once

#include "cli/environment/environment.hpp"
#include "lang/text/source.hpp"
#include "runtime/results/output.hpp"
#include "runtime/results/scene.hpp"

namespace mbs {

// Hands everything on, too. Its arguments must outlive it.
class FramesSink : public RelaySink {
 public:
  FramesSink(Sink& next, const SourceMap& sources, Environment& environment)
      : RelaySink(&next), sources_(sources), environment_(environment) {}
  std::string give(Output output) override;

 private:
  void write(const Scene& scene);

  const SourceMap& sources_;
  Environment& environment_;
  Span origin_;
  std::string pass_;
};

}  // namespace mbs

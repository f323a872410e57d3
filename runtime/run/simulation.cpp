// A machine on top of an assembled start.
#include "runtime/run/simulation.hpp"

#include <algorithm>
#include <new>

#include "runtime/record/run.hpp"
#include "runtime/run/machine.hpp"
#include "runtime/run/stepped_loop.hpp"

namespace mbs {

namespace {

// Room that is given back where memory is used up, for what is left to do: results of the run so
// far. It is never written to, so it takes addresses and no memory.
constexpr std::size_t reserved = std::size_t{16} << 20;

}  // namespace

struct Simulation::Impl {
  Run run;
  std::unique_ptr<char[]> reserve{new char[reserved]};
  std::unique_ptr<Loop> loop;  // none if assembly failed

  // What `move` does, unless memory is used up: then the run ends with what it has.
  template <class Move>
  bool guarded(const Move& move) {
    if (!loop) return false;
    try {
      return move(*loop);
    } catch (const std::bad_alloc&) {
      reserve.reset();
      run.t.resize(std::min(run.t.size(), run.samples.size()));  // a sample half recorded
      loop->out_of_memory();
      return false;
    }
  }
};

Simulation::Simulation(ModelPtr model, const SimulationOptions& options, const Run* previous,
                       Diagnostics& diagnostics)
    : impl_(std::make_unique<Impl>()) {
  Run& run = impl_->run;
  const bool goes_on = previous && previous->size() > 0;
  if (goes_on) {
    run = *previous;
  } else {
    Diagnostics of_start;
    std::optional<Assembly> start = assemble(*model, of_start);
    if (!start || of_start.has_errors()) run.termination = Termination::failed;
    for (const Diagnostic& d : of_start.list()) diagnostics.add(d);
    if (start) run.start = std::move(*start);
  }
  run.model = std::move(model);
  if (!goes_on && run.termination == Termination::failed) return;
  if (options.step)
    impl_->loop = std::make_unique<SteppedLoop>(*run.model, options, run);
  else
    impl_->loop = std::make_unique<Machine>(*run.model, options, run);
}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;

bool Simulation::ready() const {
  return impl_->loop && impl_->loop->ready();
}
bool Simulation::step(double t_end) {
  return impl_->guarded([&](Loop& loop) { return loop.step(t_end); });
}
bool Simulation::advance(double t_end, NodeId until) {
  return impl_->guarded([&](Loop& loop) { return loop.advance(t_end, until); });
}
const Run& Simulation::run() const {
  return impl_->run;
}
Run Simulation::take() {
  impl_->loop.reset();
  return std::move(impl_->run);
}

}  // namespace mbs

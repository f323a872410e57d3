// Events of closed rigid contacts where the forces that decide about them cannot be found.
#include "runtime/events/rigid_events.hpp"

#include <doctest/doctest.h>

#include "runtime/record/run.hpp"
#include "runtime/record/simulation_options.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;

namespace {

// A step in which nothing moves.
class Still : public Integrator {
 public:
  Still(const Run& run, double from, double to)
      : from_(from),
        to_(to),
        y_(run.y_at(run.size() - 1).data()),
        yp_(run.yp_at(run.size() - 1).data()),
        size_(run.y_at(0).size()) {}
  const char* name() const override { return "still"; }
  StepStatus start(double, std::span<const double>, std::span<const double>, double) override {
    return StepStatus::accepted;
  }
  void set_max_step(double) override {}
  StepStatus step(double) override { return StepStatus::accepted; }
  double time() const override { return to_; }
  double previous_time() const override { return from_; }
  const double* y() const override { return y_; }
  const double* yp() const override { return yp_; }
  bool interpolate(double, double* y, double* yp) const override {
    std::copy_n(y_, size_, y);
    if (yp) std::copy_n(yp_, size_, yp);
    return true;
  }
  double last_step() const override { return to_ - from_; }
  void place(Placement&) const override {}
  int worst_unknown() const override { return -1; }
  SolverCounters counters() const override { return {}; }

 private:
  double from_, to_;
  const double *y_, *yp_;
  std::size_t size_;
};

}  // namespace

TEST_CASE("where forces cannot be found it is kept why, unless an event comes before") {
  // The drive knows its way for a second alone; the ball lies on a rigid floor.
  const test::Compiled c = test::compile_text(R"(mbs 1
world planar { gravity = (0, -9.81) m/s^2 }
body ball { shape = sphere(10 mm), mass = 1 kg, at = (0, 10) mm }
body slider { mass = 1 kg }
point floor = (0, 0) { shape = plane }
contact lies: ball to floor { law = newton(0) }
data way { t in s = [0, 0.5, 1], x in m = [0, 0.1, 0.3], by = spline }
prismatic guide: ground to slider
drive leads: guide.travel = way.x(t)
simulate 10 ms
)");
  const ModelPtr model = build(std::make_shared<const ir::Scenario>(c.scenario()));
  Diagnostics diagnostics;
  const auto what = std::get<ir::Simulate>(scenario(*model).actions[0]);
  const Run run = simulate(model, what, {}, nullptr, diagnostics);
  REQUIRE_FALSE(run.failure.has_value());
  Mode mode = ModeReader(run.modes).at(run.size() - 1);
  REQUIRE(mode.contacts[0].pressed);
  Workspace workspace(*model);
  const Scales scales = make_scales(*model, run.start, {}, 0, workspace);
  RigidEvents events(*model, scales, mode, workspace);
  const auto look = [&](double from, double to) {
    const Still still(run, from, to);
    Segment segment(still, layout(*model).size);
    return events.earliest(segment, from);
  };
  CHECK_FALSE(look(0.8, 0.9));
  CHECK_FALSE(events.unsolved());
  CHECK_FALSE(look(0.9, 1.2));
  REQUIRE(events.unsolved());
  CHECK(events.unsolved()->code == Code::E0606);
  CHECK_FALSE(workspace.failure);
  // An event comes first: what would have been beyond it does not count.
  mode.contacts[0].settle_at(0.95);
  CHECK(look(0.9, 1.2));
  CHECK_FALSE(events.unsolved());
}

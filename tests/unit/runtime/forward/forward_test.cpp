// Accelerations and multipliers against those of the system of constrained motion in absolute
// coordinates, from which runs by IDA begin.
#include "runtime/forward/forward.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "runtime/coordinates/motion.hpp"
#include "runtime/coordinates/prescribed.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/equations/consistency.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/massless_coupler.hpp"
#include "tests/support/mechanisms.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// Both sets of rates at the samples of a run.
class Both {
 public:
  explicit Both(const Model& model)
      : m_(model),
        workspace_(model),
        other_(model),
        mode_(model.assembly->mode),
        forward_(model, mode_, workspace_),
        state_(model),
        reduced_(forward_.plan().size),
        rates_(forward_.plan().size),
        unknowns_(forward_.plan().count()),
        rates_of_unknowns_(forward_.plan().count()),
        found_(model.layout.size),
        wanted_(model.layout.size) {}

  // The largest difference over the largest value: accelerations, multipliers of what the tree
  // leaves, rates of states, works and impulses. A contact's power may be that of a force whose
  // speed is rounding, where it turns, and its force that of a depth that is: so these are seen
  // beside the force times the speeds of the bodies, and beside the multipliers.
  double difference(double t, const double* y, const Mode& mode) {
    mode_ = mode;
    REQUIRE(make_consistent(m_, {t, y, nullptr, &mode_}, wanted_.data(), other_));
    find(t, y);
    const Layout& l = m_.layout;
    const double multiplier = largest(wanted_.data() + l.lam, l.constraints);
    const double force = std::max(multiplier, largest(wanted_.data() + l.impulse, l.contacts));
    const double speed = largest(y + l.v, l.motions);
    double worst = compare(l.v, l.motions);
    worst = std::max(worst, compare_multipliers());
    worst = std::max(worst, compare(l.z, l.states));
    worst = std::max(worst, compare(l.work, l.contacts, force * speed));
    worst = std::max(worst, compare(l.impulse, l.contacts, multiplier));
    return std::max(worst, compare(l.input, 2, force * speed));
  }

 private:
  void find(double t, const double* y) {
    forward_.choose();
    if (m_.tree.used())
      reduce(m_, y, wanted_.data(), reduced_.data(), rates_.data(), state_);
    else
      std::copy_n(y, m_.layout.size, reduced_.begin());
    for (int i = 0; i < forward_.plan().count(); ++i)
      unknowns_[i] = reduced_[forward_.plan().unknowns[i]];
    REQUIRE(forward_.evaluate(t, unknowns_.data(), rates_of_unknowns_.data()));
    std::vector<double> place(m_.layout.size);
    forward_.show(unknowns_.data(), rates_of_unknowns_.data(), place.data(), found_.data());
  }
  static double largest(const double* values, int count) {
    double most = 0;
    for (int i = 0; i < count; ++i) most = std::max(most, std::abs(values[i]));
    return most;
  }
  double compare(int from, int count, double least = 0) const {
    double size = std::max(1e-9, least), off = 0;
    for (int i = from; i < from + count; ++i) {
      size = std::max(size, std::abs(wanted_[i]));
      off = std::max(off, std::abs(found_[i] - wanted_[i]));
    }
    return off / size;
  }
  double compare_multipliers() const {
    double size = 1e-9, off = 0;
    for (std::size_t k = 0; k < m_.rows.size(); ++k) {
      const std::size_t i = m_.layout.lam + k;
      size = std::max(size, std::abs(wanted_[i]));
      if (!m_.rows[k].tree) off = std::max(off, std::abs(found_[i] - wanted_[i]));
    }
    return off / size;
  }

  const Model& m_;
  Workspace workspace_, other_;
  Mode mode_;
  Forward forward_;
  TreeState state_;
  std::vector<double> reduced_, rates_, unknowns_, rates_of_unknowns_, found_, wanted_;
};

double largest_difference(const Run& run, int looks) {
  Both both(*run.model);
  ModeReader modes(run.modes);
  double worst = 0;
  const std::size_t each = std::max<std::size_t>(1, run.size() / looks);
  for (std::size_t i = 0; i < run.size(); i += each)
    worst = std::max(worst, both.difference(run.t[i], run.y_at(i).data(), modes.at(i)));
  return worst;
}

ModelPtr model_of(const std::string& text) {
  return build(std::make_shared<const ir::Scenario>(compile_text(text).scenario()));
}

Run run_script(const std::string& text, double duration) {
  Diagnostics diagnostics;
  ir::Simulate what;
  what.duration = duration, what.tol = 1e-6;
  return simulate(model_of(text), what, {}, nullptr, diagnostics);
}

std::string read(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Both solve a well-conditioned system once: some hundred roundings, and those of contact forces,
// whose depths are micrometres on metres.
constexpr double rounding = 1e-9;
// A pin that rests on a wheel: of forces of a newton that balance, a hundredth of one is left.
constexpr double balanced = 1e-8;
// The common normal of convex shapes is searched for, from where it was last.
constexpr double found = 1e-7;

}  // namespace

TEST_CASE("accelerations of a tree, a loop and a free body are those of the whole system") {
  Mechanism m;
  m.s.gravity = {0.3, -9.81};
  const ir::BodyId crank = m.body("crank", 1.3, 0.2, {0.1, -0.05});
  const ir::BodyId bar = m.body("bar", 0.4, 0.02, {0.02, 0.01});
  const ir::BodyId block = m.body("block", 0.7, 0.1, {-0.2, 0.15});
  const ir::BodyId rod = m.body("rod", 0.5, 0.03, {0.15, 0});
  m.body("loose", 0.2, 0.01);
  m.revolute("O", m.frame(ground, 0.2, 0.1), m.frame(crank, 0, 0.03), hold(0.4));
  m.joint(ir::JointKind::weld, "W", m.frame(crank, 0.3, 0, 0.2), m.frame(bar, 0, 0, -0.5));
  m.joint(ir::JointKind::prismatic, "P", m.frame(bar, 0.1, 0.02, 0.3), m.frame(block, 0.05, 0, 0.1),
          hold(0.25));
  m.revolute("A", m.frame(rod, 0, 0), m.frame(block, 0.1, 0.2), hold(1.1));
  m.at(crank).spin = hold(1.7);
  m.at(rod).spin = hold(-2.1);
  CHECK(largest_difference(run(m, 1, 1e-6), 40) < rounding);
}

TEST_CASE("accelerations of a slider-crank with clearance are those of the whole system") {
  SliderCrank crank(power_law(6.6e10, 1.5, lankarani_factor(0.9)), 0.3);
  const Run r = run(crank.m, 3e-3, 1e-6);
  REQUIRE(r.termination == Termination::finished);
  REQUIRE(r.impacts[0].size() > 3);  // open and closed
  CHECK(largest_difference(r, 200) < rounding);
}

TEST_CASE("accelerations of a loop of ideal joints are those of the whole system") {
  SliderCrank crank({}, 0.3);
  CHECK(largest_difference(run(crank.m, 12e-3, 1e-6), 50) < rounding);
}

TEST_CASE("accelerations of examples are those of the whole system") {
  struct {
    const char* name;
    double duration, allowed = rounding;
  } const examples[] = {{"andrews_squeezer", 10e-3},
                        {"four_bar", 20e-3},
                        {"slider_crank", 3e-3},
                        {"two_spheres", 1e-3},
                        {"bouncing_ball", 1},
                        {"cam_follower", 20e-3},
                        {"gears", 0.2},
                        {"dc_motor", 0.1},
                        {"geneva", 0.2, balanced},
                        {"newtons_cradle", 0.5},
                        {"worn_four_bar", 5e-3, found}};
  for (const auto& example : examples) {
    CAPTURE(std::string(example.name));
    const Run r =
        run_script(read(std::string("examples/") + example.name + ".mbs"), example.duration);
    REQUIRE(r.size() > 1);
    CHECK(largest_difference(r, 40) < example.allowed);
  }
}

TEST_CASE("accelerations follow what is switched") {
  const std::string script = R"(
world planar { gravity = (0, -9.81) m/s^2 }
body arm { mass = 1 kg, inertia = 10 g*m^2, cm = (0.2, 0) m, point end = (0.4, 0) m }
body tip { mass = 0.5 kg, inertia = 2 g*m^2, cm = (0.1, 0) m }
revolute a: ground to arm { angle = 10 deg }
revolute b: arm.end to tip { angle = 20 deg }
spring pull: ground to tip { stiffness = 100 N/m, length = 0.2 m, damping = 1 N*s/m }
when t > 50 ms { free b }
when t > 90 ms { free pull }
)";
  CHECK(largest_difference(run_script(script, 0.15), 60) < rounding);
}

TEST_CASE("a coordinate without inertia is told") {
  const ModelPtr model = model_of(massless_coupler);
  const Assembly& start = *model->assembly;
  Workspace w(*model);
  const Mode mode = start.mode;
  Forward forward(*model, mode, w);
  std::vector<double> reduced(forward.plan().size), reduced_rates(forward.plan().size);
  std::vector<double> unknowns, rates(forward.plan().count());
  TreeState state(*model);
  reduce(*model, start.y.data(), start.yp.data(), reduced.data(), reduced_rates.data(), state);
  for (const int i : forward.plan().unknowns) unknowns.push_back(reduced[i]);
  CHECK_FALSE(forward.evaluate(0, unknowns.data(), rates.data()));
  CHECK(forward.trouble() == ForwardTrouble::inertia);
  CHECK(model->scenario->bodies[forward.loose_body()].name == "bar");
}

TEST_CASE("a drive moves what has no inertia") {
  // The coupler of a parallelogram, pulled along; its way has a kink, so that the drive is no
  // coordinate but a row.
  const Run r = run_script(R"(
world planar { gravity = (0, -9.81) m/s^2 }
body table { point edge = (100, 0) mm }
body ball { mass = 1 kg, inertia = 1 g*m^2, at = (300, 0) mm }
drive lift: table = (0 m, if t < 20 ms then 10 mm/s * t else 0.2 mm + 30 mm/s * (t - 20 ms))
spring s: table.edge to ball { stiffness = 100 N/m, length = 0.2 m }
)",
                           40e-3);
  CHECK(largest_difference(r, 20) < rounding);
}

// The workloads of the benchmarks by Simbody: mobilizers, a custom force, witnesses of the gap.
// Usage: mbs_simbody_peer WORKLOAD WANTED REFERENCE...
// Prints for each method: name, tolerance, error, seconds of user time, steps, evaluations,
// impacts.
#include <Simbody.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace SimTK;

double user_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_utime.tv_sec) + 1e-6 * double(usage.ru_utime.tv_usec);
}

struct Latch {
  bool closed = false;
  double v_impact = 1;
  std::vector<double> onsets;
};

double hysteretic(double K, double h, double delta, double rate, const Latch& latch,
                  double v_min = 0) {
  if (!latch.closed || delta <= 0) return 0;
  const double F = K * delta * std::sqrt(delta) * (1 + h * rate / std::max(latch.v_impact, v_min));
  return std::max(F, 0.0);
}

struct Gap {
  double value = 0, rate = 0;
};

// What a mechanism says of its contact, and the force it makes of that.
struct Mechanism {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  Latch latch;
  double end = 0, check = 0;
  virtual ~Mechanism() = default;
  virtual Gap gap(const State& state) const = 0;
  virtual void apply(const State& state, Vector_<SpatialVec>& on_bodies, Vector& on_axes) const = 0;
  virtual void start(State& state) const = 0;
  virtual double error(const State& state, const std::vector<double>& reference) const = 0;
};

class GapForce : public Force::Custom::Implementation {
 public:
  explicit GapForce(const Mechanism& of) : of_(of) {}
  void calcForce(const State& state, Vector_<SpatialVec>& on_bodies, Vector_<Vec3>&,
                 Vector& on_axes) const override {
    of_.apply(state, on_bodies, on_axes);
  }
  Real calcPotentialEnergy(const State&) const override { return 0; }

 private:
  const Mechanism& of_;
};

class Witness : public TriggeredEventHandler {
 public:
  explicit Witness(Mechanism& of) : TriggeredEventHandler(Stage::Velocity), of_(of) {}
  Real getValue(const State& state) const override { return of_.gap(state).value; }
  void handleEvent(State& state, Real, bool&) const override {
    of_.system.realize(state, Stage::Velocity);
    const double rate = of_.gap(state).rate;
    of_.latch.closed = rate < 0;
    if (rate >= 0) return;
    of_.latch.v_impact = -rate;
    of_.latch.onsets.push_back(state.getTime());
  }

 private:
  Mechanism& of_;
};

struct SliderCrank : Mechanism {
  const double w = 5000 * 2 * Pi / 60, c = 0.5e-3;
  const double K = 4.0 / 3 * std::sqrt(1 / (1 / 9.5e-3 - 1 / 10e-3)) / (2 * (1 - 0.09) / 207e9);
  MobilizedBody::Pin crank, rod;
  MobilizedBody::Slider slider;

  SliderCrank() {
    end = 24e-3, check = 1.5e-3;
    const auto bar = [](double mass, double inertia, double at) {
      return Body::Rigid(
          MassProperties(mass, Vec3(at, 0, 0),
                         Inertia(inertia, inertia + mass * at * at, inertia + mass * at * at)));
    };
    crank = MobilizedBody::Pin(matter.Ground(), Transform(), bar(0.30, 1e-5, 0.025), Transform());
    rod = MobilizedBody::Pin(crank, Vec3(0.05, 0, 0), bar(0.21, 2.5e-4, 0.06), Transform());
    slider =
        MobilizedBody::Slider(matter.Ground(), Transform(),
                              Body::Rigid(MassProperties(0.14, Vec3(0), Inertia(1))), Transform());
    Motion::Steady(crank, w);
  }
  void start(State& state) const override {
    slider.setQ(state, 0.17);
    rod.setU(state, -w * 0.05 / 0.12 - w);
  }
  struct Pin {
    Vec3 n;
    double e, rate;
  };
  Pin pin(const State& state) const {
    const Vec3 d = rod.findStationLocationInGround(state, Vec3(0.12, 0, 0)) -
                   slider.getBodyOriginLocation(state);
    const Vec3 v = rod.findStationVelocityInGround(state, Vec3(0.12, 0, 0)) -
                   slider.getBodyOriginVelocity(state);
    const double e = d.norm();
    const Vec3 n = e > 0 ? d / e : Vec3(0);
    return {n, e, dot(n, v)};
  }
  Gap gap(const State& state) const override {
    const Pin p = pin(state);
    return {(1 - p.e * p.e / (c * c)) * c / 2, -p.rate};
  }
  void apply(const State& state, Vector_<SpatialVec>& on_bodies, Vector&) const override {
    if (!latch.closed) return;
    const Pin p = pin(state);
    const Vec3 F = hysteretic(K, 0.75 * (1 - 0.81), p.e - c, p.rate, latch) * p.n;
    rod.applyForceToBodyPoint(state, Vec3(0.12, 0, 0), -F, on_bodies);
    slider.applyForceToBodyPoint(state, Vec3(0), F, on_bodies);
  }
  double error(const State& state, const std::vector<double>& reference) const override {
    const double y[] = {crank.getAngle(state) + rod.getAngle(state), slider.getQ(state),
                        w + rod.getRate(state), slider.getU(state)};
    const double sizes[] = {1, 0.05, w, w * 0.05};
    double worst = 0;
    for (int i = 0; i < 4; ++i) worst = std::max(worst, std::abs(y[i] - reference[i]) / sizes[i]);
    return worst;
  }
};

// Ball and table, or two spheres with their effective mass, in the coordinate of the gap.
struct Falling : Mechanism {
  const bool ball;
  const double m = ball ? 1 : 4.0 / 3 * Pi * 1.25e-4 * 7800 / 2;
  const double K = ball ? 1.4e12 : 4.0 / 3 * std::sqrt(0.025) / (2 * (1 - 0.09) / 207e9);
  const double h = ball ? 8 * 0.1 / 4.5 : 0.4;
  MobilizedBody::Slider body;

  explicit Falling(bool is_ball) : ball(is_ball) {
    end = ball ? 10 : 1e-3, check = ball ? 2.5 : 1e-3;
    body = MobilizedBody::Slider(matter.Ground(), Transform(),
                                 Body::Rigid(MassProperties(m, Vec3(0), Inertia(1))), Transform());
  }
  void start(State& state) const override {
    body.setQ(state, ball ? 0.4 : 1e-4);
    body.setU(state, ball ? -0.75 : -0.5);
  }
  Gap gap(const State& state) const override { return {body.getQ(state), body.getU(state)}; }
  void apply(const State& state, Vector_<SpatialVec>&, Vector& on_axes) const override {
    const double shake = 0.1 * 7.5 * 7.5 * std::sin(7.5 * state.getTime());
    double F = hysteretic(K, h, -body.getQ(state), -body.getU(state), latch, 1e-3);
    if (ball) F += m * (shake - 9.81);
    body.applyOneMobilityForce(state, 0, F, on_axes);
  }
  double error(const State& state, const std::vector<double>& reference) const override {
    if (!ball) return std::abs(body.getU(state) - reference[0]) / 0.5;
    if (latch.onsets.size() < reference.size()) return INFINITY;
    double worst = 0;
    for (std::size_t i = 0; i < reference.size(); ++i)
      worst = std::max(worst, std::abs(latch.onsets[i] - reference[i]));
    return worst;
  }
};

struct Solved {
  State state;
  long steps = 0, evaluations = 0;
};

template <class Method>
Solved solve(Mechanism& mechanism, double accuracy, double until) {
  mechanism.latch = {};
  State state = mechanism.system.getDefaultState();
  mechanism.start(state);
  Method method(mechanism.system);
  method.setAccuracy(accuracy);
  TimeStepper stepper(mechanism.system, method);
  stepper.initialize(state);
  stepper.stepTo(until);
  mechanism.system.realize(method.getState(), Stage::Velocity);
  return {method.getState(), method.getNumStepsTaken(), method.getNumRealizations()};
}

template <class Method>
void measure(const char* name, Mechanism& mechanism, double wanted,
             const std::vector<double>& reference) {
  double last_accuracy = 0, last = INFINITY;
  for (int half = 6; half < 26; ++half) {
    const double accuracy = std::pow(10, -0.5 * half);
    double error = INFINITY;
    try {
      error = mechanism.error(solve<Method>(mechanism, accuracy, mechanism.check).state, reference);
    } catch (const std::exception&) {  // it could not keep its accuracy
    }
    if (std::max(error, last) <= wanted) break;
    last_accuracy = accuracy, last = error;
  }
  if (last > wanted) return;
  std::vector<double> times;
  Solved solved;
  double sum = 0;
  while (times.size() < 5 && sum < 60) {
    const double begin = user_seconds();
    int runs = 0;
    do solved = solve<Method>(mechanism, last_accuracy, mechanism.end), ++runs;
    while (user_seconds() - begin < 0.02);
    times.push_back((user_seconds() - begin) / runs);
    sum += times.back();
  }
  std::sort(times.begin(), times.end());
  std::printf("%s\t%g\t%g\t%g\t%ld\t%ld\t%zu\n", name, last_accuracy, last, times[times.size() / 2],
              solved.steps, solved.evaluations, mechanism.latch.onsets.size());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const std::string workload = argv[1];
  std::vector<double> reference;
  for (int i = 3; i < argc; ++i) reference.push_back(std::atof(argv[i]));
  std::unique_ptr<Mechanism> mechanism;
  if (workload == "slider_crank") mechanism = std::make_unique<SliderCrank>();
  if (workload == "ball") mechanism = std::make_unique<Falling>(true);
  if (workload == "spheres") mechanism = std::make_unique<Falling>(false);
  if (!mechanism) return 0;
  const Force::Custom contact(mechanism->forces, new GapForce(*mechanism));
  mechanism->system.addEventHandler(new Witness(*mechanism));
  mechanism->system.realizeTopology();
  const double wanted = std::atof(argv[2]);
  measure<RungeKuttaMersonIntegrator>("Simbody Runge-Kutta-Merson", *mechanism, wanted, reference);
  measure<CPodesIntegrator>("Simbody CPodes", *mechanism, wanted, reference);
}

// Rigid impacts by Siconos: a bouncing ball, the slider-crank of Flores et al. 2006 with a rigid
// clearance, disks in a box. Prints what bench/impacts.py compares.
//
// Usage: siconos_peer ball|crank|box events|stepping STEP DURATION [COLUMNS LAYERS]
#include <SolverOptions.h>
#include <Disk.hpp>
#include <SiconosBodies.hpp>
#include <SiconosKernel.hpp>
#include <SpaceFilter.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr double gravity = 9.81;

SP::SiconosVector vector_of(std::initializer_list<double> values) {
  SP::SiconosVector v(new SiconosVector(values.size()));
  unsigned i = 0;
  for (const double x : values) (*v)(i++) = x;
  return v;
}

// Advances to the end; blows of events are those at which a nonsmooth event was met.
long run(Simulation& simulation, bool events) {
  long steps = 0;
  while (simulation.hasNextEvent()) {
    if (events) {
      auto& driven = static_cast<EventDriven&>(simulation);
      driven.advanceToEvent();
      driven.processEvents();
    } else {
      auto& stepped = static_cast<TimeStepping&>(simulation);
      stepped.computeOneStep();
      stepped.nextStep();
    }
    ++steps;
  }
  return steps;
}

SP::Simulation simulation_of(SP::NonSmoothDynamicalSystem system, bool events, double step) {
  SP::TimeDiscretisation steps(new TimeDiscretisation(system->t0(), step));
  if (!events)
    return SP::Simulation(new TimeStepping(system, steps,
                                           SP::OneStepIntegrator(new MoreauJeanOSI(0.5)),
                                           SP::OneStepNSProblem(new LCP())));
  SP::EventDriven simulation(new EventDriven(system, steps));
  simulation->insertIntegrator(SP::OneStepIntegrator(new LsodarOSI()));
  simulation->insertNonSmoothProblem(SP::OneStepNSProblem(new LCP()), SICONOS_OSNSP_ED_IMPACT);
  simulation->insertNonSmoothProblem(SP::OneStepNSProblem(new LCP()), SICONOS_OSNSP_ED_SMOOTH_ACC);
  return simulation;
}

// From 1 m, restitution 0.8.
void ball(bool events, double step, double duration) {
  SP::SimpleMatrix mass(new SimpleMatrix(1, 1));
  (*mass)(0, 0) = 1;
  SP::LagrangianLinearTIDS body(new LagrangianLinearTIDS(vector_of({1.0}), vector_of({0.0}), mass));
  body->setFExtPtr(vector_of({-gravity}));
  SP::NonSmoothDynamicalSystem system(new NonSmoothDynamicalSystem(0, duration));
  system->insertDynamicalSystem(body);
  SP::SimpleMatrix H(new SimpleMatrix(1, 1));
  (*H)(0, 0) = 1;
  SP::Interaction contact(new Interaction(SP::NonSmoothLaw(new NewtonImpactNSL(0.8)),
                                          SP::Relation(new LagrangianLinearTIR(H))));
  system->link(contact, body);
  const long steps = run(*simulation_of(system, events, step), events);
  std::printf("y %.15g\nv %.15g\nsteps %ld\n", (*body->q())(0), (*body->velocity())(0), steps);
}

// Crank 50 mm at 5000 rpm, rod 120 mm, slider: the angle of the rod and the place of the slider.
constexpr double crank = 0.05, rod = 0.12, play = 5e-4, omega = 5000 * 2 * M_PI / 60;
constexpr double m_rod = 0.21, J_rod = 2.5e-4, m_slider = 0.14;

class Linkage : public LagrangianDS {
 public:
  Linkage()
      : LagrangianDS(vector_of({0.0, crank + rod}), vector_of({-omega * crank / rod, 0.0}),
                     mass_matrix()) {
    setFExtPtr(SP::SiconosVector(new SiconosVector(2)));
    fExt()->zero();
    setFIntPtr(SP::SiconosVector(new SiconosVector(2)));
    setJacobianFIntqPtr(SP::SiconosMatrix(new SimpleMatrix(2, 2)));
    setJacobianFIntqDotPtr(SP::SiconosMatrix(new SimpleMatrix(2, 2)));
    hasForces_ = true;
  }
  void computeFInt(double t) override { computeFInt(t, q(), velocity()); }
  void computeFInt(double t, SP::SiconosVector at, SP::SiconosVector) override {
    // m a_A . d(centre)/d(angle), a_A = -omega^2 (crank's tip)
    const double angle = (*at)(0), c = std::cos(omega * t), s = std::sin(omega * t);
    (*fInt())(0) =
        m_rod * rod / 2 * omega * omega * crank * (c * std::sin(angle) - s * std::cos(angle));
    (*fInt())(1) = 0;
  }
  void computeJacobianFIntq(double t) override { computeJacobianFIntq(t, q(), velocity()); }
  void computeJacobianFIntq(double t, SP::SiconosVector at, SP::SiconosVector) override {
    const double angle = (*at)(0), c = std::cos(omega * t), s = std::sin(omega * t);
    jacobianFIntq()->zero();
    (*jacobianFIntq())(0, 0) =
        m_rod * rod / 2 * omega * omega * crank * (c * std::cos(angle) + s * std::sin(angle));
  }
  void computeJacobianFIntqDot(double) override { jacobianFIntqDot()->zero(); }
  void computeJacobianFIntqDot(double, SP::SiconosVector, SP::SiconosVector) override {
    jacobianFIntqDot()->zero();
  }

 private:
  bool hasForces_ = false;
  static SP::SiconosMatrix mass_matrix() {
    SP::SimpleMatrix mass(new SimpleMatrix(2, 2));
    mass->zero();
    (*mass)(0, 0) = m_rod * rod * rod / 4 + J_rod;
    (*mass)(1, 1) = m_slider;
    return mass;
  }
};

// gap = play - |pin - slider|
class Play : public LagrangianRheonomousR {
 public:
  void computeh(double t, const BlockVector& q, BlockVector&, SiconosVector& y) override {
    y(0) = play - std::hypot(dx(t, q), dy(t, q));
  }
  void computehDot(double t, const BlockVector& q, BlockVector&) override {
    if (!_hDot) _hDot.reset(new SiconosVector(1));
    const double d = distance(t, q);
    const double vx = -omega * crank * std::sin(omega * t),
                 vy = omega * crank * std::cos(omega * t);
    (*_hDot)(0) = -(dx(t, q) * vx + dy(t, q) * vy) / d;
  }
  void computeJachq(double t, const BlockVector& q, BlockVector&) override {
    const double d = distance(t, q), angle = q(0);
    (*_jachq)(0, 0) = -(dx(t, q) * -rod * std::sin(angle) + dy(t, q) * rod * std::cos(angle)) / d;
    (*_jachq)(0, 1) = dx(t, q) / d;
  }
  void initialize(Interaction& contact) override {
    LagrangianR::initialize(contact);
    if (!_jachq) _jachq.reset(new SimpleMatrix(1, 2));
    if (!_hDot) _hDot.reset(new SiconosVector(1));
  }

 private:
  static double dx(double t, const BlockVector& q) {
    return crank * std::cos(omega * t) + rod * std::cos(q(0)) - q(1);
  }
  // The linkage starts with both centres in one place, where there is no normal.
  static double distance(double t, const BlockVector& q) {
    return std::max(std::hypot(dx(t, q), dy(t, q)), 1e-12);
  }
  static double dy(double t, const BlockVector& q) {
    return crank * std::sin(omega * t) + rod * std::sin(q(0));
  }
};

void slider_crank(bool events, double step, double duration) {
  SP::LagrangianDS linkage(new Linkage());
  SP::NonSmoothDynamicalSystem system(new NonSmoothDynamicalSystem(0, duration));
  system->insertDynamicalSystem(linkage);
  SP::Interaction contact(
      new Interaction(SP::NonSmoothLaw(new NewtonImpactNSL(0.9)), SP::Relation(new Play())));
  system->link(contact, linkage);
  const long steps = run(*simulation_of(system, events, step), events);
  std::printf("angle %.15g\nx %.15g\nsteps %ld\n", (*linkage->q())(0), (*linkage->q())(1), steps);
}

// Columns of disks of 5 mm, thrown a little every way, between a floor and two walls.
void box(double step, double duration, int columns, int layers) {
  constexpr double R = 0.005, m = 0.004;
  SP::NonSmoothDynamicalSystem system(new NonSmoothDynamicalSystem(0, duration));
  std::vector<SP::Disk> disks;
  for (int i = 1; i <= columns; ++i)
    for (int k = 1; k <= layers; ++k) {
      const double x = 0.012 * i - 0.001 * (k % 2), y = 0.012 * k;
      SP::Disk disk(
          new Disk(R, m, vector_of({x, y, 0.0}),
                   vector_of({0.2 * std::sin(2.4 * i + k), 0.2 * std::cos(3.1 * k - i), 0.0})));
      disk->setFExtPtr(vector_of({0.0, -m * gravity, 0.0}));
      system->insertDynamicalSystem(disk);
      disks.push_back(disk);
    }
  SP::OneStepNSProblem friction(new FrictionContact(2));
  friction->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = 1e-6;
  friction->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = 2000;
  SP::TimeDiscretisation steps(new TimeDiscretisation(0, step));
  SP::TimeStepping simulation(
      new TimeStepping(system, steps, SP::OneStepIntegrator(new MoreauJeanOSI(0.5)), friction));
  SP::SimpleMatrix planes(new SimpleMatrix(3, 6));
  planes->zero();
  const double width = 0.012 * (columns + 1);
  const double rows[3][6] = {{0, 1, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0}, {1, 0, -width, width, 0, 0}};
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 6; ++k) (*planes)(i, k) = rows[i][k];
  SP::SpaceFilter places(new SpaceFilter(3, 6, planes));
  places->insertNonSmoothLaw(SP::NonSmoothLaw(new NewtonImpactFrictionNSL(0.3, 0, 0.3, 2)), 0, 0);
  simulation->insertInteractionManager(places);
  long count = 0;
  double deepest = 0;
  while (simulation->hasNextEvent()) {
    simulation->computeOneStep();
    simulation->nextStep();
    ++count;
    for (const SP::Disk& disk : disks) deepest = std::max(deepest, R - (*disk->q())(1));
  }
  double energy = 0;
  for (const SP::Disk& disk : disks) {
    const SiconosVector &q = *disk->q(), &v = *disk->velocity();
    energy +=
        0.5 * m * (v(0) * v(0) + v(1) * v(1) + 0.5 * R * R * v(2) * v(2)) + m * gravity * q(1);
  }
  std::printf("energy %.15g\ndeepest %.3g\nsteps %ld\n", energy, deepest, count);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return 2;
  const std::string model = argv[1];
  const bool events = std::strcmp(argv[2], "events") == 0;
  const double step = std::atof(argv[3]), duration = std::atof(argv[4]);
  if (model == "ball") ball(events, step, duration);
  if (model == "crank") slider_crank(events, step, duration);
  if (model == "box")
    box(step, duration, argc > 6 ? std::atoi(argv[5]) : 5, argc > 6 ? std::atoi(argv[6]) : 4);
  return 0;
}

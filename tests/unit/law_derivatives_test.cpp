// What the solver's Jacobian is made of: the derivatives of every law's forces and rates.
#include <doctest/doctest.h>

#include <random>

#include "tests/unit/extended.hpp"
#include "tests/unit/law_probe.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// Each with arguments that use all its branches.
const char* const kNormalLaws[] = {
    "hooke(1e6 N/m)",
    "hertz",
    "hertz(n = 2, K = 1e12 N/m^2)",
    "power(n = 1.08, K = 1e8 N/m^1.08)",
    "kelvin_voigt(1e6 N/m, 100 N*s/m)",
    "kelvin_voigt_no_tension(1e6 N/m, 100 N*s/m)",
    "poisson_spring(1e6 N/m, 0.5)",
    "poisson_smooth(1e6 N/m, 0.5, 0.1 m/s)",
    "anagnostopoulos(1e6 N/m, 0.5)",
    "hunt_crossley(0.5)",
    "herbert_mcwhannell(0.5)",
    "lee_wang(0.5)",
    "lankarani_nikravesh(0.5)",
    "gonthier(0.5)",
    "zhang_sharf(0.5)",
    "zhiying_qishao(0.5)",
    "flores(0.5)",
    "hu_guo(0.5)",
    "carvalho_martins(0.5)",
    "safaeifar(0.5)",
    "pant_wijeyewickrema(0.8, 1e6 N/m)",
    "exact(0.5)",
    "marhefka_orin(0.3 s/m)",
    "ristow(100 N*s/m)",
    "lee_herrmann(100 1/s)",
    "tsuji(0.5)",
    "kuwabara_kono(1 us)",
    "bordbar(1e4 N*s/m^1.65)",
    "jankowski(0.5)",
    "impact(D = 100 N*s/m, d = 1 um)",
    "lankarani_nikravesh_plastic(0.5)",
    "walton_braun(1e6 N/m, 2e6 N/m)",
    "esdu_78035",
    "dubowsky_freudenstein",
    "goldsmith",
    "johnson",
    "radzimovsky",
    "hertz_cylinder",
    "liu_cylinder",
    "pereira(0.8)",
    "persson",
    "winkler_cylinder(10 mm)",
    "winkler_sphere_thin(10 mm)",
    "winkler_sphere(10 mm)",
    "winkler_sphere_integrated(10 mm)",
    "dmt(1 J/m^2)",
    "jkr(1 J/m^2)",
    "damped(esdu_78035, h_flores(0.8))",
    "restoring(johnson, 0.8)",
};

const char* const kFrictionLaws[] = {
    "dubowsky(0.1)",
    "rooney_deravi(0.1)",
    "karnopp(0.3, 0.2)",
    "stribeck(0.3, 0.2, 1 mm/s, 1 N*s/m)",
    "stribeck(0.3, 0.2, 1 mm/s, i = 1)",
    "coulomb(0.3)",
    "coulomb_linear(0.3, 1 mm/s)",
    "coulomb_tanh(0.3, 1 mm/s, 3)",
    "viscous(3 N*s/m)",
    "coulomb_viscous(0.3, 3 N*s/m)",
    "threlfall(0.3, 1 mm/s)",
    "ambrosio(0.3, 0.5 mm/s, 1 mm/s)",
    "step_friction(0.3, 0.2, 1 mm/s, 3 mm/s)",
    "bengisu_akay(0.3, 0.2, 1 mm/s, 1e3 s/m)",
    "stribeck_smooth(0.3, 0.2, 1 mm/s, 0.1 mm/s)",
    "brown_mcphee(0.3, 0.2, 1 mm/s, 1 N*s/m)",
    "dahl(0.3, 1e5 1/m)",
    "dahl(0.3, 1e5 1/m, 2)",
    "lugre(0.3, 0.2, 1 mm/s, 1e5 1/m, 300 s/m, 0.4 s/m)",
    "elasto_plastic(0.3, 0.2, 1 mm/s, 1e5 1/m, 300 s/m, 0.4 s/m)",
    "gonthier_friction(0.3, 0.2, 1 mm/s, 1e5 1/m, 300 s/m, 0.4 s/m, tau_dw = 1 s, tau_br = 1 ms)",
    "reset_integrator(0.3, 1 um, 0.2, 10 s/m)",
    "modified_karnopp(0.3, 0.2, 1 mm/s, 1e5 1/m)",
};

class States {
 public:
  // Four decades of penetration and speed, both directions, on both sides of every kink.
  ContactState next() {
    ContactState s;
    s.delta = decades(1e-8, 1e-4);
    s.v_impact = decades(1e-4, 1);
    s.ddelta = sign() * s.v_impact * decades(1e-3, 1);
    s.delta_max = s.delta * (coin() ? decades(1e-3, 1) : decades(1, 3));
    s.loading = s.ddelta > 0;
    s.vt = sign() * decades(1e-5, 1e-2);
    s.z = {sign() * decades(1e-7, 1e-5), decades(1e-3, 1)};
    return s;
  }

 private:
  double uniform() { return std::uniform_real_distribution<>(0, 1)(random_); }
  bool coin() { return uniform() < 0.5; }
  double sign() { return coin() ? 1 : -1; }
  double decades(double low, double high) { return low * std::pow(high / low, uniform()); }
  std::mt19937 random_{20061};
};

Real with_step(const Graph& graph, NodeId output, const ContactState& s, const Slot& moved,
               Real step) {
  return Extended(graph,
                  [&](const Slot& slot) {
                    return static_cast<Real>(input_of(slot, s)) + (slot == moved ? step : 0);
                  })
      .value(output);
}

// Fourth order; with h = 1e-4 of the argument its error is some 1e-15 of the function's scale.
Real difference(const Graph& graph, NodeId output, const ContactState& s, const Slot& slot,
                Real h) {
  const auto at = [&](int k) { return with_step(graph, output, s, slot, k * h); };
  return (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h);
}

struct Tally {
  int compared = 0;
  int at_kinks = 0;  // a kink between the points of the difference
};

void compare(const ir::LawProgram& law, NodeId output, const Slot& slot, Tally& tally) {
  Graph graph = law.graph;
  const NodeId node = graph.slot(slot);
  Probe derivative{graph, graph.derivative(output, node)};
  Probe value{graph, output};
  States states;
  for (int i = 0; i < 60; ++i) {
    const ContactState s = states.next();
    const double x = input_of(slot, s), h = 1e-4 * std::abs(x);
    const Real wide = difference(graph, output, s, slot, h);
    const Real narrow = difference(graph, output, s, slot, h / 2);
    const double scale = std::abs(static_cast<double>(narrow)) + std::abs(value(s) / x);
    if (std::abs(static_cast<double>(wide - narrow)) > 1e-9 * scale) {
      ++tally.at_kinks;
      continue;
    }
    ++tally.compared;
    CAPTURE(s.delta);
    CAPTURE(s.ddelta);
    CAPTURE(s.vt);
    // 1e-9: rounding of the tape's arithmetic, up to 1e5 epsilon where a law subtracts.
    CHECK(std::abs(derivative(s) - static_cast<double>(narrow)) <= 1e-9 * scale);
  }
}

void compare_all(const ir::LawProgram& law, NodeId output) {
  Tally tally;
  for (const Slot& slot : law.graph.slots_used(output))
    if (slot.kind != SlotKind::law_loading && slot.kind != SlotKind::law_time)
      compare(law, output, slot, tally);
  // Kinks are crossed with a probability of about 1e-3 per difference.
  CHECK(tally.at_kinks <= 0.05 * (tally.compared + tally.at_kinks));
}

}  // namespace

TEST_CASE("derivatives of normal forces agree with differences in extended precision") {
  for (const char* text : kNormalLaws) {
    INFO(std::string(text));
    const ir::LawProgram law = journal_law(text);
    compare_all(law, law.FN);
  }
}

TEST_CASE("derivatives of friction forces and rates agree with differences") {
  for (const char* text : kFrictionLaws) {
    INFO(std::string(text));
    const ir::LawProgram law = journal_law("hertz", text);
    compare_all(law, law.FT);
    for (const ir::LawState& state : law.states) compare_all(law, state.rate);
    if (law.stick.valid()) compare_all(law, law.stick);
  }
}

TEST_CASE("forces and their derivatives are finite at first touch") {
  for (const char* text : kNormalLaws) {
    INFO(std::string(text));
    const ir::LawProgram law = journal_law(text);
    Graph graph = law.graph;
    for (SlotKind kind : {SlotKind::law_delta, SlotKind::law_ddelta}) {
      const NodeId node = graph.slot({.kind = kind});
      Probe derivative{graph, graph.derivative(law.FN, node)};
      for (double delta : {1e-30, 1e-20, 1e-14}) {
        CAPTURE(delta);
        const ContactState touch{.delta = delta, .ddelta = 1, .delta_max = 0, .z = {}};
        CHECK(std::isfinite(normal_force(law)(touch)));
        CHECK(std::isfinite(derivative(touch)));
      }
    }
  }
}

TEST_CASE("Hertz-like and cylinder laws start without a jump") {
  for (const char* text :
       {"hertz", "flores(0.5)", "exact(0.5)", "esdu_78035", "johnson", "liu_cylinder",
        "pereira(0.5)", "winkler_sphere(10 mm)", "damped(esdu_78035, h_flores(0.8))"}) {
    INFO(std::string(text));
    Probe force = normal_force(journal_law(text));
    const double early = force({.delta = 1e-15, .ddelta = 1, .z = {}});
    const double later = force({.delta = 1e-6, .ddelta = 1, .z = {}});
    CHECK(early >= 0);
    CHECK(early <= 1e-7 * later);
  }
}

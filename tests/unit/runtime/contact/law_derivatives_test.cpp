// What the solver's Jacobian is made of: the derivatives of every law's forces and rates.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>

#include "tests/support/extended.hpp"
#include "tests/support/law_probe.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// Each with arguments that use all its branches.
const char* const normal_laws[] = {
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

const char* const friction_laws[] = {
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
  LawView next() {
    LawView s;
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

Real with_value(const Graph& graph, NodeId output, const LawView& s, const Slot& moved, Real x) {
  return Extended(graph,
                  [&](const Slot& slot) {
                    return slot == moved ? x : static_cast<Real>(input_of(slot, s));
                  })
      .value(output);
}

// Fourth order: with h = epsilon^(1/5) of the argument its error, of the function's scale, is some
// 1e-40.
Real difference(const Graph& graph, NodeId output, const LawView& s, const Slot& slot, Real x,
                Real h) {
  const auto at = [&](int k) { return with_value(graph, output, s, slot, x + k * h); };
  return (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h);
}
Real difference_step() {
  static const Real step = pow(real_epsilon(), Real(0.2));
  return step;
}

// A derivative of the law as the solver has it, against differences of the law.
class Derivative {
 public:
  Derivative(const ir::LawProgram& law, NodeId output, const Slot& slot)
      : graph_(law.graph),
        output_(output),
        slot_(slot),
        is_rate_(std::any_of(law.states.begin(), law.states.end(),
                             [&](const ir::LawState& z) { return z.rate == output; })),
        node_(graph_.slot(slot)),
        derivative_(graph_, graph_.derivative(output, node_)),
        value_(graph_, output) {}

  // False if a kink lies between the points of the difference: then it says nothing.
  bool agrees(const LawView& s, Real x, Real h) {
    const Real wide = difference(graph_, output_, s, slot_, x, h);
    const Real narrow = difference(graph_, output_, s, slot_, x, h / 2);
    const double expected = static_cast<double>(narrow);
    // A rate is what is left of the sliding speed; a state held at its bound has none.
    const double left_of = is_rate_ ? 1e-6 * std::abs(s.vt) : 0;
    const double value = std::abs(value_(s)) + left_of;
    const double scale = std::abs(expected) + value / std::abs(static_cast<double>(x));
    if (!(static_cast<double>(abs(wide - narrow)) <= 1e-9 * scale)) return false;
    CAPTURE(s.delta);
    CAPTURE(s.ddelta);
    CAPTURE(s.vt);
    CAPTURE(static_cast<double>(x));
    // 1e-9: rounding of the tape's arithmetic, up to 1e5 epsilon where a law subtracts.
    CHECK(std::abs(derivative_(s) - expected) <= 1e-9 * scale);
    return true;
  }

 private:
  Graph graph_;
  NodeId output_;
  Slot slot_;
  bool is_rate_;
  NodeId node_;
  Probe derivative_, value_;
};

void compare_at_random(const ir::LawProgram& law, NodeId output, const Slot& slot) {
  Derivative derivative(law, output, slot);
  States states;
  int at_kinks = 0;
  for (int i = 0; i < 60; ++i) {
    const LawView s = states.next();
    const double x = input_of(slot, s);
    at_kinks += !derivative.agrees(s, x, difference_step() * abs(x));
  }
  CHECK(at_kinks <= 1);  // hit with a probability of some 1e-6
}

// ---- both sides of every kink --------------------------------------------------------

// Where an expression has a kink or a jump: where this is zero.
struct Kink {
  NodeId a, b;  // a - b; b invalid: a
};

void find_kinks(const Graph& graph, NodeId id, std::set<std::int32_t>& seen,
                std::vector<Kink>& kinks) {
  if (!id.valid() || !seen.insert(id.index).second) return;
  const Node& node = graph[id];
  switch (node.op) {
    case Op::minimum:
    case Op::maximum:
    case Op::less:
    case Op::less_equal:
      kinks.push_back({node.a, node.b});
      break;
    case Op::abs:
    case Op::watch:
      kinks.push_back({node.a, {}});
      break;
    case Op::root:  // what is inside moves with the unknown; no law of the library has a kink there
      find_kinks(graph, graph.root_of(node).low, seen, kinks);
      find_kinks(graph, graph.root_of(node).high, seen, kinks);
      return;
    default:
      break;
  }
  for (const NodeId part : {node.a, node.b, node.c}) find_kinks(graph, part, seen, kinks);
}

class KinkScan {
 public:
  KinkScan(const ir::LawProgram& law, NodeId output) : law_(law), output_(output) {
    std::set<std::int32_t> seen;
    find_kinks(law.graph, output, seen, kinks_);
    reached_.resize(kinks_.size());
  }

  void along(const Slot& slot) {
    Derivative derivative(law_, output_, slot);
    States states;
    const bool one_sign = slot.kind == SlotKind::law_delta || slot.kind == SlotKind::law_deepest ||
                          slot.kind == SlotKind::law_v_impact;
    for (int i = 0; i < 4; ++i) {
      state_ = states.next();
      Real before = 0;
      std::vector<Real> margins;
      for (const Real& x : grid(one_sign)) {
        const std::vector<Real> now = margins_at(slot, x);
        for (std::size_t k = 0; k < margins.size(); ++k)
          if ((margins[k] < 0 && now[k] > 0) || (margins[k] > 0 && now[k] < 0))
            check_sides(derivative, slot, k, before, x);
        margins = now, before = x;
      }
    }
  }
  // Kinks that depend on what moves, and that no scan has found.
  int missed() const {
    int count = 0;
    for (std::size_t k = 0; k < kinks_.size(); ++k) count += !reached_[k] && !is_fixed(kinks_[k]);
    return count;
  }

 private:
  // Seventeen decades, in both directions where the sign is free.
  static std::vector<Real> grid(bool one_sign) {
    std::vector<Real> values;
    for (int i = one_sign ? 0 : -68; i <= 68; ++i) {
      const Real size = pow(10, Real(std::abs(i)) * Real(0.25) - 15);
      values.push_back(i < 0 ? -size : size);
    }
    return values;
  }
  std::vector<Real> margins_at(const Slot& moved, Real x) const {
    Extended values(law_.graph, [&](const Slot& slot) {
      return slot == moved ? x : static_cast<Real>(input_of(slot, state_));
    });
    std::vector<Real> margins;
    for (const Kink& kink : kinks_)
      margins.push_back(values.value(kink.a) - (kink.b.valid() ? values.value(kink.b) : Real(0)));
    return margins;
  }
  bool is_fixed(const Kink& kink) const {
    return law_.graph.slots_used(kink.a).empty() &&
           (!kink.b.valid() || law_.graph.slots_used(kink.b).empty());
  }
  // A thousandth of a per cent to either side; of a kink at zero, 1e-15.
  void check_sides(Derivative& derivative, const Slot& slot, std::size_t k, Real low, Real high) {
    const bool rises = margins_at(slot, low)[k] < 0;
    for (int i = 0; i < 130; ++i) {
      const Real middle = low + (high - low) / 2;
      ((margins_at(slot, middle)[k] < 0) == rises ? low : high) = middle;
    }
    const Real away = abs(high) > Real(1e-14) ? abs(high) * Real(1e-5) : Real(1e-15);
    for (const int side : {-1, 1}) {
      LawView s = state_;
      const double x = static_cast<double>(high + side * away);
      set_input(slot, x, s);
      if (derivative.agrees(s, x, away * Real(1e-3))) reached_[k] = true;
    }
  }

  const ir::LawProgram& law_;
  NodeId output_;
  std::vector<Kink> kinks_;
  std::vector<char> reached_;
  LawView state_;
};

bool moves(const Slot& slot) {
  return slot.kind != SlotKind::law_loading && slot.kind != SlotKind::law_time;
}

// `outside`: kinks at the edge of what a contact can be, such as delta = 0.
void compare_all(const ir::LawProgram& law, NodeId output, int outside = 0) {
  KinkScan kinks(law, output);
  for (const Slot& slot : law.graph.slots_used(output)) {
    if (!moves(slot)) continue;
    compare_at_random(law, output, slot);
    kinks.along(slot);
  }
  CHECK(kinks.missed() == outside);
}

}  // namespace

TEST_CASE("derivatives of normal forces agree with differences in 50 digits") {
  for (const char* text : normal_laws) {
    INFO(std::string(text));
    const ir::LawProgram law = journal_law(text);
    const bool begins_at_zero = std::string_view(text).starts_with("impact");  // its step
    compare_all(law, law.FN, begins_at_zero ? 1 : 0);
  }
}

TEST_CASE("derivatives of friction forces and rates agree with differences") {
  for (const char* text : friction_laws) {
    INFO(std::string(text));
    const ir::LawProgram law = journal_law("hertz", text);
    compare_all(law, law.FT);
    for (const ir::LawState& state : law.states) compare_all(law, state.rate);
    if (law.stick.valid()) compare_all(law, law.stick);
  }
}

TEST_CASE("forces and their derivatives are finite at first touch") {
  for (const char* text : normal_laws) {
    INFO(std::string(text));
    const ir::LawProgram law = journal_law(text);
    Graph graph = law.graph;
    for (SlotKind kind : {SlotKind::law_delta, SlotKind::law_ddelta}) {
      const NodeId node = graph.slot({.kind = kind});
      Probe derivative{graph, graph.derivative(law.FN, node)};
      for (double delta : {1e-30, 1e-20, 1e-14}) {
        CAPTURE(delta);
        const LawView touch{.delta = delta, .ddelta = 1, .delta_max = 0, .z = {}};
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

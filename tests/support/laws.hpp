// Programs of contact laws made by hand, for tests of the runtime alone.
#pragma once

#include <string>

#include "lang/scenario/scenario.hpp"

namespace mbs::test {

// Nodes that a law sees.
struct LawMaker {
  ir::LawProgram p;
  NodeId delta, ddelta, v_impact, delta_max, loading, vt;

  explicit LawMaker(const std::string& name) {
    p.name = p.text = name;
    delta = slot(SlotKind::law_delta);
    ddelta = slot(SlotKind::law_ddelta);
    v_impact = slot(SlotKind::law_v_impact);
    delta_max = slot(SlotKind::law_deepest);
    loading = slot(SlotKind::law_loading);
    vt = slot(SlotKind::law_vt);
  }
  Graph& g() { return p.graph; }
  NodeId slot(SlotKind kind) { return p.graph.slot({kind, 0, 0, 0}); }
  NodeId number(double x) { return p.graph.constant(x); }
  // FN is cut at zero, as for contacts without adhesion.
  ir::LawProgram with_FN(NodeId FN) {
    p.FN = p.graph.binary(Op::maximum, number(0), FN);
    return p;
  }
};

// K delta^n (1 + c ddelta/max(v_impact, v_min)): elastic for c = 0.
inline ir::LawProgram power_law(double K, double n = 1.5, double c = 0, double v_min = 1e-3) {
  LawMaker law("power");
  Graph& g = law.g();
  NodeId F = g.mul(law.number(K), g.binary(Op::power, law.delta, law.number(n)));
  if (c != 0) {
    const NodeId v = g.binary(Op::maximum, law.v_impact, law.number(v_min));
    F = g.mul(F, g.add(law.number(1), g.mul(law.number(c), g.div(law.ddelta, v))));
  }
  return law.with_FN(F);
}
inline double flores_factor(double e) {
  return 8 * (1 - e) / (5 * e);
}
inline double lankarani_factor(double e) {
  return 0.75 * (1 - e * e);
}

// K delta + D ddelta: the force jumps at first touch.
inline ir::LawProgram kelvin_voigt(double K, double D) {
  LawMaker law("kelvin_voigt");
  Graph& g = law.g();
  return law.with_FN(g.add(g.mul(law.number(K), law.delta), g.mul(law.number(D), law.ddelta)));
}

// K delta while loading, ce K delta while unloading: the force jumps at the deepest point.
inline ir::LawProgram poisson_spring(double K, double ce) {
  LawMaker law("poisson_spring");
  Graph& g = law.g();
  const NodeId factor = g.select(law.loading, law.number(1), law.number(ce));
  return law.with_FN(g.mul(g.mul(law.number(K), law.delta), factor));
}

// Walton and Braun: K1 loading, K2 unloading, with a dent that stays.
inline ir::LawProgram walton_braun(double K1, double K2) {
  LawMaker law("walton_braun");
  Graph& g = law.g();
  const NodeId dent = g.mul(law.number(1 - K1 / K2), law.delta_max);
  const NodeId unloading = g.mul(law.number(K2), g.sub(law.delta, dent));
  return law.with_FN(g.binary(Op::minimum, g.mul(law.number(K1), law.delta), unloading));
}

// Adds Ambrosio's friction: none below v0, all of mu FN above v1, against the sliding speed.
inline ir::LawProgram with_ambrosio(ir::LawProgram program, double mu, double v0 = 1e-4,
                                    double v1 = 1e-3) {
  Graph& g = program.graph;
  const NodeId vt = g.slot({SlotKind::law_vt, 0, 0, 0});
  NodeId part = g.div(g.sub(g.unary(Op::abs, vt), g.constant(v0)), g.constant(v1 - v0));
  part = g.binary(Op::minimum, g.constant(1), g.binary(Op::maximum, g.constant(0), part));
  program.FT = g.mul(g.mul(g.constant(mu), program.FN), g.mul(g.sign(vt), part));
  program.friction_name = program.friction_text = "ambrosio";
  return program;
}

// Adds friction that jumps at vt = 0, as Coulomb wrote it.
inline ir::LawProgram with_sign_friction(ir::LawProgram program, double mu) {
  Graph& g = program.graph;
  const NodeId vt = g.slot({SlotKind::law_vt, 0, 0, 0});
  program.FT = g.mul(g.mul(g.constant(mu), program.FN), g.sign(vt));
  program.friction_name = program.friction_text = "sign";
  return program;
}

// K delta^1.5 (1 + chi ddelta), not cut at zero; mu FN tanh(vt / (0.5 m/s)) where mu > 0.
inline ir::LawProgram smooth_law(double K, double chi = 0, double mu = 0) {
  ir::LawProgram p;
  p.name = p.text = "smooth";
  Graph& g = p.graph;
  const NodeId delta = g.slot({SlotKind::law_delta}), ddelta = g.slot({SlotKind::law_ddelta});
  const NodeId elastic = g.mul(g.constant(K), g.binary(Op::power, delta, g.constant(1.5)));
  p.FN = g.mul(elastic, g.add(g.constant(1), g.mul(g.constant(chi), ddelta)));
  if (mu > 0) {
    const NodeId vt = g.slot({SlotKind::law_vt});
    p.FT = g.mul(g.mul(g.constant(mu), p.FN), g.unary(Op::tanh, g.div(vt, g.constant(0.5))));
  }
  p.signals.push_back({"K", g.constant(K), {}, false});
  return p;
}

}  // namespace mbs::test

// Applied forces, rates of states, springs: values and partial derivatives along the functions they
// act on.
#include "runtime/elements/forces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "lang/expression/outside.hpp"
#include "lang/expression/watched_kinks.hpp"
#include "lang/scenario/explicit_obstacles.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/joints/kind.hpp"
#include "runtime/model/failure.hpp"

namespace mbs {

namespace {

PairFunction pair_function(const Model& m, FunctionKind kind, ir::FrameId first,
                           ir::FrameId second) {
  return structured(between(kind, m, first, second), m.points);
}

PairFunction point_function(const Model& m, FunctionKind kind, int point) {
  PairFunction f;
  f.kind = kind;
  f.pa = m.origin_point[0];
  f.b = m.points[point].body;
  f.pb = point;
  return structured(f, m.points);
}

FunctionKind length_kind(const Model& m) {
  return m.layout.spatial() ? FunctionKind::space_length : FunctionKind::length;
}

// What moves with a vector in space, of `b` against `a`: its three parts.
std::vector<ForceElement> parts_in_space(FunctionKind kind, const Model& m, int pa, int pb) {
  std::vector<ForceElement> all;
  for (const int k : {0, 1, 2}) {
    PairFunction f;
    f.kind = kind;
    f.a = m.points[pa].body;
    f.b = m.points[pb].body;
    f.pa = pa;
    f.pb = pb;
    f.axes = std::make_shared<SpatialAxes>(SpatialAxes{.axis = Vector3::Unit(k)});
    all.push_back({structured(f, m.points), 1, k});
  }
  return all;
}

std::vector<ForceElement> elements_in_space(const Model& m, const ir::Force& force) {
  const int ground = m.origin_point[0];
  switch (force.kind) {
    case ir::ForceKind::at_point:
      return parts_in_space(FunctionKind::space_world, m, ground, m.frame_point[force.first.index]);
    case ir::ForceKind::on_body:
      return parts_in_space(FunctionKind::space_spin, m, ground, m.origin_point[force.body.index]);
    case ir::ForceKind::along_line:
      return {{pair_function(m, length_kind(m), force.first, force.second), -1, 0}};
    case ir::ForceKind::on_joint:
      break;
  }
  if (const PairFunction* f = coordinate_of(m, force.joint.index, force.coordinate))
    return {{*f, 1, 0}};
  const ir::Joint& joint = m.scenario->joints[force.joint.index];
  return parts_in_space(FunctionKind::space_spin, m, m.frame_point[joint.first.index],
                        m.frame_point[joint.second.index]);
}

std::vector<ForceElement> elements_of(const Model& m, const ir::Force& force) {
  if (m.layout.spatial()) return elements_in_space(m, force);
  switch (force.kind) {
    case ir::ForceKind::at_point: {
      const int point = m.frame_point[force.first.index];
      return {{point_function(m, FunctionKind::world_x, point), 1, 0},
              {point_function(m, FunctionKind::world_y, point), 1, 1}};
    }
    case ir::ForceKind::along_line:  // positive pulls together: against growing length
      return {{pair_function(m, FunctionKind::length, force.first, force.second), -1, 0}};
    case ir::ForceKind::on_body:
      return {{point_function(m, FunctionKind::angle, m.origin_point[force.body.index]), 1, 0}};
    case ir::ForceKind::on_joint:
      break;
  }
  const auto& coordinate = m.coordinates[force.joint.index];
  if (!coordinate) return {};
  return {{*coordinate, 1, 0}};
}

bool is_partial_slot(const Slot& slot) {
  if (slot.kind == SlotKind::state) return true;
  const bool moves = slot.kind == SlotKind::body_coordinate || slot.kind == SlotKind::body_spin ||
                     slot.kind == SlotKind::joint_coordinate;
  const int last = slot.kind == SlotKind::body_spin ? 0 : 1;
  return moves && slot.order <= last &&
         (slot.entity > 0 || slot.kind == SlotKind::joint_coordinate);
}

ForcePartial partial_by(const Slot& slot, int output, int tape_output) {
  if (slot.kind == SlotKind::state) return {output, slot.entity, 0, 0, 0, tape_output};
  return {output, -1, slot.entity, slot.index, slot.order, tape_output, slot.kind};
}

// Values first, then every partial by a coordinate of a body or a state that is not zero.
ForceProgram compile(Model& m, std::span<const NodeId> values, Graph& graph, KnownParts& swings) {
  ForceProgram program;
  std::vector<NodeId> outputs;
  const int count = static_cast<int>(values.size());
  for (const NodeId value : values) outputs.push_back(with_watched_kinks(graph, value, Kinks::all));
  program.value = Tape::compile(graph, outputs);
  program.clocks = clocks_of(graph, program.value);
  for (const NodeId output : outputs) add_swings(graph, output, m.swings, swings);
  for (int i = 0; i < count; ++i)
    for (const Slot& slot : graph.slots_used(outputs[i])) {
      if (!is_partial_slot(slot)) continue;
      const NodeId d = graph.derivative(outputs[i], graph.slot(slot));
      program.partials.push_back(partial_by(slot, i, static_cast<int>(outputs.size())));
      outputs.push_back(d);
    }
  program.partial = Tape::compile(graph, outputs);
  program.flags = m.signal_watches;
  m.signal_watches += program.value.watch_count();
  for (const Slot& slot : program.value.inputs()) m.forces_see_rates |= ir::sees_rates(slot);
  return program;
}

// Its values, or with the partials behind them, from the signals of `now`.
bool run_tape(const Model& m, int force, bool partials, const Instant& now, Workspace& w) {
  const ForceProgram& program = m.forces[force];
  ForceTapes& tapes = w.impl().forces[force];
  const Tape& tape = partials ? program.partial : program.value;
  TapeState& state = partials ? tapes.partial : tapes.value;
  std::vector<double>& out = partials ? tapes.more : tapes.outputs;
  for (std::size_t i = 0; i < tape.inputs().size(); ++i)
    tapes.inputs[i] = m.signal_value(m, tape.inputs()[i], now, w);
  const WatchFlags& flags = now.mode->flags;
  for (std::size_t i = 0; i < state.flags.size(); ++i) {
    const std::size_t k = program.flags + i;
    const bool known = k < flags.size() && static_cast<int>(i) < program.value.watch_count();
    state.flags[i] = known ? flags[k] : std::numeric_limits<double>::quiet_NaN();
  }
  return tape.evaluate({tapes.inputs.data(), tape.inputs().size()},
                       {out.data(), static_cast<std::size_t>(tape.output_count())}, state);
}

}  // namespace

void compile_forces(Model& m) {
  Graph graph = m.scenario->graph;
  KnownParts swings;
  for (const ir::Force& force : m.scenario->forces) {
    const auto valid = std::ranges::count_if(force.value, [](NodeId n) { return n.valid(); });
    m.forces.push_back(
        compile(m, std::span(force.value).first(static_cast<std::size_t>(valid)), graph, swings));
    m.forces.back().elements = elements_of(m, force);
  }
  for (const ir::State& state : m.scenario->states) {
    m.forces.push_back(compile(m, {&state.rate, 1}, graph, swings));
    m.forces.back().state = static_cast<int>(&state - m.scenario->states.data());
  }
  for (const ir::Spring& spring : m.scenario->springs) {
    SpringElement e{{}, spring.stiffness, spring.length, spring.damping, {}};
    if (!spring.torsion)
      e.function = pair_function(m, length_kind(m), spring.first, spring.second);
    else if (const PairFunction* f = coordinate_of(m, spring.joint.index, spring.coordinate))
      e.function = *f;
    if (!spring.torsion && spring.length == 0)  // L = 1 m
      e.square = pair_function(
          m, m.layout.spatial() ? FunctionKind::space_distance : FunctionKind::distance,
          spring.first, spring.second);
    m.springs.push_back(e);
  }
}

Failure not_finite(const char* kind, const std::string& name, Span origin, double t) {
  Failure f{Code::E0605, origin, "", {}, {}};
  f.message = fmt::format("{} `{}` gave a number that is not finite", kind, name);
  f.notes.push_back(fmt::format("at t = {:.6g} ms", t * 1e3));
  return f;
}

bool force_acts(const Model& m, int force, const Mode* mode) {
  return m.forces[force].state >= 0 || part_acts(mode, {ir::Sort::force, force});
}

bool evaluate_force(const Model& m, int force, const Instant& now, Workspace& w) {
  ForceTapes& tapes = w.impl().forces[force];
  const auto finite = [](double x) { return std::isfinite(x); };
  if (run_tape(m, force, false, now, w) && std::ranges::all_of(tapes.outputs, finite)) return true;
  const auto value = [&](const Slot& slot) { return m.signal_value(m, slot, now, w); };
  const auto fail = [&](Failure failure, std::span<const NodeId> nodes) {
    for (const NodeId node : nodes)
      blame_data(failure, outside_of_data(m.scenario->graph, node, value));
    keep(w, std::move(failure));
    return false;
  };
  if (const int state = m.forces[force].state; state >= 0) {
    const ir::State& s = m.scenario->states[state];
    return fail(not_finite("the rate of", s.name, s.origin, now.t), {&s.rate, 1});
  }
  const ir::Force& f = m.scenario->forces[force];
  return fail(not_finite("force", f.name, f.origin, now.t), f.value);
}

void evaluate_force_partials(const Model& m, int force, const Instant& now, Workspace& w) {
  if (m.forces[force].partials.empty()) return;
  ForceTapes& tapes = w.impl().forces[force];
  const bool ok = run_tape(m, force, true, now, w);
  if (!ok) std::fill(tapes.more.begin(), tapes.more.end(), 0.0);
}

namespace {

double damper_tension(const SpringElement& s, const Placement& at) {
  return s.damping == 0 ? 0 : s.damping * rate(s.function, at);
}

Failure no_direction(const char* kind, const std::string& name, Span origin, double t) {
  Failure f{Code::E0506, origin, "", {}, {}};
  f.message = fmt::format("{} `{}` has no direction: its ends coincide", kind, name);
  f.notes.push_back(fmt::format("at t = {:.6g} ms", t * 1e3));
  return f;
}

}  // namespace

double spring_tension(const SpringElement& s, const Placement& at) {
  return s.stiffness * (value(s.function, at) - s.rest) + damper_tension(s, at);
}

double stored_energy(const SpringElement& s, const Placement& at) {
  const double stretch = value(s.function, at) - s.rest;
  return s.stiffness * stretch * stretch / 2;
}

double line_tension(const SpringElement& s, const Placement& at) {
  return s.square ? damper_tension(s, at) : spring_tension(s, at);
}

bool ends_coincide(const Model& m, const PairFunction& f, const Placement& at) {
  return f.is_length() && value(f, at) <= coincident * m.size;
}

bool spring_has_direction(const Model& m, int spring, double t, Workspace& w) {
  const SpringElement& s = m.springs[spring];
  const Placement& at = w.impl().at;
  if (s.square || !ends_coincide(m, s.function, at)) return true;
  const double tension = spring_tension(s, at);
  if (tension == 0) return true;
  const ir::Spring& asked = m.scenario->springs[spring];
  Failure f = no_direction("spring", asked.name, asked.origin, t);
  f.notes.push_back(fmt::format("its tension is {:.6g} N there", tension));
  f.hint = "keep its ends apart, or give it `length = 0`: then it pulls them together";
  keep(w, std::move(f));
  return false;
}

namespace {

// Does the force go to zero with the distance of its ends, as a spring of no length would?
bool vanishes(const Model& m, int force, double size, double length, Workspace& w) {
  double slope = 0;
  for (const ForcePartial& d : m.forces[force].partials)
    if (d.order == 0) slope += std::abs(w.impl().forces[force].more[d.tape_output]);
  return size <= 4 * slope * length;  // 4: also a root of the distance
}

}  // namespace

bool force_has_direction(const Model& m, int force, const Instant& now, Workspace& w) {
  if (m.forces[force].elements.empty()) return true;
  const ForceElement& element = m.forces[force].elements.front();
  const double value = w.impl().forces[force].outputs[element.output];
  const Placement& at = w.impl().at;
  if (value == 0 || !ends_coincide(m, element.function, at)) return true;
  evaluate_force_partials(m, force, now, w);
  if (vanishes(m, force, std::abs(value), mbs::value(element.function, at), w)) return true;
  const ir::Force& asked = m.scenario->forces[force];
  Failure f = no_direction("force", asked.name, asked.origin, now.t);
  f.notes.push_back(fmt::format("it is {:.6g} N there", value));
  f.hint = "keep its ends apart, or give the force as a vector on one body";
  keep(w, std::move(f));
  return false;
}

}  // namespace mbs

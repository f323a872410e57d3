#include "runtime/contact/compile_law.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "lang/expression/watched_kinks.hpp"
#include "runtime/contact/law_inputs.hpp"
#include "runtime/time/function.hpp"
#include "runtime/time/turns.hpp"

namespace mbs {

namespace {

// What time alone decides is watched; kinks in the motion are left to the solver's error control.
std::vector<NodeId> law_outputs(const ir::LawProgram& p, Graph& graph) {
  std::vector<NodeId> outputs{p.FN};
  if (p.FT.valid()) outputs.push_back(p.FT);
  if (p.FT.valid() && p.stick.valid()) outputs.push_back(p.stick);
  for (const ir::LawState& s : p.states) outputs.push_back(s.rate);
  if (p.vectors) outputs.insert(outputs.end(), p.FT_vector.begin(), p.FT_vector.end());
  for (NodeId& output : outputs) output = with_watched_kinks(graph, output, Kinks::of_time);
  return outputs;
}

std::vector<NodeId> law_variables(const ir::LawProgram& p, Graph& graph) {
  std::vector<NodeId> variables;
  for (const law_inputs::Row& input : law_inputs::rows)
    if (input.moves) variables.push_back(graph.slot({input.slot}));
  for (std::size_t i = 0; i < p.states.size(); ++i)
    variables.push_back(graph.slot({SlotKind::law_state, 0, static_cast<std::int32_t>(i)}));
  for (std::int32_t part = 1; part < 3 && p.vectors; ++part)
    variables.push_back(graph.slot({SlotKind::law_vt, 0, part}));
  return variables;
}

// Which watches of a law follow the sign of vt, and of nothing else: seen by trying both signs.
std::vector<int> direction_watches(const Tape& tape) {
  constexpr double speed = 0.37;  // m/s
  const auto margins = [&](double vt) {
    TapeState state = tape.state();
    std::vector<double> in, out(tape.output_count()), found(tape.watch_count());
    for (const Slot& slot : tape.inputs()) in.push_back(slot.kind == SlotKind::law_vt ? vt : 1e-3);
    tape.evaluate(in, out, state);
    tape.margins(state, found);
    return found;
  };
  const std::vector<double> ahead = margins(speed), back = margins(-speed);
  std::vector<int> signs(ahead.size(), 0);
  for (std::size_t i = 0; i < signs.size(); ++i)
    if (std::abs(ahead[i]) == speed && back[i] == -ahead[i]) signs[i] = ahead[i] > 0 ? 1 : -1;
  return signs;
}

// Does a condition depend on more than what a contact latches when it closes?
bool varies(const Graph& graph, NodeId condition) {
  const std::vector<Slot> slots = graph.slots_used(condition);
  return std::any_of(slots.begin(), slots.end(), [](const Slot& slot) {
    return slot.kind != SlotKind::law_v_impact && slot.kind != SlotKind::law_radius_1 &&
           slot.kind != SlotKind::law_radius_2;
  });
}

// Of a law whose FN is given: it is what is to be found.
void compile_given(const ir::LawProgram& p, std::span<const NodeId> all, Graph& graph,
                   LawTapes& law) {
  if (p.rigid()) law.departure = Tape::compile(graph, {&p.out, 1});
  if (!law.friction) return;
  const NodeId force = p.rigid() ? p.FT : all[1];
  std::vector<NodeId> outputs{force, law.sticks ? p.stick : graph.constant(0)};
  for (int i = 0; i < 2; ++i) outputs.push_back(graph.derivative(outputs[i], p.FN));
  law.coulomb = Tape::compile(graph, outputs);
}

}  // namespace

LawTapes compile_law(const ir::LawProgram& p, std::vector<Swing>& swings) {
  Graph graph = p.graph;
  LawTapes law;
  law.friction = p.FT.valid();
  law.sticks = law.friction && p.stick.valid();
  law.states = static_cast<int>(p.states.size());
  law.state_life = p.state_life;
  law.acts = p.acts;
  const std::vector<NodeId> outputs = law_outputs(p, graph);
  law.outputs = static_cast<int>(outputs.size());
  law.value = Tape::compile(graph, outputs);
  law.directions = direction_watches(law.value);
  law.clocks = clocks_of(graph, law.value);
  for (const NodeId output : outputs) add_swings(graph, output, swings);
  std::vector<NodeId> signals = outputs, checks = outputs, partials = outputs;
  for (const ir::LawSignal& s : p.signals) {
    signals.push_back(s.node);
    law.single.push_back(Tape::compile(graph, {&s.node, 1}));
  }
  for (const ir::LawCheck& c : p.requirements) checks.push_back(c.condition);
  for (const ir::LawCheck& c : p.warnings) checks.push_back(c.condition);
  law.signals = Tape::compile(graph, signals);
  law.checks = Tape::compile(graph, checks);
  law.checks_vary = std::any_of(checks.begin() + law.outputs, checks.end(),
                                [&](NodeId condition) { return varies(graph, condition); });
  for (const NodeId variable : law_variables(p, graph))
    for (const NodeId output : outputs) partials.push_back(graph.derivative(output, variable));
  law.partial = Tape::compile(graph, partials);
  if (p.given || p.rigid()) compile_given(p, outputs, graph, law);
  for (const Slot& slot : law.value.inputs()) law.remembers |= law_inputs::remembered(slot.kind);
  return law;
}

}  // namespace mbs

#include "runtime/setup/law_tapes.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "lang/expression/walk.hpp"
#include "lang/expression/watched_kinks.hpp"
#include "lang/kinds/law_memory.hpp"
#include "runtime/contact/law_inputs.hpp"

namespace mbs {

namespace {

std::vector<NodeId> own_outputs(const ir::LawProgram& p) {
  std::vector<NodeId> outputs{p.FN};
  if (p.FT.valid()) outputs.push_back(p.FT);
  if (p.FT.valid() && p.stick.valid()) outputs.push_back(p.stick);
  for (const ir::LawState& s : p.states) outputs.push_back(s.rate);
  if (p.vectors) outputs.insert(outputs.end(), p.FT_vector.begin(), p.FT_vector.end());
  return outputs;
}

// What time alone decides is watched; kinks in the motion are left to the solver's error control.
std::vector<NodeId> law_outputs(const ir::LawProgram& p, Graph& graph) {
  std::vector<NodeId> outputs = own_outputs(p);
  for (NodeId& output : outputs) output = with_watched_kinks(graph, output, Kinks::of_time);
  return outputs;
}

std::vector<NodeId> law_variables(const ir::LawProgram& p, Graph& graph) {
  std::vector<NodeId> variables;
  for (const input_table::LawInputRow& input : input_table::rows)
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
  return std::any_of(slots.begin(), slots.end(),
                     [](const Slot& slot) { return !is_latched(slot.kind); });
}

// The graph of a law, in which its outputs have their watches, and what a tape is to give.
struct LawGraph {
  explicit LawGraph(const ir::LawProgram& p)
      : program(p), graph(p.graph), all(law_outputs(p, graph)) {}
  const ir::LawProgram& program;
  Graph graph;
  std::vector<NodeId> all;  // at first the outputs alone
  Tape tape() const { return Tape::compile(graph, all); }
};

Tape partial_tape(const ir::LawProgram& p) {
  LawGraph w(p);
  const std::vector<NodeId> outputs = w.all;
  for (const NodeId variable : law_variables(p, w.graph))
    for (const NodeId output : outputs) w.all.push_back(w.graph.derivative(output, variable));
  return w.tape();
}

// Whether any node at all is so: most laws have none, and need not be walked through.
template <typename Wanted>
bool has_any(const Graph& graph, const Wanted& wanted) {
  for (std::int32_t i = 0; i < graph.size(); ++i)
    if (wanted(graph[NodeId{i}])) return true;
  return false;
}

bool see_time(const Graph& graph, std::span<const NodeId> nodes) {
  return std::ranges::any_of(nodes, [&](NodeId node) {
    return std::ranges::any_of(graph.slots_used(node), [](const Slot& slot) {
      return slot.kind == SlotKind::time || slot.kind == SlotKind::law_time;
    });
  });
}

bool any_watched(const Graph& graph, std::span<const NodeId> nodes) {
  const auto watched = [](const Node& node) { return node.op == Op::watch; };
  return has_any(graph, watched) && std::ranges::any_of(reachable(graph, nodes), [&](NodeId id) {
           return watched(graph[id]);
         });
}

// The outputs of a law and more of its nodes. Where it does not see the time nothing is watched,
// and its own graph will do.
Tape tape_with(const ir::LawProgram& p, std::span<const NodeId> more) {
  const auto all_of = [&](std::vector<NodeId> outputs) {
    outputs.insert(outputs.end(), more.begin(), more.end());
    return outputs;
  };
  const std::vector<NodeId> outputs = own_outputs(p);
  if (!see_time(p.graph, outputs)) return Tape::compile(p.graph, all_of(outputs));
  LawGraph w(p);
  w.all = all_of(w.all);
  return w.tape();
}

Tape signals_tape(const ir::LawProgram& p) {
  std::vector<NodeId> signals;
  for (const ir::LawSignal& s : p.signals) signals.push_back(s.node);
  return tape_with(p, signals);
}

// Where nothing is watched the outputs, which nobody reads here, need not be computed: any node has
// their place.
Tape checks_tape(const ir::LawProgram& p) {
  std::vector<NodeId> checks;
  for (const auto* list : {&p.requirements, &p.warnings})
    for (const ir::LawCheck& check : *list) checks.push_back(check.condition);
  const std::vector<NodeId> outputs = own_outputs(p);
  if (checks.empty() || see_time(p.graph, outputs) || any_watched(p.graph, outputs))
    return tape_with(p, checks);
  checks.insert(checks.begin(), outputs.size(), checks.front());
  return Tape::compile(p.graph, checks);
}

// The tape of a law whose FN is given: it is what is to be found.
Tape coulomb_tape(const ir::LawProgram& p) {
  LawGraph w(p);
  const NodeId force = p.rigid() ? p.FT : w.all[1];
  w.all = {force, p.stick.valid() ? p.stick : w.graph.constant(0)};
  for (int i = 0; i < 2; ++i) w.all.push_back(w.graph.derivative(w.all[i], p.FN));
  w.all.push_back(p.vt_out.valid() ? p.vt_out : w.graph.constant(0));
  return w.tape();
}

bool any_varies(const ir::LawProgram& p, const std::vector<ir::LawCheck>& checks) {
  return std::ranges::any_of(
      checks, [&](const ir::LawCheck& check) { return varies(p.graph, check.condition); });
}

// Those that few runs ask for.
void add_lazy(const ir::LawProgram& p, LawTapes& law) {
  const auto later = [&p](Tape (*make)(const ir::LawProgram&)) {
    return LazyTape([&p, make] { return make(p); });
  };
  law.partial = later(partial_tape);
  law.signals = later(signals_tape);
  law.checks = later(checks_tape);
  for (const ir::LawSignal& s : p.signals)
    law.single.emplace_back([&p, &s] { return Tape::compile(p.graph, {&s.node, 1}); });
  if (p.rigid()) law.departure = LazyTape([&p] { return Tape::compile(p.graph, {&p.out, 1}); });
  if ((p.given || p.rigid()) && law.friction) law.coulomb = later(coulomb_tape);
}

}  // namespace

LawTapes compile_law(const ir::LawProgram& p, std::vector<Swing>& swings) {
  LawGraph wanted(p);
  LawTapes law;
  law.friction = p.FT.valid();
  law.sticks = law.friction && p.stick.valid();
  law.states = static_cast<int>(p.states.size());
  law.state_life = p.state_life;
  law.acts = p.acts;
  law.outputs = static_cast<int>(wanted.all.size());
  law.value = wanted.tape();
  law.directions = direction_watches(law.value);
  law.clocks = clocks_of(wanted.graph, law.value);
  KnownParts known;
  for (const NodeId output : wanted.all) add_swings(wanted.graph, output, swings, known);
  law.checks_vary = any_varies(p, p.requirements) || any_varies(p, p.warnings);
  for (const Slot& slot : law.value.inputs()) law.remembers |= is_remembered(slot.kind);
  add_lazy(p, law);
  return law;
}

}  // namespace mbs

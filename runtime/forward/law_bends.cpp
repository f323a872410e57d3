#include "runtime/forward/law_bends.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lang/expression/watched_kinks.hpp"
#include "runtime/model/model_impl.hpp"

namespace mbs {

namespace {

constexpr double live = std::numeric_limits<double>::quiet_NaN();

}  // namespace

LawBends::Law LawBends::law_of(const ir::LawProgram& program, const Tape& value) {
  Graph graph = program.graph;
  std::vector<NodeId> outputs{program.FN};
  if (program.FT.valid()) outputs.push_back(program.FT);
  for (NodeId& output : outputs) output = with_watched_kinks(graph, output, Kinks::all);
  Law law{Tape::compile(graph, outputs), {}};
  const std::vector<NodeId>& own = value.margin_nodes();
  for (const NodeId margin : law.tape.margin_nodes())
    law.bends.push_back(
        std::ranges::none_of(own, [&](NodeId other) { return other.index == margin.index; }));
  return law;
}

LawBends::LawBends(const Model& model, const Mode& mode, Workspace& workspace)
    : m_(model), mode_(mode), w_(workspace), states_(model.contacts.size()) {
  for (std::size_t i = 0; i < model.laws.size(); ++i)
    laws_.push_back(law_of(model.scenario->laws[i], model.laws[i].value));
  std::size_t all = 0;
  for (std::size_t c = 0; c < states_.size(); ++c) {
    const Tape& tape = laws_[model.contacts[c].own.law].tape;
    const auto bends = static_cast<std::size_t>(tape.watch_count());
    all += bends;
    states_[c] = {tape.state(),
                  std::vector<double>(tape.inputs().size()),
                  std::vector<double>(tape.output_count()),
                  std::vector<double>(tape.output_count()),
                  std::vector<double>(bends),
                  std::vector<double>(bends),
                  std::vector<double>(bends)};
  }
  acting_.reserve(states_.size());
  changes_.reserve(all);
}

void LawBends::choose() {
  acting_.clear();
  for (int c = 0; c < m_.layout.touching; ++c) {
    const auto& bends = laws_[m_.contacts[c].own.law].bends;
    if (std::ranges::find(bends, char{1}) == bends.end()) continue;
    if (may_act(m_, m_.contacts[c], mode_.contacts[c]) && !mode_.contacts[c].resting)
      acting_.push_back(c);
  }
}

bool LawBends::evaluate(int contact, const Instant& now) {
  const LiveContact c = live_contact(m_, contact, now, mode_.contacts[contact], w_);
  Indentation seen = indentation(c, w_);
  seen.delta = std::max(seen.delta, states_[contact].touching);
  const LawCall call = law_call(c, seen, now.t);
  const Tape& tape = laws_[c.user.law].tape;
  State& state = states_[contact];
  double* to = state.inputs.data();
  for (const Slot& slot : tape.inputs())
    *to++ =
        slot.kind == SlotKind::law_state ? c.states[slot.index] : law_input(call.inputs, slot.kind);
  std::ranges::fill(state.tape.flags, live);
  return tape.evaluate(state.inputs, state.outputs, state.tape);
}

// After an evaluation.
void LawBends::look(int contact, std::vector<double>& sides) {
  State& state = states_[contact];
  laws_[m_.contacts[contact].own.law].tape.margins(state.tape, state.margins);
  for (std::size_t i = 0; i < sides.size(); ++i) sides[i] = state.margins[i] > 0;
}

std::span<const LawBends::Change> LawBends::changes(const Instant& end) {
  changes_.clear();
  for (const int c : acting_) {
    State& state = states_[c];
    if (!evaluate(c, end)) continue;
    look(c, state.end);
    const Law& law = laws_[m_.contacts[c].own.law];
    state.actual = state.outputs;
    for (std::size_t i = 0; i < law.bends.size(); ++i) {
      if (!law.bends[i] || state.begin[i] == state.end[i]) continue;
      std::ranges::fill(state.tape.flags, live);
      state.tape.flags[i] = state.begin[i];
      if (!law.tape.evaluate(state.inputs, state.outputs, state.tape)) continue;
      double force = 0;
      for (std::size_t k = 0; k < state.actual.size(); ++k)
        force = std::hypot(force, state.actual[k] - state.outputs[k]);
      changes_.push_back({c, static_cast<int>(i), force});
    }
  }
  return changes_;
}

double LawBends::margin(const Change& of, const Instant& now) {
  if (!evaluate(of.contact, now)) return live;
  State& state = states_[of.contact];
  laws_[m_.contacts[of.contact].own.law].tape.margins(state.tape, state.margins);
  return state.margins[of.bend];
}

void LawBends::keep(const Change* at_end) {
  const double other = at_end ? 1 - states_[at_end->contact].begin[at_end->bend] : 0;
  for (const int c : acting_) states_[c].begin = states_[c].end;
  if (at_end) states_[at_end->contact].begin[at_end->bend] = other;
}

void LawBends::restart(const Instant& now) {
  for (const int c : acting_)
    if (evaluate(c, now)) look(c, states_[c].begin);
}

}  // namespace mbs

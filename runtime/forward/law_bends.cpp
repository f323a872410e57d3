#include "runtime/forward/law_bends.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lang/expression/watched_kinks.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

namespace {

constexpr double live = std::numeric_limits<double>::quiet_NaN();

}  // namespace

LawBends::LawBends(const Model& model, const Mode& mode, Workspace& workspace)
    : m_(model),
      mode_(mode),
      w_(workspace),
      laws_(model.laws.size()),
      states_(model.contacts.size()) {
  std::size_t most = 0, all = 0;
  for (std::size_t c = 0; c < states_.size(); ++c) {
    const Tape& law = model.laws[model.contacts[c].own.law].value;
    states_[c].begin.resize(law.side_count());
    states_[c].inputs.resize(law.inputs().size());
    most = std::max(most, states_[c].begin.size());
    all += states_[c].begin.size();
  }
  now_.resize(most);
  changes_.reserve(all);
  acting_.reserve(states_.size());
}

const LawBends::Watched& LawBends::watched(int law) {
  if (laws_[law]) return *laws_[law];
  const ir::LawProgram& program = m_.scenario->laws[law];
  const Tape& own = m_.laws[law].value;
  Graph graph = program.graph;
  std::vector<NodeId> outputs{program.FN};
  if (program.FT.valid()) outputs.push_back(program.FT);
  for (NodeId& output : outputs) output = with_watched_kinks(graph, output, Kinks::all);
  Watched made{Tape::compile(graph, outputs), {}, {}};
  for (const Slot& slot : made.tape.inputs()) {
    const auto place = std::ranges::find(own.inputs(), slot);
    made.inputs.push_back(static_cast<int>(place - own.inputs().begin()));
  }
  const std::vector<NodeId>& watches = own.margin_nodes();
  for (const NodeId margin : made.tape.margin_nodes())
    made.bends.push_back(
        std::ranges::none_of(watches, [&](NodeId watch) { return watch.index == margin.index; }));
  return laws_[law].emplace(std::move(made));
}

void LawBends::make_room(int contact) {
  State& state = states_[contact];
  if (!state.tape.registers.empty()) return;
  const Tape& tape = watched(m_.contacts[contact].own.law).tape;
  state.tape = tape.state();
  state.outputs.resize(tape.output_count());
  state.actual.resize(tape.output_count());
  state.margins.resize(tape.watch_count());
  state.before.resize(tape.watch_count());
}

void LawBends::restart() {
  acting_.clear();
  for (int c = 0; c < m_.layout.touching; ++c) {
    const ContactMode& mode = mode_.contacts[c];
    states_[c].ended = -1;
    // What such laws say of directions the second tape does not see.
    const bool vectors = m_.scenario->laws[m_.contacts[c].own.law].vectors;
    if (!vectors && !m_.contacts[c].rigid() && !states_[c].begin.empty() &&
        may_act(m_, m_.contacts[c], mode) && !mode.resting)
      acting_.push_back(c);
  }
  keep();
}

std::span<const double> LawBends::inputs_now(int contact) const {
  return std::span(w_.impl().contacts[contact].value.registers)
      .first(states_[contact].inputs.size());
}

// With all sides as they are, unless the flags of the tape say otherwise.
bool LawBends::evaluate(int contact, std::span<const double> inputs) {
  State& state = states_[contact];
  const Watched& law = watched(m_.contacts[contact].own.law);
  for (std::size_t i = 0; i < law.inputs.size(); ++i)
    state.tape.registers[i] = inputs[law.inputs[i]];
  if (!law.tape.evaluate(state.tape)) return false;
  for (std::size_t i = 0; i < state.outputs.size(); ++i)
    state.outputs[i] = law.tape.output(state.tape, static_cast<int>(i));
  law.tape.margins(state.tape, state.margins);
  return true;
}

std::span<const LawBends::Change> LawBends::changes() {
  changes_.clear();
  for (const int c : acting_) {
    const std::size_t count = states_[c].begin.size();
    m_.laws[m_.contacts[c].own.law].value.sides(w_.impl().contacts[c].value, {now_.data(), count});
    if (!std::equal(states_[c].begin.begin(), states_[c].begin.end(), now_.begin()))
      find_changes(c);
  }
  return changes_;
}

void LawBends::find_changes(int contact) {
  make_room(contact);
  State& state = states_[contact];
  const Watched& law = watched(m_.contacts[contact].own.law);
  std::ranges::fill(state.tape.flags, live);
  if (!evaluate(contact, state.inputs)) return;
  state.before = state.margins;
  if (!evaluate(contact, inputs_now(contact))) return;
  state.actual = state.outputs;
  const auto upper = [](double margin) { return margin > 0; };
  for (std::size_t i = 0; i < law.bends.size(); ++i) {
    const bool ended = static_cast<int>(i) == state.ended;
    const bool was = ended ? state.ended_on : upper(state.before[i]);
    if (!law.bends[i] || was == upper(state.margins[i])) continue;
    std::ranges::fill(state.tape.flags, live);
    state.tape.flags[i] = was;
    if (!evaluate(contact, inputs_now(contact))) continue;
    double force = 0;
    for (std::size_t k = 0; k < state.actual.size(); ++k)
      force = std::hypot(force, state.actual[k] - state.outputs[k]);
    changes_.push_back({contact, static_cast<int>(i), was, force});
  }
  std::ranges::fill(state.tape.flags, live);
}

double LawBends::margin(const Change& of) {
  return evaluate(of.contact, inputs_now(of.contact)) ? states_[of.contact].margins[of.bend] : live;
}

void LawBends::keep(const Change* at_end) {
  for (const int c : acting_) {
    State& state = states_[c];
    const TapeState& now = w_.impl().contacts[c].value;
    m_.laws[m_.contacts[c].own.law].value.sides(now, state.begin);
    const double* const inputs = now.registers.data();
    for (std::size_t i = 0; i < state.inputs.size(); ++i) state.inputs[i] = inputs[i];
    state.ended = -1;
  }
  if (!at_end) return;
  states_[at_end->contact].ended = at_end->bend;
  states_[at_end->contact].ended_on = !at_end->was;
}

}  // namespace mbs

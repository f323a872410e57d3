#include "lang/elaborate/laws/in_space.hpp"

#include <fmt/format.h>

#include "lang/elaborate/objects/signals.hpp"
#include "lang/expression/infix.hpp"
#include "lang/expression/odd_even.hpp"
#include "lang/expression/walk.hpp"
#include "lang/kinds/law_inputs.hpp"

namespace mbs::elaborate {
namespace {

constexpr std::array<std::int32_t, 2> sliding{static_cast<std::int32_t>(SlotKind::law_vt), 0};

std::array<std::int32_t, 2> state_key(std::size_t index) {
  return {static_cast<std::int32_t>(SlotKind::law_state), static_cast<std::int32_t>(index)};
}

// What is wrong with a law; nothing if all is well.
struct Fault {
  std::string what;
  NodeId node;  // the term, if it is one
};

// Which states are vectors: bit i says it of state i.
using Vectors = unsigned;

class Law {
 public:
  Law(ir::LawProgram& program, Vectors vectors)
      : program_(program), vectors_(vectors), parities_(program.graph, odd_slots()) {}

  std::optional<Fault> fault() {
    for (std::size_t i = 0; i < program_.states.size(); ++i)
      if (auto found = fault_of_state(i)) return found;
    if (auto found =
            fault_of(program_.FT, Parity::odd, "its FT does not change its sign with `vt`"))
      return found;
    if (program_.stick.valid())
      if (auto found = fault_of(program_.stick, Parity::even, "its `stick` has a direction"))
        return found;
    if (program_.vt_out.valid())
      if (auto found = fault_of(program_.vt_out, Parity::odd,
                                "its `vt_out` does not change its sign with `vt`"))
        return found;
    return fault_of_checks();
  }

  // What a run cannot follow of a law of vectors; nothing if it can.
  std::optional<std::string> rewrite() {
    if (solves_for_vectors()) return "its `solve` knows the sliding speed";
    VectorReading read(program_.graph, parities_, components(), renamed());
    const NodeId force = program_.FT;
    program_.vectors = true;
    program_.FT_vector = read.vector(force);
    program_.FT = read.length(program_.FT_vector);
    if (program_.stick.valid()) program_.stick = read.number(program_.stick);
    rewrite_states(read);
    rewrite_signals(read);
    for (auto* checks : {&program_.requirements, &program_.warnings})
      for (ir::LawCheck& check : *checks) check.condition = read.number(check.condition);
    if (program_.stick.valid()) return "its `stick` holds what the bend holds already";
    if (read.jumps()) return "its `sign` turns back at once where the sliding does";
    return std::nullopt;
  }

 private:
  bool is_vector(std::size_t state) const { return (vectors_ >> state & 1U) != 0; }

  OddSlots odd_slots() const {
    OddSlots odd{sliding};
    for (std::size_t i = 0; i < program_.states.size(); ++i)
      if (is_vector(i)) odd.insert(state_key(i));
    return odd;
  }

  // An equation is not rewritten.
  bool solves_for_vectors() const {
    std::vector<NodeId> parts{program_.FT};
    for (const ir::LawState& state : program_.states) parts.push_back(state.rate);
    const OddSlots odd = odd_slots();
    for (const NodeId node : reachable(program_.graph, parts)) {
      if (program_.graph[node].op != Op::root) continue;
      for (const Slot& slot : program_.graph.slots_used(node))
        if (odd.contains({static_cast<std::int32_t>(slot.kind), slot.index})) return true;
    }
    return false;
  }

  std::optional<Fault> fault_of(NodeId node, Parity wanted, const std::string& otherwise) {
    const auto parity = parities_.of(node);
    if (!parity) return Fault{"", parities_.conflict()};
    if (*parity == wanted || *parity == Parity::either) return std::nullopt;
    return Fault{otherwise, {}};
  }

  std::optional<Fault> fault_of_state(std::size_t i) {
    const ir::LawState& state = program_.states[i];
    const Parity wanted = is_vector(i) ? Parity::odd : Parity::even;
    if (is_vector(i) && state.initial != 0)
      return Fault{fmt::format("`{}` follows the sliding, but does not begin at 0", state.name),
                   {}};
    return fault_of(state.rate, wanted,
                    fmt::format("the rate of `{}` does not turn with it", state.name));
  }

  std::optional<Fault> fault_of_checks() {
    for (const auto* checks : {&program_.requirements, &program_.warnings})
      for (const ir::LawCheck& check : *checks)
        if (auto found = fault_of(check.condition, Parity::even, "")) return found;
    return std::nullopt;
  }

  // Where the first part of each state stands now.
  std::vector<std::int32_t> places() const {
    std::vector<std::int32_t> result;
    std::int32_t next = 0;
    for (std::size_t i = 0; i < program_.states.size(); ++i) {
      result.push_back(next);
      next += is_vector(i) ? 3 : 1;
    }
    return result;
  }
  static std::array<Slot, 3> parts(SlotKind kind, std::int32_t first) {
    return {Slot{kind, 0, first, 0}, Slot{kind, 0, first + 1, 0}, Slot{kind, 0, first + 2, 0}};
  }
  VectorReading::Components components() const {
    VectorReading::Components result{{sliding, parts(SlotKind::law_vt, 0)}};
    const auto place = places();
    for (std::size_t i = 0; i < place.size(); ++i)
      if (is_vector(i)) result[state_key(i)] = parts(SlotKind::law_state, place[i]);
    return result;
  }
  VectorReading::Renamed renamed() const {
    VectorReading::Renamed result;
    const auto place = places();
    for (std::size_t i = 0; i < place.size(); ++i)
      if (!is_vector(i)) result[state_key(i)] = Slot{SlotKind::law_state, 0, place[i], 0};
    return result;
  }

  void rewrite_states(VectorReading& read) {
    static constexpr const char* axes[] = {".x", ".y", ".z"};
    std::vector<ir::LawState> states;
    for (std::size_t i = 0; i < program_.states.size(); ++i) {
      ir::LawState state = program_.states[i];
      if (!is_vector(i)) {
        state.rate = read.number(state.rate);
        states.push_back(std::move(state));
        continue;
      }
      const auto rate = read.vector(state.rate);
      for (int part = 0; part < 3; ++part)
        states.push_back({state.name + axes[part], 0, rate[static_cast<std::size_t>(part)],
                          state.dimension, part});
    }
    program_.states = std::move(states);
  }

  // Parts of the law that are neither odd nor even stay unknown: nothing that acts needs them.
  void rewrite_signals(VectorReading& read) {
    static constexpr const char* axes[] = {".x", ".y", ".z"};
    std::vector<ir::LawSignal> signals;
    for (const ir::LawSignal& signal : program_.signals) {
      const auto parity = parities_.of(signal.node);
      if (!parity) continue;
      ir::LawSignal one = signal;
      if (*parity != Parity::odd) {
        one.node = read.number(signal.node);
        signals.push_back(std::move(one));
        continue;
      }
      const auto v = read.vector(signal.node);
      for (std::size_t part = 0; part < 3; ++part) {
        one.name = signal.name + axes[part];
        one.node = v[part];
        signals.push_back(one);
      }
    }
    program_.signals = std::move(signals);
  }

  ir::LawProgram& program_;
  Vectors vectors_;
  Parities parities_;
};

constexpr std::size_t most_states = 8;  // of a law; every choice of vectors among them is tried

std::string slot_name(const ir::LawProgram& law, const Slot& slot) {
  if (slot.kind == SlotKind::law_state) return law.states[slot.index].name;
  const LawInput* input = find_law_input(slot.kind);
  return input ? input_name(*input) : "?";
}

// A condition is shown as what it compares.
std::string term_text(const ir::LawProgram& program, NodeId node) {
  const bool condition = program.graph[node].op == Op::watch;
  std::string term = infix(program.graph, condition ? program.graph[node].a : node,
                           [&](const Slot& slot) { return slot_name(program, slot); });
  if (term.size() > 70) term = term.substr(0, 67) + "...";
  return condition ? term + " > 0" : term;
}

void report_fault(Reports& reports, const ir::LawProgram& program, Span place, const Fault& fault) {
  std::string what = fault.what;
  if (fault.node.valid())
    what = fmt::format("`{}` neither turns with the sliding nor is the same in all directions",
                       term_text(program, fault.node));
  Diagnostic& d =
      report(reports, Code::E0213, place,
             fmt::format("`{}` cannot be read in space: {}", program.friction_name, what),
             "a direction of its own");
  d.hint =
      "FT turns its sign with `vt`: products of `vt`, its `sign` or `tanh`, and of what "
      "knows `abs(vt)` alone";
}

bool followed(Reports& reports, const ir::LawProgram& program, Span place,
              const std::optional<std::string>& obstacle) {
  if (!obstacle) return true;
  report(reports, Code::E0408, place,
         fmt::format("`{}` cannot be followed in space yet: {}", program.friction_name, *obstacle))
      .hint =
      "a law whose bend is a vector there has no `stick`, no `solve`, and in place of `sign(v)` "
      "something like `v/max(abs(v), 1e-9 m/s)`";
  return false;
}

}  // namespace

bool read_in_space(Reports& reports, ir::LawProgram& program, Span place) {
  if (!program.FT.valid()) return true;
  const std::size_t count = std::min(program.states.size(), most_states);
  const Vectors all = (1U << count) - 1;
  for (Vectors vectors = 0; vectors <= all; ++vectors) {
    Law reading(program, vectors);
    if (reading.fault()) continue;
    return vectors == 0 || followed(reports, program, place, reading.rewrite());
  }
  report_fault(reports, program, place, *Law(program, all).fault());
  return false;
}

}  // namespace mbs::elaborate

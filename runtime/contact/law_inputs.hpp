// What a law sees of its contact at a run: one table from the slots of its expressions to values.
#pragma once

#include <array>
#include <cstddef>

#include "lang/expression/slot.hpp"
#include "runtime/model/contact_memory.hpp"

namespace mbs {

// SI; see the language's table of law inputs.
struct LawArguments {
  double delta = 0, ddelta = 0, vt = 0, deepest = 0, v_impact = 0, loading = 1, t = 0;
  double R1 = 0, R2 = 0;
  double FN = 0, P_in = 0, W_in = 0;  // of rigid contacts
};

// What a law sees of a contact with this memory, at this penetration, its rate and sliding speed.
inline LawArguments law_arguments(const ContactMemory& memory, double delta, double ddelta,
                                  double vt, double t) {
  return {.delta = delta,
          .ddelta = ddelta,
          .vt = vt,
          .deepest = memory.largest(delta),
          .v_impact = memory.v_impact,
          .loading = memory.loading ? 1.0 : 0.0,
          .t = t,
          .R1 = memory.R1,
          .R2 = memory.R2};
}

namespace input_table {

struct LawInputRow {
  SlotKind slot;
  double LawArguments::*value;
  bool moves = false;  // changes with the motion itself, so forces have derivatives by it
};
inline constexpr LawInputRow rows[] = {
    {SlotKind::law_delta, &LawArguments::delta, true},
    {SlotKind::law_ddelta, &LawArguments::ddelta, true},
    {SlotKind::law_vt, &LawArguments::vt, true},
    {SlotKind::law_deepest, &LawArguments::deepest, true},
    {SlotKind::law_v_impact, &LawArguments::v_impact},
    {SlotKind::law_loading, &LawArguments::loading},
    {SlotKind::law_time, &LawArguments::t},
    {SlotKind::law_radius_1, &LawArguments::R1},
    {SlotKind::law_radius_2, &LawArguments::R2},
    {SlotKind::law_FN, &LawArguments::FN},
    {SlotKind::law_P_in, &LawArguments::P_in},
    {SlotKind::law_W_in, &LawArguments::W_in},
};

inline constexpr int first = static_cast<int>(SlotKind::law_delta);
constexpr std::size_t place(SlotKind slot) {
  return static_cast<std::size_t>(static_cast<int>(slot) - first);
}
inline constexpr auto by_slot = [] {
  std::array<double LawArguments::*, place(SlotKind::law_state)> table{};
  for (const LawInputRow& row : rows) table[place(row.slot)] = row.value;
  return table;
}();
static_assert(std::size(rows) == by_slot.size(), "an input of laws has no row");

// Place of an input among those that move, which is that of a tape's derivatives by it; the states
// of the law come after them.
constexpr int moving(SlotKind slot) {
  int place = 0;
  for (const LawInputRow& row : rows) {
    if (row.slot == slot) return place;
    place += row.moves;
  }
  return place;
}
inline constexpr int all_moving = moving(SlotKind::law_state);

}  // namespace input_table

// The value of a slot that is an input of laws.
inline double law_input(const LawArguments& arguments, SlotKind slot) {
  return arguments.*input_table::by_slot[input_table::place(slot)];
}

}  // namespace mbs

// What a law sees of its contact at a run: one table from the slots of its expressions to values.
#pragma once

#include <array>
#include <cstddef>

#include "lang/expression/slot.hpp"

namespace mbs {

// SI; see the language's table of law inputs.
struct LawArguments {
  double delta = 0, ddelta = 0, v_impact = 0, delta_max = 0, loading = 1, vt = 0, t = 0;
  double R1 = 0, R2 = 0;
};

namespace law_inputs {

struct Row {
  SlotKind slot;
  double LawArguments::*value;
};
inline constexpr Row rows[] = {
    {SlotKind::law_delta, &LawArguments::delta},
    {SlotKind::law_ddelta, &LawArguments::ddelta},
    {SlotKind::law_v_impact, &LawArguments::v_impact},
    {SlotKind::law_delta_max, &LawArguments::delta_max},
    {SlotKind::law_loading, &LawArguments::loading},
    {SlotKind::law_vt, &LawArguments::vt},
    {SlotKind::law_time, &LawArguments::t},
    {SlotKind::law_radius_1, &LawArguments::R1},
    {SlotKind::law_radius_2, &LawArguments::R2},
};

inline constexpr int first = static_cast<int>(SlotKind::law_delta);
constexpr std::size_t place(SlotKind slot) {
  return static_cast<std::size_t>(static_cast<int>(slot) - first);
}
inline constexpr auto by_slot = [] {
  std::array<double LawArguments::*, place(SlotKind::law_state)> table{};
  for (const Row& row : rows) table[place(row.slot)] = row.value;
  return table;
}();
static_assert(std::size(rows) == by_slot.size(), "an input of laws has no row");

}  // namespace law_inputs

// Of a slot that is an input of laws.
inline double law_input(const LawArguments& arguments, SlotKind slot) {
  return arguments.*law_inputs::by_slot[law_inputs::place(slot)];
}

}  // namespace mbs

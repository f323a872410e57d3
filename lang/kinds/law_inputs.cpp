#include "lang/kinds/law_inputs.hpp"

#include <algorithm>

#include "lang/kinds/contact_fields.hpp"

namespace mbs {
namespace {

constexpr FieldInfo first_radius{
    "R1", "m",
    "radius of the first, concave negative, plane inf; of curvature where the contact began"};
constexpr FieldInfo second_radius{"R2", "m", "radius of the second"};

constexpr LawInput inputs[] = {
    {.field = contact_field::vt,
     .slot = SlotKind::law_vt,
     .dimension = dim::speed,
     .seen_by = LawRole::friction,
     .also_by = LawRole::rigid},
    {.field = contact_field::FN, .dimension = dim::force, .seen_by = LawRole::friction},
    {.field = contact_field::delta,
     .slot = SlotKind::law_delta,
     .dimension = dim::length,
     .seen_by = LawRole::normal,
     .also_by = LawRole::friction,
     .of_overlap = true},
    {.field = contact_field::ddelta,
     .slot = SlotKind::law_ddelta,
     .dimension = dim::speed,
     .seen_by = LawRole::normal,
     .also_by = LawRole::friction,
     .of_overlap = true},
    {.field = contact_field::v_impact,
     .slot = SlotKind::law_v_impact,
     .dimension = dim::speed,
     .latched = true,
     .of_overlap = true},
    {.field = contact_field::deepest,
     .slot = SlotKind::law_deepest,
     .dimension = dim::length,
     .seen_by = LawRole::normal,
     .remembered = true},
    {.field = contact_field::loading,
     .slot = SlotKind::law_loading,
     .boolean = true,
     .seen_by = LawRole::normal,
     .remembered = true},
    {.field = {"P_in", "N*s", "impulse that a blow has taken up in compression"},
     .slot = SlotKind::law_P_in,
     .dimension = dim::impulse,
     .seen_by = LawRole::rigid,
     .of_compression = true},
    {.field = {"W_in", "J", "work that a blow has taken up in compression"},
     .slot = SlotKind::law_W_in,
     .dimension = dim::energy,
     .seen_by = LawRole::rigid,
     .of_compression = true},
    {.field = {"pair", "", "what is known of the two surfaces in contact"}},
    {.field = {"t", "s", "time since the start of the run"},
     .slot = SlotKind::law_time,
     .dimension = dim::time},
    {.field = first_radius,
     .slot = SlotKind::law_radius_1,
     .dimension = dim::length,
     .of_pair = true,
     .latched = true},
    {.field = second_radius,
     .slot = SlotKind::law_radius_2,
     .dimension = dim::length,
     .of_pair = true,
     .latched = true},
};

constexpr FieldInfo pair_columns[] = {
    first_radius,
    second_radius,
    {"E1", "Pa", "Young's modulus of the first"},
    {"E2", "Pa", "Young's modulus of the second"},
    {"nu1", "", "Poisson's ratio of the first"},
    {"nu2", "", "Poisson's ratio of the second"},
    {"rho1", "kg/m^3", "density of the first"},
    {"rho2", "kg/m^3", "density of the second"},
    {"m1", "kg", "mass of the first body"},
    {"m2", "kg", "mass of the second body"},
    {"length", "m", "length of the contact along the axis"},
    {"clearance", "m", "radial clearance"},
    {"mat1", "", "material of the first"},
    {"mat2", "", "material of the second"},
};

template <class Wanted>
const LawInput* find_input(Wanted wanted) {
  const auto found = std::find_if(std::begin(inputs), std::end(inputs), wanted);
  return found == std::end(inputs) ? nullptr : found;
}

}  // namespace

std::span<const LawInput> law_inputs() {
  return inputs;
}

const LawInput* find_law_input(SlotKind slot) {
  return find_input([&](const LawInput& input) { return input.slot == slot; });
}

const LawInput* find_pair_input(std::string_view field) {
  return find_input(
      [&](const LawInput& input) { return input.of_pair && input.field.name == field; });
}

bool sees(LawRole role, const LawInput& input) {
  return input.seen_by == LawRole::any || input.seen_by == role || input.also_by == role;
}

std::string input_name(const LawInput& input) {
  return (input.of_pair ? "pair." : "") + std::string(input.field.name);
}

std::string_view law_in_words(LawRole role) {
  switch (role) {
    case LawRole::normal:
      return "a normal law";
    case LawRole::rigid:
      return "a rigid law";
    case LawRole::friction:
      return "a friction law";
    default:
      return "a law";
  }
}

std::string what_is_seen(LawRole role) {
  std::string list;
  for (const LawInput& input : inputs) {
    if (input.of_pair || !sees(role, input)) continue;
    list += (list.empty() ? "" : ", ") + std::string(input.field.name);
  }
  return std::string(law_in_words(role)) + " sees " + list + " and its own parameters";
}

std::span<const FieldInfo> pair_fields() {
  return pair_columns;
}

}  // namespace mbs

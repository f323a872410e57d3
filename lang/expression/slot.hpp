// Slots: the places of an expression that only a run can fill.
#pragma once

#include <cstdint>
#include <functional>

namespace mbs {

// What stands in columns is to be read in columns.
// clang-format off

enum class SlotKind : std::uint8_t {
  // Known at an instant (stage signal). SI units, world axes.
  time,                // t
  body_coordinate,     // entity: body; index: 0 x, 1 y of the body's origin, 2 angle; order: 0, 1 (d/dt), 2 (d2/dt2)
                       //   in space index: 0, 1, 2 x, y, z; 3 to 6 the rotation's unit quaternion w, x, y, z
  body_spin,           // in space; entity: body; index: 0, 1, 2 in world axes, rad/s; order: 0, 1 (d/dt)
  joint_coordinate,    // in space; entity: joint; index: which, see ir::Joint; order: 0, 1, 2. Angles count turns
  joint_reaction,      // entity: joint; index: 0, 1 force on the second end (world axes), 2 torque on it;
                       //   rod, slot, gear: the same three, those that do not exist are 0
                       //   in space index: 0, 1, 2 force, 3, 4, 5 torque
  joint_impulse,       // the integral of what it exerts since the start, blows included, N s and N m s: of a joint, index as
                       //   of joint_reaction, or where order is 1 of a drive, index as of drive_effort
  drive_effort,        // entity: drive; index: 0, 1, 2 what it exerts (world axes x, y, torque) or, for a
                       //   joint coordinate, 0: the force or torque in that coordinate
                       //   in space index: 0, 1, 2 force, 3, 4, 5 torque
  spring_force,        // entity: spring; index 0: tension in a spring, torque of a torsion spring
  contact_signal,      // entity: contact; index: ContactSignal
  contact_law,         // entity: contact; index: into LawProgram::signals
  joint_friction,      // entity: joint with friction; index: FrictionSignal; order: which of its pins
  joint_law,           // entity: joint with friction; index: into LawProgram::signals; order: which of its pins
  energy,              // index: EnergySignal
  state,               // entity: into Scenario::states
  group_signal,        // entity: group of contacts; index: GroupSignal
  active,              // entity: into its table; index: ir::Sort; 1 while it acts, else 0
  // Inside a law (entity 0); the contact it belongs to is the one being evaluated.
  law_delta, law_ddelta, law_v_impact, law_deepest, law_loading, law_vt, law_time,
  law_radius_1, law_radius_2,  // of curvature where the contact began, of shapes that have no one radius
  law_FN, law_P_in, law_W_in,  // of rigid contacts: multiplier, impulse and work of compression
  law_state,           // index: into LawProgram::states
  curve_angle,         // argument of the function that gives a curve (entity 0)
  // Known after a run (stage result).
  reduction,           // index: into Scenario::reductions
  list_element,        // index: into Scenario::lists; the element at the row being evaluated
  list_item,           // entity: into Scenario::lists; index: row, from 0, constant
  row_count,           // index: into Scenario::lists; its length
  loop_item,           // index: which; what a loop or a rule over a list that a run fills has come to
};

enum class ContactSignal : std::uint8_t {
  gap, delta, ddelta, vt, FN, FT, force_x, force_y,  // force on the first end, world axes
  v_impact, loading, deepest,
  normal_x, normal_y,                                // from the first body to the second
  point_x, point_y,                                  // the contact point
  closed, stuck, impulse,                            // of FN since the start, blows included
  force_z, normal_z, point_z, vt_x, vt_y, vt_z,      // in space; `vt` is the length of the vector then
  moment_x, moment_y, moment_z,                      // of rolling and spinning, on the first end
  rolling_x, rolling_y, rolling_z, spinning,         // in space: turning of the second body on the first
};

// Friction of a joint: `effort` is the torque or force that friction exerts on the second end along
// the joint's coordinate; with `effort_2` and `effort_3` along each of those along which a ball or
// a bush slides.
enum class FrictionSignal : std::uint8_t { FN, FT, vt, effort, effort_2, effort_3, stuck, energy_lost };

// Pairs closed now, contacts begun so far, largest penetration now, work taken up so far.
enum class GroupSignal : std::uint8_t { count, hits, delta, energy_lost };

enum class EnergySignal : std::uint8_t { kinetic, potential, contact, input, damping, total, error, imbalance };

struct Slot {
  SlotKind kind = SlotKind::time;
  std::int32_t entity = 0;
  std::int32_t index = 0;
  std::int32_t order = 0;
  friend bool operator==(const Slot&, const Slot&) = default;
};

enum class Stage : std::uint8_t { constant, signal, result };
Stage stage_of(SlotKind kind);  // signal or result
// clang-format on

}  // namespace mbs

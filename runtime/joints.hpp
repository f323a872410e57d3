// Constraint rows of joints and drives.
#pragma once

#include "runtime/state.hpp"

namespace mbs {

// The coordinate of a joint's second end relative to its first, if it has one: rad or m.
std::optional<Function> joint_coordinate(const Model& model, int joint);
// Rows of a joint; `assembled` rows take their constant (rod: length) from the assembled mechanism.
void add_joint_rows(const Model& model, int joint, std::vector<Row>& rows);
// The two rows of an ideal pin, for assembling clearances.
void add_pin_rows(const Model& model, ir::FrameId first, ir::FrameId second,
                  std::vector<Row>& rows);
Function frame_angle(const Model& model, ir::FrameId first, ir::FrameId second);
// Rows of a drive.
void add_drive_rows(const Model& model, int drive, std::vector<Row>& rows);
// Tapes of all drives and forces, with their places in Mode::flags.
void compile_drives(Model& model);
void compile_forces(Model& model);
// Non-zeros of all rows.
void add_entries(Model& model);

}  // namespace mbs

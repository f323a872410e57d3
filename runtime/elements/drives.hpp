// Prescribed motion.
#pragma once

#include "runtime/elements/driven_rotation.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// Rows of a drive.
void add_drive_rows(const Model& model, int drive, std::vector<ConstraintRow>& rows);
// Tapes of all drives, with their places in Mode::flags.
void compile_drives(Model& model);
// What is asked of drives: f and f', or f'' as well.
enum class DriveOrder { rate, acceleration };
// Values of all drives at t. False if a tape failed. What drives say of rotations depends on the
// placement as well.
bool evaluate_drives(const Model& model, double t, const Mode* mode, DriveOrder order,
                     Workspace& w);
inline double drive_value(const Model& model, const ConstraintRow& row, const Workspace::Impl& w,
                          int order) {
  if (row.drive < 0) return 0;
  if (is_led(row)) return led_rate(row, w, order);
  const int n = model.drives[row.drive].components;
  return w.drives[row.drive].outputs[order * n + row.component];
}
// What a row of the model misses, m or rad, with the bodies placed and the drives evaluated.
inline double row_error(const Model& model, std::size_t row, const Mode* mode,
                        const Workspace::Impl& w) {
  const ConstraintRow& r = model.rows[row];
  return wrapped(r, row_value(r, w.at) - drive_value(model, r, w, 0) + row_shift(mode, row));
}

}  // namespace mbs

#include "runtime/equations/velocity_jump.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/elements/drives.hpp"
#include "runtime/equations/kkt.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/joints/kind.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

namespace {

double arm_of(const Model& m, const ConstraintRow& row) {
  return is_angle(row) ? m.size : 1;
}

}  // namespace

DriveImpulse drive_impulse(const Model& m, const ConstraintRow& row, double p, double change) {
  return {row.drive, row.component, -p, std::abs(change) * arm_of(m, row)};
}

const char* impulse_unit(const Model& m, const ir::Drive& drive) {
  const bool joint = drive.kind == ir::DriveKind::coordinate || drive.kind == ir::DriveKind::speed;
  const PairFunction* along =
      joint ? coordinate_of(m, drive.joint.index, drive.coordinate) : nullptr;
  const bool turns =
      joint ? along && along->angular()
            : drive.kind == ir::DriveKind::angle || drive.kind == ir::DriveKind::rotation;
  return turns ? "N*m*s" : "N*s";
}

PositionJump position_jump(const Model& m, const Instant& now, Workspace& w) {
  PositionJump jump;
  if (!evaluate_drives(m, now.t, now.mode, DriveOrder::rate, w)) return jump;
  place(m, now.y, w.impl().at);
  for (std::size_t k = 0; k < m.rows.size(); ++k) {
    const ConstraintRow& row = m.rows[k];
    if (row.drive < 0 || !row.position || !row_acts(now.mode, k)) continue;
    const double error =
        is_led(row) ? led_error(m, row.drive, w.impl().at) : -row_error(m, k, now.mode, w.impl());
    const double size = std::abs(error) * arm_of(m, row);
    if (!(size <= jump.size)) jump = {row.drive, size, error, is_angle(row)};
  }
  return jump;
}

double speed_jump(const Model& m, const Instant& now, Workspace& w) {
  double largest = 0;
  if (!evaluate_drives(m, now.t, now.mode, DriveOrder::rate, w)) return 0;
  place(m, now.y, w.impl().at);
  for (std::size_t k = 0; k < m.rows.size(); ++k) {
    const ConstraintRow& row = m.rows[k];
    if (row.drive < 0 || !row_acts(now.mode, k)) continue;
    const double error = drive_value(m, row, w.impl(), 1) - row_rate(row, w.impl().at);
    largest = std::max(largest, std::abs(error) * arm_of(m, row));
  }
  return largest;
}

bool jump_velocities(const Model& m, double t, double* y, const Mode& mode, VelocityJump& jump,
                     Workspace& w) {
  const Layout& l = m.layout;
  if (!evaluate_drives(m, t, &mode, DriveOrder::rate, w)) return false;
  place(m, y, w.impl().at);
  fill_constraint_jacobian(m, w.impl().at, w.impl().g.data());
  const std::vector<double> mass = mass_diagonal(m);
  std::vector<double> v(l.motions), p(l.constraints);
  for (int i = 0; i < l.motions; ++i) v[i] = mass[i] * y[l.v + i];
  for (int k = 0; k < l.constraints; ++k) p[k] = drive_value(m, m.rows[k], w.impl(), 1);
  if (!Kkt(mass, constraint_rows(m, w.impl().g, false, &mode)).solve(v, p)) return false;
  for (int k = 0; k < l.constraints; ++k) {
    const ConstraintRow& row = m.rows[k];
    if (row.joint >= 0 && row.switched) jump.lost += 0.5 * p[k] * row_rate(row, w.impl().at);
    if (row.drive < 0 || p[k] == 0) continue;
    const double before = row_rate(row, w.impl().at);
    const double after = drive_value(m, row, w.impl(), 1);
    jump.work -= 0.5 * p[k] * (before + after);
    jump.impulses.push_back(drive_impulse(m, row, p[k], after - before));
  }
  std::copy(v.begin(), v.end(), y + l.v);
  jump.multipliers = std::move(p);
  return true;
}

}  // namespace mbs

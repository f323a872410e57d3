// Private to runtime: what a driven speed that jumps does to the mechanism, or a joint or drive
// that is switched on. Velocities jump by the impulses that the constraints need; contacts, whose
// forces are finite, pass none on.
#pragma once

#include <vector>

#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

struct ConstraintRow;

struct DriveImpulse {
  int drive = 0, component = 0;
  double impulse = 0;  // N s, or N m s: what the drive gives in its coordinate
  double change = 0;   // m/s, of its own speed (angles times the model's size)
};
// What a row of a drive gives whose multiplier is p and whose speed changes by `change`.
DriveImpulse drive_impulse(const Model& model, const ConstraintRow& row, double p, double change);
// The unit of what the drive gives: "N*m*s" if it turns, else "N*s".
const char* impulse_unit(const Model& model, const ir::Drive& drive);

struct VelocityJump {
  double work = 0;  // J, of the drives
  double lost = 0;  // J, in joints that are held from now on
  std::vector<DriveImpulse> impulses;
  std::vector<double> multipliers;  // p of every row
};

// How far the positions that drives prescribe at an instant are from those it has, m (angles times
// the model's size), and which drive asks for most.
struct PositionJump {
  int drive = -1;
  double size = 0;    // m
  double amount = 0;  // in the coordinate, m or rad
  bool angle = false;
};
PositionJump position_jump(const Model& model, const Instant& now, Workspace& workspace);
// Largest difference between the speeds that drives prescribe and those there are, m/s.
double speed_jump(const Model& model, const Instant& now, Workspace& workspace);
// Sets the velocities of y so that they fulfil all constraints as the drives prescribe in `mode` at
// t: M (v+ - v-) = -G^T p. False if they contradict each other.
bool jump_velocities(const Model& model, double t, double* y, const Mode& mode, VelocityJump& jump,
                     Workspace& workspace);

}  // namespace mbs

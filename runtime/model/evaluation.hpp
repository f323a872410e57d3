// Private to runtime: the scratch of an evaluation, and reading y into it.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "runtime/model/contact_block.hpp"
#include "runtime/model/model_impl.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// Room for the tapes of LawTapes; for all but `value` it is made when they are first evaluated.
struct ContactTapes {
  TapeState value, partial, signals, checks;
  TapeState coulomb, departure;  // of rigid contacts
  std::vector<TapeState> single;
  std::vector<double> outputs;  // of `value`
  std::vector<double> more;     // of the others
};

struct ForceTapes {
  TapeState value, partial;
  std::vector<double> inputs, outputs, more;
};

struct DriveTapes {
  TapeState first, second;
  std::vector<double> outputs;  // f, f', f'' of each component
};

struct LedRotation {  // of a drive, in the axes of its first body
  Vector3 spin = Vector3::Zero(), spin_rate = Vector3::Zero();
};

struct Workspace::Impl {
  explicit Impl(const Model& model);
  Placement at;
  std::vector<LedRotation> led;  // by drive, as Placement::led
  std::vector<double> g;         // values of Model::entries: the constraint Jacobian
  std::vector<DriveTapes> drives;
  std::vector<ForceTapes> forces;
  std::vector<ContactTapes> contacts;
  std::vector<ContactTapes> group_laws;  // by law; empty where no group uses it
  ContactBlock block;
  std::vector<double> residual;     // scratch of the size of y
  std::vector<double> corrections;  // in space: G^T Mu' by motions
  std::shared_ptr<KktScratch> kkt;
};

inline Pose pose_at(const Model& model, int body, const double* y) {
  if (body == 0) return {};
  const double* q = y + model.layout.q + column_of(body);
  const double* v = y + model.layout.v + column_of(body);
  return {q[0], q[1], q[2], std::cos(q[2]), std::sin(q[2]), v[0], v[1], v[2]};
}
inline Arm arm_at(const Pose& pose, const BodyPoint& p) {
  return {pose.c * p.x - pose.s * p.y, pose.s * p.x + pose.c * p.y};
}

inline void place_arms(const Model& model, Placement& at) {
  for (std::size_t i = 0; i < at.arms.size(); ++i)
    at.arms[i] = arm_at(at.poses[model.points[i].body], model.points[i]);
}
SpatialPose spatial_pose(const double* place, const double* motion);
SpatialPose spatial_pose_at(const Model& model, int body, const double* y);
void place_levers(const Model& model, Placement& at);
void place_in_space(const Model& model, const double* y, Placement& at);
void place_pair_in_space(const Model& model, const ContactModel& c, const double* y, Placement& at);
inline Vector3 vector_of(const ir::Vec3& v) {
  return {v.x, v.y, v.z};
}
inline Vector3 place_in_body(const BodyPoint& p) {
  return {p.x, p.y, p.z};
}
// A vector in the axes of a scenario's body in those of the model's.
inline Vector3 in_principal_axes(const Model& model, int body, const ir::Vec3& v) {
  return vector_of(inverse(model.principal[body]) * v);
}

// Poses, velocities and arms of all points from y.
inline void place(const Model& model, const double* y, Placement& at) {
  if (model.layout.spatial()) return place_in_space(model, y, at);
  for (std::size_t b = 1; b < at.poses.size(); ++b)
    at.poses[b] = pose_at(model, static_cast<int>(b), y);
  place_arms(model, at);
}
// The same of the two bodies and the two points of a contact alone.
inline void place_pair(const Model& model, const ContactModel& c, const double* y, Placement& at) {
  if (model.layout.spatial()) return place_pair_in_space(model, c, y, at);
  for (const int body : {c.a, c.b})
    if (body != 0) at.poses[body] = pose_at(model, body, y);
  for (const int point : {c.pa, c.pb})
    at.arms[point] = arm_at(at.poses[model.points[point].body], model.points[point]);
}
Placement placement_of(const Model& model);  // room for it

// What a motion of a body moves: kg or kg m^2.
inline double mass_of(const Model& model, int body, int motion) {
  const MassEntry& m = model.masses[body];
  const bool spatial = model.layout.spatial();
  if (motion < (spatial ? 3 : 2)) return m.mass;
  return spatial ? m.principal[motion - 3] : m.inertia;
}
// Moves coordinates (q of all bodies) by small motions: turns about the axes of the bodies.
void move_places(const Model& model, const double* motions, double* q);

void keep(Workspace& w, Failure failure);  // the first one only

}  // namespace mbs

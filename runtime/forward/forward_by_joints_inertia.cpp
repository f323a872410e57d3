// What each speed moves the bodies by, B; B^T of what they lack, and of their masses B.
#include <algorithm>

#include "runtime/forward/forward_by_joints.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

void ForwardByJoints::assemble() {
  std::ranges::fill(lack_, 0.0);
  std::ranges::fill(inertia_, 0.0);
  const Product* product = products_.data();
  const bool flat = motion_.flat_alone();
  for (int body = 1; body <= l_.bodies; ++body)
    product = flat ? assemble_flat(body, product) : assemble_body(body, product);
}

// All whose first column this is; returns the one behind them.
template <class Sum>
[[gnu::always_inline]] inline const ForwardByJoints::Product* ForwardByJoints::add_products(
    const Product* product, int column, const Sum& sum) {
  double* const inertia = inertia_.data();
  for (; product->first == column; ++product) inertia[product->to] += sum(*product);
  return product;
}

// Returns the first of the products that are of the bodies behind it.
const ForwardByJoints::Product* ForwardByJoints::assemble_body(int body, const Product* product) {
  const MassEntry& mass = m_.masses[body];
  const Vector3 J = Vector3::Map(mass.principal.data());
  const double* by = residual_.data() + l_.v + l_.motion_of(body);
  const Vector3 force = Vector3::Map(by), torque = Vector3::Map(by + 3);
  const SpatialPose& pose = w_.impl().at.bodies[body];
  for (int c = motion_.first(body), end = motion_.end(body); c < end; ++c) {
    const TreeInstant::Moved& moved = motion_.move_by(c, pose, now_);
    const Vector3 shift = mass.mass * moved.shift;
    double lack = force.dot(moved.shift);
    Vector3 turn;
    if (motion_.turns_by(c)) {
      lack += torque.dot(moved.turn);
      turn = J.cwiseProduct(moved.turn);
    }
    lack_[in_order_[c]] += lack;
    product = add_products(product, c, [&](const Product& of) {
      const TreeInstant::Moved& with = now_.moved[of.second];
      const double sum = shift.dot(with.shift);
      return of.turns ? sum + turn.dot(with.turn) : sum;
    });
  }
  return product;
}

// What a flat body lacks without accelerations of free coordinates, in the plane.
inline ForwardContactsInSpace::FlatLoad ForwardByJoints::lack_of(const FlatBody& b) const {
  const FlatMotion& flat = motion_.flat();
  const ForwardContactsInSpace::FlatLoad& load = contacts_.flat_load(b.body);
  Pair force = b.mass * (now_.flat.bodies[b.body].acceleration - flat_gravity_) - load.force;
  double torque = b.inertia * flat.turned(now_.flat, b).acceleration - load.torque;
  if (flat_pulled_) {
    const double* by = residual_.data() + l_.v + l_.motion_of(b.body);
    force += flat.in_plane(Vector3::Map(by));
    torque += b.normal.dot(Vector3::Map(by + 3));
  }
  return {force, torque};
}

// The same in the plane.
const ForwardByJoints::Product* ForwardByJoints::assemble_flat(int body, const Product* product) {
  const FlatBody& b = motion_.flat().bodies[body];
  const auto [force, torque] = lack_of(b);
  for (int c = motion_.first(body), end = motion_.end(body); c < end; ++c) {
    const TreeInstant::FlatMoved& moved = motion_.move_flat_by(c, body, now_);
    lack_[in_order_[c]] += dot(force, moved.shift) + torque * moved.turn;
    const Pair shift = b.mass * moved.shift;
    const double turn = b.inertia * moved.turn;
    product = add_products(product, c, [&](const Product& of) {
      const TreeInstant::FlatMoved& with = now_.flat_moved[of.second];
      return dot(shift, with.shift) + turn * with.turn;
    });
  }
  return product;
}

}  // namespace mbs

#include "runtime/coordinates/round_bodies.hpp"

#include <algorithm>

#include "runtime/model/evaluation.hpp"

namespace mbs {

namespace {

constexpr double rounding = 1e-9;  // of the model's size, of an inertia, of a unit vector

// The axis of a body on one pin, in its own axes, through `point` from its centre of mass.
struct Pin {
  Vector3 axis = Vector3::Zero(), point = Vector3::Zero();
  bool only = false;  // else the body turns in more ways than one
};

Vector3 turned_back(const ir::Quaternion& q, const Vector3& v) {
  return vector_of(inverse(q) * ir::Vec3{v[0], v[1], v[2]});
}

Pin pin_of(const SpatialTree& tree, const TreeHinge& hinge) {
  Pin pin;
  int turns = 0;
  for (int k = hinge.first; k < hinge.first + hinge.count; ++k) {
    const TreeMove& move = tree.moves[k];
    if (move.slides()) continue;
    turns += move.speeds();
    pin.axis = turned_back(hinge.fixed, move.axis);
  }
  pin.only = turns == 1;
  pin.point = -hinge.end;
  return pin;
}

bool off_axis(const Pin& pin, const Vector3& place, double size) {
  return pin.axis.cross(place - pin.point).norm() > rounding * size;
}

bool round_inertia(const MassEntry& mass, const Vector3& axis) {
  const Vector3 J = Vector3::Map(mass.principal.data());
  const double along = axis.dot(J.cwiseProduct(axis)), across = (J.sum() - along) / 2;
  const Matrix3 round = across * Matrix3::Identity() + (along - across) * axis * axis.transpose();
  return (Matrix3(J.asDiagonal()) - round).norm() <= rounding * J.sum();
}

struct Looker {
  const Model& m;
  const SpatialTree& tree = m.tree.space;

  const TreePath& own_path(int body) const { return tree.paths[tree.ways[tree.way_start[body]]]; }
  int turns_on_way(int body) const {
    const TreePath& path = own_path(body);
    return static_cast<int>(std::count_if(tree.carriers.begin() + path.first,
                                          tree.carriers.begin() + path.first + path.count,
                                          [&](int k) { return !tree.moves[k].slides(); }));
  }
  bool carries_askew(const Pin& pin, const TreeHinge& child) const {
    if (off_axis(pin, child.start, m.size)) return true;
    for (int k = child.first; k < child.first + child.count; ++k)
      if (!tree.moves[k].ball() && pin.axis.cross(tree.moves[k].axis).norm() > rounding)
        return true;
    return false;
  }
  bool out_of_round(const TreeHinge& hinge) const {
    const Pin pin = pin_of(tree, hinge);
    if (!pin.only) return true;
    if (off_axis(pin, Vector3::Zero(), m.size)) return true;
    for (const BodyPoint& point : m.points)
      if (point.body == hinge.body && off_axis(pin, place_in_body(point), m.size)) return true;
    for (const TreeHinge& child : tree.hinges)
      if (child.parent == hinge.body && carries_askew(pin, child)) return true;
    return turns_on_way(hinge.body) > 1 && !round_inertia(m.masses[hinge.body], pin.axis);
  }
};

}  // namespace

bool turns_on_a_pin(const Tree& tree, int body) {
  const SpatialTree& s = tree.space;
  const TreePath& path = s.paths[s.ways[s.way_start[body]]];
  return std::any_of(s.carriers.begin() + path.first, s.carriers.begin() + path.first + path.count,
                     [&](int k) { return s.moves[k].turns(); });
}

std::vector<bool> out_of_round(const Model& m) {
  std::vector<bool> matters(m.masses.size(), false);
  const Looker look{m};
  for (const TreeHinge& hinge : m.tree.space.hinges) matters[hinge.body] = look.out_of_round(hinge);
  return matters;
}

}  // namespace mbs

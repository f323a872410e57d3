#include "runtime/run/corners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/contact/forces.hpp"
#include "runtime/contact/smooth_in_space.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/geometry/convex.hpp"
#include "runtime/geometry/sharp_corner.hpp"
#include "runtime/model/model_impl.hpp"

namespace mbs {

namespace {

constexpr double same_place = 1e-5;  // of the model's size

// Whether an edge of the corner lies in the face that it stands on.
bool lies_in_face(const ContactModel& c, const Placement& at, const Vector3& n) {
  constexpr double flat = 1e-6;
  const auto any = [&](const Solid& corner, const SpatialPose& body) {
    return std::any_of(corner.spread.begin(), corner.spread.end(), [&](const Vector3& edge) {
      return std::abs(n.dot(body.R * (corner.axes * edge))) < flat;
    });
  };
  return any(solids_of(c).one, at.bodies[c.a]) || any(solids_of(c).other, at.bodies[c.b]);
}

}  // namespace

bool has_left_edge(const Model& m, const double* y, const Mode& mode, int contact) {
  constexpr double nearly = corner_leaves / 4;  // of the face's body; at the end it is all of that
  const ir::Contact& c = m.scenario->contacts[contact];
  const double size = std::max(bounding_radius(c.first_shape), bounding_radius(c.second_shape));
  return left_of_edge(m, contact, y, mode.contacts[contact].edge) < nearly * size;
}

std::optional<std::string> edge_without_contact(const Model& m, const double* y, const Mode& mode,
                                                int contact, Workspace& w) {
  if (!m.layout.spatial()) return std::nullopt;
  place(m, y, w.impl().at);
  const ContactModel& c = m.contacts[contact];
  const ContactGeometry g = geometry_of(m, contact, w, mode.contacts[contact].edge);
  if (!lies_in_face(c, w.impl().at, g.n)) return std::nullopt;
  for (int other = 0; other < m.layout.touching; ++other) {
    if (other == contact || !between_same_bodies(c, m.contacts[other])) continue;
    const ContactGeometry h = geometry_of(m, other, w, mode.contacts[other].edge);
    const bool there = (h.X - g.X).norm() < same_place * m.size;
    if (there && std::abs(h.gap) <= corner_touches * m.size) return std::nullopt;
  }
  return fmt::format(
      "the corner of `{}` leaves its face where an edge of its body lies across an edge of the "
      "face",
      m.scenario->contacts[contact].name);
}

std::optional<std::string> corners_that_meet(const Model& m, const double* y, Workspace& w) {
  if (m.layout.spatial()) return std::nullopt;
  const double near = same_place * m.size;
  place(m, y, w.impl().at);
  for (int c = 0; c < m.layout.touching; ++c) {
    if (!m.contacts[c].rigid()) continue;
    const ContactGeometry g = geometry_of(m, c, w);
    for (int other = 0; other < c && std::abs(g.gap) < near; ++other) {
      if (!m.contacts[other].rigid() || !between_same_bodies(m.contacts[c], m.contacts[other]))
        continue;
      const ContactGeometry h = geometry_of(m, other, w);
      if (std::abs(h.gap) > near || std::hypot(g.px - h.px, g.py - h.py) > near) continue;
      return fmt::format(
          "`{}` and `{}` touch at one point, where corners of both bodies meet: faces end there, "
          "and which way the bodies push each other is not known",
          m.scenario->contacts[other].name, m.scenario->contacts[c].name);
    }
  }
  return std::nullopt;
}

}  // namespace mbs

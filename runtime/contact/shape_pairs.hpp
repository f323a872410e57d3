// Who computes gap and normal of which two shapes: one table, shape by shape.
#pragma once

#include "runtime/contact/geometry.hpp"
#include "runtime/contact/round_in_space.hpp"
#include "runtime/geometry/elliptic_contact.hpp"
#include "runtime/geometry/solid.hpp"

namespace mbs {

struct ShapePair {
  // Gap and normal; `g.dx`, `g.dy` are set.
  void (*gap)(const ContactModel& contact, const ContactPair& at, ContactGeometry& g);
  // The same, with the contact point and, where shapes have no one radius, those of curvature.
  void (*touch)(const ContactModel& contact, const ContactPair& at, ContactGeometry& g);
  // Derivatives of the normal's angle and of the contact point.
  void (*derivatives)(const ContactModel& contact, const ContactPair& at, const ContactGeometry& g,
                      ContactDerivatives& out);
  // In space: gap, normal and contact point, with derivatives if asked for.
  void (*in_space)(const ContactModel& contact, const ContactPair& at, bool derivatives,
                   SpatialTouch& out) = nullptr;
  // In space: how the rate of the normal changes with places, at these speeds.
  MotionRows (*normal_rate_by_place)(const ContactModel& contact, const ContactPair& at) = nullptr;
  // Do gap and normal depend on how the first, the second body is turned about its point?
  bool first_turns = false, second_turns = false;
  bool one_inside = false;        // of the other: the gap has a cone at the centre
  bool hollow = false;            // one has no end outwards: no circle or line bounds it
  bool curvature_varies = false;  // radii are those at the contact point
  // In space, where they vary.
  EqualRadii (*radii_in_space)(const ContactModel& contact, const ContactPair& at) = nullptr;
};

// Null for shapes that cannot touch.
const ShapePair* shape_pair(SurfaceKind first, SurfaceKind second);
// The same in space, of two solids of which one is neither ball nor plane.
const ShapePair* pair_of_solids(SolidKind first, SolidKind second);
// The contact of two surfaces, whose response is still to be chosen.
ContactModel model_of(const Surface& first, const Surface& second);

}  // namespace mbs

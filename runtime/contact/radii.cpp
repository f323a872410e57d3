#include "runtime/contact/radii.hpp"

#include "runtime/contact/kinematics.hpp"
#include "runtime/contact/shape_pairs.hpp"

namespace mbs {

EqualRadii contact_radii(const ContactModel& c, const ContactPair& at) {
  if (!c.shapes->curvature_varies) return {c.usual_1, c.usual_2};
  if (at.space_a) return c.shapes->radii_in_space(c, at);
  ContactGeometry g;
  contact_geometry(c, at, g);
  return {g.radius_1, g.radius_2};
}

}  // namespace mbs

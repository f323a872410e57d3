#include "runtime/contact/seen.hpp"

#include "runtime/contact/kinematics_in_space.hpp"

namespace mbs {

double told_friction(const ContactForce& f) {
  return has_no_way(f.geometry) ? f.FT * f.geometry.e.norm() : f.FT;
}

double told_sliding(const ContactForce& f) {
  return has_no_way(f.geometry) ? f.geometry.slip.norm() : f.geometry.vt;
}

ContactState state_of(const ContactForce& force, const ContactMode& mode) {
  const ContactGeometry& g = force.geometry;
  ContactState s;
  s.gap = g.gap;
  s.gap_rate = g.gap_rate;
  s.delta = force.delta;
  s.ddelta = mode.armed ? force.ddelta : 0;
  s.vt = told_sliding(force);
  s.normal_x = g.nx;
  s.normal_y = g.ny;
  s.normal_z = g.nz;
  s.point_x = g.px;
  s.point_y = g.py;
  s.point_z = g.pz;
  s.FN = force.FN;
  s.FT = told_friction(force);
  s.bound = force.bound;
  s.sticking = mode.sticking;
  s.corner = g.corner;
  return s;
}

}  // namespace mbs

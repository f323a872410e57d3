// Derivatives of a friction law whose sliding speed and states are vectors (LawProgram::vectors).
#pragma once

#include "runtime/contact/carrying.hpp"
#include "runtime/contact/forces.hpp"
#include "runtime/contact/law_partials.hpp"

namespace mbs {

// What one unknown does to a contact in space.
struct SpatialChange {
  Vector3 dn = Vector3::Zero();
  SlipChange slip;
  Vector3 carrying = Vector3::Zero();  // of Omega, see carrying.hpp; of a law of vectors
  Variation seen;                      // by the law
};

class VectorLaw {
 public:
  // The contact must act; everything must outlive this.
  VectorLaw(const ir::LawProgram& program, int first_rate, const LiveContact& contact,
            const ContactGeometry& g, const Partials& partials, const Vector3& carrying)
      : program_(program),
        first_rate_(first_rate),
        z_(contact.states),
        g_(g),
        partials_(partials),
        carrying_(carrying) {}

  Vector3 friction(const SpatialChange& change) const;
  double rate(int state, const SpatialChange& change) const;

 private:
  double output(int output, const SpatialChange& change) const;
  double seen(int state, const SpatialChange& change) const;
  Vector3 vector(int first) const { return Vector3::Map(z_ + first); }

  const ir::LawProgram& program_;
  int first_rate_;
  const double* z_;
  const ContactGeometry& g_;
  const Partials& partials_;
  Vector3 carrying_;
};

}  // namespace mbs

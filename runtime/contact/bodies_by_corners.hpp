// Bodies in space that touch each other by their corners: contacts of corners with faces do not see
// edges that cross, so where these alone overlap nobody would notice.
#pragma once

#include <vector>

#include "runtime/geometry/flat_body.hpp"
#include "runtime/model/model_impl.hpp"

namespace mbs {

// Two flat bodies with contacts of their corners of which at least one has all its corners as ends
// of contacts with the other.
struct BodiesByCorners {
  struct Side {
    int body = 0;
    // Without its rounding, in the axes of the model's body, from its centre of mass.
    FlatBody shape;
    double rounding = 0;  // m
  };
  Side first, second;
  std::vector<int> contacts;  // between both
  bool rigid = false;         // their laws
  bool edges = false;         // edges of both meet, too
  double thickness() const;   // of the thinner one, m
};

std::vector<BodiesByCorners> bodies_by_corners(const Model& model);

// By how much they overlap more than their contacts know, m; 0 if they do not by more than is
// allowed: a ten-thousandth of the thinner one, as tolerances may leave. Rounded ones are told
// apart only as long as they are without their rounding. `direction`, `distance`: of `apart`.
struct Unseen {
  double depth = 0;
  double distance = 0;
};
Unseen unseen_overlap(const Model& model, const BodiesByCorners& pair, const double* y,
                      int& direction);
double allowed_overlap(const BodiesByCorners& pair);  // m

}  // namespace mbs

// Convex shapes in space, by what they are sums of.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "lang/scenario/contact.hpp"

namespace mbs::ir {

// All x + y + z with x in an ellipsoid, y in a box and z in a ball, all about the frame's origin
// and in its axes. An ellipsoid has the first alone, a capsule both others, a cylinder a flat
// ellipsoid, and a rounded box or cylinder the ball that rounds it.
struct MinkowskiSum {
  Vec3 semi;            // semi-axes of the ellipsoid, m
  Vec3 half;            // half sides of the box, m
  double rounding = 0;  // radius of the ball, m
};

// As a shape of contacts: a curve without a name, whose support function has these sizes in place
// of a table.
inline Shape shape_of(const MinkowskiSum& s) {
  SupportTable sizes{{s.semi.x, s.semi.y, s.semi.z}, {s.half.x, s.half.y, s.half.z}, {s.rounding}};
  return Curve{{}, std::make_shared<const SupportTable>(std::move(sizes))};
}
inline std::optional<MinkowskiSum> minkowski_sum(const Curve& curve) {
  if (!curve.name.empty()) return std::nullopt;
  const SupportTable& sizes = *curve.support;
  const auto &semi = sizes[0], &half = sizes[1], &ball = sizes[2];
  return MinkowskiSum{{semi[0], semi[1], semi[2]}, {half[0], half[1], half[2]}, ball[0]};
}
inline std::optional<MinkowskiSum> minkowski_sum(const Shape& shape) {
  const auto* curve = std::get_if<Curve>(&shape);
  return curve ? minkowski_sum(*curve) : std::nullopt;
}

}  // namespace mbs::ir

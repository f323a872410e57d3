// Areas and their moments, by their boundary.
#pragma once

#include "lang/scenario/vectors.hpp"

namespace mbs::elaborate {

// An area: its size, first moments about the origin, polar moment about the origin; SI.
struct AreaMoments {
  double area = 0, x = 0, y = 0, polar = 0;
  double xx = 0, xy = 0;  // second moments; yy is the rest of the polar one

  // The sliver between the origin and a piece of boundary: length ds at the point (px, py), whose
  // tangent passes the origin at the distance h.
  void add(double px, double py, double h, double ds);
  void add_edge(const ir::Vec2& from, const ir::Vec2& to);
  void add_arc(const ir::Vec2& center, double radius, double from, double turn);
};

}  // namespace mbs::elaborate

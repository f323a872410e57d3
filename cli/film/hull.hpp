// The convex outline of points on a picture.
#pragma once

#include <vector>

#include "cli/film/canvas.hpp"

namespace mbs::film {

// The outline of all that is within r pixels of the hull of the points.
Path rounded_hull(const std::vector<Pixel>& points, double r);
// From a pixel to the hull of the points; 0 within it, infinite without points.
double distance_to_hull(const std::vector<Pixel>& points, Pixel p);

}  // namespace mbs::film

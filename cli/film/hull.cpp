#include "cli/film/hull.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace mbs::film {

namespace {

// Counter-clockwise as seen, of pixels.
std::vector<Pixel> convex_hull(std::vector<Pixel> points) {
  std::ranges::sort(points, [](Pixel a, Pixel b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  const auto same = [](Pixel a, Pixel b) { return std::hypot(b.x - a.x, b.y - a.y) < 1e-6; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  std::vector<Pixel> all;
  for (int half = 0; half < 2; ++half) {
    std::vector<Pixel> chain;
    for (const Pixel p : points) {
      while (chain.size() > 1) {
        const Pixel a = chain[chain.size() - 2], b = chain.back();
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 1e-9) break;
        chain.pop_back();
      }
      chain.push_back(p);
    }
    if (!chain.empty()) all.insert(all.end(), chain.begin(), chain.end() - 1);
    std::ranges::reverse(points);
  }
  if (all.empty() && !points.empty()) all.push_back(points.front());
  return all;
}

double distance_to_side(Pixel a, Pixel b, Pixel p) {
  const double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
  const double along = square > 0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / square : 0;
  const double part = std::clamp(along, 0.0, 1.0);
  return std::hypot(p.x - a.x - part * x, p.y - a.y - part * y);
}

}  // namespace

Path rounded_hull(const std::vector<Pixel>& points, double r) {
  const std::vector<Pixel> around = convex_hull(points);
  Path path;
  if (around.empty()) return path;
  if (around.size() == 1) return path.circle(around[0], r);
  if (r < 0.3) return polygon(around);  // nothing to round
  const std::size_t n = around.size();
  constexpr double pi = std::numbers::pi;
  for (std::size_t i = 0; i < n; ++i) {
    const Pixel p = around[i], before = around[(i + n - 1) % n], after = around[(i + 1) % n];
    const double from = std::atan2(p.y - before.y, p.x - before.x) - pi / 2;
    double to = std::atan2(after.y - p.y, after.x - p.x) - pi / 2;
    while (to < from - 1e-9) to += 2 * pi;
    path.arc(p, r, from, to);
  }
  return path.close();
}

double distance_to_hull(const std::vector<Pixel>& points, Pixel p) {
  const std::vector<Pixel> around = convex_hull(points);
  double least = std::numeric_limits<double>::infinity();
  bool inside = around.size() > 2;
  for (std::size_t i = 0; i < around.size(); ++i) {
    const Pixel a = around[i], b = around[(i + 1) % around.size()];
    inside = inside && (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0;
    least = std::min(least, distance_to_side(a, b, p));
  }
  return inside ? 0 : least;
}

}  // namespace mbs::film

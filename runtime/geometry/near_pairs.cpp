#include "runtime/geometry/near_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mbs {

namespace {

constexpr double cubic = 4.0 / 27;  // largest value of u (1 - u)^2

// Lengths of a model: nothing that could overflow, and std::hypot takes ten times as long.
double length(double x, double y) {
  return std::sqrt(x * x + y * y);
}

}  // namespace

NearPairs::NearPairs(std::vector<NearShape> shapes, double skin)
    : shapes_(std::move(shapes)), skin_(skin), path_(shapes_.size()), bulge_(shapes_.size()) {
  boxes_.reserve(shapes_.size());
}

// What a plane moves the place where it could be touched, turning included.
double NearPairs::moved(int shape, std::span<const NearPlace> now) const {
  const NearPlace &a = reference_[shape], &b = now[shape];
  const double way = length(b.x - a.x, b.y - a.y);
  return shapes_[shape].plane ? way + extent_ * length(b.nx - a.nx, b.ny - a.ny) : way;
}

bool NearPairs::still_good(std::span<const NearPlace> now) const {
  if (reference_.empty()) return false;
  for (std::size_t i = 0; i < shapes_.size(); ++i)
    if (moved(static_cast<int>(i), now) + bulge_[i] > skin_ / 2) return false;
  return true;
}

void NearPairs::measure_paths(std::span<const NearPlace> before, std::span<const NearPlace> now,
                              double h) {
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const double dx = now[i].x - before[i].x, dy = now[i].y - before[i].y;
    const auto off = [&](const NearPlace& p) { return length(p.vx * h - dx, p.vy * h - dy); };
    bulge_[i] = cubic * (off(before[i]) + off(now[i]));
    path_[i] = length(dx, dy) + bulge_[i];
  }
}

bool NearPairs::update(std::span<const NearPlace> before, std::span<const NearPlace> now,
                       double h) {
  measure_paths(before, now, h);
  if (still_good(now)) return false;
  ++rebuilds_;
  reference_.assign(now.begin(), now.end());
  pairs_.clear();
  sweep(now);
  for (std::size_t i = 0; i < shapes_.size(); ++i)
    if (shapes_[i].plane) meet_plane(static_cast<int>(i), now);
  std::sort(pairs_.begin(), pairs_.end());
  return true;
}

void NearPairs::consider(int a, int b, std::span<const NearPlace> now) {
  if (shapes_[a].body == shapes_[b].body) return;
  const double reach = shapes_[a].radius + shapes_[b].radius + skin_ + path_[a] + path_[b];
  const double dx = now[b].x - now[a].x, dy = now[b].y - now[a].y;
  if (dx * dx + dy * dy > reach * reach) return;
  pairs_.push_back({std::min(a, b), std::max(a, b)});
}

// Boxes sorted along x; each is compared with those that begin before it ends.
void NearPairs::sweep(std::span<const NearPlace> now) {
  boxes_.clear();
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    if (shapes_[i].plane) continue;
    const double r = shapes_[i].radius + skin_ / 2 + path_[i];
    boxes_.push_back({now[i].x - r, now[i].x + r, now[i].y - r, now[i].y + r, static_cast<int>(i)});
  }
  std::sort(boxes_.begin(), boxes_.end(),
            [](const Box& a, const Box& b) { return a.low_x < b.low_x; });
  for (std::size_t i = 0; i < boxes_.size(); ++i)
    for (std::size_t k = i + 1; k < boxes_.size() && boxes_[k].low_x <= boxes_[i].high_x; ++k)
      if (boxes_[k].low_y <= boxes_[i].high_y && boxes_[i].low_y <= boxes_[k].high_y)
        consider(boxes_[i].shape, boxes_[k].shape, now);
}

void NearPairs::meet_plane(int plane, std::span<const NearPlace> now) {
  const NearPlace& p = now[plane];
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    if (shapes_[i].plane) continue;
    const double dx = now[i].x - p.x, dy = now[i].y - p.y;
    extent_ = std::max(extent_, length(dx, dy));
  }
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    if (shapes_[i].plane || shapes_[i].body == shapes_[plane].body) continue;
    const double gap = (now[i].x - p.x) * p.nx + (now[i].y - p.y) * p.ny - shapes_[i].radius;
    if (gap > skin_ + path_[i] + path_[plane]) continue;
    const int k = static_cast<int>(i);
    pairs_.push_back({std::min(plane, k), std::max(plane, k)});
  }
}

}  // namespace mbs

#include "runtime/geometry/near_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mbs {

namespace {

constexpr double cubic = 4.0 / 27;  // largest value of u (1 - u)^2

// Lengths of a model: nothing that could overflow, and std::hypot takes ten times as long.
double length(double x, double y, double z) {
  return std::sqrt(x * x + y * y + z * z);
}

}  // namespace

NearPairs::NearPairs(std::vector<NearShape> shapes, double skin)
    : shapes_(std::move(shapes)), skin_(skin), path_(shapes_.size()), bulge_(shapes_.size()) {
  boxes_.reserve(shapes_.size());
}

// What a plane moves the place where it could be touched, turning included.
double NearPairs::moved(int shape, std::span<const NearPlace> now) const {
  const NearPlace &a = reference_[shape], &b = now[shape];
  const double way = length(b.x - a.x, b.y - a.y, b.z - a.z);
  if (!shapes_[shape].plane) return way;
  return way + extent_ * length(b.nx - a.nx, b.ny - a.ny, b.nz - a.nz);
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
    const double dx = now[i].x - before[i].x, dy = now[i].y - before[i].y,
                 dz = now[i].z - before[i].z;
    const auto off = [&](const NearPlace& p) {
      return length(p.vx * h - dx, p.vy * h - dy, p.vz * h - dz);
    };
    bulge_[i] = cubic * (off(before[i]) + off(now[i]));
    path_[i] = length(dx, dy, dz) + bulge_[i];
  }
}

bool NearPairs::update(std::span<const NearPlace> before, std::span<const NearPlace> now,
                       double h) {
  measure_paths(before, now, h);
  if (still_good(now)) return false;
  reference_.assign(now.begin(), now.end());
  pairs_.clear();
  sweep(now);
  for (std::size_t i = 0; i < shapes_.size(); ++i)
    if (shapes_[i].wall()) meet_wall(static_cast<int>(i), now);
  std::sort(pairs_.begin(), pairs_.end());
  return true;
}

void NearPairs::consider(int a, int b, std::span<const NearPlace> now) {
  if (shapes_[a].body == shapes_[b].body) return;
  const double reach = shapes_[a].radius + shapes_[b].radius + skin_ + path_[a] + path_[b];
  const double dx = now[b].x - now[a].x, dy = now[b].y - now[a].y, dz = now[b].z - now[a].z;
  if (dx * dx + dy * dy + dz * dz > reach * reach) return;
  pairs_.push_back({std::min(a, b), std::max(a, b)});
}

// Boxes sorted along x; each is compared with those that begin before it ends.
void NearPairs::sweep(std::span<const NearPlace> now) {
  boxes_.clear();
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    if (shapes_[i].wall()) continue;
    const double r = shapes_[i].radius + skin_ / 2 + path_[i];
    boxes_.push_back({now[i].x - r, now[i].x + r, now[i].y - r, now[i].y + r, now[i].z - r,
                      now[i].z + r, static_cast<int>(i)});
  }
  std::sort(boxes_.begin(), boxes_.end(),
            [](const Box& a, const Box& b) { return a.low_x < b.low_x; });
  for (std::size_t i = 0; i < boxes_.size(); ++i)
    for (std::size_t k = i + 1; k < boxes_.size() && boxes_[k].low_x <= boxes_[i].high_x; ++k)
      if (boxes_[k].low_y <= boxes_[i].high_y && boxes_[i].low_y <= boxes_[k].high_y &&
          boxes_[k].low_z <= boxes_[i].high_z && boxes_[i].low_z <= boxes_[k].high_z)
        consider(boxes_[i].shape, boxes_[k].shape, now);
}

double NearPairs::gap_to(int wall, int shape, std::span<const NearPlace> now) const {
  const NearPlace &p = now[wall], &at = now[shape];
  const double dx = at.x - p.x, dy = at.y - p.y, dz = at.z - p.z, r = shapes_[shape].radius;
  if (shapes_[wall].hollow) return shapes_[wall].radius - length(dx, dy, dz) - r;
  return dx * p.nx + dy * p.ny + dz * p.nz - r;
}

void NearPairs::meet_wall(int wall, std::span<const NearPlace> now) {
  const NearPlace& p = now[wall];
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    if (shapes_[i].wall()) continue;
    const double dx = now[i].x - p.x, dy = now[i].y - p.y, dz = now[i].z - p.z;
    extent_ = std::max(extent_, length(dx, dy, dz));
  }
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    if (shapes_[i].wall() || shapes_[i].body == shapes_[wall].body) continue;
    const int k = static_cast<int>(i);
    if (gap_to(wall, k, now) > skin_ + path_[i] + path_[wall]) continue;
    pairs_.push_back({std::min(wall, k), std::max(wall, k)});
  }
}

}  // namespace mbs

#include "lang/elaborate/values/joint_area.hpp"

#include <algorithm>
#include <cmath>

namespace mbs::elaborate {
namespace {

constexpr double beside = 1e-8;  // of the size: looks to both sides of an outline
constexpr int looks = 16;        // along a piece for where it is cut, besides the surest places
constexpr int halvings = 60;     // of a part of a piece, until a cut is known to rounding
constexpr int panels = 4;        // of a part, five places each

// Gauss' rule with five places.
constexpr double gauss_at[] = {-0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831,
                               0.9061798459386640};
constexpr double gauss_weight[] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889,
                                   0.4786286704993665, 0.2369268850561891};

void add(AreaMoments& m, const OnOutline& on, double ds) {
  const auto [p, way] = on;
  const double h = (p.x * way.y - p.y * way.x) * ds;
  m.area += h / 2;
  m.x += p.x * h / 3;
  m.y += p.y * h / 3;
  m.polar += (p.x * p.x + p.y * p.y) * h / 4;
}

void add_part(AreaMoments& m, const OutlinePiece& piece, double from, double to) {
  const double length = (to - from) / panels;
  for (int i = 0; i < panels; ++i)
    for (int k = 0; k < 5; ++k)
      add(m, piece(from + length * (i + (1 + gauss_at[k]) / 2)), length * gauss_weight[k] / 2);
}

class Cover {
 public:
  explicit Cover(std::span<const PlacedShape> shapes) : shapes_(shapes) {
    for (const PlacedShape& shape : shapes) {
      outside_.emplace_back(shape);
      radius_.push_back(shapes.size() > 1 ? outer_radius(shape.shape) : 0);
      size_ = std::max(size_, radius_.back());
    }
  }
  AreaMoments moments() {
    AreaMoments m;
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      find_neighbours(i);
      for (const OutlinePiece& piece : outline_of(shapes_[i])) follow(i, piece, m);
    }
    return m;
  }

 private:
  void find_neighbours(std::size_t i) {
    neighbours_.clear();
    for (std::size_t k = 0; k < shapes_.size(); ++k) {
      const double x = shapes_[k].at.x - shapes_[i].at.x, y = shapes_[k].at.y - shapes_[i].at.y;
      if (k != i && std::hypot(x, y) <= radius_[i] + radius_[k]) neighbours_.push_back(k);
    }
  }

  // Is it boundary of the whole? Where two outlines run along each other in one direction that of
  // the first shape is, in opposite directions none.
  bool counts(std::size_t i, const OnOutline& on) const {
    const double length = std::hypot(on.way.x, on.way.y), off = beside * size_;
    const double nx = length > 0 ? off * on.way.y / length : 0;
    const double ny = length > 0 ? -off * on.way.x / length : 0;
    for (const std::size_t k : neighbours_) {
      if (outside_[k]({on.place.x + nx, on.place.y + ny}) < 0) return false;
      if (k < i && outside_[k]({on.place.x - nx, on.place.y - ny}) < 0) return false;
    }
    return true;
  }

  // Where a straight piece is deepest in another shape: it goes through it there or nowhere.
  double deepest(const OutlinePiece& piece, std::size_t other) const {
    constexpr double golden = 0.3819660112501051;
    const auto depth = [&](double s) { return outside_[other](piece(s).place); };
    double low = 0, high = 1, a = golden, b = 1 - golden, at_a = depth(a), at_b = depth(b);
    for (int i = 0; i < 40; ++i) {
      if (at_a <= at_b) {
        high = b, b = a, at_b = at_a;
        a = low + golden * (high - low), at_a = depth(a);
      } else {
        low = a, a = b, at_a = at_b;
        b = high - golden * (high - low), at_b = depth(b);
      }
    }
    return (low + high) / 2;
  }

  void follow(std::size_t i, const OutlinePiece& piece, AreaMoments& m) const {
    if (neighbours_.empty()) return add_part(m, piece, 0, 1);
    std::vector<double> at;
    for (int k = 0; k <= looks; ++k) at.push_back(k / static_cast<double>(looks));
    for (const std::size_t other : neighbours_) at.push_back(deepest(piece, other));
    std::sort(at.begin(), at.end());
    double begin = 0;
    bool before = counts(i, piece(0));
    for (std::size_t k = 1; k < at.size(); ++k) {
      const bool now = counts(i, piece(at[k]));
      if (now == before) continue;
      const double cut = locate(i, piece, at[k - 1], at[k], before);
      if (before) add_part(m, piece, begin, cut);
      begin = cut;
      before = now;
    }
    if (before) add_part(m, piece, begin, 1);
  }

  double locate(std::size_t i, const OutlinePiece& piece, double low, double high,
                bool before) const {
    for (int k = 0; k < halvings && low < high; ++k) {
      const double middle = (low + high) / 2;
      (counts(i, piece(middle)) == before ? low : high) = middle;
    }
    return (low + high) / 2;
  }

  std::span<const PlacedShape> shapes_;
  std::vector<Outside> outside_;
  std::vector<double> radius_;
  std::vector<std::size_t> neighbours_;
  double size_ = 0;
};

}  // namespace

AreaMoments joint_area(std::span<const PlacedShape> shapes) {
  return Cover(shapes).moments();
}

}  // namespace mbs::elaborate

// Balls that meet each other and planes: contacts among many.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "runtime/elements/energy.hpp"
#include "runtime/model/workspace.hpp"
#include "tests/support/mechanisms.hpp"

namespace mbs::test {

inline constexpr double radius = 0.02, mass = 0.1;

struct Balls {
  Mechanism b;
  std::vector<ir::FrameId> frames;

  void add(double x, double y, double vx, double vy) {
    const std::string name = "ball" + std::to_string(frames.size());
    const ir::BodyId body = b.body(name, mass, 0.4 * mass * radius * radius);
    frames.push_back(b.frame(body, name));
    b.place(body, x, y, vx, vy);
  }
  // n by n, thrown every way.
  void grid(int n) {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k)
        add(0.06 * (i + 0.5), 0.06 * (k + 0.5), 1.5 * std::sin(2.4 * i + k),
            1.5 * std::cos(3.1 * k - i));
  }
  // A floor and two walls `side` apart.
  std::vector<ir::FrameId> box(double side) {
    return {b.frame({0}, "floor"), b.frame({0}, "left", {}, -std::numbers::pi / 2),
            b.frame({0}, "right", {side, 0}, std::numbers::pi / 2)};
  }
  void group(const ir::LawProgram& law, const std::vector<ir::FrameId>& planes = {}) {
    ir::ContactGroup g;
    g.name = "heap";
    g.twin_classes = planes.empty() ? 1 : 2;
    for (const ir::FrameId f : frames) g.members.push_back({f, ir::Circle{radius, false}, 0});
    for (const ir::FrameId f : planes) g.members.push_back({f, ir::HalfPlane{}, 1});
    const ir::LawId id = b.law(law);
    g.laws = planes.empty() ? std::vector{id} : std::vector{id, id, ir::LawId{}, ir::LawId{}};
    b.s.groups.push_back(g);
  }
  // The same with a contact for each pair.
  void pairs(const ir::LawProgram& law, const std::vector<ir::FrameId>& planes = {}) {
    const ir::LawId id = b.law(law);
    for (std::size_t i = 0; i < frames.size(); ++i) {
      for (std::size_t k = i + 1; k < frames.size(); ++k)
        b.contact("c", frames[i], ir::Circle{radius, false}, frames[k], ir::Circle{radius, false},
                  id);
      for (const ir::FrameId p : planes)
        b.contact("w", frames[i], ir::Circle{radius, false}, p, ir::HalfPlane{}, id);
    }
  }
};

inline std::vector<double> motion_at_end(const Run& r) {
  const auto y = r.y_at(r.size() - 1);
  return {y.begin(), y.begin() + 6 * layout(*r.model).bodies};
}

inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

inline double energy_at(const Run& r, std::size_t i) {
  Workspace w(*r.model);
  const Energies e = energies(*r.model, r.y_at(i).data(), w);
  return e.kinetic + e.potential + e.contact;
}

}  // namespace mbs::test

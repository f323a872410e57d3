#include "runtime/equations/balanced_load.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "runtime/equations/sticking.hpp"

namespace mbs {

namespace {

constexpr double same_direction = 1e-9, same_place = 1e-6;  // the latter of the model's size

using Places = Eigen::Matrix<double, 4, Eigen::Dynamic, 0, 4, BalancedLoad::most>;

// The parts by which the columns, places and a 1, make up (0, 0, 0, 1).
bool find_parts(const Places& places, BalancedLoad& load) {
  const Eigen::Vector4d own = Eigen::Vector4d::Unit(3);
  const auto parts = places.colPivHouseholderQr().solve(own).eval();
  if (!((places * parts - own).norm() < same_place)) return false;
  std::copy_n(parts.data(), load.count, load.parts.begin());
  return true;
}

}  // namespace

std::optional<BalancedLoad> balanced_load(const Model& m, const Mode& mode, int contact,
                                          const ContactGeometry& own, Workspace& w) {
  BalancedLoad load;
  Places places(4, 0);
  for (const int other : m.contacts[contact].beside) {
    const ContactMode& of = mode.contacts[other];
    if (!of.pressed || of.spare_N) continue;
    if (load.count == BalancedLoad::most) return {};
    const ContactGeometry g = geometry_of(m, other, w, of.edge);
    if (!(std::abs(g.n.dot(own.n)) > 1 - same_direction)) return {};
    places.conservativeResize(4, load.count + 1);
    places.col(load.count) << (g.X - own.X) / m.size, 1;
    load.contacts[load.count++] = other;
  }
  if (load.count == 0 || !find_parts(places, load)) return {};
  return load;
}

void find_beside(Model& m) {
  if (!m.layout.spatial()) return;
  for (std::size_t i = 0; i < m.contacts.size(); ++i)
    for (std::size_t k = 0; k < m.contacts.size(); ++k) {
      const ContactModel &own = m.contacts[i], &other = m.contacts[k];
      if (i != k && own.rigid() && other.rigid() && between_same_bodies(own, other))
        m.contacts[i].beside.push_back(static_cast<int>(k));
    }
}

}  // namespace mbs

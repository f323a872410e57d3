#include "runtime/equations/balanced_load.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "runtime/equations/sticking.hpp"

namespace mbs {

namespace {

constexpr double same_row = 1e-6;

// How a normal force takes hold of the second body of a contact: its direction, and its moment
// about the place of that contact by the model's size.
using Row = Eigen::Vector<double, 6>;
using Rows = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, BalancedLoad::most>;

// The parts by which the rows of the others make up its own.
bool find_parts(const Rows& rows, const Row& own, BalancedLoad& load) {
  const auto parts = rows.colPivHouseholderQr().solve(own).eval();
  if (!((rows * parts - own).norm() < same_row)) return false;
  std::copy_n(parts.data(), load.count, load.parts.begin());
  return true;
}

}  // namespace

std::optional<BalancedLoad> balanced_load(const Model& m, const Mode& mode, int contact,
                                          const ContactGeometry& own, Workspace& w) {
  BalancedLoad load;
  Rows rows(6, 0);
  for (const int other : m.contacts[contact].beside) {
    const ContactMode& of = mode.contacts[other];
    if (!of.pressed || of.spare_N) continue;
    if (load.count == BalancedLoad::most) return {};
    const ContactGeometry g = geometry_of(m, other, w, of.edge);
    const Vector3 n = m.contacts[other].b == m.contacts[contact].b ? g.n : Vector3(-g.n);
    rows.conservativeResize(6, load.count + 1);
    rows.col(load.count) << n, ((g.X - own.X) / m.size).cross(n);
    load.contacts[load.count++] = other;
  }
  const Row own_row = (Row() << own.n, 0, 0, 0).finished();
  if (load.count == 0 || !find_parts(rows, own_row, load)) return {};
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

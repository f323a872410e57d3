#include "runtime/setup/row_space.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "runtime/equations/kkt.hpp"

namespace mbs {

namespace {

constexpr double dependent = 1e-8;  // of a unit row, what is left outside the others' space
// rad: the cosine of axes nearer than this says nothing, and its gradient is rounding, which is no
// row that other rows could be held against.
constexpr double along = 1e-7;
// With so much left of a unit vector rounding has left nothing of the space in it.
constexpr double most_of_it = 0.7;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

// The part of the unit vector along `row` that points out of the space, and its length.
double RowSpace::left_of(const std::vector<double>& row, std::vector<double>& x) const {
  x = row;
  const double before = std::sqrt(dot(x, x));
  if (before == 0) return 0;
  for (double& value : x) value /= before;
  remove_from(x);
  const double left = std::sqrt(dot(x, x));
  if (left > most_of_it) return left;
  remove_from(x);
  return std::sqrt(dot(x, x));
}

bool RowSpace::add(const std::vector<double>& row, double least) {
  std::vector<double> x;
  const double left = left_of(row, x);
  if (left < least) return false;
  for (double& value : x) value /= left;
  basis_.push_back(std::move(x));
  return true;
}

double RowSpace::left_of(const std::vector<double>& row) const {
  std::vector<double> x;
  return left_of(row, x);
}

bool RowSpace::holds(const std::vector<double>& row) const {
  std::vector<double> x;
  return left_of(row, x) < dependent;
}

void RowSpace::remove_from(std::vector<double>& x, std::size_t first) const {
  for (std::size_t k = first; k < basis_.size(); ++k) {
    const auto& b = basis_[k];
    const double share = dot(b, x);
    if (share == 0) continue;
    for (std::size_t i = 0; i < dimension_; ++i) x[i] -= share * b[i];
  }
}

namespace {

// Rows as unit vectors, of which what lies in a space is taken out as it grows.
struct RowsLeft {
  std::vector<std::vector<double>> rows;
  std::vector<double> lengths;  // -1: used

  RowsLeft(const RowSpace& space, const std::vector<std::vector<double>>& all)
      : rows(all.size()), lengths(all.size()) {
    for (std::size_t k = 0; k < all.size(); ++k) lengths[k] = space.left_of(all[k], rows[k]);
  }
  Pivot most() const {
    constexpr double as_long = 1 + 1e-6;  // the first of those that say as much
    Pivot most{0, -1};
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (lengths[k] > as_long * most.left) most = {k, lengths[k]};
    return most;
  }
  void remove(const RowSpace& space, std::size_t first) {
    if (first == space.rank()) return;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (lengths[k] <= 0) continue;
      space.remove_from(rows[k], first);
      lengths[k] = std::sqrt(dot(rows[k], rows[k]));
    }
  }
};

}  // namespace

std::vector<Pivot> add_by_pivots(RowSpace& space, const std::vector<std::vector<double>>& rows,
                                 double least) {
  RowsLeft left(space, rows);
  std::vector<Pivot> order;
  while (order.size() < rows.size()) {
    const Pivot most = left.most();
    left.lengths[most.place] = -1;
    const std::size_t before = space.rank();
    space.add(rows[most.place], least);
    left.remove(space, before);
    order.push_back(most);
  }
  return order;
}

std::vector<double> scaled_gradient(const Model& m, const Placement& at, const ConstraintRow& row) {
  std::vector<double> out(m.layout.motions, 0.0);
  const SparseRow g = row_gradient(row, at);
  if (row.terms[0].function.kind == FunctionKind::space_dot &&
      std::ranges::all_of(g.values, [](double value) { return std::abs(value) < along; }))
    return out;
  for (std::size_t i = 0; i < g.columns.size(); ++i)
    out[g.columns[i]] += g.values[i] * (m.layout.turns(g.columns[i]) ? 1 : m.size);
  return out;
}

}  // namespace mbs

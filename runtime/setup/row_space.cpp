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
  remove_from(x);
  return std::sqrt(dot(x, x));
}

bool RowSpace::add(const std::vector<double>& row) {
  std::vector<double> x;
  const double left = left_of(row, x);
  if (left < dependent) return false;
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

void RowSpace::remove_from(std::vector<double>& x) const {
  for (const auto& b : basis_) {
    const double share = dot(b, x);
    if (share == 0) continue;
    for (std::size_t i = 0; i < dimension_; ++i) x[i] -= share * b[i];
  }
}

std::vector<Pivot> add_by_pivots(RowSpace& space, const std::vector<std::vector<double>>& rows) {
  constexpr double as_long = 1 + 1e-6;  // the first of those that say as much
  std::vector<char> used(rows.size(), 0);
  std::vector<Pivot> order;
  while (order.size() < rows.size()) {
    Pivot most{0, -1};
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (const double left = used[k] ? -1 : space.left_of(rows[k]); left > as_long * most.left)
        most = {k, left};
    used[most.place] = 1;
    space.add(rows[most.place]);
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

#include "runtime/setup/row_products.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "runtime/joints/joints.hpp"
#include "runtime/numerics/cholesky.hpp"

namespace mbs {

namespace {

constexpr double nothing = 1e-12;     // squared, of unit rows
constexpr double as_long = 1 + 2e-6;  // squared: the first of those that say as much

// Gradients of rows, angles scaled to the model's size.
class Gradients {
 public:
  Gradients(const Model& m, const Placement& at)
      : m_(m), at_(at), dense_(m.layout.motions, 0.0), first_(m.layout.bodies + 1, -1) {}

  // The first row that has a body in common with it.
  int add(int row) {
    const ConstraintRow& of = m_.rows[row];
    const int place = static_cast<int>(rows_.size());
    rows_.push_back({&of, static_cast<int>(values_.size())});
    values_.resize(values_.size() + of.entry_count);
    double* values = values_.data() + rows_.back().first;
    fill_row(of, at_, values);
    int first = place;
    each(rows_.back(), [&](int column, double& value) {
      if (!m_.layout.turns(column)) value *= m_.size;
      int& begin = first_[m_.layout.body_of(column)];
      if (begin < 0) begin = place;
      first = std::min(first, begin);
    });
    return first;
  }
  // The products with this row of those from `from` on up to itself.
  void products(int place, int from, double* out) {
    each(rows_[place], [&](int column, double value) { dense_[column] += value; });
    for (int k = from; k <= place; ++k) {
      double sum = 0;
      each(rows_[k], [&](int column, double value) { sum += dense_[column] * value; });
      out[k] = sum;
    }
    each(rows_[place], [&](int column, double) { dense_[column] = 0; });
  }

 private:
  struct Row {
    const ConstraintRow* of = nullptr;
    int first = 0;  // in values_
  };
  template <class Visit>
  void each(const Row& row, const Visit& visit) {
    for (int e = 0; e < row.of->entry_count; ++e)
      visit(m_.entries[row.of->first_entry + e].column, values_[row.first + e]);
  }
  const Model& m_;
  const Placement& at_;
  std::vector<Row> rows_;
  std::vector<double> values_, dense_;
  std::vector<int> first_;  // by body: the first row that touches it
};

// By pivots of what is left of the products of rows whose squared lengths are `whole`.
double last_pivot(Eigen::MatrixXd left, const Eigen::VectorXd& whole) {
  const auto n = left.rows();
  std::vector<char> used(n, 0);
  double last = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    Eigen::Index most = -1;
    last = 0;
    for (Eigen::Index k = 0; k < n; ++k)
      if (const double part = left(k, k) / whole[k]; !used[k] && part > as_long * last)
        most = k, last = part;
    if (!(last > nothing)) return 0;
    used[most] = 1;
    const Eigen::VectorXd by = left.col(most) / left(most, most);
    left -= by * left.row(most).eval();
  }
  return std::sqrt(last);
}

}  // namespace

double least_left(const Model& m, const Placement& at, std::span<const int> held,
                  std::span<const int> rows) {
  const int h = static_cast<int>(held.size()), n = static_cast<int>(rows.size());
  Gradients gradients(m, at);
  std::vector<double> factors(static_cast<std::size_t>(h) * h);
  std::vector<int> first(h);
  for (int i = 0; i < h; ++i) {
    first[i] = gradients.add(held[i]);
    gradients.products(i, first[i], factors.data() + static_cast<std::ptrdiff_t>(i) * h);
  }
  if (!factor_cholesky(factors.data(), first, nothing)) return 0;
  Eigen::MatrixXd products(h + n, n), left(n, n);  // by column: of one of the rows
  Eigen::VectorXd whole(n);
  for (int i = 0; i < n; ++i) {
    gradients.add(rows[i]);
    double* own = products.col(i).data();
    gradients.products(h + i, 0, own);
    whole[i] = own[h + i];
    solve_lower(factors.data(), first, own);
    for (int k = 0; k <= i; ++k)
      left(i, k) = left(k, i) = own[h + k] - products.col(i).head(h).dot(products.col(k).head(h));
  }
  return last_pivot(std::move(left), whole);
}

}  // namespace mbs

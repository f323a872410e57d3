#include "runtime/numerics/lcp.hpp"

#include <utility>
#include <vector>

namespace mbs {

namespace {

constexpr double smallest_pivot = 1e-11;  // entries are about one
constexpr double tie = 1e-11;             // of what leaves: the artificial variable goes first

// Rows of [I, -A, -1 | b]: the columns are y, z, the artificial variable, and the right side.
class Tableau {
 public:
  Tableau(const Eigen::MatrixXd& a, const Eigen::VectorXd& b)
      : n_(static_cast<int>(b.size())), rows_(n_, 2 * n_ + 2), basis_(n_) {
    rows_.leftCols(n_).setIdentity();
    rows_.middleCols(n_, n_) = -a;
    rows_.col(artificial()).setConstant(-1);
    rows_.col(right()) = b;
    for (int i = 0; i < n_; ++i) basis_[i] = i;
  }

  int artificial() const { return 2 * n_; }
  int complement(int variable) const { return variable < n_ ? variable + n_ : variable - n_; }

  // The artificial variable takes the place of what is most negative.
  int begin() {
    int row = 0;
    for (int i = 1; i < n_; ++i)
      if (less(i, 1, row, 1)) row = i;
    return enter(artificial(), row);
  }

  // The first of the rows that would become negative; -1: none does.
  int leaving_row(int column) const {
    int best = -1;
    for (int i = 0; i < n_; ++i) {
      const double pivot = rows_(i, column);
      if (pivot > smallest_pivot && (best < 0 || less(i, pivot, best, rows_(best, column))))
        best = i;
    }
    for (int i = 0; i < n_ && best >= 0; ++i)  // of equals the artificial one, which ends it
      if (basis_[i] == artificial() && rows_(i, column) > smallest_pivot &&
          ratio(i, column) <= ratio(best, column) + tie)
        best = i;
    return best;
  }

  // Returns the variable that leaves.
  int enter(int column, int row) {
    rows_.row(row) /= rows_(row, column);
    for (int i = 0; i < n_; ++i)
      if (i != row) rows_.row(i) -= rows_(i, column) * rows_.row(row);
    return std::exchange(basis_[row], column);
  }

  Eigen::VectorXd solution() const {
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n_);
    for (int i = 0; i < n_; ++i)
      if (basis_[i] >= n_ && basis_[i] < 2 * n_)
        z[basis_[i] - n_] = std::max(0.0, rows_(i, right()));
    return z;
  }

 private:
  int right() const { return 2 * n_ + 1; }
  double ratio(int row, int column) const { return rows_(row, right()) / rows_(row, column); }
  // Rows over their pivots, in lexicographic order: the right side first, then the columns of y.
  bool less(int i, double pivot_i, int j, double pivot_j) const {
    const double x = rows_(i, right()) / pivot_i, y = rows_(j, right()) / pivot_j;
    if (x != y) return x < y;
    for (int k = 0; k < n_; ++k) {
      const double p = rows_(i, k) / pivot_i, q = rows_(j, k) / pivot_j;
      if (p != q) return p < q;
    }
    return false;
  }

  int n_;
  Eigen::MatrixXd rows_;
  std::vector<int> basis_;
};

}  // namespace

std::optional<Eigen::VectorXd> solve_lcp(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) {
  const int n = static_cast<int>(b.size());
  if (n == 0 || b.minCoeff() >= 0) return Eigen::VectorXd::Zero(n);
  Tableau tableau(a, b);
  int left = tableau.begin();
  const int most = 100 * (n + 1);  // far more than any problem of contacts was seen to take
  for (int count = 0; count < most && left != tableau.artificial(); ++count) {
    const int entering = tableau.complement(left);
    const int row = tableau.leaving_row(entering);
    if (row < 0) return std::nullopt;
    left = tableau.enter(entering, row);
  }
  if (left != tableau.artificial()) return std::nullopt;
  return tableau.solution();
}

}  // namespace mbs

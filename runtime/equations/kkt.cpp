#include "runtime/equations/kkt.hpp"

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "runtime/numerics/sparse_lu.hpp"

namespace mbs {

namespace {

using Vector = Eigen::VectorXd;
using SparseMatrix = Eigen::SparseMatrix<double>;

constexpr int dense_limit = 160;        // unknowns; beyond it sparse elimination is faster
constexpr double inaccurate = 1e-4;     // error of a solution in front of a singular matrix
constexpr double softness = 1e-10;      // of the scaled matrix
constexpr double contradiction = 1e-7;  // relative residual of a system without solution

// A column without mass has no scale of its own. One whose entries dwarf those of masses beside it,
// as the angle of a body without inertia on a lever of a million metres, would leave of these
// nothing but rounding.
void tame_massless(std::span<const double> masses, std::span<const SparseRow> rows, Vector& s) {
  constexpr double dwarfs = 1e3;
  for (const SparseRow& row : rows) {
    double beside = 0;
    for (std::size_t i = 0; i < row.columns.size(); ++i)
      if (masses[row.columns[i]] > 0)
        beside = std::max(beside, std::abs(row.values[i] * s[row.columns[i]]));
    if (beside == 0) continue;
    for (std::size_t i = 0; i < row.columns.size(); ++i) {
      const double size = std::abs(row.values[i]), scale = s[row.columns[i]];
      if (masses[row.columns[i]] == 0 && size * scale > dwarfs * beside)
        s[row.columns[i]] = beside / size;
    }
  }
}

// Scales unknowns so that masses become 1 and rows of G unit vectors.
void set_scales(std::span<const double> masses, std::span<const SparseRow> rows, Vector& s) {
  s.resize(masses.size() + rows.size());
  for (std::size_t i = 0; i < masses.size(); ++i)
    s[i] = masses[i] > 0 ? 1 / std::sqrt(masses[i]) : 1;
  tame_massless(masses, rows, s);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    double sum = 0;
    for (std::size_t i = 0; i < rows[k].columns.size(); ++i) {
      const double g = rows[k].values[i] * s[rows[k].columns[i]];
      sum += g * g;
    }
    s[masses.size() + k] = sum > 0 ? 1 / std::sqrt(sum) : 1;
  }
}

// Calls `visit(row, column, value)` for every entry of the scaled matrix; some come in parts.
template <class Visit>
void for_each_entry(std::span<const double> masses, std::span<const SparseRow> rows, int soft,
                    const Vector& s, Visit visit) {
  const int n = static_cast<int>(masses.size());
  for (int i = 0; i < n; ++i)
    if (masses[i] > 0) visit(i, i, masses[i] * s[i] * s[i]);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const int r = n + static_cast<int>(k);
    if (rows[k].columns.empty()) visit(r, r, 1.0);
    for (std::size_t i = 0; i < rows[k].columns.size(); ++i) {
      const int c = rows[k].columns[i];
      const double g = rows[k].values[i] * s[c] * s[r];
      visit(r, c, g);
      visit(c, r, g);
    }
  }
  const int first = static_cast<int>(s.size()) - soft;
  for (int i = first; i < s.size(); ++i) {
    const double share = rows[i - n].softness, scale = s[i] / s[first];
    visit(i, i, share > 0 ? -softness * share * scale * scale : -softness);
  }
}

// Matrices of one pattern and what is computed from the newest of them.
class System {
 public:
  // Takes over the entries; false if they lie elsewhere than those of the last matrix.
  bool refill(std::span<const double> masses, std::span<const SparseRow> rows, int soft);
  void lay_out(std::span<const double> masses, std::span<const SparseRow> rows, int soft);
  void factor();
  // u = A^-1 b, refined once; what is left of b - A u. Least squares where A is singular.
  double solve();

  Vector scales, b, u;

 private:
  struct Place {
    int row = 0, column = 0, slot = 0;  // among the values of the matrix
  };
  void apply(const Vector& right, Vector& x);
  bool solves_for_ones();

  std::vector<Place> places_;  // of the entries as they come
  SparseMatrix matrix_;
  std::vector<std::int64_t> column_starts_, rows_;
  Eigen::MatrixXd full_;
  Eigen::PartialPivLU<Eigen::MatrixXd> dense_;
  std::optional<SparseLu> sparse_;
  std::optional<Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>> orthogonal_;
  Vector ones_, image_, miss_, correction_;
};

bool System::refill(std::span<const double> masses, std::span<const SparseRow> rows, int soft) {
  if (scales.size() != matrix_.rows()) return false;
  matrix_.coeffs().setZero();
  std::size_t next = 0;
  bool same = true;
  for_each_entry(masses, rows, soft, scales, [&](int row, int column, double value) {
    same =
        same && next < places_.size() && places_[next].row == row && places_[next].column == column;
    if (same) matrix_.valuePtr()[places_[next++].slot] += value;
  });
  return same && next == places_.size();
}

void System::lay_out(std::span<const double> masses, std::span<const SparseRow> rows, int soft) {
  std::vector<Eigen::Triplet<double>> entries;
  for_each_entry(masses, rows, soft, scales, [&](int row, int column, double value) {
    entries.emplace_back(row, column, value);
  });
  matrix_.resize(scales.size(), scales.size());
  matrix_.setFromTriplets(entries.begin(), entries.end());
  matrix_.makeCompressed();
  places_.clear();
  for (const auto& entry : entries) {
    const int* first = matrix_.innerIndexPtr() + matrix_.outerIndexPtr()[entry.col()];
    const int* last = matrix_.innerIndexPtr() + matrix_.outerIndexPtr()[entry.col() + 1];
    const int* slot = std::lower_bound(first, last, entry.row());
    places_.push_back({entry.row(), entry.col(), static_cast<int>(slot - matrix_.innerIndexPtr())});
  }
  ones_.setOnes(scales.size());
  sparse_.reset();
  if (matrix_.rows() <= dense_limit) return;
  column_starts_.assign(matrix_.outerIndexPtr(), matrix_.outerIndexPtr() + matrix_.rows() + 1);
  rows_.assign(matrix_.innerIndexPtr(), matrix_.innerIndexPtr() + matrix_.nonZeros());
  sparse_.emplace(column_starts_, rows_);
}

void System::factor() {
  orthogonal_.reset();
  if (sparse_) {
    if (sparse_->factor(matrix_.valuePtr()) && solves_for_ones()) return;
  } else {
    full_ = matrix_;
    dense_.compute(full_);
    if (solves_for_ones()) return;
  }
  orthogonal_.emplace();
  orthogonal_->setThreshold(1e-10);
  orthogonal_->compute(Eigen::MatrixXd(matrix_));
}

// A singular matrix does not give them back, nor one that is all but singular.
bool System::solves_for_ones() {
  image_.noalias() = matrix_ * ones_;
  apply(image_, correction_);
  for (const double one : correction_)
    if (!(std::abs(one - 1) < inaccurate)) return false;
  return true;
}

void System::apply(const Vector& right, Vector& x) {
  x.resize(right.size());
  if (orthogonal_)
    x = orthogonal_->solve(right);
  else if (sparse_)
    sparse_->solve(right.data(), x.data());
  else
    x = dense_.solve(right);
}

double System::solve() {
  apply(b, u);
  miss_ = b;
  miss_.noalias() -= matrix_ * u;
  apply(miss_, correction_);
  u += correction_;
  miss_ = b;
  miss_.noalias() -= matrix_ * u;
  return miss_.lpNorm<Eigen::Infinity>();
}

// Without rows each unknown is one by itself: solved as a system of all would, to the last digit.
bool solve_alone(std::span<const double> masses, std::span<double> x, std::span<double> p) {
  bool finite = true;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    double& of = i < x.size() ? x[i] : p[i - x.size()];
    const double scale = 1 / std::sqrt(masses[i]), pivot = masses[i] * scale * scale;
    const double right = of * scale, first = right / pivot;
    of = (first + (right - pivot * first) / pivot) * scale;
    finite &= std::isfinite(of);
  }
  return finite;
}

}  // namespace

// One system for each number of rows, soft ones apart: what holds and rests comes and goes.
struct Kkt::Impl {
  std::map<std::pair<std::size_t, int>, System> systems;
  System* system = nullptr;  // factorised last
  std::vector<Eigen::Index> left_out;
  std::vector<double> alone;  // masses that no row ties to each other; else empty
};

Kkt::Kkt() : impl_(std::make_unique<Impl>()) {}
Kkt::Kkt(std::span<const double> masses, std::span<const SparseRow> rows, int soft) : Kkt() {
  factor(masses, rows, soft);
}
Kkt::~Kkt() = default;
Kkt::Kkt(Kkt&&) noexcept = default;

void Kkt::factor(std::span<const double> masses, std::span<const SparseRow> rows, int soft) {
  impl_->alone.clear();
  if (rows.empty() && !masses.empty() &&
      std::ranges::all_of(masses, [](double mass) { return mass > 0; })) {
    impl_->alone.assign(masses.begin(), masses.end());
    return;
  }
  System& system = impl_->systems[{rows.size(), soft}];
  impl_->system = &system;
  set_scales(masses, rows, system.scales);
  impl_->left_out.clear();
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (rows[k].columns.empty())
      impl_->left_out.push_back(static_cast<Eigen::Index>(masses.size() + k));
  if (system.scales.size() == 0) return;
  if (!system.refill(masses, rows, soft)) system.lay_out(masses, rows, soft);
  system.factor();
}

bool Kkt::solve(std::span<double> x, std::span<double> p) {
  if (!impl_->alone.empty()) return solve_alone(impl_->alone, x, p);
  System& s = *impl_->system;
  const Eigen::Index n = static_cast<Eigen::Index>(x.size()), total = s.scales.size();
  if (total == 0) return true;
  s.b.resize(total);
  for (Eigen::Index i = 0; i < total; ++i) s.b[i] = (i < n ? x[i] : p[i - n]) * s.scales[i];
  for (const Eigen::Index i : impl_->left_out) s.b[i] = 0;
  const double error = s.solve();
  const double scale = s.b.lpNorm<Eigen::Infinity>();
  for (Eigen::Index i = 0; i < total; ++i) (i < n ? x[i] : p[i - n]) = s.u[i] * s.scales[i];
  return s.u.allFinite() && error <= contradiction * scale;
}

std::vector<double> mass_diagonal(const Model& m) {
  std::vector<double> d;
  for (std::size_t b = 1; b < m.masses.size(); ++b) {
    const MassEntry& entry = m.masses[b];
    if (m.layout.spatial()) {
      d.insert(d.end(), 3, entry.mass);
      d.insert(d.end(), entry.principal.begin(), entry.principal.end());
    } else {
      d.insert(d.end(), {entry.mass, entry.mass, entry.inertia});
    }
  }
  return d;
}

std::size_t constraint_rows(const Model& m, const std::vector<double>& g, bool positions,
                            const Mode* mode, std::vector<SparseRow>& rows) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < m.rows.size(); ++k) {
    const ConstraintRow& row = m.rows[k];
    if (positions && !row.position) continue;
    SparseRow& out = next_row(rows, count);
    if (!row_acts(mode, k)) continue;
    for (int i = row.first_entry; i < row.first_entry + row.entry_count; ++i) {
      out.columns.push_back(m.entries[i].column);
      out.values.push_back(g[i]);
    }
  }
  return count;
}

std::vector<SparseRow> constraint_rows(const Model& m, const std::vector<double>& g, bool positions,
                                       const Mode* mode) {
  std::vector<SparseRow> rows;
  constraint_rows(m, g, positions, mode, rows);
  return rows;
}

SparseRow& next_row(std::vector<SparseRow>& rows, std::size_t& count) {
  if (count == rows.size()) rows.emplace_back();
  SparseRow& row = rows[count++];
  row.columns.clear();
  row.values.clear();
  return row;
}

SparseRow row_gradient(const ConstraintRow& row, const Placement& at) {
  SparseRow out;
  Local g;
  for (int k = 0; k < row.term_count; ++k) {
    const PairFunction& f = row.terms[k].function;
    gradient(f, at, g);
    for (int i = 0; i < f.locals(); ++i) {
      if (!f.uses(i)) continue;
      out.columns.push_back(f.column(i));
      out.values.push_back(row.terms[k].factor * g[i]);
    }
  }
  return out;
}

}  // namespace mbs

#include "runtime/numerics/sparse_lu.hpp"

#include <klu.h>

#include <algorithm>
#include <cmath>
#include <queue>

namespace mbs {

namespace {

// A pivot may be this much smaller than another entry of its column, rows scaled to their largest
// entries: four digits lost at most, which the Newton iteration does not notice.
constexpr double largest_multiplier = 1e4;

// KLU's scaling of rows. By their largest entries the mass of a very light body may become rounding
// beside the multipliers in its row, and a pivot 0: then rows stay as they are.
enum class RowsBy { themselves = 0, largest_entry = 2 };

// KLU's choice for one matrix.
struct Ordering {
  std::vector<std::int64_t> rows, columns, blocks;
};

bool order_by_klu(std::span<const std::int64_t> starts, std::span<const std::int64_t> rows,
                  const double* values, RowsBy scaling, Ordering& out) {
  const auto n = static_cast<std::int64_t>(starts.size()) - 1;
  auto* ap = const_cast<std::int64_t*>(starts.data());
  auto* ai = const_cast<std::int64_t*>(rows.data());
  klu_l_common common;
  klu_l_defaults(&common);
  common.scale = static_cast<int>(scaling);
  klu_l_symbolic* symbolic = klu_l_analyze(n, ap, ai, &common);
  if (!symbolic) return false;
  klu_l_numeric* numeric = klu_l_factor(ap, ai, const_cast<double*>(values), symbolic, &common);
  const bool regular = numeric && common.status == KLU_OK;
  if (regular) {
    out.rows.resize(n);
    out.columns.resize(n);
    out.blocks.resize(symbolic->nblocks + 1);
    klu_l_extract(numeric, symbolic, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                  nullptr, nullptr, out.rows.data(), out.columns.data(), nullptr, out.blocks.data(),
                  &common);
  }
  if (numeric) klu_l_free_numeric(&numeric, &common);
  klu_l_free_symbolic(&symbolic, &common);
  return regular;
}

std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> out(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) out[order[i]] = static_cast<int>(i);
  return out;
}

}  // namespace

SparseLu::SparseLu(std::span<const std::int64_t> column_starts, std::span<const std::int64_t> rows)
    : column_starts_(column_starts),
      rows_of_(rows),
      size_(static_cast<int>(column_starts.size()) - 1),
      inverse_pivots_(size_),
      weights_(size_),
      work_(size_) {}

bool SparseLu::choose_pivots(const double* values) {
  Ordering ordering;
  ++analyses_;
  chosen_ = order_by_klu(column_starts_, rows_of_, values, RowsBy::largest_entry, ordering) ||
            order_by_klu(column_starts_, rows_of_, values, RowsBy::themselves, ordering);
  if (!chosen_) return false;
  row_order_.assign(ordering.rows.begin(), ordering.rows.end());
  column_order_.assign(ordering.columns.begin(), ordering.columns.end());
  new_row_ = inverse(row_order_);
  new_column_ = inverse(column_order_);
  lay_out(ordering.blocks);
  join_blocks(ordering.blocks);
  place_entries();
  return true;
}

// The pattern of the factors, row by row.
void SparseLu::lay_out(std::span<const std::int64_t> blocks) {
  std::vector<std::vector<int>> entries(size_);  // by new row: new columns
  for (int column = 0; column < size_; ++column)
    for (std::int64_t p = column_starts_[column]; p < column_starts_[column + 1]; ++p)
      entries[new_row_[rows_of_[p]]].push_back(new_column_[column]);
  rows_.clear();
  seen_.assign(size_, -1);
  columns_.clear();
  std::size_t block = 0;
  for (int i = 0; i < size_; ++i) {
    while (blocks[block + 1] <= i) ++block;
    add_row(i, static_cast<int>(blocks[block + 1]), entries[i]);
  }
  factors_.resize(columns_.size());
}

// Row i after elimination: its own entries and those that earlier pivot rows of its block bring in.
void SparseLu::add_row(int i, int block_end, std::span<const int> entries) {
  std::vector<int> inside, outside;
  std::priority_queue<int, std::vector<int>, std::greater<>> left;
  const auto take = [&](int column) {
    if (seen_[column] == i) return;
    seen_[column] = i;
    inside.push_back(column);
    if (column < i) left.push(column);
  };
  take(i);
  for (int column : entries) column < block_end ? take(column) : outside.push_back(column);
  while (!left.empty()) {
    const EliminatedRow& pivot = rows_[left.top()];
    left.pop();
    for (int p = pivot.diagonal + 1; p < pivot.end; ++p) take(columns_[p]);
  }
  std::sort(inside.begin(), inside.end());
  const auto pivot = std::lower_bound(inside.begin(), inside.end(), i) - inside.begin();
  EliminatedRow row;
  row.outside = static_cast<int>(columns_.size());
  columns_.insert(columns_.end(), outside.begin(), outside.end());
  row.start = static_cast<int>(columns_.size());
  row.diagonal = row.start + static_cast<int>(pivot);
  columns_.insert(columns_.end(), inside.begin(), inside.end());
  row.end = static_cast<int>(columns_.size());
  rows_.push_back(row);
}

void SparseLu::join_blocks(std::span<const std::int64_t> starts) {
  blocks_.clear();
  for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
    const int begin = static_cast<int>(starts[k]), end = static_cast<int>(starts[k + 1]);
    const bool triangle = end - begin == 1;
    if (triangle && k > 0 && blocks_.back().triangle)
      blocks_.back().end = end;
    else
      blocks_.push_back({begin, end, triangle});
  }
}

void SparseLu::place_entries() {
  place_.resize(rows_of_.size());
  for (int column = 0; column < size_; ++column)
    for (std::int64_t p = column_starts_[column]; p < column_starts_[column + 1]; ++p) {
      const EliminatedRow& row = rows_[new_row_[rows_of_[p]]];
      const auto first = columns_.begin() + row.outside, last = columns_.begin() + row.end;
      place_[p] = static_cast<int>(std::find(first, last, new_column_[column]) - columns_.begin());
    }
}

// Subtracts multiples of earlier rows from row i, which is spread out in `work_`.
bool SparseLu::eliminate(int i) {
  const EliminatedRow& row = rows_[i];
  double size = 0;
  for (int p = row.outside; p < row.end; ++p) size = std::max(size, std::abs(factors_[p]));
  weights_[i] = 1 / size;
  for (int p = row.start; p < row.end; ++p) work_[columns_[p]] = factors_[p];
  double largest = 0;  // multiplier, with rows scaled
  for (int p = row.start; p < row.diagonal; ++p) {
    const int k = columns_[p];
    const double multiplier = work_[k] * inverse_pivots_[k];
    factors_[p] = multiplier;
    if (multiplier == 0) continue;
    largest = std::max(largest, std::abs(multiplier) * weights_[i] / weights_[k]);
    const EliminatedRow& pivot = rows_[k];
    for (int u = pivot.diagonal + 1; u < pivot.end; ++u)
      work_[columns_[u]] -= multiplier * factors_[u];
  }
  for (int p = row.diagonal; p < row.end; ++p) factors_[p] = work_[columns_[p]];
  inverse_pivots_[i] = 1 / factors_[row.diagonal];
  return std::isfinite(inverse_pivots_[i]) && largest <= largest_multiplier;
}

bool SparseLu::compute(const double* values) {
  std::fill(factors_.begin(), factors_.end(), 0.0);
  for (std::size_t p = 0; p < place_.size(); ++p) factors_[place_[p]] = values[p];
  bool good = true;
  for (int i = 0; i < size_; ++i) good = eliminate(i) && good;
  return good;
}

bool SparseLu::factor(const double* values) {
  if (chosen_ && compute(values)) return true;
  if (!choose_pivots(values)) return false;
  compute(values);  // the pivots are the best there are
  return std::all_of(inverse_pivots_.begin(), inverse_pivots_.end(),
                     [](double x) { return std::isfinite(x); });
}

void SparseLu::solve_triangle(const Block& block, const double* b) {
  double* x = work_.data();
  const double *factors = factors_.data(), *inverse_pivots = inverse_pivots_.data();
  const int *columns = columns_.data(), *order = row_order_.data();
  const EliminatedRow* rows = rows_.data();
  for (int i = block.end - 1; i >= block.begin; --i) {
    double sum = b[order[i]];
    for (int p = rows[i].outside, last = rows[i].diagonal; p < last; ++p)
      sum -= factors[p] * x[columns[p]];
    x[i] = sum * inverse_pivots[i];
  }
}

void SparseLu::solve_block(const Block& block, const double* b) {
  double* x = work_.data();
  const double *factors = factors_.data(), *inverse_pivots = inverse_pivots_.data();
  const int *columns = columns_.data(), *order = row_order_.data();
  const EliminatedRow* rows = rows_.data();
  for (int i = block.begin; i < block.end; ++i) {
    double sum = b[order[i]];
    for (int p = rows[i].outside, last = rows[i].diagonal; p < last; ++p)
      sum -= factors[p] * x[columns[p]];
    x[i] = sum;
  }
  for (int i = block.end - 1; i >= block.begin; --i) {
    double sum = x[i];
    for (int p = rows[i].diagonal + 1, last = rows[i].end; p < last; ++p)
      sum -= factors[p] * x[columns[p]];
    x[i] = sum * inverse_pivots[i];
  }
}

void SparseLu::solve(const double* b, double* x) {
  for (std::size_t k = blocks_.size(); k-- > 0;)
    blocks_[k].triangle ? solve_triangle(blocks_[k], b) : solve_block(blocks_[k], b);
  for (int i = 0; i < size_; ++i) x[column_order_[i]] = work_[i];
}

}  // namespace mbs

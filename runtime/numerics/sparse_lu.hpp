// Private to the solver: LU factors of matrices of one pattern, many times over.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mbs {

// Order of elimination and pivots are chosen once, by KLU on the first matrix, and kept: later
// factorisations only compute. A pivot that has become too small against its column calls for a new
// choice. Blocks of the block triangular form are factorised one by one.
class SparseLu {
 public:
  // Compressed columns, rows sorted; the spans must outlive this.
  SparseLu(std::span<const std::int64_t> column_starts, std::span<const std::int64_t> rows);
  // Entries in the order of the pattern. False: singular.
  bool factor(const double* values);
  // Solves A x = b for the matrix factorised last; x may be b.
  void solve(const double* b, double* x);
  // How often order and pivots were chosen, for whoever wonders where time goes.
  long analyses() const { return analyses_; }

 private:
  struct EliminatedRow {
    // Where its entries in `columns_` begin: those in later blocks, L, the pivot, U.
    int outside = 0, start = 0, diagonal = 0, end = 0;
  };
  struct Block {
    int begin = 0, end = 0;  // rows
    bool triangle = false;   // of blocks of one row each, which need no elimination
  };
  bool choose_pivots(const double* values);
  void lay_out(std::span<const std::int64_t> blocks);
  void join_blocks(std::span<const std::int64_t> starts);
  void add_row(int i, int block_end, std::span<const int> entries);
  void place_entries();
  bool compute(const double* values);
  bool eliminate(int i);
  void solve_triangle(const Block& block, const double* b);
  void solve_block(const Block& block, const double* b);

  std::span<const std::int64_t> column_starts_, rows_of_;
  int size_;
  std::vector<int> row_order_, column_order_;  // new place -> old
  std::vector<int> new_row_, new_column_;      // old place -> new
  std::vector<Block> blocks_;
  std::vector<EliminatedRow> rows_;  // in their new order
  std::vector<int> seen_;            // which row took up a column last
  std::vector<int> columns_;         // of the entries of rows_, new
  std::vector<int> place_;           // of each entry of the pattern among the factors'
  std::vector<double> factors_, inverse_pivots_;
  std::vector<double> weights_;  // by row: one over its largest entry before elimination
  std::vector<double> work_;
  bool chosen_ = false;
  long analyses_ = 0;
};

}  // namespace mbs

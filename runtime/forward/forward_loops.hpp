// The constraints that joint coordinates leave, of loops and of drives that move no coordinate
// alone, in the system of accelerations:
//   M a + G^T lambda = Q,   G a = gamma,   M = L L^T
//   W = L^-1 G^T,  S = W^T W,  S lambda = W^T L^-1 Q - gamma,  a = L^-T (L^-1 Q - W lambda)
// W has entries in the blocks that a row touches alone.
#pragma once

#include <span>
#include <vector>

#include "runtime/forward/forward_plan.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// The motion of the bodies at an instant, as rows of constraints see them.
struct ForwardMotion {
  std::vector<double> coefficients;  // x and y of each column, then 1
  std::vector<double> bias;  // by column of v: acceleration where that of free coordinates is 0
};

class ForwardLoops {
 public:
  ForwardLoops(const Model& model, const ForwardPlan& plan);
  // Which rows act from now on.
  void choose(const Mode& mode);
  bool any() const { return !rows_.empty(); }
  // G and gamma; the bodies are placed and the drives evaluated.
  void fill(const ForwardMotion& motion, Workspace& w);
  // A drive may move what has no inertia. Any inertia will do there: M + G^T G has the same
  // accelerations and multipliers, if Q + G^T gamma goes with it.
  void lend_inertia(std::span<double> inertia, std::span<double> force) const;
  // W, S and its factors, from those of M. False: the rows are not independent here.
  bool factor(const std::vector<double>& factors, double least);
  // How far the rows factored last are from being dependent: the least of what is left of a row of
  // S beside the others, as part of the most that was ever in it, for it may vanish all by itself.
  // 1 without any.
  double independence() const;
  // force: L^-1 Q, by place. Takes off W lambda.
  void solve(std::span<double> force);
  // Multiplier of a row that acts, by its place in rows(); what it pulls a given coordinate with.
  std::span<const int> rows() const { return acting_; }
  double multiplier(std::size_t i) const { return lambda_[i]; }
  double pull_on_given(int coordinate) const;
  // L^T times what coordinates, by place, and their rates lack to fulfil the rows.
  struct Correction {
    std::vector<double> places, rates;
  };
  // Corrects the placement that was factored last; false where no row is off by more than
  // `allowed`, m.
  bool correction(double allowed, const Mode& mode, const double* v, Workspace& w, Correction& out);

 private:
  struct Term {
    int entry = 0;        // of Model::entries
    int coefficient = 0;  // of ForwardMotion::coefficients
    int to = 0;           // of values_, or of given_
  };
  struct Piece {                // of a row, in one block
    int block = 0, first = 0;   // in values_
    int entries = 0, size = 0;  // of the block
  };
  struct Row {
    int row = 0;            // in Model::rows
    bool in_world = false;  // between two points, along an axis of the world
    int first_term = 0, terms = 0, first_given = 0, givens = 0;
    int first_piece = 0, pieces = 0;
    int first_value = 0, values = 0;
  };
  struct Shared {                                 // a block that two rows touch
    int to = 0, first = 0, second = 0, size = 0;  // in square_, in values_
  };
  struct Given {
    int coordinate = 0;
    double value = 0;
  };
  struct Lender {  // a row that has one coordinate alone, which lacks inertia
    int row = 0, place = 0, value = 0;
  };
  void add(int row);
  void find_lender(const Row& row);
  int place_of_column(Row& row, int column);
  void find_shared();
  void fill_one(const ForwardMotion& motion, const Row& row, double* g);
  void spread(std::span<const double> multipliers, std::span<double> to) const;

  const Model& m_;
  const ForwardPlan& plan_;
  std::vector<int> first_column_;  // by body, in ForwardPlan::bodies; -1: it does not move
  std::vector<int> acting_, next_;
  std::vector<Row> rows_;
  std::vector<Term> terms_, given_terms_;
  std::vector<Piece> pieces_;
  std::vector<Given> givens_;
  std::vector<Shared> shared_;
  std::vector<Lender> lenders_;
  std::vector<char> bare_;      // by place: without inertia
  std::vector<double> values_;  // of W^T, row by row
  std::vector<int> places_;     // of the coordinates that those are of
  std::vector<double> square_;  // S, then its factors
  std::vector<double> most_;    // that was ever on the diagonal of S, of these rows
  std::vector<double> gamma_, lambda_, errors_, rates_;
};

}  // namespace mbs

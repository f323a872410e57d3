// The solution of one implicit equation inside a tape. Not for use outside of lang.
#pragma once

#include "lang/expression/root_memory.hpp"
#include "lang/expression/tape_compile.hpp"

namespace mbs {

// Safeguarded Newton iteration in the open interval (low, high).
class RootSolver {
 public:
  RootSolver(const Tape& program, TapeState& state) : program_(program), state_(state) {}

  // The solution to full double precision, NaN if there is none; `failure()` then says why.
  // `warm` is the last solution, or NaN.
  double solve(double low, double high, double warm);
  // The same where the last solution may be guessed from others, dx/dp being -sign/slope.
  double solve_remembered(double low, double high, double warm, RootMemory& memory, double p,
                          double sign);
  const TapeFailure& failure() const { return failure_; }

 private:
  struct Point {
    double x, residual, slope;
  };
  Point at(double x) const;
  Point inside(double end, double other) const;
  double continued(double low, double high, double warm) const;
  double bracketed(Point negative, Point positive) const;

  static bool accurate(const RootMemory::Guess& guess, double step, double slope);

  const Tape& program_;
  TapeState& state_;
  TapeFailure failure_;
};

}  // namespace mbs

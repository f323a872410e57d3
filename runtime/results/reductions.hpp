// Reductions of histories and of lists to one number. Plain functions of plain numbers.
//
// A history is given at the accepted steps t[0] <= t[1] <= ...; equal times are the two sides of
// an event. NaN marks a missing list entry.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "lang/scenario/scenario.hpp"

namespace mbs {

// Value and place of an extreme.
struct Extreme {
  double t = 0;
  double value = 0;
};
// A history between its samples: value at any time within the run.
using History = std::function<double(double t)>;

// The largest value over all samples, refined by golden-section search in the two steps beside the
// best sample, and beside others that are larger than their neighbours and all but as large. A step
// across an event (equal times) is never searched. `f` may be empty: no search.
Extreme largest(std::span<const double> t, std::span<const double> values, const History& f);

// Places within a step, as parts of it, where a history is wanted to integrate it beside its ends:
// the inner nodes of the 5-point Gauss-Lobatto rule.
inline constexpr std::size_t inner_count = 3;
extern const double inner_nodes[inner_count];

// Integral of x dt by the 5-point Gauss-Lobatto rule (Abramowitz and Stegun 25.4.32) in each step:
// exact for polynomials up to degree 7, so for the squares of cubics that run between samples too.
// `inner[3*i + k]` is the value at t[i] + inner_nodes[k]*(t[i+1] - t[i]).
double integral(std::span<const double> t, std::span<const double> values,
                std::span<const double> inner);
// The same of x^2, for the root of the mean square.
double integral_of_square(std::span<const double> t, std::span<const double> values,
                          std::span<const double> inner);

// Integral of f dt over all pieces between consecutive `ends`, by Gauss's and Kronrod's rules with
// 7 and 15 points (QUADPACK, 1983), which ask for no value at an end; pieces are halved until both
// rules agree to 1e-9 of the whole.
double integral_by_pieces(std::span<const double> ends, const History& f);

// The value below which the part q of the sorted values lies, by straight lines between them.
double quantile(std::vector<double> values, double q);
// Those that give the place of an extreme; those that are fitted to a whole history.
bool is_place(ir::ReductionKind kind);
bool is_fit(ir::ReductionKind kind);
// The reduction of a list. `count` of conditions counts those that hold. Entries that are NaN are
// left out by the caller. max, min, mean, rms, first and last need at least one entry.
double reduce_rows(ir::ReductionKind kind, std::span<const double> values, bool conditions);
bool needs_entries(ir::ReductionKind kind);

// "max", "first", ...: as the language names it.
const char* name_of(ir::ReductionKind kind);

}  // namespace mbs

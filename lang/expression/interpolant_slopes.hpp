// Private to interpolant.cpp: the slopes at the rows that make cubics between them.
#pragma once

#include <vector>

namespace mbs {

// Fritsch and Butland (SIAM J. Sci. Stat. Comput. 5, 1984): a weighted harmonic mean of the slopes
// of both sides, 0 at extremes, so that the curve is monotone where the rows are. At the ends the
// parabola through three rows, cut back where it would overshoot.
std::vector<double> pchip_slopes(const std::vector<double>& x, const std::vector<double>& y);

// Slopes of the cubic spline with two continuous derivatives whose first two and last two pieces
// are one cubic each (not-a-knot, de Boor, A Practical Guide to Splines, IV). Two rows make a line,
// three a parabola.
std::vector<double> spline_slopes(const std::vector<double>& x, const std::vector<double>& y);

// The same of rows that come again and again: y ends as it begins, and no row is an end.
std::vector<double> pchip_slopes_again(const std::vector<double>& x, const std::vector<double>& y);
std::vector<double> spline_slopes_again(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace mbs

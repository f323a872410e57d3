#include "lang/expression/interpolant.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lang/expression/interpolant_slopes.hpp"

namespace mbs {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr int block = 64;           // pieces
constexpr double slack = 1e-9;      // of the range; a last step may end just beyond it
constexpr double rounding = 1e-14;  // of bounds

double derivative(const std::array<double, 4>& c, double s, int order) {
  switch (order) {
    case 0:
      return c[0] + s * (c[1] + s * (c[2] + s * c[3]));
    case 1:
      return c[1] + s * (2 * c[2] + s * 3 * c[3]);
    case 2:
      return 2 * c[2] + 6 * c[3] * s;
    case 3:
      return 6 * c[3];
    default:
      return 0;
  }
}

void widen(std::pair<double, double>& range, double value) {
  range.first = std::min(range.first, value);
  range.second = std::max(range.second, value);
}

}  // namespace

Interpolant::Interpolant(std::string name, Unit unit, Rows rows)
    : name_(std::move(name)),
      unit_(std::move(unit)),
      x_(std::move(rows.x)),
      y_(std::move(rows.y)),
      by_(rows.by),
      hold_(rows.hold),
      regions_(rows.by == Interpolation::spline ? rows.hold ? Regions::ends : Regions::one
               : rows.hold || x_.size() > 2     ? Regions::knots
                                                : Regions::one) {
  if (by_ == Interpolation::pchip) slopes_ = pchip_slopes(x_, y_);
  if (by_ == Interpolation::spline) slopes_ = spline_slopes(x_, y_);
  make_bounds();
}

int Interpolant::piece_of(double x) const {
  if (x < x_.front()) return -1;
  if (x > x_.back()) return pieces();
  const auto next = std::upper_bound(x_.begin() + 1, x_.end() - 1, x);
  return static_cast<int>(next - x_.begin()) - 1;
}

bool Interpolant::outside(double x) const {
  const double allowed = slack * (last() - first());
  return !hold_ && !(x >= first() - allowed && x <= last() + allowed);
}

// Regions with neighbours beyond the ends only if those are held.
int Interpolant::region_of(int piece) const {
  if (regions_ == Regions::knots) return piece + 1;
  return piece < 0 ? 0 : piece < pieces() ? 1 : 2;
}

std::pair<double, double> Interpolant::region_ends(int piece) const {
  const bool knots = regions_ == Regions::knots;
  if (piece < 0) return {-inf, first()};
  if (piece >= pieces()) return {last(), inf};
  const int from = knots ? piece : 0, to = knots ? piece + 1 : pieces();
  return {from == 0 && !hold_ ? -inf : x_[from], to == pieces() && !hold_ ? inf : x_[to]};
}

// The piece that serves an argument: its own, or the nearest of the region that is asked for.
int Interpolant::piece_for(double x, TableBranch branch) const {
  int piece = piece_of(x);
  if (!hold_) piece = std::clamp(piece, 0, pieces() - 1);
  if (branch == TableBranch::whole || regions_ == Regions::one) return piece;
  const bool even = region_of(piece) % 2 == 0;
  if (even == (branch == TableBranch::even)) return piece;
  const auto [from, to] = region_ends(piece);
  if (from == -inf && to == inf) return piece;
  const bool left = x - from <= to - x;
  if (regions_ == Regions::knots) return left ? piece - 1 : piece + 1;
  if (piece < 0) return 0;
  if (piece >= pieces()) return pieces() - 1;
  return left ? -1 : pieces();
}

Interpolant::Cubic Interpolant::cubic(int piece) const {
  if (piece < 0) return {y_.front(), 0, 0, 0};
  if (piece >= pieces()) return {y_.back(), 0, 0, 0};
  const double h = x_[piece + 1] - x_[piece], rise = (y_[piece + 1] - y_[piece]) / h;
  if (slopes_.empty()) return {y_[piece], rise, 0, 0};
  const double a = slopes_[piece], b = slopes_[piece + 1];
  return {y_[piece], a, (3 * rise - 2 * a - b) / h, (a + b - 2 * rise) / (h * h)};
}

double Interpolant::value(int piece, double x, int order) const {
  const int start = std::clamp(piece, 0, pieces());
  return derivative(cubic(piece), x - x_[start], order);
}

double Interpolant::at(double x, LookupPart part) const {
  if (std::isnan(x)) return missing;
  // No bend is found where the data end: what is asked for there has no value.
  if (part.branch == TableBranch::side) return side(x, part.order);
  if (outside(x)) return missing;
  return value(piece_for(x, part.branch), x, part.order);
}

// A parabola over a region between two bends, a straight line where there is only one.
double Interpolant::side(double x, int order) const {
  const int piece = piece_for(x, TableBranch::whole);
  const double sign = region_of(piece) % 2 == 0 ? 1 : -1;
  const auto [from, to] = region_ends(piece);
  if (from == -inf && to == inf) return order == 0 ? sign : 0;
  if (from == -inf || to == inf) {
    const double length =
        piece < 0 || piece >= pieces() ? last() - first() : x_[piece + 1] - x_[piece];
    if (order > 1) return 0;
    if (from == -inf) return sign * (order == 0 ? to - x : -1) / length;
    return sign * (order == 0 ? x - from : 1) / length;
  }
  const double scale = 4 * sign / ((to - from) * (to - from));
  if (order == 0) return scale * (x - from) * (to - x);
  if (order == 1) return scale * (from + to - 2 * x);
  return order == 2 ? -2 * scale : 0;
}

int Interpolant::degree(TableBranch branch) const {
  if (branch == TableBranch::side) return 2;
  return by_ == Interpolation::linear ? 1 : 3;
}

// ---- bounds ------------------------------------------------------------------------------

std::pair<double, double> Interpolant::range(int piece, double lo, double hi, int order) const {
  const Cubic c = cubic(piece);
  const double start = x_[std::clamp(piece, 0, pieces())];
  const double from = lo - start, to = hi - start;
  std::pair<double, double> found{inf, -inf};
  widen(found, derivative(c, from, order));
  widen(found, derivative(c, to, order));
  const auto turn = [&](double s) {
    if (s > from && s < to) widen(found, derivative(c, s, order));
  };
  if (order == 0) {
    const double a = 3 * c[3], b = 2 * c[2], discriminant = b * b - 4 * a * c[1];
    const double q = -0.5 * (b + std::copysign(std::sqrt(std::max(discriminant, 0.0)), b));
    if (discriminant >= 0 && a != 0) turn(q / a);
    if (discriminant >= 0 && q != 0) turn(c[1] / q);
  }
  if (order == 1 && c[3] != 0) turn(-c[2] / (3 * c[3]));
  const double pad = rounding * std::max(std::abs(found.first), std::abs(found.second));
  return {found.first - pad, found.second + pad};
}

// Of each piece as far as it may be asked for from its neighbours.
void Interpolant::make_bounds() {
  for (int from = 0; from < pieces(); from += block) {
    auto& all = blocks_.emplace_back();
    all.fill({inf, -inf});
    for (int p = from; p < std::min(from + block, pieces()); ++p) {
      const double before = p > 0 ? x_[p] - x_[p - 1] : 0;
      const double behind = p + 2 <= pieces() ? x_[p + 2] - x_[p + 1] : 0;
      for (int order = 0; order < 4; ++order) {
        const auto one = range(p, x_[p] - before, x_[p + 1] + behind, order);
        widen(all[order], one.first);
        widen(all[order], one.second);
      }
    }
  }
}

std::pair<double, double> Interpolant::side_bounds(double lo, double hi, int order) const {
  const int first_piece = piece_for(lo, TableBranch::whole),
            last_piece = piece_for(hi, TableBranch::whole);
  if (order > 0 && first_piece != last_piece) return {-inf, inf};
  std::pair<double, double> found{inf, -inf};
  widen(found, side(lo, order));
  widen(found, side(hi, order));
  if (order > 0) return found;
  if (first_piece != last_piece) {
    widen(found, -1);
    widen(found, 1);
  }
  const auto [from, to] = region_ends(first_piece);
  const double middle = 0.5 * (from + to);
  if (middle > lo && middle < hi) widen(found, side(middle, 0));
  return found;
}

std::pair<double, double> Interpolant::bounds(double lo, double hi, LookupPart part) const {
  if (!(lo <= hi)) return {-inf, inf};
  if (part.branch == TableBranch::side) return side_bounds(lo, hi, part.order);
  if (outside(lo) || outside(hi)) return {-inf, inf};
  std::pair<double, double> found{inf, -inf};
  const auto add = [&](std::pair<double, double> one) {
    widen(found, one.first);
    widen(found, one.second);
  };
  if (part.branch == TableBranch::even && regions_ == Regions::ends) {
    add(range(-1, lo, hi, part.order));
    add(range(pieces(), lo, hi, part.order));
    return found;
  }
  const int first_piece = piece_of(lo), last_piece = piece_of(hi);
  const bool whole = part.branch == TableBranch::whole || regions_ == Regions::one;
  const int reach = whole ? 0 : 1;
  for (int p = first_piece - reach; p <= last_piece + reach;) {
    const bool held = p < 0 || p >= pieces();
    const bool block_inside = p >= 0 && p % block == 0 && p + block <= last_piece && !held;
    if (block_inside) {
      add(blocks_[p / block][part.order]);
      p += block;
      continue;
    }
    const bool used = whole || (region_of(p) % 2 == 0) == (part.branch == TableBranch::even);
    if (!held && used) {
      const double from = whole && p > 0 ? x_[p] : lo,
                   to = whole && p + 1 < pieces() ? x_[p + 1] : hi;
      add(range(p, std::max(lo, from), std::min(hi, to), part.order));
    } else if (held && hold_ && used) {
      add(range(p, lo, hi, part.order));
    }
    ++p;
  }
  return found;
}

bool Interpolant::tears(double lo, double hi, LookupPart part) const {
  const int from = piece_for(lo, TableBranch::whole), to = piece_for(hi, TableBranch::whole);
  if (from == to)
    return part.branch == TableBranch::even || part.branch == TableBranch::odd
               ? piece_for(lo, part.branch) != piece_for(hi, part.branch)
               : false;
  if (part.branch == TableBranch::even || part.branch == TableBranch::odd) return true;
  if (part.branch == TableBranch::side) return part.order > 0;
  const bool end = hold_ && (from < 0 || to >= pieces());
  const int smooth = by_ == Interpolation::linear ? 1 : by_ == Interpolation::pchip ? 2 : 3;
  return part.order >= (end ? 1 : smooth);
}

bool operator==(const Interpolant& a, const Interpolant& b) {
  return a.name_ == b.name_ && a.x_ == b.x_ && a.y_ == b.y_ && a.by_ == b.by_ &&
         a.hold_ == b.hold_ && a.unit_.text == b.unit_.text;
}

}  // namespace mbs

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
      beyond_(rows.beyond) {
  const bool again = beyond_ == Beyond::again, held = beyond_ == Beyond::held;
  if (by_ == Interpolation::spline)
    regions_ = held ? Regions::ends : Regions::one;
  else
    regions_ = beyond_ != Beyond::nothing || x_.size() > 2 ? Regions::knots : Regions::one;
  if (by_ == Interpolation::pchip)
    slopes_ = again ? pchip_slopes_again(x_, y_) : pchip_slopes(x_, y_);
  if (by_ == Interpolation::spline)
    slopes_ = again ? spline_slopes_again(x_, y_) : spline_slopes(x_, y_);
  make_bounds();
}

Interpolant::Piece Interpolant::piece_of(double x) const {
  double turns = 0;
  if (beyond_ == Beyond::again) {
    const double period = last() - first();
    turns = std::floor((x - first()) / period);
    x = std::clamp(x - turns * period, first(), last());
  }
  if (x < x_.front()) return -1;
  if (x > x_.back()) return pieces();
  const auto next = std::upper_bound(x_.begin() + 1, x_.end() - 1, x);
  return static_cast<Piece>(turns) * pieces() + (next - x_.begin()) - 1;
}

double Interpolant::row(Piece row) const {
  if (beyond_ != Beyond::again) return x_[std::clamp<Piece>(row, 0, pieces())];
  const std::size_t in_table = own(row);
  const auto turns = static_cast<double>((row - static_cast<Piece>(in_table)) / pieces());
  return x_[in_table] + turns * (last() - first());
}

std::size_t Interpolant::own(Piece piece) const {
  const Piece n = pieces();
  return static_cast<std::size_t>(((piece % n) + n) % n);
}

bool Interpolant::outside(double x) const {
  constexpr double longest = 1e12;  // turns; beyond, the place within one is lost
  const double length = last() - first();
  if (beyond_ == Beyond::held) return std::isnan(x);
  if (beyond_ == Beyond::again) return !(std::abs(x - first()) <= longest * length);
  return !(x >= first() - slack * length && x <= last() + slack * length);
}

// Regions with neighbours beyond the ends only if there is something.
Interpolant::Piece Interpolant::region_of(Piece piece) const {
  if (regions_ == Regions::knots) return piece + 1;
  return piece < 0 ? 0 : piece < pieces() ? 1 : 2;
}

std::pair<double, double> Interpolant::region_ends(Piece piece) const {
  if (before(piece)) return {-inf, first()};
  if (behind(piece)) return {last(), inf};
  const bool knots = regions_ == Regions::knots, ends = beyond_ == Beyond::nothing;
  const Piece from = knots ? piece : 0, to = knots ? piece + 1 : pieces();
  return {from == 0 && ends ? -inf : row(from), to == pieces() && ends ? inf : row(to)};
}

// The piece that serves an argument: its own, or the nearest of the region that is asked for.
Interpolant::Piece Interpolant::piece_for(double x, TableBranch branch) const {
  Piece piece = piece_of(x);
  if (beyond_ == Beyond::nothing) piece = std::clamp<Piece>(piece, 0, pieces() - 1);
  if (branch == TableBranch::whole || regions_ == Regions::one) return piece;
  const bool even = region_of(piece) % 2 == 0;
  if (even == (branch == TableBranch::even)) return piece;
  const auto [from, to] = region_ends(piece);
  if (from == -inf && to == inf) return piece;
  const bool left = x - from <= to - x;
  if (regions_ == Regions::knots) return left ? piece - 1 : piece + 1;
  if (before(piece)) return 0;
  if (behind(piece)) return pieces() - 1;
  return left ? -1 : pieces();
}

Interpolant::Cubic Interpolant::cubic(Piece piece) const {
  if (before(piece)) return {y_.front(), 0, 0, 0};
  if (behind(piece)) return {y_.back(), 0, 0, 0};
  const std::size_t i = own(piece);
  const double h = x_[i + 1] - x_[i], rise = (y_[i + 1] - y_[i]) / h;
  if (slopes_.empty()) return {y_[i], rise, 0, 0};
  const double a = slopes_[i], b = slopes_[i + 1];
  return {y_[i], a, (3 * rise - 2 * a - b) / h, (a + b - 2 * rise) / (h * h)};
}

double Interpolant::value(Piece piece, double x, int order) const {
  const Cubic c = cubic(piece);
  if (before(piece) || behind(piece)) return order == 0 ? c[0] : 0;  // at infinity, too
  return derivative(c, x - row(piece), order);
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
  const Piece piece = piece_for(x, TableBranch::whole);
  const double sign = region_of(piece) % 2 == 0 ? 1 : -1;
  const auto [from, to] = region_ends(piece);
  if (from == -inf && to == inf) return order == 0 ? sign : 0;
  if (from == -inf || to == inf) {
    const double length =
        before(piece) || behind(piece) ? last() - first() : row(piece + 1) - row(piece);
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

std::pair<double, double> Interpolant::range(Piece piece, double lo, double hi, int order) const {
  const Cubic c = cubic(piece);
  if (before(piece) || behind(piece)) return order == 0 ? std::pair{c[0], c[0]} : std::pair{0., 0.};
  const double start = row(piece);
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

// Bounds of each piece as far as it may be asked for from its neighbours.
void Interpolant::make_bounds() {
  for (int from = 0; from < pieces(); from += block) {
    auto& all = blocks_.emplace_back();
    all.fill({inf, -inf});
    for (int p = from; p < std::min(from + block, pieces()); ++p) {
      const double nearer = row(p) - row(p - 1), farther = row(p + 2) - row(p + 1);
      for (int order = 0; order < 4; ++order) {
        const auto one = range(p, x_[p] - nearer, x_[p + 1] + farther, order);
        widen(all[order], one.first);
        widen(all[order], one.second);
      }
    }
  }
}

std::pair<double, double> Interpolant::everywhere(int order) const {
  std::pair<double, double> found{inf, -inf};
  for (const auto& one : blocks_) {
    widen(found, one[order].first);
    widen(found, one[order].second);
  }
  return found;
}

std::pair<double, double> Interpolant::side_bounds(double lo, double hi, int order) const {
  const Piece first_piece = piece_for(lo, TableBranch::whole),
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
  const Piece first_piece = piece_of(lo), last_piece = piece_of(hi);
  if (beyond_ == Beyond::again && last_piece - first_piece > pieces())
    return everywhere(part.order);
  const bool whole = part.branch == TableBranch::whole || regions_ == Regions::one;
  const int reach = whole ? 0 : 1;
  for (Piece p = first_piece - reach; p <= last_piece + reach;) {
    const bool beyond = before(p) || behind(p);
    const std::size_t in_table = own(p);
    const bool block_inside = !beyond && in_table % block == 0 && p + block <= last_piece &&
                              in_table + block <= x_.size() - 1;
    if (block_inside) {
      add(blocks_[in_table / block][part.order]);
      p += block;
      continue;
    }
    const bool used = whole || (region_of(p) % 2 == 0) == (part.branch == TableBranch::even);
    if (!beyond && used) {
      const bool first_one = p <= 0 && beyond_ != Beyond::again,
                 last_one = p + 1 >= pieces() && beyond_ != Beyond::again;
      const double from = whole && !first_one ? row(p) : lo,
                   to = whole && !last_one ? row(p + 1) : hi;
      add(range(p, std::max(lo, from), std::min(hi, to), part.order));
    } else if (beyond && beyond_ == Beyond::held && used) {
      add(range(p, lo, hi, part.order));
    }
    ++p;
  }
  return found;
}

bool Interpolant::tears(double lo, double hi, LookupPart part) const {
  const Piece from = piece_for(lo, TableBranch::whole), to = piece_for(hi, TableBranch::whole);
  if (from == to)
    return part.branch == TableBranch::even || part.branch == TableBranch::odd
               ? piece_for(lo, part.branch) != piece_for(hi, part.branch)
               : false;
  if (part.branch == TableBranch::even || part.branch == TableBranch::odd) return true;
  if (part.branch == TableBranch::side) return part.order > 0;
  const bool end = beyond_ == Beyond::held && (from < 0 || to >= pieces());
  const int smooth = by_ == Interpolation::linear ? 1 : by_ == Interpolation::pchip ? 2 : 3;
  return part.order >= (end ? 1 : smooth);
}

bool operator==(const Interpolant& a, const Interpolant& b) {
  return a.name_ == b.name_ && a.x_ == b.x_ && a.y_ == b.y_ && a.by_ == b.by_ &&
         a.beyond_ == b.beyond_ && a.unit_.text == b.unit_.text;
}

}  // namespace mbs

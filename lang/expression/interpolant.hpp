// Tabulated values as a function: straight lines, monotone cubics or a spline between the rows.
//
// Pieces are the stretches between neighbouring rows, counted from 0. Of a table that repeats they
// are counted on, as are its rows. Where the curve bends (the knots of straight lines and of
// monotone cubics, the ends where the outermost values are held) the argument's line is parted into
// regions, counted from 0. A run that is inside a region goes on along its curve until the bend has
// been located: `even` and `odd` are the curve of the nearest region of that kind, `side` is above
// 0 in even regions and below in odd.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lang/units/units.hpp"

namespace mbs {

enum class Interpolation : std::uint8_t { linear, pchip, spline };
// What is beyond the first and the last row: nothing, the outermost values, or all of it again.
enum class Beyond : std::uint8_t { nothing, held, again };

// What of the function is asked for: a derivative of the whole, of the curve of one kind of
// region, or of the function that tells them apart.
enum class TableBranch : std::uint8_t { whole, even, odd, side };
struct LookupPart {
  TableBranch branch = TableBranch::whole;
  int order = 0;  // of the derivative
};

class Interpolant {
 public:
  struct Rows {
    std::vector<double> x, y;  // SI; x ascending, at least two; y of `again` ends as it begins
    Interpolation by = Interpolation::linear;
    Beyond beyond = Beyond::nothing;
  };
  // `name` and `unit` of the argument are for messages: "drop.y", ms.
  Interpolant(std::string name, Unit unit, Rows rows);

  // NaN where there is nothing.
  double at(double x, LookupPart part = {}) const;
  bool outside(double x) const;
  // Whether the run has something to locate.
  bool bends() const { return regions_ != Regions::one; }
  // The highest derivative that is not 0 everywhere.
  int degree(TableBranch branch) const;

  // Least and largest value for all arguments from lo to hi; infinite where there is none.
  std::pair<double, double> bounds(double lo, double hi, LookupPart part) const;
  // Whether the value may jump between lo and hi.
  bool tears(double lo, double hi, LookupPart part) const;

  const std::string& name() const { return name_; }
  const Unit& unit() const { return unit_; }
  double first() const { return x_.front(); }
  double last() const { return x_.back(); }
  friend bool operator==(const Interpolant& a, const Interpolant& b);

 private:
  enum class Regions : std::uint8_t {
    one,
    ends,
    knots
  };                                    // parted nowhere, at the ends, at all rows
  using Cubic = std::array<double, 4>;  // of the distance from the piece's beginning

  using Piece = std::int64_t;

  int pieces() const { return static_cast<int>(x_.size()) - 1; }
  Piece piece_of(double x) const;  // -1 before, pieces() behind all, of one that ends
  Piece region_of(Piece piece) const;
  bool before(Piece piece) const { return piece < 0 && beyond_ != Beyond::again; }
  bool behind(Piece piece) const { return piece >= pieces() && beyond_ != Beyond::again; }
  std::pair<double, double> region_ends(Piece piece) const;
  Piece piece_for(double x, TableBranch branch) const;
  double row(Piece row) const;  // its argument
  std::size_t own(Piece piece) const;
  Cubic cubic(Piece piece) const;
  double value(Piece piece, double x, int order) const;
  double side(double x, int order) const;
  std::pair<double, double> side_bounds(double lo, double hi, int order) const;
  std::pair<double, double> range(Piece piece, double lo, double hi, int order) const;
  std::pair<double, double> everywhere(int order) const;
  void make_bounds();

  std::string name_;
  Unit unit_;
  std::vector<double> x_, y_, slopes_;  // no slopes of straight lines
  Interpolation by_;
  Beyond beyond_;
  Regions regions_;
  std::vector<std::array<std::pair<double, double>, 4>> blocks_;  // bounds of many pieces, by order
};

}  // namespace mbs

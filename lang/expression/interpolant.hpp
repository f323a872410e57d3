// Tabulated values as a function: straight lines, monotone cubics or a spline between the rows.
//
// Where the curve bends (the knots of straight lines and of monotone cubics, the ends where the
// outermost values are held) the argument's line is parted into regions, counted from 0. A run that
// is inside a region goes on along its curve until the bend has been located: `even` and `odd` are
// the curve of the nearest region of that kind, `side` is above 0 in even regions and below in odd.
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
    std::vector<double> x, y;  // SI; x ascending, at least two
    Interpolation by = Interpolation::linear;
    bool hold = false;  // beyond the ends the outermost values; else there is no value
  };
  // `name` and `unit` of the argument are for messages: "drop.y", ms.
  Interpolant(std::string name, Unit unit, Rows rows);

  // NaN beyond the ends, unless they are held.
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
  enum class Regions : std::uint8_t { one, ends, knots };
  using Cubic = std::array<double, 4>;  // of the distance from the piece's beginning

  int pieces() const { return static_cast<int>(x_.size()) - 1; }
  int piece_of(double x) const;  // -1 before, pieces() behind all
  int region_of(int piece) const;
  std::pair<double, double> region_ends(int piece) const;
  int piece_for(double x, TableBranch branch) const;
  Cubic cubic(int piece) const;
  double value(int piece, double x, int order) const;
  double side(double x, int order) const;
  std::pair<double, double> side_bounds(double lo, double hi, int order) const;
  std::pair<double, double> range(int piece, double lo, double hi, int order) const;
  void make_bounds();

  std::string name_;
  Unit unit_;
  std::vector<double> x_, y_, slopes_;  // no slopes of straight lines
  Interpolation by_;
  bool hold_;
  Regions regions_;
  std::vector<std::array<std::pair<double, double>, 4>> blocks_;  // bounds of many pieces, by order
};

}  // namespace mbs

// Private to runtime: joint coordinates whose motion a drive gives. They are no unknowns, nor is
// the drive's multiplier: what the equation of motion of such a coordinate lacks is the force of
// the drive, and the power it puts in is that force times the coordinate's speed. Where the motion
// is not uniform its position is kept as an unknown that nothing depends on, p = f(t), so that the
// error test holds steps to what the drive does.
#pragma once

#include <vector>

#include "runtime/model/sparse_pattern.hpp"

namespace mbs {

// p = sign f(t) + offset.
struct GivenCoordinate {
  int coordinate = 0;  // of the tree
  int speed = 0;       // its speed among [p, u]
  int row = 0;         // of the drive, in Model::rows
  double sign = 1;
  double offset = 0;  // rad or m
  bool uniform = false;
  double start = 0, rate = 0;  // of uniform motion: p = start + rate t
  int unknown = -1;            // its position among the solver's, unless uniform
  int diagonal = -1;           // and that unknown's own entry of the Jacobian
};

// What becomes of an entry of the Jacobian in all joint coordinates.
struct FoldedEntry {
  int from = 0, to = 0;  // in its pattern, in that of the unknowns
  int given = -1;        // times the speed of this coordinate, negative; -1: as it is
};

struct PrescribedCoordinates {
  std::vector<GivenCoordinate> given;
  std::vector<int> unknowns;         // of the solver, as indices of the tree's
  int input = 0, input_unknown = 0;  // index of the input work, the tree's and the solver's
  bool follows_drives = false;       // values of drives are needed: not all are uniform and given
  SparsePattern pattern;             // of the unknowns
  std::vector<FoldedEntry> entries;
};

}  // namespace mbs

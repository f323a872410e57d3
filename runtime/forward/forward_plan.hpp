// What an evaluation of accelerations goes through: flat lists, made once for a model in the plane.
//
// The coordinates are those of the model's tree, or x, y and the angle of each body where it has
// none; see runtime/model/tree.hpp. A column of a body is how one of its coordinates moves it,
// B = d(place)/d(coordinate), in world axes.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "runtime/forward/accelerations.hpp"
#include "runtime/forward/pair.hpp"
#include "runtime/model/model_impl.hpp"

namespace mbs {

struct ForwardSegment {
  int node = -1, slide = -1;  // coordinates, see TreeSegment
  Pair centre, centre_across, along, along_across;
  int node_column = -1, slide_column = -1;       // in ForwardPlan::columns; of the body it leads to
  bool node_begins = true, slide_begins = true;  // nothing is in those columns before
};

// A column of a body: which, its coordinate, and the place of that.
struct ForwardColumn {
  int column = 0, coordinate = 0, place = -1;
};

struct ForwardPoint {
  int point = 0, body = 0;
  Pair place, place_across;  // from the centre of mass, in the body's axes
};

struct ForwardBody {
  int body = 0;
  double mass = 0, inertia = 0;  // kg, kg m^2
  Pair start = Pair::Zero();     // m, of what on its way never moves
  int first_segment = 0, segments = 0;
  int node = -1;                       // the coordinate that it turns with
  int node_place = -1;                 // of that, as ForwardPlan::place
  double offset = 0;                   // its angle minus the node's, rad
  Pair axis{1, 0}, axis_across{0, 1};  // of that angle: cosine and sine
  int first_column = 0, columns = 0;
  int first_free = 0, frees = 0;    // in ForwardPlan::free_columns
  int first_given = 0, givens = 0;  // in ForwardPlan::given_columns
  bool driven = false;              // one of its coordinates is given
};

// mass * (column . column), a part of the inertia.
struct ForwardProduct {
  int first = 0, second = 0, to = 0;
  double mass = 0;
};

// Coordinates that share inertia: places first to first + size - 1, with a square of entries.
struct ForwardBlock {
  int first = 0, size = 0, entries = 0;
  bool constant = true;  // its inertia is
};

// A given coordinate that is accelerated, and what it accelerates: a body along a column, or in its
// turning (-1).
struct ForwardPull {
  int coordinate = 0, body = 0, column = -1;
};

struct ForwardPlan : StepUnknowns {
  explicit ForwardPlan(const Model& model);

  int coordinates = 0;
  std::vector<int> angles;    // coordinates that turn a segment or a body
  std::vector<int> place;     // by coordinate: among the free ones, block by block; -1: given
  std::vector<int> free;      // by place: the coordinate
  std::vector<int> block_of;  // by place
  std::vector<ForwardBlock> blocks;
  std::vector<double> inertia;           // entries of all blocks, what of them is constant
  std::vector<ForwardProduct> products;  // the rest
  std::vector<ForwardBody> bodies;       // all that move
  std::vector<ForwardSegment> segments;
  std::vector<int> columns;       // their coordinates, body by body
  std::vector<int> column_place;  // and the places of these
  // The same of coordinates that are free, and of those that drives give.
  std::vector<ForwardColumn> free_columns, given_columns;
  std::vector<ForwardPull> pulls;
  std::vector<int> driven;  // in `bodies`: those that a given coordinate moves
  std::vector<char> along;  // by column: bit 0 if it can move its body along x, bit 1 along y
  std::vector<ForwardPoint> points;  // whose arms are looked at
  int places() const { return static_cast<int>(free.size()); }
};

}  // namespace mbs

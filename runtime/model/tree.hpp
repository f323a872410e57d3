// Private to runtime: joint coordinates. Revolute, prismatic and welded joints that make no loop
// need no constraint if the bodies behind them are described by what the joint leaves free. Bodies
// keep their absolute coordinates everywhere but in front of the solver.
//
// Coordinates p: the angle of each body that can turn against its parent (measured from the world's
// x axis, so that kinetic energy stays simple), the travel of each slide, x and y of each root. The
// centre of mass of a body is the sum of the segments on the way to it from the ground,
//   x = sum over segments of R(angle of its node) (c + s u),
// and with B = dq/dp: v = B p', v' = B p'' + what the velocities contribute. In space coordinates
// and speeds u are not as many, see tree_in_space.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/model/prescribed.hpp"
#include "runtime/model/sparse_pattern.hpp"
#include "runtime/model/tree_in_space.hpp"

namespace mbs {

// A vector fixed on a node (a group of bodies that turn together), with a slide along u if there is
// one. Node -1 is the ground.
struct TreeSegment {
  int node = -1, slide = -1;  // coordinates
  double cx = 0, cy = 0;      // m, in the node's axes
  double ux = 0, uy = 0;      // unit vector, in the node's axes
};
struct TreeBody {
  int first = 0, count = 0;     // segments on its way
  int node = -1;                // it turns with this coordinate
  double offset = 0;            // rad, its angle minus the node's
  double cosine = 1, sine = 0;  // of `offset`
};

// A body on its joint, a child after its parent.
struct TreeLink {
  int joint = 0, child = 0;
};

// A row or column of the absolute equations as it appears in the reduced ones.
struct Spread {
  int target = 0;
  int coefficient = 0;  // in TreeState::coefficients
};
struct SpreadMap {
  std::vector<int> start;  // by absolute index; in space by motions in place of q
  std::vector<Spread> spreads;
};

// Where the derivatives of a contact's forces go: what bodies see is gathered before it is written,
// since many columns and rows of two bodies are the same few coordinates.
struct ContactSpread {
  struct Part {
    int from = 0, to = 0, coefficient = 0;  // the last in TreeState::coefficients
  };
  std::vector<int> rows, columns;  // reduced
  std::vector<Part> row_parts;     // components of the force on both bodies to `rows`
  std::vector<Part> column_parts;  // columns of the contact's block to `columns`
};

struct ContactWrites {
  std::size_t first = 0, force = 0, hold = 0, pressed = 0;  // where its Jacobian entries begin
};
// Where the writes of the Jacobian go, in their fixed order.
struct JacobianMap {
  SparsePattern pattern;
  std::vector<std::int64_t> positions;
  std::vector<ContactWrites> contacts;
};

struct Tree {
  std::vector<TreeBody> bodies;  // by body, in the plane
  std::vector<TreeSegment> segments;
  SpatialTree space;
  std::vector<TreeLink> links;
  int coordinates = 0;        // number of p; 0: the absolute coordinates are as good
  int speeds = 0;             // number of u
  int size = 0;               // of [p, u, the others that are left]; see prescribed.hpp
  std::vector<int> kept;      // reduced index by absolute index, from Lam on; -1: not needed
  std::vector<int> others;    // absolute indices of the reduced unknowns after p and u
  std::vector<int> absolute;  // by reduced index: an unknown of the body that a coordinate moves
  SpreadMap rows, columns;
  std::vector<ContactSpread> contacts;
  JacobianMap jacobian;  // in all coordinates
  PrescribedCoordinates prescribed;
  bool used() const { return coordinates > 0; }
  int motion() const { return coordinates + speeds; }  // where the others begin
  bool turns(int coordinate) const {
    return absolute[coordinate] % 3 == 2;
  }  // in the plane; or slides
};

}  // namespace mbs

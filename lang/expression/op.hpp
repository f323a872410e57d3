// The operations that expressions are made of, and their nodes.
#pragma once

#include <cstdint>

namespace mbs {

// What stands in columns is to be read in columns.
// clang-format off

struct NodeId {
  std::int32_t index = -1;
  bool valid() const { return index >= 0; }
  friend bool operator==(NodeId, NodeId) = default;
};

enum class Op : std::uint8_t {
  constant, slot,
  add, subtract, multiply, divide, negate, power,
  sqrt, cbrt, abs, exp, log, log10, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, floor, atan2,
  minimum, maximum, lambertw,          // lambertw(branch 0 or -1, x)
  less, less_equal, equal,             // others are made from these and logical_not
  logical_and, logical_or, logical_not,
  select,                              // a ? b : c
  watch,                               // margin a: 1 while a > 0; frozen between located crossings
  bound,                               // the unknown of a root, inside its residual
  root,                                // the solution of an implicit equation
  lookup,                              // of tabulated values
};

// Is its value a condition, 0 or 1?
constexpr bool gives_condition(Op op) {
  return (op >= Op::less && op <= Op::logical_not) || op == Op::watch;
}

struct Node {
  Op op = Op::constant;
  NodeId a, b, c;
  double value = 0;      // constant
  std::int32_t index = -1;  // slot, bound, root, lookup: into the tables below
  std::uint8_t part = 0;    // lookup: see packed()
};

// x in (low, high) with residual(x) = 0; low and high are not solutions themselves.
struct Root {
  NodeId bound, low, high, residual;
  NodeId slope;  // d residual / d bound; filled in by Graph::root
};
// clang-format on

}  // namespace mbs

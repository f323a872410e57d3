// How an expression of quantities along a line reads where they are vectors of a plane in space:
// friction laws, which are written for one sliding speed. What changes its sign with the sliding
// speed is odd and becomes a vector, everything else is even and stays a number.
//
//   odd + odd, even * odd, odd/even, -odd, if even then odd else odd     a vector
//   odd * odd, odd^2                                                     the dot product
//   abs(odd)                                                             its length
//   sign(odd), and tanh, sin, atan, … of odd     its direction times the function of its length
//   clamp(odd, -b, b)                                                    shortened to the length b
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>

#include "lang/expression/graph.hpp"

namespace mbs {

// `either`: 0, which is both.
enum class Parity : std::uint8_t { even, odd, either };

// Which slots are odd.
using OddSlots = std::set<std::array<std::int32_t, 2>>;  // kind, index

class Parities {
 public:
  // For nodes that `graph` has, or gets.
  Parities(Graph& graph, OddSlots odd) : graph_(graph), odd_(std::move(odd)) {}

  // Empty if the node, or a part of it, is neither odd nor even: `conflict()` is the first such.
  std::optional<Parity> of(NodeId node);
  NodeId conflict() const { return conflict_; }
  // |u| sign(u) where `node` is sign(u) of something odd; an invalid node if it is not.
  NodeId sign_of(NodeId node);
  // The x of clamp(x, -b, b), and b; both invalid if `node` is something else.
  struct Clamped {
    NodeId inner, bound;
  };
  Clamped clamped(NodeId node);

 private:
  std::optional<Parity> found(NodeId node);
  std::optional<Parity> of_sum(const Node& node);
  std::optional<Parity> of_product(const Node& node);
  std::optional<Parity> of_extremum(NodeId id);
  std::optional<Parity> of_power(const Node& node);
  std::optional<Parity> of_function(const Node& node);
  std::optional<Parity> of_choice(const Node& node);
  std::optional<Parity> even_parts(NodeId id);

  Graph& graph_;
  OddSlots odd_;
  std::map<std::int32_t, std::optional<Parity>> known_;
  NodeId conflict_;
};

// Rewrites nodes of a graph whose parities are known.
class VectorReading {
 public:
  using Vector = std::array<NodeId, 3>;
  // The parts of each odd slot, and what even ones are called now, if anything else.
  using Components = std::map<std::array<std::int32_t, 2>, std::array<Slot, 3>>;
  using Renamed = std::map<std::array<std::int32_t, 2>, Slot>;

  VectorReading(Graph& graph, Parities& parities, Components components, Renamed renamed)
      : graph_(graph),
        parities_(parities),
        components_(std::move(components)),
        renamed_(std::move(renamed)) {}

  Vector vector(NodeId odd);
  NodeId number(NodeId even);
  NodeId length(const Vector& v);
  // Has it met the sign of a vector, a direction that jumps where the vector turns back?
  bool jumps() const { return jumps_; }

 private:
  Vector made(NodeId odd);
  NodeId made_number(NodeId even);
  NodeId dot(const Vector& a, const Vector& b);
  Vector scaled(NodeId factor, const Vector& v);
  Vector combined(Op op, const Vector& a, const Vector& b);
  Vector product(const Node& node);
  Vector power(const Node& node);
  Vector function(const Node& node);
  Vector shortened(NodeId inner, NodeId bound);
  NodeId rebuilt(NodeId even);
  NodeId renamed_root(NodeId root);

  Graph& graph_;
  Parities& parities_;
  Components components_;
  Renamed renamed_;
  std::map<std::int32_t, Vector> vectors_;
  std::map<std::int32_t, NodeId> numbers_;
  bool jumps_ = false;
};

}  // namespace mbs

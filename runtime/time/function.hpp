// A function of time alone, of which not only values but bounds over whole intervals are known:
// what it does between two instants can be found out however short it is.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "lang/expression/tape.hpp"
#include "runtime/numerics/interval.hpp"

namespace mbs {

// The slot of time in `node`, which has no other: SlotKind::time, in laws law_time.
NodeId time_node(Graph& graph, NodeId node);

// What a search has found. `found`: the first instant that was looked for; else there is none up to
// `t`, which is the end of the interval unless the search became too long.
struct TimeFound {
  double t = 0;
  bool found = false;
};

// One per run; evaluating uses scratch of its own.
class TimeFunction {
 public:
  // `node` depends on time alone. `graph` gains its derivative.
  TimeFunction(Graph& graph, NodeId node);

  double value(double t);
  double slope(double t);
  // Bounds of value and slope over [from, to]. `steady`: no condition changes inside, so that the
  // slope tells how the value changes.
  struct Bounds {
    Interval value, slope;
    bool steady = true;
  };
  Bounds bounds(double from, double to);
  // Operations that have been bounded so far: what searches have cost.
  std::size_t work() const { return work_; }

  // Is the value > 0 at `t`, or just after it where it is 0 there?
  bool holds_after(double t);
  // The first instant in (from, to] at which value > level is no longer `above`. Intervals narrower
  // than 1e-13 of the whole are not divided further.
  TimeFound leaves(double from, double to, double level, bool above);
  // The same for value < level.
  TimeFound leaves_below(double from, double to, double level, bool below);

 private:
  struct Instruction {
    Op op = Op::constant;
    int a = -1, b = -1, c = -1;
    double value = 0;                               // constant
    std::shared_ptr<const Interpolant> table = {};  // lookup
    LookupPart part = {};
  };
  struct Side {  // of `level`: is sign * (value - level) > 0?
    double level = 0, sign = 1;
    bool holds = true;
  };
  TimeFound change_of(Side side, double from, double to);
  TimeFound divided(Side side, double from, double to, int most);
  std::optional<TimeFound> sampled(Side side, double from, double to);
  bool shrinks(double a, double b);
  bool surely_kept(const Side& side, const Bounds& b) const;

  Tape value_tape_, slope_tape_;
  TapeState value_state_, slope_state_;
  std::vector<Instruction> code_;
  std::vector<Interval> registers_;
  int value_ = 0, slope_ = 0,
      value_end_ = 0;  // registers; those before `value_end_` make the value
  std::vector<std::pair<double, double>> pieces_;
  std::size_t work_ = 0;
};

// The margin of a watch that depends on time alone; empty for one that depends on the motion.
using Clock = std::optional<TimeFunction>;
// The clocks of all watches of a tape that was compiled from `graph`.
std::vector<Clock> clocks_of(Graph& graph, const Tape& tape);

}  // namespace mbs

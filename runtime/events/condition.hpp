// Conditions over a run: when they change.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "runtime/forward/rate_solver.hpp"
#include "runtime/integration/segment.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/signals/tape.hpp"
#include "runtime/time/function.hpp"

namespace mbs {

struct ConditionMargins;

// A boolean node that is watched over a run: its comparisons are followed as margins, so that it is
// found at the instant it changes, however short it holds. Margins of time alone are searched by
// bounds; others are smooth between their kinks (abs, min, max) and are looked at inside each step.
class Condition {
 public:
  Condition(const Model& model, NodeId node);
  struct Context {
    const Model& model;
    const Mode& mode;
    const EnergyBalance& balance;
    Workspace& workspace;
    bool rates_are_known = false;  // those of the instant, as they are
  };
  void restart(Instant now, const Context& context);
  bool value() const { return value_; }
  // The first time in (from, end] at which the condition may change: a comparison changes there, or
  // the condition itself.
  std::optional<double> earliest(Segment& segment, double from, const Context& context);
  // Takes over the state at an instant. True if the condition has become true.
  bool advance(Instant now, const Context& context);

 private:
  // At a piece of a step, both ends among them; at every second of them alone where that will do.
  static constexpr int looks = 5;
  struct Margin {
    Clock clock;        // of time alone
    bool kink = false;  // no comparison: the others are smooth on either side of it
    bool side = false;
  };
  Condition(const Model& model, NodeId node, ConditionMargins margins);
  void evaluate(Instant now, const Context& context, std::vector<double>& out);
  double value_at(int output, double t, Segment& segment, const Context& context);
  struct Piece {
    double from = 0, to = -1;
  };
  void look(Piece piece, int first, int apart, Segment& segment, const Context& context);
  void look_closely(Piece piece, Segment& segment, const Context& context);
  bool keeps_far(int margin, Piece piece);
  bool nothing_near(Piece piece);
  void find_kinks(double from, Segment& segment, const Context& context);
  std::optional<double> first_change(int margin, double from, double to, bool side,
                                     Segment& segment, const Context& context);
  SignalTape tape_;  // the condition, then its margins
  std::vector<Margin> margins_;
  std::optional<RateSolver> rates_;  // if it sees accelerations or reactions
  bool value_ = false;
  std::vector<double> values_;
  std::array<std::vector<double>, looks> seen_;  // values of all at equal distances
  Piece seen_in_;                                // all of them
  std::vector<double> row_, pieces_;
};

}  // namespace mbs

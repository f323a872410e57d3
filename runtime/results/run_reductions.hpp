// What varies in time reduced to a number: over a finished run or a part of it, and what is fitted
// to it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lang/scenario/scenario.hpp"
#include "runtime/record/run.hpp"

namespace mbs {

// What is asked for it of the results of a run (runtime/results/results.hpp).
class RunResults {
 public:
  virtual ~RunResults() = default;
  virtual const ir::Scenario& scenario() const = 0;
  virtual const Run* run() const = 0;
  virtual int digits() const = 0;  // of texts
  virtual Diagnostics& complaints() = 0;
  virtual void note(std::string text) = 0;
  // Whether a value is a condition: made by a comparison or a logical operation.
  virtual bool is_condition(NodeId node) const = 0;
  // The ends of a window and the like, which are results of the present run.
  virtual double outside(NodeId node) = 0;
  virtual double point(NodeId node) = 0;  // at the last sample
  virtual double first(NodeId node) = 0;  // at the first
  virtual double at_time(NodeId node, double time) = 0;
  virtual std::vector<double> trace(NodeId node) = 0;  // at each
  virtual std::vector<double> inner(NodeId node) = 0;  // within the steps, see step_values.hpp
};

struct RunPart {
  double from = 0, to = 0;  // s
  bool has(double t) const { return t >= from && t <= to; }
};

// The run must be there. What has no value is NaN and has been complained of, or is noted.
class RunReductions {
 public:
  explicit RunReductions(RunResults& results);

  double reduced(const ir::Reduction& reduction);
  // The part of the run between two results or instants; all of it if there are none.
  std::optional<RunPart> part_of(NodeId from, NodeId to, Span origin, const std::string& text);
  double extreme_within(const ir::Reduction& reduction, RunPart part);
  double value_at(const ir::Reduction& reduction, double time);
  double value_at_within(const ir::Reduction& reduction, double time, RunPart part);
  // The first instant, s, at which the condition that is reduced does not hold.
  std::optional<double> first_failure(const ir::Reduction& reduction);

 private:
  double reduce_value_at(const ir::Reduction& reduction);
  double reduce_part(const ir::Reduction& reduction);
  double extreme(const ir::Reduction& reduction);
  double anywhere(const ir::Reduction& reduction);
  double weighted(const ir::Reduction& reduction);
  double over_corners(const ir::Reduction& reduction, const std::vector<double>& corners);
  std::vector<double> corners(const ir::Reduction& reduction, bool kinks);
  std::vector<double> ends_within(const ir::Reduction& reduction, RunPart part, bool kinks);
  double anywhere_within(const ir::Reduction& reduction, RunPart part);
  double weighted_within(const ir::Reduction& reduction, RunPart part);
  double harmonic_within(const ir::Reduction& reduction, RunPart part);
  double value_within(const ir::Reduction& reduction, RunPart part);
  double told_if_missing(const ir::Reduction& reduction, double value, RunPart part);
  void note_samples_without_value(const ir::Reduction& reduction,
                                  const std::vector<double>& values);

  RunResults& results_;
  const ir::Scenario& scenario_;
  const Run& run_;
};

}  // namespace mbs

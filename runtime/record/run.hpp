// What a simulation leaves behind: accepted steps, contact memory, event log, counters.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/elements/energy_balance.hpp"
#include "runtime/model/model.hpp"
#include "runtime/record/bends.hpp"
#include "runtime/record/findings.hpp"
#include "runtime/record/kicks.hpp"
#include "runtime/record/mode_record.hpp"
#include "runtime/record/recording.hpp"
#include "runtime/record/run_scales.hpp"
#include "runtime/record/stretches.hpp"

namespace mbs {

struct Counters {
  long steps = 0, residuals = 0, jacobians = 0, factorizations = 0, newton_iterations = 0;
  long error_test_failures = 0, restarts = 0, roots = 0, law_evaluations = 0;
  long too_deep = 0;  // steps that were not taken, see SimulationOptions::first_penetration
  long explicit_steps = 0, evaluations = 0;  // see SolverCounters
};

// One closed or still open contact episode.
struct Impact {
  double t = 0;            // s
  double v_in = 0;         // m/s, closing speed at t
  double F_max = 0;        // N
  double depth = 0;        // m
  double impulse = 0;      // N s, so far if open
  double energy_lost = 0;  // J, work taken up, so far if open
  bool closed = false;     // the three below are known
  double t_end = 0;        // s
  double v_out = 0;        // m/s, opening speed at t_end
  // The contact is rigid: its blows have no force and no penetration.
  bool rigid = false;
  double impulse_T = 0;          // N s, with the sign of FT; of the blow
  double vt_in = 0, vt_out = 0;  // m/s, before and after it
  int together = 0;              // contacts that were struck together, in the first of its blows
  int blows = 0;                 // in this row: more than one if they came at one instant
  // None where nothing struck. Of a rigid contact only of a blow from which it departs: one that
  // stays leaves later, with a speed that has nothing to do with that.
  double restitution() const {
    const bool none = v_in == 0 || (rigid && t_end > t);
    return none ? std::numeric_limits<double>::quiet_NaN() : v_out / v_in;
  }
};

// Something that happened, in order: "contact B closed", "law warning", …
struct LogEntry {
  double t = 0;
  std::string what;     // "closed", "opened", "event", "law warning", "loading", "rest", …
  std::string subject;  // the contact's or event's name
  double value = 0;     // closing or opening speed, m/s; of a law warning: impacts that raised it
  std::string note;     // of a law warning: its message
};

// A `warn if` of a law or a chattering condition: once per contact with a count.
struct RunWarning {
  Code code = Code::W0601;
  std::string subject;  // contact
  std::string message;
  Span origin;
  long count = 0;
  double first_t = 0;
};

enum class Termination { finished, until, stopped, interrupted, time_limit, memory_limit, failed };

// What is counted of a run in steps of fixed length.
struct SteppingRecord {
  double step = 0;              // s
  long sweeps = 0, visits = 0;  // over contacts of a step, and of single contacts by them
  long contacts = 0;            // of all steps
  int most_sweeps = 0;          // in one step
  long unconverged = 0;         // steps whose contacts were not solved to the tolerance
  double deepest = 0;           // m, overlap at the end of a step
};

struct Run {
  ModelPtr model;
  Assembly start;
  std::vector<double> t;  // accepted steps, both sides of events (equal times then)
  Recording samples;      // y, y' of each
  Bends bends;            // between them
  ModeRecord modes;       // and the mode; see ModeReader
  Kicks kicks;            // what joints and drives passed on at instants before them
  std::vector<std::vector<Impact>> impacts;      // per contact
  std::vector<std::vector<double>> event_times;  // per event
  std::vector<LogEntry> log;
  std::vector<RunWarning> warnings;
  Counters counters;
  Termination termination = Termination::finished;
  std::optional<Failure> failure;
  ir::RunSettings settings;  // it is made with
  std::string method;  // "IDA", "islands", …; "IDA and islands" if one went on with the other
  std::string method_note;  // why it is not by what was asked for; empty: nothing to tell
  Stretches stretches;      // who has taken which steps
  // Made in steps of fixed length: rates of samples are those of their steps.
  std::optional<SteppingRecord> stepping;
  RunScales scales;                  // what its tolerances refer to, at its end
  std::vector<double> state_scales;  // the same of states of the script, each in its unit
  EnergyBalance energy;              // of all samples
  Audit audit;

  std::size_t size() const { return t.size(); }
  double max_drift() const { return audit.constraints.value; }  // m, largest |g| of all steps
  // The unknowns of the last sample; of others only while `samples` is whole.
  std::span<const double> y_at(std::size_t i) const { return samples.y(i); }
  std::span<const double> yp_at(std::size_t i) const { return samples.yp(i); }
  std::size_t recorded_bytes() const;  // of samples, times and modes
};

}  // namespace mbs

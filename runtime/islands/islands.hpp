// Motion of bodies that do nothing but fall and touch each other.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "runtime/contact/group_places.hpp"
#include "runtime/integration/integrator.hpp"
#include "runtime/islands/island.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// Between contacts such a body moves on a known path, and what happens in one contact does not
// matter to the others until bodies meet. So from one common instant to the next each body flies by
// formula, or is moved with those that it touches or may touch by then: an `Island`, in steps that
// suit its own contacts. The work grows with the number of impacts, not with that of impacts times
// bodies.
//
// Common instants are a small part of an impact apart while any pair is closed, so that the cubics
// between them are as accurate as the motion. While none is they are further and further apart, and
// the next closing is one.
//
// For models in which nothing is in the way of islands: see ir::obstacle_to_islands.
class Islands : public Integrator {
 public:
  // `start` keeps the pairs in `mode` that are closed.
  Islands(const Model& model, const Scales& scales, Mode& mode, Workspace& workspace);
  const char* name() const override { return "islands"; }
  void set_max_step(double seconds) override { max_step_ = seconds; }
  StepStatus start(double t, std::span<const double> y, std::span<const double> yp,
                   double first_step) override;
  // To the next common instant, never beyond `stop`.
  StepStatus step(double stop) override;

  double time() const override { return t_; }
  double previous_time() const override { return previous_t_; }
  const double* y() const override { return y_.data(); }
  const double* yp() const override { return yp_.data(); }
  bool interpolate(double t, double* y, double* yp) const override;  // the cubic through both ends
  double last_step() const override { return t_ - previous_t_; }
  void place(Placement& at) const override;
  bool follows_pairs() const override { return true; }
  std::span<const GroupChange> changes() const override { return changes_; }
  SolverCounters counters() const override;
  // The worst unknown of an island that failed.
  int worst_unknown() const override { return island_.worst_unknown(); }

 private:
  enum class Outcome { accepted, again, overlooked, failed };
  struct Group {
    explicit Group(NearPairs pairs) : near(std::move(pairs)) {}
    NearPairs near;
    std::vector<NearPlace> before, now;   // of each member at both ends of the step
    std::vector<ContactModel> contacts;   // by near pair
    std::vector<double> latched, next;    // by near pair: impact speed while closed, else NaN
    std::vector<double> gaps, next_gaps;  // by near pair, m
    std::vector<char> moved;              // by near pair: in this step it is in an island
    std::vector<PairMode> closed;         // at the start of the step
  };
  struct Candidate {
    int root = 0, group = 0, near = 0;
    friend auto operator<=>(const Candidate&, const Candidate&) = default;
  };

  bool quiet() const;
  double length() const;
  Outcome cross(double end);
  double touch_first(double end);
  bool cross_islands(double end);
  void populate(std::span<const Candidate> candidates);
  void take_pairs();
  void fly(double end);
  void accept(double end);
  void find_candidates(double h);
  int root(int body);
  void find_fastest();
  double gap_of(int group, int near, const std::vector<NearPlace>& at) const;
  void find_lengths();  // of steps, from the scales
  void list_renewed(int group);
  bool lists_hold(double h);
  bool overlooked();

  const Model& model_;
  Mode& mode_;
  Workspace& workspace_;
  Island island_;
  std::vector<Group> groups_;
  const Scales& scales_;
  std::vector<char> jumps_;  // by law
  std::vector<Candidate> candidates_;
  std::vector<int> parent_;                 // by body: union-find over candidates
  std::vector<double> steps_, next_steps_;  // s, by body: of its island
  double t_ = 0, previous_t_ = 0;
  std::vector<double> y_, yp_, previous_y_, previous_yp_, next_y_, next_yp_;
  std::vector<GroupChange> changes_;
  double dense_ = 0;  // s, between common instants while a pair is closed
  double last_ = 0;   // s, the last step
  double max_step_ = std::numeric_limits<double>::infinity();
  double share_ = 0;    // of half a swing that a step may last
  double skin_ = 0;     // m, the smallest of all groups
  double fastest_ = 0;  // m/s, of all members
  double spin_ = 0;     // rad/s, in space, of all bodies
  double margin_ = 1;   // on the bound of what may touch
  long starts_ = 0, flights_ = 0;
};

}  // namespace mbs

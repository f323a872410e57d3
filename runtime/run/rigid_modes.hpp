// Which rigid contacts are held closed, and which of those stick or slide, decided together from
// forces and accelerations.
#pragma once

#include <optional>
#include <vector>

#include "runtime/events/blow.hpp"
#include "runtime/events/rigid_events.hpp"
#include "runtime/run/rigid_limits.hpp"
#include "runtime/run/rigid_touch.hpp"

namespace mbs {

class RigidModes {
 public:
  RigidModes(Present& now, RigidTouch& touch, const ContactEvents& contacts, RigidEvents& events,
             RigidLimits& limits);
  // Poses the problem of accelerations of what touches now: 0 <= FN _|_ d v_N/dt >= 0, with
  // friction; what slides slower than `slow`, m/s, stands. False if the equations of motion have no
  // solution.
  bool pose(std::optional<RigidEvent> cause, double slow = 0);
  // d v_N/dt of all that touch while those of `resting` press, m/s^2. Empty if friction jams.
  std::optional<std::vector<double>> rates_with(const std::vector<bool>& resting) const;
  // By touching contact, while those of `resting` press: does friction hold it?
  std::vector<bool> held_with(const std::vector<bool>& resting) const;
  enum class Settled { yes, no, jammed };
  // Modes of what touches and rests; all others are open.
  Settled settle(std::optional<RigidEvent> cause);
  // A corner that has come past an end of its edge lets go, and so do those that leave theirs at
  // the same instant: there they meet nothing, or another edge.
  void let_go_past_ends(int first);
  // What touches and cannot slide on without a blow, with its D_NN + D_NT P_T/P_N < 0, 1/kg.
  struct Jam {
    Jammed alone;
    double give = 0;
  };
  std::vector<Jam> jams() const;
  // Those that feel each other, one that slides with friction first: none of them jams by itself,
  // but what it presses comes back to it.
  std::vector<Jammed> jam_together() const;
  // Does anything that touches have it?
  bool any_friction() const;

 private:
  std::vector<bool> unsolved() const;
  Jammed jammed(const std::vector<int>& parts) const;
  bool stops_with(const RigidRows& rows, const RigidEvent& cause) const;
  impact::Friction friction_now(const RigidRows& rows, std::optional<RigidEvent> cause,
                                double slow);
  bool find_rates();
  std::optional<impact::Solution> solve(std::optional<RigidEvent> cause);
  void add_pushes(int rows);
  std::vector<bool> not_let_go() const;  // by touching contact
  std::optional<impact::Solution> opening(int part) const;
  std::optional<impact::Solution> with_cause(const RigidEvent& cause, int part);
  struct Slipping {
    int part;
    double direction;  // of vt
    bool now;          // by the present event
  };
  std::vector<Slipping> slipping_with(int contact) const;
  std::optional<impact::Solution> slipping(int contact);
  struct Sideways {  // in space
    int part;
    Eigen::Vector2d along;  // which way it slides, unit length
    bool now;               // by the present event
  };
  std::vector<int> begun() const;
  std::optional<impact::Solution> others_as_before(int part,
                                                   const std::vector<Sideways>& slipping) const;
  std::vector<int> slipping_with_in_space(int part,
                                          const std::optional<impact::Solution>& held) const;
  std::optional<impact::Solution> slipping_in_space(int part);
  void slide_at_bound(int contact, impact::Solution& solution) const;
  Eigen::Vector2d pulled(int part, const std::optional<impact::Solution>& held) const;
  std::vector<impact::State> old_states() const;
  void set(int part, const impact::Solution& solution);
  int set_direction(int part, const impact::Solution& solution);
  void let_go(int contact);
  void mark_spare();
  void note_rest_at_bound();
  bool at_bound(int i, double still = 1e-6) const;
  Eigen::MatrixXd asks_of_bounds(const std::vector<int>& rows) const;
  std::vector<bool> not_unique(const std::vector<int>& rows, bool with_friction) const;
  void tell_shares(const std::vector<int>& closed);
  void join_patches(const std::vector<int>& closed);
  bool within_bounds(const std::vector<int>& closed);
  void share(const std::vector<int>& closed);

  Present& now_;
  RigidTouch& touch_;
  const ContactEvents& contacts_;
  RigidEvents& events_;
  RigidLimits& limits_;
  impact::Problem problem_;  // of accelerations
  Mobility mobility_;
  std::vector<double> rates_;
  Eigen::VectorXd forces_;      // N, by part of what touches
  std::vector<double> opened_;  // s, when each contact last let go
  double slipped_ = -1;         // s, when one last began to slip
};

}  // namespace mbs

// Bodies that touch each other now or may do so soon, away from all others.
#pragma once

#include <array>
#include <limits>
#include <span>
#include <vector>

#include "runtime/contact/forces.hpp"
#include "runtime/contact/group.hpp"
#include "runtime/contact/group_places.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/scales/scales.hpp"

namespace mbs {

struct IslandPair {
  int group = 0, near = 0;  // its place in the group's list of near pairs
  PairMode mode;
  const ContactModel* contact = nullptr;
  bool jumps = false;  // its force does not begin at 0
  struct Side {
    double gap = 0, rate = 0, FN = 0;  // m, m/s, N
  };
  Side begin = {}, end = {};  // of a step
};

// Their motion by the explicit method of Dormand and Prince, of order 5 with an error estimate of
// order 4, in steps of their own. Steps end where a pair closes, which is found on the cubic
// through both ends of the step: between closings bodies fly freely or the cubic errs less than the
// step may. The laws of groups have no states, so nothing is stiff but the contacts themselves,
// whose impacts have to be followed anyway.
//
// While many pairs are closed a step of all is too dear to end it for each closing: a pair whose
// force begins at 0 acts then as soon as it overlaps, as if it had hit at its present speed, and
// the estimate of the error sees to the bend in its force.
class Island {
 public:
  Island(const Model& model, const Scales& scales, Workspace& workspace);
  void find_lengths();  // of steps, from the scales as they are now

  void clear();
  void add(const IslandPair& pair);  // with its bodies
  std::span<const IslandPair> pairs() const { return pairs_; }
  std::span<const int> bodies() const { return bodies_; }

  // From t to `end`, from `y` on; `first_step` to begin with, s. What happens goes to `changes`.
  // False if the forces are not defined, or steps become too small or too many.
  bool cross(double t, double end, const double* y, double first_step,
             std::vector<GroupChange>& changes);
  // When the first of the open pairs touches if nothing else acts than gravity, up to `end`; the
  // pairs that do are closed then. inf: none.
  double first_touch(double t, double end, const double* y, std::vector<GroupChange>& changes);
  // Puts the bodies into y and y'; adds what their pairs have taken up to the work there.
  void store(double* y, double* yp) const;

  int worst_unknown() const;             // which made the last estimate of the error largest
  double step() const { return step_; }  // s, that suits the end
  long steps() const { return steps_; }
  long evaluations() const { return evaluations_; }
  long rejected() const { return rejected_; }

 private:
  static constexpr int stages = 7, most_per_body = 13;
  void add_body(int body);
  void gather(const double* y);
  void set_pose(int body, const double* q, const double* v);
  void set_arms(const ContactModel& contact);
  void fall(const double* state, double* rate);  // rates of all bodies, which it places
  void fall_in_space(const double* state, double* rate);
  bool rates(double t, const std::vector<double>& state, std::vector<double>& rate);
  void push(const ContactModel& contact, const ContactForce& force, std::vector<double>& rate);
  void push_in_space(const ContactModel& contact, const ContactForce& f, std::vector<double>& rate);
  void measure();  // next_gap, next_rate, at the present poses
  double attempt(double t, double h);
  double error_in(std::size_t i, double h) const;  // of its tolerance
  double error(double h) const;
  void place_at(const ContactModel& contact, double h, double x);
  double gap_at(const IslandPair& pair, double h, double x);
  double rate_at(const IslandPair& pair, double h, double x);
  bool begin(double t, const double* y, double step);
  void choose_step(double tried, double error);
  // Whether steps go on through the beginning and the end of its contact.
  bool soft(const IslandPair& pair) const {
    return crowded_ && !pair.jumps && pair.mode.v_impact > 0;
  }
  void get_ready();
  void find_impact_speeds(double h);
  double event_in(const IslandPair& pair, double h);
  double first_event(double h, int& due);
  double force_at(const IslandPair& pair, double h, double x);
  double cut_in(const IslandPair& pair, double h);
  double first_cut(double h);
  double closed_by(int due, double x) const;
  bool end_at(double t, double taken);
  void accept();
  bool react(double t, int due, std::vector<GroupChange>& changes);

  const Model& model_;
  const Scales& scales_;
  Workspace& workspace_;
  std::vector<char> turns_;  // by body: how it is turned matters
  std::vector<int> local_;   // by body: its place here, or -1
  std::vector<int> bodies_;
  std::vector<IslandPair> pairs_;
  int per_body_ = 0;                  // q then v of each
  std::vector<double> state_, next_;  // of each body, then the work of each group
  std::vector<double> stage_, weights_;
  std::array<std::vector<double>, stages> k_;  // rates
  double onset_ = 0;                           // s, first step into a contact
  double step_ = 0, t_ = 0;                    // s; t_: of the step
  bool crowded_ = false;                       // many pairs are closed
  long steps_ = 0, evaluations_ = 0, rejected_ = 0;
};

}  // namespace mbs

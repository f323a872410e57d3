// A blow at one instant: which impulses rigid contacts pass on, and what they do to the mechanism.
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "runtime/contact/law_inputs.hpp"
#include "runtime/equations/rigid.hpp"
#include "runtime/equations/turning_mobility.hpp"
#include "runtime/equations/velocity_jump.hpp"
#include "runtime/impact/process.hpp"
#include "runtime/model/instant.hpp"

namespace mbs {

struct BlowPart {  // of one contact
  int contact = 0;
  double P_N = 0, P_T = 0;  // N s; P_T along positive vt
  double v_N = 0, v_T = 0;  // m/s, before
  double after_N = 0, after_T = 0;
  double P_T2 = 0, v_T2 = 0, after_T2 = 0;  // in space: along the second tangent
  bool spatial = false;
  double turned = 0;  // J, that what resists turning takes up
  // Work that the contact takes up (Thomson and Tait), J.
  double lost() const {
    const double in_plane = P_N * (v_N + after_N) + P_T * (v_T + after_T);
    return turned - 0.5 * (spatial ? in_plane + P_T2 * (v_T2 + after_T2) : in_plane);
  }
  // As tables show them, with the sign of FT; in space sizes.
  double impulse_T() const { return spatial ? std::hypot(P_T, P_T2) : -P_T; }
  double vt_in() const { return spatial ? std::hypot(v_T, v_T2) : v_T; }
  double vt_out() const { return spatial ? std::hypot(after_T, after_T2) : after_T; }
};
struct Blow {
  std::vector<BlowPart> parts;
  Eigen::VectorXd change;            // of v
  Eigen::VectorXd multipliers;       // N s and N m s, by row of the model: of joints and drives
  double input = 0;                  // J, of drives
  double kinetic = 0;                // J, before
  std::vector<DriveImpulse> driven;  // of drives whose own speeds are made to fit
  bool jams = false;                 // no impulses let it part as its laws say, so it does not part
};

// Contacts at rest along their normals that friction jams, and what accelerates them without their
// forces: along the normal and the tangents of one after another, in any unit.
struct Jammed {
  std::vector<int> contacts;
  Eigen::VectorXd pushed;
};

class BlowSolver {
 public:
  BlowSolver(const Model& model, Workspace& workspace);
  // Takes over the positions and the speeds that drives have here. False if they have none.
  bool begin(const Instant& now);
  // What impulses of joints and drives alone would have to do for the speeds in y to fulfil all
  // constraints, without contacts. Empty if there are none, or if these contradict each other.
  std::optional<Blow> to_constraints(const Instant& now);
  // Rows of a contact, at the velocities in y.
  RigidRows rows(int contact) const {
    return rigid_rows_on(model_, contact, workspace_, mode_->contacts[contact].edge);
  }
  // Those of these contacts whose normal speed no blow could change.
  std::vector<int> unmoved(const std::vector<int>& contacts);
  // All these contacts together, by their laws: those slower than `still` (m/s) rest. Empty if
  // there is no solution or a law has none; the workspace's failure says why.
  std::optional<Blow> strike(const Instant& now, const std::vector<int>& contacts, double still);
  // Brings these contacts to v_N = 0 and those that are `stuck` to v_T = 0, whatever that takes.
  std::optional<Blow> stop(const Instant& now, const std::vector<int>& contacts,
                           const std::vector<bool>& stuck);
  // Process of contacts that slide although no motion without a blow is possible (Painleve), by the
  // law of the first. They approach as they are pushed, by no more than `still`, m/s.
  std::optional<Blow> jam(const Instant& now, const Jammed& jammed, double still);
  // What the laws were asked with in the last of these.
  struct Asked {
    int contact = 0;
    LawArguments inputs;
  };
  std::span<const Asked> asked() const { return asked_; }

 private:
  std::optional<impact::Problem> problem(const Instant& now, const std::vector<int>& contacts);
  void restore_sliding(impact::Problem& problem) const;
  std::vector<int> reached_from(const impact::Problem& problem, int first) const;
  std::optional<Blow> by_speeds(const Instant& now, impact::Problem& problem, double still);
  std::optional<Blow> by_process(const Instant& now, const impact::Problem& problem, double still);
  std::optional<Blow> jam(const Instant& now, impact::Problem problem,
                          const Eigen::VectorXd& approach);
  double departure(const Instant& now, int part, const impact::Compression& taken);
  std::optional<impact::TurnedSolution> solved(const Instant& now, const impact::Problem& problem);
  // By impulses of the contacts, and moments of those that resist turning.
  Blow passed_on(const Instant& now, const Eigen::VectorXd& P, const Eigen::VectorXd& moments = {});
  void turn(const Eigen::VectorXd& P, const Eigen::VectorXd& moments, Blow& blow) const;
  void no_impulses(const Instant& now);
  void fail(Code code, const Instant& now, const std::string& message, const std::string& hint);

  const Model& model_;
  Workspace& workspace_;
  const Mode* mode_ = nullptr;
  Mobility mobility_;
  TurningMobility turning_;
  std::vector<double> restored_;  // m/s, vt_out by contact
  std::vector<Asked> asked_;
};

}  // namespace mbs

// What a run finds out about itself: whether its energy adds up, its joints held, its drives were
// followed, its contacts stayed contacts. The solver does not promise these one by one; each is
// looked at anew, by other means than those that made the run.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/equations/consistency.hpp"
#include "runtime/model/space.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/record/findings.hpp"

namespace mbs {

struct Placement;
struct ConstraintRow;
struct Scales;

// A part of the smaller radius: contact laws speak of depths far below it.
inline constexpr double depth_share = 0.1;

// A depth beyond which the bodies of a contact are not near touching any more, m; infinite where
// one of them stands for a point.
double depth_of_reason(const Model& model, const ir::Contact& contact);

// Takes over the deepest pair of each group, with the bodies placed.
void note_depths(const Model& model, const Mode& mode, double t, const Placement& at, Audit& audit);

// Compares driven coordinates with what their drives say, with every condition as it is at that
// very time: at each sample, and twice between two of them.
class DriveAudit {
 public:
  // `findings` by drive; earlier ones, of a run that goes on, stay.
  DriveAudit(const Model& model, const Scales& scales, std::vector<Finding>& findings);
  // Samples go on behind one at t, which a step of this length had led to, s.
  void go_on(double t, double step) { went_on_ = true, t_ = t, step_ = step; }
  // No instant is located closer than rounding of the end of the run, s.
  void run_to(double t_end);
  // The next sample, with the bodies placed. A second one at the same time follows an event. Drives
  // that do not act in `mode`, which holds since the sample before, are let be.
  void add(double t, const Placement& at, const Mode& mode);

 private:
  struct Followed {
    const ConstraintRow* row = nullptr;
    int drive = 0, component = 0;
    bool speed = false;  // only the speed is given
    bool angle = false;
    std::size_t place = 0;  // of the row
    // The cosine between an axis of the first body of a driven rotation and one of the second, by
    // which it is compared.
    std::shared_ptr<const ConstraintRow> cosine;
    Vector3 on_a = Vector3::Zero(), led = Vector3::Zero();
    bool acts = true;
    double allowed = 0, rate_allowed = 0;  // tolerances, many times over: m or rad, and per second
    double low = std::numeric_limits<double>::infinity(),
           high = -std::numeric_limits<double>::infinity();  // of what the drive has said so far
    double value = 0, rate = 0;                              // of the coordinate, now
    double was = 0, was_rate = 0;                            // and at the sample before
    double off = 0;                                          // between the two
  };
  static void follow_cosine(Followed& f);
  double wanted(const Followed& f, double t);
  double heard(Followed& f, double t);
  void unwind(Followed& followed, double t, double h);
  void compare(Followed& f, double t);
  void between(double h);
  void note(const Followed& f, double value, double allowed, double t, bool per_second);

  const Model& model_;
  const Scales& scales_;  // they may follow the motion
  std::vector<Finding>& findings_;
  std::vector<Followed> followed_;
  std::optional<Workspace>
      workspace_;            // of its own: the run's holds the drives as the solver sees them
  double t_ = 0, step_ = 0;  // s, of the sample before; the last step that led forward
  double asked_ =
      std::numeric_limits<double>::quiet_NaN();  // s, when the workspace has what drives say
  double located_ = 0;                           // s, how closely jumps are
  bool begun_ = false, went_on_ = false;
};

// Takes over the largest constraint error of a step if it is the largest so far.
void note_drift(const Model& model, const Scales& scales, double t, const Drift& drift,
                Audit& audit);

}  // namespace mbs

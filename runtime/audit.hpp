// What a run finds out about itself: whether its energy adds up, its joints held, its drives were
// followed, its contacts stayed contacts. The solver does not promise these one by one; each is
// looked at anew, by other means than those that made the run.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "lang/diagnostics.hpp"
#include "lang/dimension.hpp"
#include "runtime/dynamics.hpp"
#include "runtime/output.hpp"

namespace mbs {

struct Placement;
struct Row;
struct Run;
struct Scales;

// The worst of one thing in a run: by how much it was off and what is still let pass.
struct Finding {
  double value = 0, allowed = 0;  // in SI units of `dimension`
  double t = 0;                   // s
  Dimension dimension;
  bool passed() const { return value <= allowed; }
};

// Gathered while the run goes on, and kept with it.
struct Audit {
  Finding constraints;          // m, of all joints; angles times the model's size
  int row = -1;                 // of the worst, in Model::rows
  std::vector<Finding> drives;  // by drive; those of constant speed are constraints like others
  std::vector<Finding> groups;  // depth, by group of contacts
};

// Takes over the deepest pair of each group, with the bodies placed.
void note_depths(const Model& model, const Mode& mode, double t, const Placement& at, Audit& audit);

// What is said of a run, for -v and JSON and for warnings.
struct AuditLine {
  Code code = Code::W0705;
  std::string subject;  // "energy", "joint `O`", "drive `d`", "contact `c`"
  Finding finding;
  Span origin;  // of the subject; none for the energy
};
std::vector<AuditLine> audit_lines(const Run& run);
// The worst of each kind, against what would pass.
std::vector<RunSummary::Audit> audit_summary(const Run& run);
// A warning for each kind that did not pass, with the worst of it; what has no place of its own is shown
// at `run_at`.
std::vector<Diagnostic> audit_warnings(const Run& run, Span run_at);

// Compares driven coordinates with what their drives say, with every condition as it is at that
// very time: at each sample, and twice between two of them.
class DriveAudit {
 public:
  // `findings` by drive; earlier ones, of a run that goes on, stay.
  DriveAudit(const Model& model, const Scales& scales, std::vector<Finding>& findings);
  // The next sample, with the bodies placed. A second one at the same time follows an event.
  void add(double t, const Placement& at);

 private:
  struct Followed {
    const Row* row = nullptr;
    int drive = 0, component = 0;
    bool speed = false;  // only the speed is given
    bool angle = false;
    double allowed = 0, rate_allowed = 0;  // tolerances, many times over: m or rad, and per second
    double low = INFINITY, high = -INFINITY;  // of what the drive has said so far
    double value = 0, rate = 0;               // of the coordinate, now
    double was = 0, was_rate = 0;             // and at the sample before
    double off = 0;                           // between the two
  };
  double wanted(const Followed& f, double t);
  double heard(Followed& f, double t);
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
  double asked_ = NAN;       // s, when the workspace has what drives say
  bool begun_ = false;
};

// Takes over the largest constraint error of a step if it is the largest so far.
void note_drift(const Model& model, const Scales& scales, double t, const Drift& drift,
                Audit& audit);

}  // namespace mbs

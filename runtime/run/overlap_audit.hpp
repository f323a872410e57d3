// Whether bodies in space that touch by their corners go into each other where no contact of theirs
// looks: along every step, as far as it counts.
#pragma once

#include <string>
#include <vector>

#include "runtime/contact/bodies_by_corners.hpp"
#include "runtime/integration/segment.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/record/findings.hpp"

namespace mbs {

// What is said of them: why nobody has seen it, and what may be done.
std::string unseen_note(const UnseenOverlap& overlap);
std::string unseen_hint(const UnseenOverlap& overlap);

class OverlapAudit {
 public:
  // Findings of a run that goes on stay.
  OverlapAudit(const Model& model, std::vector<UnseenOverlap>& findings);
  // Where the run begins, or its state was changed.
  void look(Instant now, const Mode& mode);
  // The motion of the last step from where it has been looked at so far to `end`, closely enough to
  // see bodies that pass through each other within it.
  void follow(Segment& segment, double end, const Mode& mode);

 private:
  struct Followed {
    BodiesByCorners pair;
    int direction = 0;    // of the look before
    double distance = 0;  // m, then
    std::vector<int> unknowns;
  };
  bool look(std::size_t k, Instant now);  // true: they are in each other for the first time
  double beginning(const Followed& followed, Segment& segment, double from, double to);
  void follow(std::size_t k, Segment& segment, double end);

  const Model& model_;
  std::vector<UnseenOverlap>& findings_;
  std::vector<Followed> pairs_;
  double looked_ = 0;  // s, up to there
};

}  // namespace mbs

#include "runtime/run/overlap_audit.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/contact/forces.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

namespace {

constexpr double stride = 0.25;  // of the thinner body, between two looks at bodies that are near
constexpr double most_looks = 256;
constexpr int halvings = 40;
constexpr double faster = 2;  // than at its ends a pair is hardly within a step

// No two places of them pass each other faster, m/s.
double passing(const Model& m, const BodiesByCorners& pair, const double* y) {
  const SpatialPose a = spatial_pose_at(m, pair.first.body, y),
                    b = spatial_pose_at(m, pair.second.body, y);
  return (b.v - a.v).norm() + a.omega.norm() * pair.first.shape.bound +
         b.omega.norm() * pair.second.shape.bound;
}

bool any_acts(const BodiesByCorners& pair, const Mode& mode) {
  return std::any_of(pair.contacts.begin(), pair.contacts.end(),
                     [&](int c) { return !mode.contacts[c].off; });
}

}  // namespace

std::string unseen_note(const UnseenOverlap& overlap) {
  return overlap.edges ? "none of their contacts sees it: a blow was lost"
                       : "none of their contacts sees it: these are of corners, rims or caps, and "
                         "here other places of both meet";
}

std::string unseen_hint(const UnseenOverlap& overlap) {
  if (overlap.edges) return "another `tol`, or a law of force for these contacts";
  return overlap.rigid
             ? "let the bodies meet as wholes, too, `contact w: a to b { law = … }`, or boxes by "
               "their edges, `contact e: a.edge to b.edge { law = … }`"
             : "let the bodies meet as wholes, too: `contact w: a to b { law = … }`";
}

OverlapAudit::OverlapAudit(const Model& model, std::vector<UnseenOverlap>& findings)
    : model_(model), findings_(findings) {
  for (BodiesByCorners& pair : bodies_by_corners(model)) {
    std::vector<int> unknowns = contact_unknowns(model, pair.contacts.front());
    pairs_.push_back({std::move(pair), 0, 0, std::move(unknowns)});
  }
  if (!findings_.empty()) return;
  for (const Followed& followed : pairs_) {
    const BodiesByCorners& pair = followed.pair;
    findings_.push_back({{0, allowed_overlap(pair), 0, dim::length},
                         pair.contacts.front(),
                         pair.first.body,
                         pair.second.body,
                         pair.rigid,
                         pair.edges});
  }
}

bool OverlapAudit::look(std::size_t k, Instant now) {
  Followed& followed = pairs_[k];
  const Unseen unseen = unseen_overlap(model_, followed.pair, now.y, followed.direction);
  followed.distance = unseen.distance;
  Finding& finding = findings_[k].finding;
  if (!(unseen.depth > 0)) return false;
  const bool first = finding.value == 0;
  if (first) finding.t = now.t;
  finding.value = std::max(finding.value, unseen.depth);
  return first;
}

// When it began to count, between two looks.
double OverlapAudit::beginning(const Followed& followed, Segment& segment, double from, double to) {
  int direction = followed.direction;
  for (int i = 0; i < halvings; ++i) {
    const double middle = 0.5 * (from + to);
    const double* y = segment.motion_at(middle, followed.unknowns).y;
    (unseen_overlap(model_, followed.pair, y, direction).depth > 0 ? to : from) = middle;
  }
  return to;
}

void OverlapAudit::look(Instant now, const Mode& mode) {
  looked_ = now.t;
  for (std::size_t k = 0; k < pairs_.size(); ++k)
    if (any_acts(pairs_[k].pair, mode)) look(k, now);
}

void OverlapAudit::follow(std::size_t k, Segment& segment, double end) {
  Followed& followed = pairs_[k];
  const double h = end - looked_;
  const auto speed = [&](double t) {
    return passing(model_, followed.pair, segment.motion_at(t, followed.unknowns).y);
  };
  const double way = faster * h * std::max(speed(looked_), speed(end));
  const double looks =
      followed.distance > way ? 1 : std::ceil(way / faster / (stride * followed.pair.thickness()));
  const int pieces = static_cast<int>(std::clamp(looks, 1.0, most_looks));
  for (int i = 1; i <= pieces; ++i) {
    const double from = looked_ + h * (i - 1) / pieces, to = looked_ + h * i / pieces;
    if (look(k, segment.motion_at(to, followed.unknowns)))
      findings_[k].finding.t = beginning(followed, segment, from, to);
  }
}

void OverlapAudit::follow(Segment& segment, double end, const Mode& mode) {
  looked_ = std::max(looked_, segment.from());
  if (!(end > looked_)) return;
  for (std::size_t k = 0; k < pairs_.size(); ++k)
    if (any_acts(pairs_[k].pair, mode)) follow(k, segment, end);
  looked_ = end;
}

}  // namespace mbs

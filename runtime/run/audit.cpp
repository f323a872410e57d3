#include "runtime/run/audit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/contact/group.hpp"
#include "runtime/contact/group_places.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/geometry/convex.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/numerics/hermite.hpp"
#include "runtime/scales/scales.hpp"

namespace mbs {

namespace {

constexpr double times_tolerance = 1e3;  // a run may err by many steps' tolerances
constexpr double size_allowed = 1e-4;   // of it, at samples: tolerances may follow a smaller motion
constexpr double swing_allowed = 1e-2;  // of a drive's range, between samples
constexpr double point = 1e-3;          // of the model: the radius of what stands for a point
constexpr double moment = 1e-6;         // of a step: to either side of a jump
constexpr double gauss[] = {0.2113248654051871, 0.7886751345948129};  // exact up to cubics

// The largest tolerance among the bodies of a row, of the unknowns from `first` on.
double tolerance_of(const Layout& l, const std::vector<double>& tolerance, int first,
                    const ConstraintRow& row) {
  double largest = 0;
  const int turn = l.spatial() ? 3 : 2;  // where turns are among the unknowns of a body
  const bool speeds = first == l.v;
  const auto of = [&](int body) { return speeds ? l.motion_of(body) : l.place_of(body); };
  for (int i = 0; i < row.term_count; ++i)
    for (const int body : {row.terms[i].function.a, row.terms[i].function.b})
      if (body > 0)
        largest = std::max(largest, tolerance[first + of(body) + (is_angle(row) ? turn : 0)]);
  return largest;
}

// What the error of a row may be: a multiple of the tolerances of its bodies' positions, m or rad.
double allowed_error(const Model& m, const Scales& scales, const ConstraintRow& row) {
  const double usual = tolerance_of(m.layout, scales.tolerance, m.layout.q, row);
  return times_tolerance * std::max(usual, tolerance_of(m.layout, scales.relaxed, 0, row));
}

double depth_of_reason(const GroupModel& group) {
  double least = std::numeric_limits<double>::infinity();
  for (const GroupMember& member : group.members)
    if (!is_wall(member)) least = std::min(least, member.radius);
  return depth_share * least;
}

}  // namespace

double depth_of_reason(const Model& m, const ir::Contact& c) {
  const double radius = std::min(bounding_radius(c.first_shape), bounding_radius(c.second_shape));
  return radius > point * m.size ? depth_share * radius : std::numeric_limits<double>::infinity();
}

void note_drift(const Model& m, const Scales& scales, double t, const Drift& drift, Audit& audit) {
  if (drift.row < 0 || !(drift.largest > audit.constraints.value)) return;
  const ConstraintRow& row = m.rows[drift.row];
  const double allowed = allowed_error(m, scales, row) * (is_angle(row) ? m.size : 1);
  audit.constraints = {drift.largest, allowed, t, dim::length};
  audit.row = drift.row;
}

void note_depths(const Model& m, const Mode& mode, double t, const Placement& at, Audit& audit) {
  audit.groups.resize(m.groups.size());
  for (std::size_t g = 0; g < m.groups.size(); ++g) {
    const double depth = deepest(m, static_cast<int>(g), mode.groups[g], at);
    if (depth > audit.groups[g].value)
      audit.groups[g] = {depth, depth_of_reason(m.groups[g]), t, dim::length};
  }
}

DriveAudit::DriveAudit(const Model& model, const Scales& scales, std::vector<Finding>& findings)
    : model_(model), scales_(scales), findings_(findings) {
  findings_.resize(model.drives.size());
  for (std::size_t k = 0; k < model.rows.size(); ++k) {
    const ConstraintRow& row = model.rows[k];
    if (row.drive < 0 || model.scenario->drives[row.drive].constant_speed) continue;
    Followed f;
    f.row = &row;
    f.place = k;
    f.drive = row.drive;
    f.component = row.component;
    f.speed = !row.position;
    f.angle = is_angle(row);
    if (is_led(row)) follow_cosine(f);
    followed_.push_back(f);
  }
  if (!followed_.empty()) workspace_.emplace(model);
}

// Follows the axis of the second body that the row holds square to another one.
void DriveAudit::follow_cosine(Followed& f) {
  auto cosine = std::make_shared<ConstraintRow>(*f.row);
  PairFunction& function = cosine->terms[0].function;
  f.on_a = Vector3::Unit(f.component);
  f.led = Vector3::Unit((f.component + 1) % 3);
  function.axes =
      std::make_shared<SpatialAxes>(SpatialAxes{.on_a = f.on_a, .on_b = function.axes->on_b});
  function.led = -1;
  f.cosine = cosine;
  f.row = cosine.get();
}

// What a drive says at t: of the coordinate, or of its rate if that is all it gives.
double DriveAudit::wanted(const Followed& f, double t) {
  if (!(t == asked_) && !evaluate_drives(model_, t, nullptr, DriveOrder::rate, *workspace_))
    workspace_->failure.reset();
  asked_ = t;
  if (f.cosine) return f.on_a.dot(workspace_->impl().at.led[f.drive] * f.led);
  return drive_value(model_, *f.row, workspace_->impl(), f.speed ? 1 : 0);
}

void DriveAudit::run_to(double t_end) {
  constexpr double roundings = 4;  // see locate_crossing
  located_ = roundings * std::numeric_limits<double>::epsilon() * std::abs(t_end);
}

void DriveAudit::add(double t, const Placement& at, const Mode& mode) {
  if (followed_.empty()) return;
  if ((begun_ || went_on_) && t > t_) step_ = t - t_;
  const double h = begun_ ? t - t_ : 0;
  for (Followed& f : followed_) {
    f.acts = row_acts(&mode, f.place);
    f.value = row_value(*f.row, at) + row_shift(&mode, f.place);
    f.rate = row_rate(*f.row, at);
    if (f.row->period > 0) unwind(f, t, h);
    f.allowed = allowed_error(model_, scales_, *f.row);
    f.rate_allowed =
        times_tolerance * tolerance_of(model_.layout, scales_.tolerance, model_.layout.v, *f.row);
    if (f.acts) compare(f, t);
  }
  if (h > 0) between(h);
  for (Followed& f : followed_) {
    f.was = f.value;
    f.was_rate = f.rate;
  }
  t_ = t;
  begun_ = true;
}

// The turn that is meant: nearest to what is wanted, or to where the speed has led.
void DriveAudit::unwind(Followed& f, double t, double h) {
  const double led = begun_ ? f.was + h * 0.5 * (f.was_rate + f.rate) : f.value;
  const double expected = f.speed ? led : wanted(f, t);
  f.value = expected + wrapped(*f.row, f.value - expected);
}

// At a jump both sides of it will do.
void DriveAudit::compare(Followed& f, double t) {
  const double has = f.speed ? f.rate : f.value, says = heard(f, t);
  const double size = f.speed ? std::max(std::abs(f.low), std::abs(f.high)) : f.high - f.low;
  const double allowed = (f.speed ? f.rate_allowed : f.allowed) + size_allowed * size;
  double off = std::abs(has - says);
  const double beside = std::max(moment * step_, located_);
  for (const double side : {-beside, beside})
    if (!(off <= allowed)) off = std::min(off, std::abs(has - wanted(f, t + side)));
  note(f, off, allowed, t, f.speed);
}

// The same, and the range of what it says.
double DriveAudit::heard(Followed& f, double t) {
  const double says = wanted(f, t);
  f.low = std::min(f.low, says);
  f.high = std::max(f.high, says);
  return says;
}

// The record is the cubic between two samples; a speed must have led from one to the other.
void DriveAudit::between(double h) {
  for (Followed& f : followed_) f.off = f.speed ? f.value - f.was : 0;
  for (const double u : gauss)
    for (Followed& f : followed_) {
      if (!f.acts) continue;
      const double says = heard(f, t_ + u * h);
      const double has = Hermite(h, u * h).value(f.was, f.was_rate, f.value, f.rate);
      f.off = f.speed ? f.off - 0.5 * h * says : std::max(f.off, std::abs(has - says));
    }
  for (const Followed& f : followed_) {
    if (!f.acts) continue;
    const double swing = f.speed ? h * std::max(std::abs(f.low), std::abs(f.high)) : f.high - f.low;
    note(f, std::abs(f.off), f.allowed + swing_allowed * swing, t_ + h, false);
  }
}

void DriveAudit::note(const Followed& f, double value, double allowed, double t, bool per_second) {
  Finding& worst = findings_[f.drive];
  const bool first = !(worst.allowed > 0);
  if (!first && !(value * worst.allowed > worst.value * allowed)) return;
  worst = {value, allowed, t,
           f.angle ? (per_second ? dim::angular_speed : dim::pure)
                   : (per_second ? dim::speed : dim::length)};
}

}  // namespace mbs

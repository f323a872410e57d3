#include "runtime/audit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/contact_group.hpp"
#include "runtime/convex.hpp"
#include "runtime/hermite.hpp"
#include "runtime/quantity_text.hpp"
#include "runtime/run.hpp"
#include "runtime/scales.hpp"
#include "runtime/state.hpp"

namespace mbs {

namespace {

constexpr double energy_allowed = 1e-2;  // of what is exchanged
constexpr double times_tolerance = 1e3;  // a run may err by many steps' tolerances
constexpr double size_allowed = 1e-4;   // of it, at samples: tolerances may follow a smaller motion
constexpr double swing_allowed = 1e-2;  // of a drive's range, between samples
constexpr double point = 1e-3;          // of the model: the radius of what stands for a point
constexpr double of_radius = 0.1;       // contact laws speak of depths far below the radius
constexpr double moment = 1e-6;         // of a step: to either side of a jump
constexpr double gauss[] = {0.2113248654051871, 0.7886751345948129};  // exact up to cubics

bool is_angle(const Row& row) {
  return row.terms[0].function.kind == FunctionKind::angle;
}

// Of the unknowns from `first` on, the largest tolerance among the bodies of a row.
double tolerance_of(const std::vector<double>& tolerance, int first, const Row& row) {
  double largest = 0;
  for (int i = 0; i < row.term_count; ++i)
    for (const int body : {row.terms[i].function.a, row.terms[i].function.b})
      if (body > 0)
        largest = std::max(largest, tolerance[first + column_of(body) + (is_angle(row) ? 2 : 0)]);
  return largest;
}

// What the error of a row may be: a multiple of the tolerances of its bodies' positions, m or rad.
double allowed_error(const Model& m, const Scales& scales, const Row& row) {
  const double usual = tolerance_of(scales.tolerance, m.layout.q, row);
  return times_tolerance * std::max(usual, tolerance_of(scales.relaxed, 0, row));
}

// Deeper than this, bodies are not near touching. Spheres that stand for points have no such depth.
double depth_of_reason(const Model& m, const ir::Contact& c) {
  const double radius = std::min(bounding_radius(c.first_shape), bounding_radius(c.second_shape));
  return radius > point * m.size ? of_radius * radius : std::numeric_limits<double>::infinity();
}

Finding deepest_of(const Run& run, std::size_t contact) {
  const ir::Contact& c = run.model->scenario->contacts[contact];
  Finding f{0, depth_of_reason(*run.model, c), 0, dim::length};
  for (const Impact& impact : run.impacts[contact])
    if (impact.delta_max > f.value) f.value = impact.delta_max, f.t = impact.t;
  return f;
}

double depth_of_reason(const GroupModel& group) {
  double least = std::numeric_limits<double>::infinity();
  for (const GroupMember& member : group.members)
    if (!member.plane) least = std::min(least, member.radius);
  return of_radius * least;
}

AuditLine constraint_line(const Run& run) {
  const Row& row = run.model->rows[run.audit.row];
  const ir::Scenario& s = *run.model->scenario;
  const Finding& f = run.audit.constraints;
  if (row.drive >= 0)
    return {Code::W0706, fmt::format("drive `{}`", s.drives[row.drive].name), f,
            s.drives[row.drive].origin};
  return {Code::W0706, fmt::format("joint `{}`", s.joints[row.joint].name), f,
          s.joints[row.joint].origin};
}

std::string unit_of(const AuditLine& line) {
  const Dimension& d = line.finding.dimension;
  if (line.code == Code::W0705) return "";
  return d == dim::length          ? "m"
         : d == dim::speed         ? "m/s"
         : d == dim::angular_speed ? "rad/s"
                                   : "rad";
}

std::string when(const Finding& f) {
  return fmt::format("t = {} s", number_text(f.t, 6));
}

Diagnostic warning_of(const AuditLine& line) {
  const Finding& f = line.finding;
  Diagnostic d{line.code, {}, {}, {}, {}, {}, {}};
  const auto say = [&](std::string message, std::string hint) {
    d.message = std::move(message);
    d.hint = std::move(hint);
  };
  const std::string off = fmt::format("{} {}", number_text(f.value, 3), unit_of(line));
  const std::string most = number_text(f.allowed, 3);
  if (line.code == Code::W0705)
    say(fmt::format("the energy does not add up: {} % of what the run exchanges is missing or too "
                    "much, at {}",
                    number_text(100 * f.value, 3), when(f)),
        "nothing of this run is more exact than that; try a smaller `tol` or `max_step`");
  else if (line.code == Code::W0706)
    say(fmt::format("{} is not kept: off by {} at {}, where {} would pass", line.subject, off,
                    when(f), most),
        "try a smaller `tol`, or `max_step` if something in it is shorter than the steps");
  else
    say(fmt::format("{} gets {} deep ({}): {} % of the smaller radius, {} m", line.subject, off,
                    when(f), number_text(100 * of_radius * f.value / f.allowed, 3),
                    number_text(f.allowed / of_radius, 3)),
        "a contact law holds for small penetrations: look at its stiffness, the speeds and where "
        "the bodies start");
  return d;
}

}  // namespace

void note_drift(const Model& m, const Scales& scales, double t, const Drift& drift, Audit& audit) {
  if (drift.row < 0 || !(drift.largest > audit.constraints.value)) return;
  const Row& row = m.rows[drift.row];
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

std::vector<AuditLine> audit_lines(const Run& run) {
  const EnergyBalance& e = run.energy;
  const ir::Scenario& s = *run.model->scenario;
  std::vector<AuditLine> lines;
  lines.push_back(
      {Code::W0705, "energy", {e.largest_error(), energy_allowed, e.worst_at(), dim::pure}, {}});
  if (run.audit.row >= 0) lines.push_back(constraint_line(run));
  for (std::size_t i = 0; i < run.audit.drives.size(); ++i)
    if (run.audit.drives[i].allowed > 0)
      lines.push_back({Code::W0706, fmt::format("drive `{}`", s.drives[i].name),
                       run.audit.drives[i], s.drives[i].origin});
  for (std::size_t i = 0; i < run.impacts.size(); ++i)
    if (const Finding f = deepest_of(run, i); f.value > 0 && std::isfinite(f.allowed))
      lines.push_back(
          {Code::W0707, fmt::format("contact `{}`", s.contacts[i].name), f, s.contacts[i].origin});
  for (std::size_t i = 0; i < run.audit.groups.size(); ++i)
    if (run.audit.groups[i].value > 0)
      lines.push_back({Code::W0707, fmt::format("`contacts {}`", s.groups[i].name),
                       run.audit.groups[i], s.groups[i].origin});
  return lines;
}

std::vector<RunSummary::Audit> audit_summary(const Run& run) {
  std::vector<RunSummary::Audit> worst;
  for (const AuditLine& line : audit_lines(run)) {
    const Finding& f = line.finding;
    const RunSummary::Audit found{
        std::string(info(line.code).name), line.subject, f.value, f.allowed, unit_of(line), f.t};
    if (worst.empty() || worst.back().code != found.code)
      worst.push_back(found);
    else if (f.value * worst.back().allowed > worst.back().value * f.allowed)
      worst.back() = found;
  }
  return worst;
}

namespace {

double excess(const Finding& f) {
  return f.value / f.allowed;
}

struct Failed {
  AuditLine worst;
  int count = 0;
};

// One of each kind, with how many there are.
std::vector<Failed> failed_audits(const Run& run) {
  std::vector<Failed> kinds;
  for (const AuditLine& line : audit_lines(run)) {
    if (line.finding.passed()) continue;
    if (run.failure && line.origin == run.failure->origin) continue;  // it has been told of this
    if (kinds.empty() || kinds.back().worst.code != line.code) kinds.push_back({line, 0});
    Failed& kind = kinds.back();
    ++kind.count;
    if (excess(line.finding) > excess(kind.worst.finding)) kind.worst = line;
  }
  return kinds;
}

}  // namespace

std::vector<Diagnostic> audit_warnings(const Run& run, Span run_at) {
  std::vector<Diagnostic> warnings;
  if (run.size() == 0) return warnings;
  for (const auto& [line, count] : failed_audits(run)) {
    Diagnostic d = warning_of(line);
    if (count > 1) d.notes.push_back(fmt::format("the worst of {} that did not pass", count));
    const Span place = line.origin.source >= 0 ? line.origin : run_at;
    if (place.source >= 0) d.labels.push_back({place, ""});
    warnings.push_back(std::move(d));
  }
  return warnings;
}

// ---- drives -------------------------------------------------------------------------------------

DriveAudit::DriveAudit(const Model& model, const Scales& scales, std::vector<Finding>& findings)
    : model_(model), scales_(scales), findings_(findings) {
  findings_.resize(model.drives.size());
  for (const Row& row : model.rows) {
    if (row.drive < 0 || model.scenario->drives[row.drive].constant_speed) continue;
    Followed f;
    f.row = &row;
    f.drive = row.drive;
    f.component = row.component;
    f.speed = !row.position;
    f.angle = is_angle(row);
    followed_.push_back(f);
  }
  if (!followed_.empty()) workspace_.emplace(model);
}

// What a drive says at t: of the coordinate, or of its rate if that is all it gives.
double DriveAudit::wanted(const Followed& f, double t) {
  if (!(t == asked_) && !evaluate_drives(model_, t, nullptr, false, *workspace_))
    workspace_->failure.reset();
  asked_ = t;
  return drive_value(model_, *f.row, workspace_->impl(), f.speed ? 1 : 0);
}

void DriveAudit::add(double t, const Placement& at) {
  if (followed_.empty()) return;
  const double h = begun_ ? t - t_ : 0;
  if (h > 0) step_ = h;
  for (Followed& f : followed_) {
    f.value = row_value(*f.row, at);
    f.rate = row_rate(*f.row, at);
    f.allowed = allowed_error(model_, scales_, *f.row);
    f.rate_allowed = times_tolerance * tolerance_of(scales_.tolerance, model_.layout.v, *f.row);
    compare(f, t);
  }
  if (h > 0) between(h);
  for (Followed& f : followed_) {
    f.was = f.value;
    f.was_rate = f.rate;
  }
  t_ = t;
  begun_ = true;
}

// At a jump both sides of it will do.
void DriveAudit::compare(Followed& f, double t) {
  const double has = f.speed ? f.rate : f.value, says = heard(f, t);
  const double size = f.speed ? std::max(std::abs(f.low), std::abs(f.high)) : f.high - f.low;
  const double allowed = (f.speed ? f.rate_allowed : f.allowed) + size_allowed * size;
  double off = std::abs(has - says);
  for (const double side : {-moment * step_, moment * step_})
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
      const double says = heard(f, t_ + u * h);
      const double has = Hermite(h, u * h).value(f.was, f.was_rate, f.value, f.rate);
      f.off = f.speed ? f.off - 0.5 * h * says : std::max(f.off, std::abs(has - says));
    }
  for (const Followed& f : followed_) {
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

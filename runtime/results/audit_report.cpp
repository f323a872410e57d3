#include "runtime/results/audit_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "runtime/model/model_impl.hpp"
#include "runtime/record/findings.hpp"
#include "runtime/results/quantity_text.hpp"
#include "runtime/run/audit.hpp"
#include "runtime/run/overlap_audit.hpp"

namespace mbs {

namespace {

constexpr double energy_allowed = 1e-2;  // of what is exchanged

Finding deepest_of(const Run& run, std::size_t contact) {
  const ir::Contact& c = run.model->scenario->contacts[contact];
  Finding f{0, depth_of_reason(*run.model, c), 0, dim::length};
  for (const Impact& impact : run.impacts[contact])
    if (impact.depth > f.value) f.value = impact.depth, f.t = impact.t;
  return f;
}

AuditLine constraint_line(const Run& run) {
  const ConstraintRow& row = run.model->rows[run.audit.row];
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

// `stepped`: the run went in steps of fixed length.
Diagnostic warning_of(const AuditLine& line, bool stepped) {
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
        stepped ? "nothing of this run is more exact than that; try a shorter `step`"
                : "nothing of this run is more exact than that; try a smaller `tol` or `max_step`");
  else if (line.code == Code::W0706)
    say(fmt::format("{} is not kept: off by {} at {}, where {} would pass", line.subject, off,
                    when(f), most),
        "try a smaller `tol`, or `max_step` if something in it is shorter than the steps");
  else if (line.code == Code::W0718)
    say(fmt::format("{} go into each other, from {} on, by up to {}", line.subject, when(f), off),
        line.hint);
  else
    say(fmt::format("{} gets {} deep ({}): {} % of the smaller radius, {} m", line.subject, off,
                    when(f), number_text(100 * depth_share * f.value / f.allowed, 3),
                    number_text(f.allowed / depth_share, 3)),
        stepped ? "shorter steps: nothing is located within one"
                : "a contact law holds for small penetrations: look at its stiffness, the speeds "
                  "and where the bodies start");
  return d;
}

}  // namespace

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
  for (const UnseenOverlap& overlap : run.audit.overlaps)
    if (overlap.finding.value > 0)
      lines.push_back({Code::W0718,
                       fmt::format("`{}` and `{}`", s.bodies[overlap.first].name,
                                   s.bodies[overlap.second].name),
                       overlap.finding, s.contacts[overlap.contact].origin, unseen_note(overlap),
                       unseen_hint(overlap)});
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
    Diagnostic d = warning_of(line, run.stepping.has_value());
    if (!line.note.empty()) d.notes.push_back(line.note);
    if (count > 1) d.notes.push_back(fmt::format("the worst of {} that did not pass", count));
    const Span place = line.origin.source >= 0 ? line.origin : run_at;
    if (place.source >= 0) d.labels.push_back({place, ""});
    warnings.push_back(std::move(d));
  }
  return warnings;
}

}  // namespace mbs

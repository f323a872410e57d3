#include "runtime/run/warnings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/numerics/chatter.hpp"

namespace mbs {

namespace {

auto warning_of(Code code, const ir::Contact& contact, Run& run) {
  return std::ranges::find_if(run.warnings, [&](const RunWarning& w) {
    return w.code == code && w.subject == contact.name;
  });
}

// Counts a warning that has been said of this contact.
bool known_already(Code code, const ir::Contact& contact, Run& run) {
  const auto known = warning_of(code, contact, run);
  if (known == run.warnings.end()) return false;
  ++known->count;
  return true;
}

}  // namespace

void warn_rigid(Code code, const ir::Contact& contact, const std::string& message, double t,
                Run& run) {
  if (known_already(code, contact, run)) return;
  run.warnings.push_back({code, contact.name, message, contact.origin, 1, t});
}

void warn_frictionless_blow(const ir::Drive& drive, double t, const Model& model, Run& run) {
  if (model.layout.touching == model.layout.in_joints) return;
  const auto known =
      std::ranges::find_if(run.warnings, [](const RunWarning& w) { return w.code == Code::W0712; });
  if (known != run.warnings.end()) {
    ++known->count;
    return;
  }
  run.warnings.push_back({Code::W0712, drive.name,
                          "the driven speed jumps, and joints pass the blow on without friction",
                          drive.origin, 1, t});
}

void CornerJumps::note(const ir::Contact& contact, bool spatial, double t, Run& run,
                       Recorder& recorder, const SimulationOptions& options) {
  constexpr int goes_on = 100;
  if (told_.contains(&contact)) return;
  const auto known = warning_of(Code::W0502, contact, run);
  if (known != run.warnings.end()) {
    if (++known->count < goes_on || !options.warn) return;
    known->message += "; it goes on, which keeps steps short";
    options.warn(*known);
    run.warnings.erase(known);
    told_.insert(&contact);
    return;
  }
  run.warnings.push_back({Code::W0502, contact.name,
                          spatial ? "the force jumped from one end of a body to another, which one "
                                    "contact cannot both press; its corners or caps can"
                                  : "the force jumped from one corner of a polygon to another",
                          contact.origin, 1, t});
  recorder.log(t, "corner", contact.name);
}

void warn_chatter(const std::string& what, const std::optional<ContactSite>& contact, double t,
                  Run& run, Recorder& recorder) {
  const std::string subject = contact ? contact->name : std::string();
  const bool told = std::ranges::any_of(run.warnings, [&](const RunWarning& w) {
    return w.code == Code::W0702 && w.subject == subject && w.message.starts_with(what);
  });
  if (told) return;
  const std::string message = fmt::format("{} switched more than {} times near {:.6g} ms", what,
                                          ChatterGuard::most, t * 1e3);
  run.warnings.push_back({Code::W0702, subject, message, contact ? contact->origin : Span{}, 1, t});
  recorder.log(t, "chatter", subject);
}

void warn_lingering(const ContactSite& contact, double slow, double t, Run& run,
                    Recorder& recorder) {
  recorder.log(t, "lingers", contact.name);
  for (RunWarning& w : run.warnings)
    if (w.code == Code::W0702 && w.subject == contact.name && w.message.starts_with("friction")) {
      ++w.count;
      return;
    }
  run.warnings.push_back(
      {Code::W0702, contact.name,
       fmt::format("friction that cannot stick turns about where sliding ends: slower than {:.2g} "
                   "mm/s it falls to nothing, and a push makes the contact creep",
                   slow * 1e3),
       contact.origin, 1, t});
}

}  // namespace mbs

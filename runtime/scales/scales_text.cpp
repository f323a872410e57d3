// Scales and tolerances of a run in words.
#include <fmt/format.h>

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/model/model_impl.hpp"
#include "runtime/scales/scales.hpp"

namespace mbs {

namespace {

struct AlikeContacts {
  std::string scale, first;
  int more = 0;
};

// Contacts whose scales read the same, as those of a family often do, in order of the first.
std::vector<AlikeContacts> alike_contacts(const Model& model, const RunScales& s) {
  std::vector<AlikeContacts> all;
  std::unordered_map<std::string, std::size_t> place;
  for (std::size_t c = 0; c < s.contacts.size(); ++c) {
    std::string scale = fmt::format("{:.3g} m deep at {:g} m/s with {:.3g} kg", s.contacts[c].depth,
                                    s.speed, s.contacts[c].mass);
    const auto [found, fresh] = place.try_emplace(scale, all.size());
    if (fresh)
      all.push_back({std::move(scale), model.scenario->contacts[c].name});
    else
      ++all[found->second].more;
  }
  return all;
}

std::string describe(const Model& model, const RunScales& s) {
  std::string text = fmt::format(
      "tolerance r = {:.3g}: speeds r*{:g} m/s, positions r*{:.3g} m, impulses r*{:.3g} N*s",
      s.accuracy, s.speed_tolerance, s.depth, s.mass * s.speed);
  for (const AlikeContacts& alike : alike_contacts(model, s))
    text += fmt::format("\ncontact {}{}: {}", alike.first,
                        alike.more > 0 ? fmt::format(" and {} more", alike.more) : "", alike.scale);
  for (std::size_t g = 0; g < s.groups.size(); ++g)
    text += fmt::format("\ncontacts {}: {:.3g} m deep at {:g} m/s with {:.3g} kg",
                        model.groups[g].name, s.groups[g].depth, s.speed, s.groups[g].mass);
  return text;
}

std::string describe(const SteppingRecord& steps) {
  return fmt::format(
      "steps of {:.6g} s, of order 1; contacts solved to 1e-6 of the impulses of a step, overlaps "
      "at the end of a step up to {:.3g} m",
      steps.step, steps.deepest);
}

}  // namespace

std::string tolerances_in_words(const Run& run) {
  if (run.scales.speed == 0) return {};
  return run.stepping ? describe(*run.stepping) : describe(*run.model, run.scales);
}

}  // namespace mbs

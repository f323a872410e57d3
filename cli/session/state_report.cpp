#include "cli/session/state_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "cli/output/mechanism.hpp"
#include "cli/output/values_text.hpp"
#include "cli/session/session.hpp"
#include "lang/kinds/kinds.hpp"
#include "lang/text/number.hpp"
#include "runtime/results/sampler.hpp"

namespace mbs {

namespace {

// The run's last sample in the form of an assembly, for what shows assembled mechanisms.
Assembly last_state(const Run& run) {
  Assembly now = run.start;
  const std::size_t last = run.size() - 1;
  const auto y = run.y_at(last), yp = run.yp_at(last);
  now.y.assign(y.begin(), y.end());
  now.yp.assign(yp.begin(), yp.end());
  now.mode = run.modes.last();
  return now;
}

std::string contact_line_of(const Run& run, std::size_t contact, const ContactMode& mode,
                            int digits) {
  const auto& impacts = run.impacts[contact];
  if (impacts.empty()) return "open, no impact yet";
  const Impact& last = impacts.back();
  if (last.closed) {
    return fmt::format("open since {}, {} {} so far", handy_time(last.t_end, digits),
                       impacts.size(), impacts.size() == 1 ? "impact" : "impacts");
  }
  return fmt::format("in contact since {}, {}", handy_time(last.t, digits),
                     mode.loading ? "loading" : "unloading");
}

// Scalar results of a kind, vectors by their parts.
std::vector<std::string> scalar_fields(const KindInfo& kind) {
  static constexpr std::string_view left_out[] = {"velocity", "accel", "angular_accel", "cm",
                                                  "impacts",  "mass",  "inertia",       "times"};
  std::vector<std::string> fields;
  for (const FieldInfo& field : kind.fields) {
    const std::string name(field.name);
    if (std::ranges::count(left_out, name)) continue;
    if (field.doc.find("vector") == field.doc.npos) {
      fields.push_back(name);
    } else {
      fields.push_back(name + ".x");
      fields.push_back(name + ".y");
    }
  }
  return fields;
}

}  // namespace

std::string state_overview(const Run& run, int digits) {
  if (run.size() == 0) return {};
  const Assembly now = last_state(run);
  std::string text = fmt::format("t = {}\n", handy_time(run.t.back(), digits));
  text += table_text(body_table(*run.model, now), digits);
  const ir::Scenario& scenario = mbs::scenario(*run.model);
  for (std::size_t i = 0; i < scenario.contacts.size(); ++i) {
    text += fmt::format("{}   {}\n", scenario.contacts[i].name,
                        contact_line_of(run, i, now.mode.contacts[i], digits));
  }
  return text;
}

std::string contact_state_text(const Run& run, int contact, int digits) {
  const auto index = static_cast<std::size_t>(contact);
  const std::size_t last = run.size() - 1;
  const ContactMode& mode = run.modes.last().contacts[index];
  Sampler sampler(run);
  const ContactState now = sampler.contact(last, contact);
  const auto speed = [&](double value) { return format_number(value, digits) + " m/s"; };
  const auto line = [](const char* a, const std::string& x, const char* b, const std::string& y,
                       const char* c, const std::string& z) {
    return fmt::format("  {:<6}  {:<14}  {:<6}  {:<14}  {:<8}  {}\n", a, x, b, y, c, z);
  };
  const std::string name = mbs::scenario(*run.model).contacts[index].name;
  return fmt::format("{}   {}\n", name, contact_line_of(run, index, mode, digits)) +
         line("delta", handy_length(now.delta, digits), "ddelta", speed(now.ddelta), "v_impact",
              speed(mode.v_impact)) +
         line("FN", handy_force(now.FN, digits), "FT", handy_force(now.FT, digits), "gap",
              handy_length(now.gap, digits)) +
         line("vt", speed(now.vt), "F_max",
              handy_force(run.impacts[index].empty() ? 0 : run.impacts[index].back().F_max, digits),
              "impacts", fmt::format("{}", run.impacts[index].size()));
}

std::string object_state_text(Session& session, const std::string& name,
                              const std::string& kind_name) {
  const KindInfo* kind = find_kind(kind_name);
  if (!kind || kind->fields.empty()) return {};
  std::string text;
  for (const std::string& field : scalar_fields(*kind)) {
    const std::string signal = name + "." + field;
    auto parts = session.values({fmt::format("final({})", signal)}, Session::Report::nothing);
    if (parts.empty()) continue;
    parts[0].named = false;
    text += fmt::format("  {:<12}  {}\n", field, part_text(parts[0], session.host().digits));
  }
  if (text.empty()) return {};
  return fmt::format("{} {}\n{}", kind_name, name, text);
}

}  // namespace mbs

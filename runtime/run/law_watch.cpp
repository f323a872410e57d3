#include "runtime/run/law_watch.hpp"

#include <fmt/format.h>

#include "runtime/contact/forces.hpp"
#include "runtime/contact/group.hpp"
#include "runtime/signals/contact_state.hpp"

namespace mbs {

namespace {

// `i` as law_checks gives it: ~i of one that could not be judged.
ir::LawCheck as_told(const std::vector<ir::LawCheck>& warnings, int i) {
  if (i >= 0) return warnings[i];
  ir::LawCheck told = warnings[~i];
  told.message = ir::not_judged(told.message);
  return told;
}

}  // namespace

LawWatch::LawWatch(const Model& model, Run& run, Recorder& recorder, Workspace& workspace)
    : model_(model),
      scenario_(scenario(model)),
      run_(run),
      recorder_(recorder),
      workspace_(workspace),
      checked_(model.contacts.size()) {
  for (std::size_t c = 0; c < model.contacts.size(); ++c) {
    const ContactModel& contact = model.contacts[c];
    of_contacts_.emplace_back(scenario_.laws[contact.own.law].warnings.size());
    const bool none = contact.turning() || !has_checks(model, contact.own.law);
    const bool vary = law_checks_vary(model, static_cast<int>(c));
    checks_.push_back(none ? Checks::none : vary ? Checks::always : Checks::once);
  }
}

void LawWatch::begin(const GroupChange& change) {
  for (auto& [key, warning] : of_groups_)
    if (key.first == change.group) warning.counted.erase({change.pair.first, change.pair.second});
}

std::optional<Failure> LawWatch::check(const Instant& now, const ContactEvents& contacts) {
  for (std::size_t c = 0; c < now.mode->contacts.size(); ++c) {
    const bool pressed = now.mode->contacts[c].pressed;
    if (checks_[c] == Checks::none || (!pressed && checked_[c] && checks_[c] == Checks::once))
      continue;
    if (!may_act(model_, model_.contacts[c], now.mode->contacts[c])) continue;
    const int contact = static_cast<int>(c);
    const ContactState state = model_.contacts[c].bearing()
                                   ? placed_contact_state(model_, contact, now, workspace_)
                                   : contacts.end_state(contact);
    if (auto failure =
            pressed ? check_pressed(contact, now, state.vt) : check_contact(contact, now, state))
      return failure;
  }
  for (std::size_t g = 0; g < now.mode->groups.size(); ++g)
    for (const PairMode& pair : now.mode->groups[g].pairs) {
      if (!pair.closed) continue;
      if (auto failure = check_pair(static_cast<int>(g), pair, now)) return failure;
    }
  return {};
}

// A rigid contact that lasts: its friction may speak of what changes.
std::optional<Failure> LawWatch::check_pressed(int contact, const Instant& now, double vt) {
  const LawUser user = law_user(model_, contact, workspace_);
  LawArguments seen = blow_inputs(user, now.mode->contacts[contact].v_impact, vt, now.t);
  seen.FN = now.yp[model_.layout.impulse + contact];
  return judge(contact, seen);
}

std::optional<Failure> LawWatch::judge(int contact, const LawArguments& blow) {
  const LawUser user = law_user(model_, contact, workspace_);
  if (!has_checks(model_, user.law)) return {};
  check_law(model_, user, {blow}, workspace_, found_);
  return tell_contact(contact, blow.t);
}

std::optional<Failure> LawWatch::judge(int group, const PairMode& pair, int law,
                                       const LawArguments& blow) {
  if (!has_checks(model_, law)) return {};
  const LawUser user = group_law_user(group, law, workspace_);
  check_law(model_, user, {blow}, workspace_, found_);
  return tell_pair(group, pair, law, blow.t);
}

std::optional<Failure> LawWatch::check_contact(int contact, const Instant& now,
                                               const ContactState& state) {
  const ir::LawProgram& law = scenario_.laws[model_.contacts[contact].own.law];
  const LiveContact live =
      live_contact(model_, contact, now, now.mode->contacts[contact], workspace_);
  Indentation seen{state.delta, state.ddelta, state.vt};
  if (!acts(model_, live, seen.delta)) return {};
  checked_[contact] = true;
  ContactGeometry g;
  if (law.vectors) {
    place_pair(model_, live.model, now.y, workspace_.impl().at);
    contact_geometry(live.model, pair_of(live.model, workspace_.impl().at), g);
    seen.sliding = &g;
  }
  law_checks(model_, live, seen, now.t, workspace_, found_);
  return tell_contact(contact, now.t);
}

std::optional<Failure> LawWatch::check_pair(int group, const PairMode& pair, const Instant& now) {
  const GroupModel& g = model_.groups[group];
  const ContactModel c = pair_model(g, pair.first, pair.second);
  if (!has_checks(model_, c.own.law)) return {};
  place_pair(model_, c, now.y, workspace_.impl().at);
  const LiveContact live = live_pair(group, c, pair, workspace_);
  const Indentation seen = indentation(live, workspace_);
  if (!acts(model_, live, seen.delta)) return {};
  law_checks(model_, live, seen, now.t, workspace_, found_);
  return tell_pair(group, pair, c.own.law, now.t);
}

// What was found: warnings, then the requirement that is broken.
std::optional<Failure> LawWatch::tell_contact(int contact, double t) {
  for (const int warning : found_.raised) warn_contact(contact, warning, t);
  const ContactSite site = site_of(model_, contact);
  return broken(scenario_.laws[model_.contacts[contact].own.law],
                fmt::format("{} `{}`", site.kind, site.name), t);
}

std::optional<Failure> LawWatch::tell_pair(int group, const PairMode& pair, int law, double t) {
  const ir::LawProgram& program = scenario_.laws[law];
  for (const int warning : found_.raised)
    warn_pair(group, pair, as_told(program.warnings, warning), t);
  return broken(program, fmt::format("contact `{}`", model_.groups[group].name), t);
}

// The first of the requirements that are broken.
std::optional<Failure> LawWatch::broken(const ir::LawProgram& law, const std::string& contact,
                                        double t) const {
  if (found_.failed.empty()) return {};
  const int i = found_.failed.front();
  const ir::LawCheck& check = law.requirements[i < 0 ? ~i : i];
  Failure failure{Code::E0411, check.origin, check.message, {}, {}};
  failure.notes.push_back(fmt::format("`{}` of {} at t = {:.6g} ms", check.law, contact, t * 1e3));
  if (i < 0) failure.notes.push_back("what it compares is not a number there");
  return failure;
}

// Counts impacts, not steps.
void LawWatch::warn_contact(int contact, int warning, double t) {
  LawWarning& known = of_contacts_[contact][warning < 0 ? ~warning : warning];
  const bool once = contact >= model_.layout.touching || run_.impacts[contact].empty();
  const double impact = once ? 0 : run_.impacts[contact].back().t;
  if (known.last == impact) return;
  known.last = impact;
  const ir::LawProgram& law = scenario_.laws[model_.contacts[contact].own.law];
  tell(known.told, site_of(model_, contact).name, as_told(law.warnings, warning), t);
}

// Once for the group, however many laws its pairs have; counts the contacts that raised it.
void LawWatch::warn_pair(int group, const PairMode& pair, const ir::LawCheck& check, double t) {
  GroupWarning& known = of_groups_[{group, check.message}];
  if (known.counted.insert({pair.first, pair.second}).second)
    tell(known.told, model_.groups[group].name, check, t);
}

// Counts it, and says it if it is the first time.
void LawWatch::tell(Told& told, const std::string& subject, const ir::LawCheck& check, double t) {
  if (told.entry < 0) {
    told = {static_cast<int>(run_.warnings.size()), run_.log.size()};
    run_.warnings.push_back({Code::W0601, subject, check.message, check.origin, 0, t});
    recorder_.log(t, "law warning", subject, 0, check.message);
  }
  run_.log[told.logged].value = static_cast<double>(++run_.warnings[told.entry].count);
}

}  // namespace mbs

#include "runtime/run/rigid_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "runtime/contact/forces.hpp"
#include "runtime/run/corners.hpp"
#include "runtime/run/overlap_audit.hpp"
#include "runtime/run/warnings.hpp"

namespace mbs {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double slow = 1e-10;         // of the reference speed: departures that end a sequence
constexpr double lost = 64 * eps;      // of the size: by so much a step may lift a hop
constexpr double most_elastic = 0.99;  // that hops are ended for by what is lost

// At one instant, in all and for each contact: far more than are due.
constexpr std::size_t most_changes = 200, a_few = 10;
constexpr double one_instant = 1e-11;  // of the time
constexpr int most_jams = 20;          // at one instant: each stops something for good

// "`a`, `b` and 3 more"
std::string names_of(const ir::Scenario& scenario, const std::vector<int>& contacts) {
  constexpr std::size_t told = 4;
  std::string names;
  for (std::size_t i = 0; i < std::min(told, contacts.size()); ++i)
    names += fmt::format("{}`{}`", i > 0 ? ", " : "", scenario.contacts[contacts[i]].name);
  if (contacts.size() > told) names += fmt::format(" and {} more", contacts.size() - told);
  return names;
}

}  // namespace

RigidChanges::RigidChanges(Present& now, const Parts& parts)
    : now_(now),
      parts_(parts),
      touch_(now, parts.contacts),
      limits_(now),
      blows_(now, touch_, parts.impacts, parts.laws, limits_),
      modes_(now, touch_, parts.contacts, parts.events, limits_),
      sticking_(now, parts.sticking, parts.watch),
      times_(most_changes + a_few * touch_.contacts().size()),
      changed_(now.model.contacts.size(), -std::numeric_limits<double>::infinity()) {}

// Part of its speed that the contact parts with.
double RigidChanges::restitution(int contact, double v) const {
  return v / now_.mode.contacts[contact].v_impact;
}

// Whether a contact that parts with v and is pressed back with the acceleration a stays: by
// rounding, or where neither its speed nor the height of its hop is known. What steps lift a hop by
// comes back as speed: hops of e^2/(1 - e^2) of that height would follow each other for ever.
bool RigidChanges::ends_here(int contact, double v, double a) const {
  const Scales& scales = now_.scales;
  if (!(a > 0)) return false;
  const double hop = v * v / (2 * a), e = std::min(restitution(contact, v), most_elastic);
  if (v < slow * scales.speed || hop * (1 - e * e) < lost * now_.model.size) return true;
  return v < scales.least_speed() && hop < scales.accuracy * scales.depth;
}

// The instant at which all the bounces would be over that begin with v and of which each is as much
// slower than the one before as this was: 2 v/a (1 + e + e^2 + ...).
double RigidChanges::end_of_bounces(int contact, double v, double a) const {
  const double e = restitution(contact, v);
  return e < 1 ? now_.t + 2 * v / (a * (1 - e)) : 0;
}

// Contacts that part so slowly, or so little, that they would strike again at once, and so on for
// ever within a moment, stay closed. What presses them back is what others that rest pass on, too,
// whose sliding may turn with every blow: where it is as slow it has no direction, and what
// friction holds is stopped with them.
bool RigidChanges::close_slow() {
  touch_.find();
  std::vector<bool> rests;
  for (const auto& touch : touch_.touching()) rests.push_back(touch.rows.v_N <= touch_.still());
  if (std::find(rests.begin(), rests.end(), false) == rests.end()) return true;
  if (!modes_.pose({}, now_.scales.least_speed())) return false;
  std::vector<bool> stays = rests;
  while (stay_with(stays)) {
  }
  return stays == rests || (stop(stays) && stop_what_approaches(std::move(stays)));
}

// Those that stay where these do, with what they press and hold; whether there are any. Without
// forces friction jams, which is seen to when modes are settled.
bool RigidChanges::stay_with(std::vector<bool>& stays) {
  const auto& touching = touch_.touching();
  const auto rates = modes_.rates_with(stays);
  bool more = false;
  for (std::size_t i = 0; rates && i < touching.size(); ++i) {
    const auto& [rows, pressed] = touching[i];
    if (stays[i] || !ends_here(rows.contact, rows.v_N, -(*rates)[i])) continue;
    stays[i] = more = true;
    if (!pressed)
      now_.mode.contacts[rows.contact].settle_at(
          end_of_bounces(rows.contact, rows.v_N, -(*rates)[i]));
  }
  return more;
}

// Stopping some may turn others, as slow, back to where they came from: the body rocks over. They
// stay as well.
bool RigidChanges::stop_what_approaches(std::vector<bool> stays) {
  for (bool more = true; more;) {
    more = false;
    touch_.find();
    for (std::size_t i = 0; i < stays.size(); ++i) {
      if (stays[i] || !(touch_.touching()[i].rows.v_N < -touch_.still())) continue;
      stays[i] = more = true;
    }
    if (more && !stop(stays)) return false;
  }
  return true;
}

bool RigidChanges::stop(const std::vector<bool>& stays) {
  const std::vector<bool> held = modes_.held_with(stays);
  std::vector<int> closing;
  std::vector<bool> stuck;
  for (std::size_t i = 0; i < stays.size(); ++i) {
    if (!stays[i]) continue;
    closing.push_back(touch_.touching()[i].rows.contact);
    stuck.push_back(held[i]);
  }
  return blows_.stop(closing, stuck);
}

// What stays closed has no speed there but what the solver's accuracy has made of none. A start
// from such a speed is an error that no step is short enough for. One that has stuck and has been
// made to slide by a blow slides. What closes with no speed at this instant keeps it. As blows one
// after another end, the last of them may have left such a speed where others that have just parted
// would close: these are then steadied, too.
void RigidChanges::steady() {
  constexpr double far = 100;
  const double most = far * now_.scales.accuracy * now_.scales.speed;
  std::vector<int> closed;
  std::vector<bool> stuck;
  while (add_closed(closed, stuck)) {
    bool steadied = blows_.steady(closed, stuck, most);
    while (!steadied && let_open(closed, stuck)) steadied = blows_.steady(closed, stuck, most);
    if (!steadied) blows_.steady(closed, stuck);
  }
}

// One that parts slowly may be no part of what rests: an edge that has been tilted by next to
// nothing rolls over one of its ends, and held at both it would not roll. The fastest of these
// among what is closed is let go; whether there is any.
bool RigidChanges::let_open(std::vector<int>& closed, std::vector<bool>& stuck) {
  double fastest = touch_.still();
  int first = -1;
  for (const auto& touch : touch_.touching())
    if (touch.rows.v_N > fastest && std::ranges::find(closed, touch.rows.contact) != closed.end())
      fastest = touch.rows.v_N, first = touch.rows.contact;
  if (first < 0) return false;
  const auto at = std::ranges::find(closed, first) - closed.begin();
  closed.erase(closed.begin() + at);
  stuck.erase(stuck.begin() + at);
  let_open_.push_back(first);
  touch_.leave(first, now_.t);
  touch_.find();
  return true;
}

// Those that are as good as closed and not among these; whether there are any.
bool RigidChanges::add_closed(std::vector<int>& closed, std::vector<bool>& stuck) {
  touch_.find();
  const std::size_t known = closed.size();
  for (const auto& touch : touch_.touching()) {
    const int c = touch.rows.contact;
    if (touch.rows.v_N > touch_.slowest(touch)) continue;
    if (std::find(closed.begin(), closed.end(), c) != closed.end()) continue;
    const double creep = std::max(touch_.creep(), parts_.events.still(c));
    closed.push_back(c);
    stuck.push_back(touch_.before(c).sticking && std::abs(touch.rows.vt()) <= creep);
  }
  return closed.size() > known;
}

// Bodies that touch by corners go through each other where edges of theirs cross, unless these
// meet.
void RigidChanges::fail_unseen(const UnseenOverlap& overlap, Instant end) {
  const auto& bodies = now_.scenario.bodies;
  const Finding& f = overlap.finding;
  Failure failure{Code::E0707, now_.scenario.contacts[overlap.contact].origin, {}, {}, {}};
  failure.message = fmt::format(
      "`{}` and `{}` are rigid and go into each other, from t = {:.6g} ms on, by up to {:.3g} mm",
      bodies[overlap.first].name, bodies[overlap.second].name, f.t * 1e3, f.value * 1e3);
  failure.notes.push_back(unseen_note(overlap));
  failure.hint = unseen_hint(overlap);
  now_.take(end);
  now_.fail_with(std::move(failure));
}

// A blow that was lost, where many follow in no time, would go unseen.
void RigidChanges::check(Instant end) {
  if (const auto& why = parts_.events.unsolved()) {
    now_.take(end);
    return now_.fail_with(*why);
  }
  for (const UnseenOverlap& overlap : now_.run.audit.overlaps)
    if (overlap.rigid && overlap.finding.value > 0) return fail_unseen(overlap, end);
  constexpr double overlap = 1e-7;  // of the model's size
  for (const int c : touch_.contacts()) {
    if (now_.mode.contacts[c].pressed || now_.mode.contacts[c].off) continue;
    if (!parts_.contacts.is_awake(c)) continue;
    const double gap = parts_.contacts.end_gap(c);
    if (!(gap < -overlap * now_.model.size)) continue;
    const ir::Contact& contact = now_.scenario.contacts[c];
    Failure failure{Code::E0707, contact.origin, {}, {}, {}};
    failure.message = fmt::format("`{}` is rigid and overlaps by {:.3g} m at t = {:.6g} ms",
                                  contact.name, -gap, end.t * 1e3);
    failure.notes.push_back("a blow was lost where many followed each other in no time");
    failure.hint = "another `tol`, or a law of force for this contact";
    now_.take(end);
    now_.fail_with(std::move(failure));
    return;
  }
}

// Friction that jams: no motion goes on without a blow, which comes although nothing approaches.
bool RigidChanges::jam() {
  if (++jams_ > most_jams) return fail_without_forces();
  for (const RigidModes::Jam& jammed : modes_.jams())
    if (blows_.jam(jammed.alone))
      return jammed_by(jammed.alone.contacts.front(),
                       fmt::format("no forces let it slide on (D_NN + D_NT P_T/P_N = {:.4g} 1/kg), "
                                   "so it is stopped by a blow",
                                   jammed.give));
  for (const Jammed& together : modes_.jam_together())
    if (blows_.jam(together))
      return jammed_by(together.contacts.front(),
                       "no forces of it and of others that touch let it slide on, so they are "
                       "stopped by a blow");
  return fail_without_forces();
}

bool RigidChanges::jammed_by(int contact, const std::string& what) {
  const ir::Contact& jammed = now_.scenario.contacts[contact];
  warn_rigid(Code::W0710, jammed, "friction jams: " + what, now_.t, now_.run);
  now_.recorder.log(now_.t, "jams", jammed.name);
  if (!blows_.strike_all() || !close_slow()) return false;
  steady();
  return settle({});
}

bool RigidChanges::fail_without_forces() {
  Failure failure{Code::E0707, {}, {}, {}, {}};
  failure.message = fmt::format(
      "no forces of its rigid contacts let the mechanism go on at t = {:.6g} ms", now_.t * 1e3);
  failure.hint = fmt::format(
      "{}a law of force for one of the contacts; or `method = stepping`, under laws of "
      "speed",
      modes_.any_friction() ? "less friction; " : "");
  if (auto meet = corners_that_meet(now_.model, now_.y.data(), now_.workspace)) {
    failure.notes.push_back(std::move(*meet));
    failure.hint = past_corners;
  }
  keep(now_.workspace, std::move(failure));
  return false;
}

bool RigidChanges::settle(std::optional<RigidEvent> cause) {
  const auto settled = modes_.settle(cause);
  return settled == RigidModes::Settled::jammed ? jam() : settled == RigidModes::Settled::yes;
}

// Blows, until nothing approaches.
bool RigidChanges::strike() {
  const long before = blows_.count();
  if (!blows_.begin() || !blows_.strike_all() || !close_slow()) return false;
  if (blows_.count() > before) sticking_.release();
  return true;
}

// The contacts go on from what was last decided about them; what they were before counts again
// afterwards.
bool RigidChanges::settle_again() {
  const std::vector<ContactMemory> before = touch_.remembered();
  touch_.remember();
  const bool settled = settle({});
  touch_.recall(before);
  return settled;
}

// What resists turning is decided with the contacts as they are, and these again with what it has
// come to, until both agree.
bool RigidChanges::settle_turning() {
  constexpr int most_rounds = 10;
  for (int round = 0; round < most_rounds; ++round) {
    if (!sticking_.decide()) return false;
    if (!sticking_.changed()) return true;
    if (!settle_again()) return false;
  }
  now_.workspace.failure = sticking_.undecided();
  return false;
}

void RigidChanges::follow_turning(int contact) {
  if (!sticking_.turns_rigidly(contact)) return;
  touch_.remember();
  jams_ = 0;
  const long before = blows_.count();
  bool good = blows_.begin();
  if (blows_.count() > before) sticking_.release();
  if (good) blows_.steady_now();
  go_on(good && settle({}) && settle_turning());
}

// Without a blow.
void RigidChanges::begin_row(int contact) {
  parts_.impacts.begin(contact, now_.here(), 0);
  const auto& touching = touch_.touching();
  const auto at = std::find_if(touching.begin(), touching.end(),
                               [&](const auto& touch) { return touch.rows.contact == contact; });
  if (at != touching.end()) parts_.impacts.slides(contact, at->rows.vt());
}

// Rows of contacts that have not stayed closed end here; one that closes without a blow has one.
void RigidChanges::finish_rows() {
  for (const int c : touch_.contacts()) {
    const bool pressed = now_.mode.contacts[c].pressed;
    if (pressed && !parts_.impacts.open(c)) begin_row(c);
    if (!parts_.impacts.open(c)) continue;
    parts_.impacts.account(c, now_.here());
    if (pressed) continue;
    // One that lets go leaves with what the solver's accuracy makes of a speed of 0.
    const double speed = gap_rate(now_.model, c, now_.y.data(), touch_.before(c).edge);
    const bool lets_go =
        touch_.before(c).pressed && std::abs(speed) <= now_.scales.accuracy * now_.scales.speed;
    parts_.impacts.part(c, now_.here(), lets_go ? 0 : speed);
  }
}

// Those that touch and are not held, whose motion begins with a gap of 0. Not what only passes by:
// where a corner slides past another one its gap jumps, and no small motion makes it 0.
std::vector<int> RigidChanges::leaving() const {
  std::vector<int> leaving = touch_.leaving();
  const double hops = now_.scales.accuracy * now_.scales.speed;  // as the last of many are
  std::erase_if(leaving, [&](int c) {
    const bool begins = blows_.struck(c) || touch_.before(c).pressed;
    return !begins && parts_.contacts.rate(c, now_.here()) > hops;
  });
  return leaving;
}

std::vector<int> RigidChanges::approaching() {
  touch_.find();
  std::vector<int> contacts;
  for (const RigidTouch::Touch& touch : touch_.touching())
    if (touch.rows.v_N < -touch_.slowest(touch)) contacts.push_back(touch.rows.contact);
  return contacts;
}

// Those that have no forces without the others are open until the blow.
void RigidChanges::settle_without(const std::vector<int>& left_out) {
  const std::vector<ContactMode> open = now_.mode.contacts;
  touch_.leave_out(left_out);
  if (modes_.settle({}) != RigidModes::Settled::yes) now_.mode.contacts = open;
  touch_.leave_out({});
  now_.workspace.failure.reset();
}

bool RigidChanges::begin() {
  if (!any()) return false;
  touch_.remember();
  const std::vector<int> struck = approaching();
  if (struck.empty()) decide({});
  if (!struck.empty()) settle_without(struck);
  return !struck.empty();
}

void RigidChanges::decide(std::optional<RigidEvent> cause) {
  if (!any() || now_.over) return;
  now_.workspace.failure.reset();
  touch_.remember();
  jams_ = 0;
  let_open_.clear();
  if (cause && cause->kind == RigidEventKind::leaves) modes_.let_go_past_ends(cause->contact);
  bool good = strike();
  if (good) steady();
  good = good && settle(cause) && settle_turning();
  // In space what has stopped along the way that it slid may still move across it.
  if (good && now_.layout.spatial() && cause) blows_.steady_now();
  go_on(good);
}

// With what has been decided, if it could be.
void RigidChanges::go_on(bool decided) {
  if (!decided) return parts_.ending.fail(StepStatus::undefined);
  finish_rows();
  for (const int c : touch_.contacts()) {
    ContactMode& mode = now_.mode.contacts[c];
    if (mode.pressed)
      mode.hop_to(0);
    else
      mode.settle();
    parts_.contacts.pass_by(c, touch_.passes_until(c));
  }
  for (const int c : std::exchange(let_open_, {}))
    touch_.leave(c, -std::numeric_limits<double>::infinity());
  parts_.restart.touching(leaving());
  for (const int c : touch_.contacts()) parts_.contacts.reconsider(c);
}

// Nothing about forces changes.
void RigidChanges::rest(int contact) {
  now_.mode.contacts[contact].settle();
  now_.recorder.log(now_.t, "rests", now_.scenario.contacts[contact].name);
  now_.mode_changed();
  now_.record(now_.here());
}

// Changes that follow each other at one instant for ever: rounding, or a case nobody thought of.
bool RigidChanges::without_end() {
  const double window = one_instant * now_.t;
  double& oldest = times_[count_ % times_.size()];
  const bool many = count_ >= times_.size() && now_.t - oldest <= window;
  oldest = now_.t;
  ++count_;
  if (!many) return false;
  std::vector<int> changing;
  for (const int c : touch_.contacts())
    if (now_.t - changed_[c] <= window) changing.push_back(c);
  if (changing.empty()) changing = touch_.contacts();
  Failure failure{Code::E0707, now_.scenario.contacts[changing.front()].origin, {}, {}, {}};
  failure.message =
      fmt::format("closing, sliding and opening follow each other for ever at t = {:.6g} ms: {}",
                  now_.t * 1e3, names_of(now_.scenario, changing));
  failure.hint = "a law of force for some of these, or `method = stepping` with a `step`";
  now_.fail_with(std::move(failure));
  return true;
}

void RigidChanges::note_changed(std::optional<RigidEvent> cause) {
  if (cause) changed_[cause->contact] = now_.t;
  for (const int c : touch_.contacts()) {
    const ContactMode& mode = now_.mode.contacts[c];
    const ContactMemory& before = touch_.before(c);
    const bool same = mode.pressed == before.pressed && mode.sticking == before.sticking &&
                      mode.direction == before.direction;
    if (!same) changed_[c] = now_.t;
  }
}

void RigidChanges::apply(std::optional<RigidEvent> cause) {
  now_.record_event(cause && cause->kind == RigidEventKind::stops);
  if (cause && cause->kind == RigidEventKind::rests) return rest(cause->contact);
  decide(cause);
  if (!now_.over) note_changed(cause);
  if (now_.over || without_end()) return;
  now_.mode_changed();
  parts_.restart.restart_exactly();
}

}  // namespace mbs

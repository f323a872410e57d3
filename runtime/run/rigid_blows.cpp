#include "runtime/run/rigid_blows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/run/driven_jumps.hpp"
#include "runtime/run/warnings.hpp"

namespace mbs {

namespace {

constexpr int most_rounds = 5000;     // at one instant
constexpr int tried_rounds = 1000;    // likewise, that are only tried
constexpr int told_rounds = 50;       // at one instant, which the log has one by one
constexpr int many_rounds = 200;      // after which what is as slow as speeds err is at rest
constexpr long most_blows = 100'000;  // in a run

bool speaks_of_speeds(const Model& model, int contact) {
  return std::get<Rigid>(model.contacts[contact].response).departure == ir::Departure::speed;
}

}  // namespace

RigidBlows::RigidBlows(Present& now, RigidTouch& touch, ImpactLog& impacts, LawWatch& laws,
                       RigidLimits& limits)
    : now_(now),
      touch_(touch),
      impacts_(impacts),
      laws_(laws),
      limits_(limits),
      blows_(now.model, now.workspace) {}

bool RigidBlows::begin() {
  struck_.assign(now_.layout.contacts, false);
  if (!blows_.begin(now_.here())) return false;
  keep_to_joints();
  leave_out_inert();
  return true;
}

// What steps have left of speeds that joints do not allow no blow of contacts can change. Of two
// contacts whose sliding is one and the same, but for that, one would have to stick and the other
// one to slide; turning where nothing gives way would be braked as if it were some; and behind the
// blow no step is short enough to make it up. It is more than that where a driven speed jumps at
// this very instant.
void RigidBlows::keep_to_joints() {
  const auto blow = blows_.to_constraints(now_.here());
  if (!blow) return;
  take_over(*blow, false);
  if (tell_driven_jumps(now_, blow->driven)) ++count_;
}

// Only joints can keep bodies in touch. What drives press together is no rest: it approaches.
void RigidBlows::leave_out_inert() {
  if (now_.layout.constraints == 0) return;
  touch_.leave_out({});
  touch_.find();
  const double none = now_.scales.accuracy * now_.scales.speed;
  std::vector<int> slow;
  for (const RigidTouch::Touch& touch : touch_.touching())
    if (std::abs(touch.rows.v_N) <= none) slow.push_back(touch.rows.contact);
  const std::vector<int> unmoved = blows_.unmoved(slow);
  touch_.leave_out(unmoved);
  for (const int c : unmoved) limits_.held_by_joints(c);
}

// What approaches or rests. Contacts that touch and part are left out.
std::vector<int> RigidBlows::struck_together() const {
  double fastest = 0;
  int first = -1;
  for (const RigidTouch::Touch& touch : touch_.touching()) {
    if (-touch.rows.v_N > std::max(touch_.slowest(touch), fastest))
      fastest = -touch.rows.v_N, first = touch.rows.contact;
  }
  if (first < 0) return {};
  if (now_.options.sequential_impacts) return {first};
  std::vector<int> together;
  for (const RigidTouch::Touch& touch : touch_.touching())
    if (touch.rows.v_N <= touch_.slowest(touch)) together.push_back(touch.rows.contact);
  return together;
}

// A contact at rest that is struck, as by a drive that jumps: the blow is an impact of its own.
bool RigidBlows::ends_rest(int contact, double v_in) const {
  return touch_.before(contact).pressed && v_in > now_.scales.accuracy * now_.scales.speed &&
         impacts_.open(contact) && impacts_.since(contact) < now_.t;
}

// Whose pair it is; -1: nobody's.
int RigidBlows::group_of(int contact) const {
  const auto& groups = now_.scenario.groups;
  for (std::size_t g = 0; g < groups.size(); ++g)
    if (contact >= groups[g].first_pair && contact < groups[g].first_pair + groups[g].pairs)
      return static_cast<int>(g);
  return -1;
}

void RigidBlows::note_part(const BlowPart& part, bool by_law, int together) {
  const double v_in = std::max(0.0, -part.v_N);
  const bool strikes = by_law && (v_in > touch_.still() || part.P_N > 0);
  if (strikes) struck_[last_struck_ = part.contact] = true;
  if (strikes && ends_rest(part.contact, v_in)) impacts_.part(part.contact, now_.here(), 0);
  if (strikes && !impacts_.open(part.contact)) {
    impacts_.begin(part.contact, now_.here(), v_in);
    if (const int group = group_of(part.contact); group >= 0) ++now_.mode.groups[group].hits;
    now_.mode.contacts[part.contact].strike(v_in);
  }
  if (strikes && v_in > touch_.still()) limits_.struck(part.contact, v_in);
  if (told_ && strikes && v_in > touch_.still())
    now_.recorder.log(now_.t, "strikes", now_.scenario.contacts[part.contact].name, v_in);
  // What only takes a speed of rounding from one that has been closed is no part of its blow.
  if (impacts_.open(part.contact) && (strikes || impacts_.since(part.contact) == now_.t))
    impacts_.strike(part.contact, part, strikes ? together : 0);
}

void RigidBlows::take_over(const Blow& blow, bool by_law) {
  const Layout& l = now_.layout;
  for (const BlowPart& part : blow.parts)
    note_part(part, by_law, static_cast<int>(blow.parts.size()));
  for (int i = 0; i < l.motions; ++i) now_.y[l.v + i] += blow.change[i];
  for (const BlowPart& part : blow.parts) {
    now_.y[l.work + part.contact] += part.lost();
    now_.y[l.impulse + part.contact] += part.P_N;
  }
  now_.y[l.input] += blow.input;
  const std::span passed_on(blow.multipliers.data(), static_cast<std::size_t>(l.constraints));
  now_.run.kicks.add(now_.run.size(), passed_on);
}

bool RigidBlows::strike_once(bool& struck) {
  touch_.find();
  const std::vector<int> together = struck_together();
  struck = !together.empty();
  if (!struck) return true;
  if (now_.options.sequential_impacts) note_order(together.front());
  const auto blow = blows_.strike(now_.here(), together, touch_.still());
  if (!blow) return false;
  if (blow->jams) note_jam(*blow);
  const std::vector<BlowSolver::Asked> asked(blows_.asked().begin(), blows_.asked().end());
  note_gain(*blow);
  note_undecided(*blow);
  take_over(*blow, true);
  return judge_laws(asked);
}

// `require` and `warn if` of the laws of a blow.
bool RigidBlows::judge_laws(std::span<const BlowSolver::Asked> asked) {
  for (const BlowSolver::Asked& law : asked)
    if (auto failure = laws_.judge(law.contact, law.inputs)) {
      keep(now_.workspace, std::move(*failure));
      return false;
    }
  return true;
}

void RigidBlows::note_gain(const Blow& blow) {
  constexpr double gained = 1e-12;  // of the kinetic energy
  double lost = 0;
  for (const BlowPart& part : blow.parts) lost += part.lost();
  if (lost >= -gained * blow.kinetic) return;
  const auto most =
      std::min_element(blow.parts.begin(), blow.parts.end(),
                       [](const BlowPart& a, const BlowPart& b) { return a.lost() < b.lost(); });
  const ir::Contact& contact = now_.scenario.contacts[most->contact];
  const bool by_friction = most->impulse_T() != 0 && speaks_of_speeds(now_.model, most->contact);
  warn_rigid(Code::W0711, contact,
             fmt::format("a blow gave the bodies {:.4g} J, {:.3g} % of their kinetic energy{}",
                         -lost, -lost / blow.kinetic * 100,
                         by_friction ? "; `poisson` and `stronge` never do" : ""),
             now_.t, now_.run);
}

constexpr double alike = 1 + 1e-3;  // what differs by less is the same, and the first of it counts

// Contacts one after another, the fastest first, and of those alike the first of the list; y has
// the speeds before it, then those after it.
bool RigidBlows::strike_in_turn(const std::vector<int>& contacts, std::vector<double>& y) {
  const Instant at{now_.t, y.data(), now_.yp.data(), &now_.mode};
  for (int round = 0; round < tried_rounds; ++round) {
    place(now_.model, y.data(), now_.workspace.impl().at);
    int fastest = -1;
    double most = touch_.still();
    for (const int c : contacts)
      if (const double v = -blows_.rows(c).v_N; v > alike * most) most = v, fastest = c;
    if (fastest < 0) return true;
    const auto next = blows_.strike(at, {fastest}, touch_.still());
    if (!next) return false;
    for (int i = 0; i < now_.layout.motions; ++i) y[now_.layout.v + i] += next->change[i];
  }
  return false;
}

// Together or one after another: where that makes a difference, rigid bodies do not say which it
// is.
void RigidBlows::note_undecided(const Blow& blow) {
  constexpr double differs = 0.01;  // of the largest speed
  if (blow.parts.size() < 2) return;
  std::vector<double> y = now_.y;
  std::vector<int> contacts;
  for (const BlowPart& part : blow.parts) contacts.push_back(part.contact);
  const bool known = strike_in_turn(contacts, y);
  now_.workspace.failure.reset();
  if (!known) return;
  const std::vector<double> others = opening_speeds(contacts, y);
  double largest = 0, most = 0, in_turn = 0;
  const BlowPart* worst = nullptr;  // the first of those that differ alike
  for (std::size_t i = 0; i < blow.parts.size(); ++i) {
    const BlowPart& part = blow.parts[i];
    const double other = others[i];
    largest = std::max({largest, std::abs(part.v_N), std::abs(part.after_N), std::abs(other)});
    if (const double off = std::abs(other - part.after_N); off > alike * most)
      most = off, worst = &part, in_turn = other;
  }
  const double seen = now_.scales.accuracy * now_.scales.speed;
  if (!(most > std::max(differs * largest, seen))) return;
  const auto shown = [&](double speed) { return std::abs(speed) < 1e-12 * largest ? 0 : speed; };
  warn_rigid(Code::W0709, now_.scenario.contacts[worst->contact],
             fmt::format("{} contacts were struck together, after which this one opens with {:.4g} "
                         "m/s; one after another it would with {:.4g} m/s",
                         blow.parts.size(), shown(worst->after_N), shown(in_turn)),
             now_.t, now_.run);
}

std::vector<double> RigidBlows::opening_speeds(const std::vector<int>& contacts,
                                               const std::vector<double>& y) {
  place(now_.model, y.data(), now_.workspace.impl().at);
  std::vector<double> speeds;
  for (const int c : contacts) speeds.push_back(blows_.rows(c).v_N);
  return speeds;
}

void RigidBlows::note_jam(const Blow& blow) {
  const double seen = now_.scales.accuracy * now_.scales.speed;
  if (std::none_of(blow.parts.begin(), blow.parts.end(),
                   [&](const BlowPart& part) { return part.v_N < -seen; }))
    return;
  const ir::Contact& contact = now_.scenario.contacts[blow.parts.front().contact];
  warn_rigid(Code::W0710, contact,
             "friction jams: no impulses let it depart as its law says, so it does not depart",
             now_.t, now_.run);
  now_.recorder.log(now_.t, "jams", contact.name);
}

// Those that approach as fast, in the order of their declaration.
std::vector<int> RigidBlows::as_fast_as(int first) const {
  constexpr double rounding = 1e-9;
  const auto speed = [](const RigidTouch::Touch& touch) { return -touch.rows.v_N; };
  double most = 0;
  for (const auto& touch : touch_.touching())
    if (touch.rows.contact == first) most = speed(touch);
  std::vector<int> equal;
  for (const auto& touch : touch_.touching())
    if (speed(touch) >= (1 - rounding) * most) equal.push_back(touch.rows.contact);
  return equal;
}

// The first one declared of contacts that approach alike is struck first, which may decide what
// follows.
void RigidBlows::note_order(int first) {
  constexpr double differs = 0.01;  // of the largest speed
  const std::vector<int> equal = as_fast_as(first);
  if (equal.size() < 2) return;
  std::vector<double> y = now_.y, turned = now_.y;
  const bool known =
      strike_in_turn(equal, y) && strike_in_turn({equal.rbegin(), equal.rend()}, turned);
  now_.workspace.failure.reset();
  const std::vector<double> one = opening_speeds(equal, y), other = opening_speeds(equal, turned);
  place(now_.model, now_.y.data(), now_.workspace.impl().at);
  double largest = 0, most = 0;
  std::size_t worst = 0;
  for (std::size_t i = 0; i < equal.size(); ++i) {
    largest = std::max({largest, std::abs(one[i]), std::abs(other[i])});
    if (const double off = std::abs(one[i] - other[i]); off > most) most = off, worst = i;
  }
  if (!known || !(most > differs * largest)) return;
  warn_rigid(Code::W0709, now_.scenario.contacts[equal[worst]],
             fmt::format("{} contacts approach alike, and the first declared is struck first: then "
                         "this one opens with {:.4g} m/s, in the opposite order with {:.4g} m/s",
                         equal.size(), one[worst], other[worst]),
             now_.t, now_.run);
}

// m/s, of what touched before the last blow.
double RigidBlows::fastest() const {
  double most = 0;
  for (const RigidTouch::Touch& touch : touch_.touching()) most = std::max(most, -touch.rows.v_N);
  return most;
}

// What many blows of each other have left is stopped together, by the least that does, where all of
// it is slow.
bool RigidBlows::stop_slow(double slow) {
  touch_.find();
  std::vector<int> contacts;
  for (const RigidTouch::Touch& touch : touch_.touching()) {
    if (std::abs(touch.rows.v_N) > slow) return true;
    contacts.push_back(touch.rows.contact);
  }
  return stop(contacts, std::vector<bool>(contacts.size(), false));
}

// Bodies between others strike to and fro without end in no time.
void RigidBlows::note_burst(int rounds) {
  if (!told_)
    now_.recorder.log(now_.t, "burst", now_.scenario.contacts[last_struck_].name, 0,
                      fmt::format("{} blows at this instant", rounds));
  told_ = true;
}

// An approach that a blow has left as it was, as small as rounding beside what slides, is none.
bool RigidBlows::strike_all() {
  const double rounding = 10 * impact::rounding_of_speeds * now_.scales.speed;
  const double slow = now_.scales.least_speed();
  double before = std::numeric_limits<double>::infinity();
  for (int round = 0; round < most_rounds; ++round) {
    bool struck = false;
    told_ = round < told_rounds;
    if (!strike_once(struck)) return false;
    const double speed = fastest();
    if (!struck || (speed < rounding && speed >= before)) {
      note_burst(round);
      return true;
    }
    before = speed;
    if (round >= many_rounds && speed < slow && !stop_slow(slow)) return false;
    if (++count_ > most_blows) break;
  }
  Failure failure{Code::E0707, {}, {}, {}, {}};
  failure.message = fmt::format("rigid contacts struck more than {} times by t = {:.6g} ms",
                                count_ > most_blows ? most_blows : most_rounds, now_.t * 1e3);
  failure.hint =
      "a law of force for some of the contacts lets them share a blow; under laws of speed "
      "`method = stepping` goes on";
  keep(now_.workspace, std::move(failure));
  return false;
}

bool RigidBlows::stop(const std::vector<int>& contacts, const std::vector<bool>& stuck) {
  const auto blow = blows_.stop(now_.here(), contacts, stuck);
  if (blow) take_over(*blow, false);
  return blow.has_value();
}

void RigidBlows::steady_now() {
  std::vector<int> contacts;
  std::vector<bool> stuck;
  for (const int c : touch_.contacts()) {
    if (!now_.mode.contacts[c].pressed) continue;
    contacts.push_back(c);
    stuck.push_back(now_.mode.contacts[c].sticking);
  }
  if (!contacts.empty()) steady(contacts, stuck);
}

// Do contacts that are to come to rest together leave each other speeds?
bool RigidBlows::contradicts(const Blow& blow) const {
  constexpr double part = 1e-3;  // of the largest before
  double before = 0, after = 0;
  for (const BlowPart& contact : blow.parts) {
    before = std::max(before, std::abs(contact.v_N));
    after = std::max(after, std::abs(contact.after_N));
  }
  return after > std::max(touch_.creep(), part * before);
}

bool RigidBlows::steady(const std::vector<int>& contacts, const std::vector<bool>& stuck,
                        double most) {
  const auto failure = now_.workspace.failure;
  const auto blow = blows_.stop(now_.here(), contacts, stuck);
  if (!blow) now_.workspace.failure = failure;
  if (blow && std::isfinite(most) && (largest_change(*blow) > most || contradicts(*blow)))
    return false;
  for (int i = 0; blow && i < now_.layout.motions; ++i)
    now_.y[now_.layout.v + i] += blow->change[i];
  return true;
}

// m/s, angles times the model's size.
double RigidBlows::largest_change(const Blow& blow) const {
  double largest = 0;
  for (int i = 0; i < now_.layout.motions; ++i)
    largest =
        std::max(largest, std::abs(blow.change[i]) * (now_.layout.turns(i) ? now_.model.size : 1));
  return largest;
}

// One that changes nothing to speak of is none. That there are no impulses for this attempt says
// nothing of the others; what a law has failed with does.
bool RigidBlows::jam(const Jammed& jammed) {
  if (!blows_.begin(now_.here()) || ++count_ > most_blows) return false;
  std::optional<Failure>& failure = now_.workspace.failure;
  const std::optional<Failure> before = failure;
  const auto blow = blows_.jam(now_.here(), jammed, touch_.still());
  if (!blow && failure && failure->code == Code::E0707) failure = before;
  if (!blow || !(largest_change(*blow) > touch_.still())) return false;
  take_over(*blow, true);
  return true;
}

}  // namespace mbs

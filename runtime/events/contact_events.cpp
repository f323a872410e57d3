#include "runtime/events/contact_events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "runtime/contact/forces.hpp"
#include "runtime/events/steps_not_taken.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/numerics/crossing.hpp"
#include "runtime/signals/contact_state.hpp"

namespace mbs {

namespace {

constexpr int turns_to_rest = 4;          // two full swings without leaving
constexpr double durations_to_rest = 30;  // or so many times an impact's length

// A part of an impact's length: what happens closer together than this happens at once, as the
// order then makes no difference that the tolerances could see; and the most that rounding may make
// of it.
constexpr double at_once = 1e-9, most_at_once = 1e-4;
constexpr double rounded = 4 * std::numeric_limits<double>::epsilon();  // of the mechanism's size

// A part of the size: a rigid contact that opens has left when its gap is larger.
constexpr double apart = 4 * std::numeric_limits<double>::epsilon();
constexpr double errors_of_steps = 10;   // until then, of the tolerance of positions
constexpr double closely = 1e-11;        // of a step that is made again to there
constexpr std::size_t usual_events = 8;  // of a step
constexpr double higher = 4;             // than a hop: what rises so far does not come back from it
constexpr double most_turn = 0.1;        // rad, between looks at shapes that are not round
constexpr double part_of_clearance = 0.25;  // that a centre goes between looks
constexpr double turned_round = 0.5;  // of a velocity: what goes may come back within the step
constexpr int looks_there_and_back = 4;
constexpr double most_pieces = 1000;  // looks per step

// How far inside a rigid contact with this gap, m, that has not left meets again. After a blow that
// must be where it begins, but for a rounding: what each hop falls deeper it gains in speed, and
// hops that gain more than a blow takes never end.
double slack_of(double gap, double size) {
  return gap > apart * size ? 0 : apart / 4 * size + std::max(0.0, -gap);
}

}  // namespace

ContactEvents::ContactEvents(const Model& model, const Scales& scales, Mode& mode,
                             ImpactLog& impacts, Workspace& workspace)
    : model_(model),
      scales_(scales),
      mode_(mode),
      impacts_(impacts),
      workspace_(workspace),
      near_(model) {
  trackers_.resize(model.layout.touching);
  for (int c = 0; c < model.layout.touching; ++c) {
    unknowns_.push_back(contact_unknowns(model, c));
    // A run that goes on within an impact goes on counting how long that takes.
    if (impacts.open(c)) trackers_[c].since = impacts.since(c);
  }
  nearby_.resize(layout(model).size);
  found_.reserve(trackers_.size() + usual_events);
}

double ContactEvents::gap(int contact, Instant now) const {
  if (mode_.contacts[contact].resting) return -now.y[layout(model_).s + contact];
  return smooth_gap(model_, contact, now.y, mode_.contacts[contact].edge);
}

// Below 0 where a rigid contact meets. One that was let go begins with a speed of 0: there the
// errors of steps alone decide on signs, and it meets again when it approaches by more than those.
double ContactEvents::openness(int contact, double gap, double rate) const {
  const Tracker& tracker = trackers_[contact];
  if (!tracker.let_go || gap > 0) return gap + tracker.slack;
  return std::min(gap + tracker.slack, rate + scales_.least_speed());
}

double ContactEvents::open_gap(int contact, Segment& segment, double t) const {
  const ContactMotion at = motion_at(contact, segment, t);
  return openness(contact, at.gap, at.rate);
}

// Where the motion starts anew.
void ContactEvents::begin_open(int contact, double gap, double rate) {
  Tracker& tracker = trackers_[contact];
  tracker.slack = slack_of(gap, model_.size);
  tracker.let_go = tracker.slack > 0 && rate <= scales_.least_speed();
  if (tracker.let_go) tracker.slack += errors_of_steps * scales_.accuracy * scales_.depth;
}

double ContactEvents::rate(int contact, Instant now) const {
  return gap_rate(model_, contact, now.y, mode_.contacts[contact].edge);
}

ContactMotion ContactEvents::motion(int contact, Instant now) const {
  const ContactMode& mode = mode_.contacts[contact];
  ContactMotion at = contact_motion(model_, contact, now.y, mode.edge);
  if (mode.resting) at.gap = -now.y[layout(model_).s + contact];
  return at;
}

// By its two bodies alone, where the integrator can place them.
ContactMotion ContactEvents::motion_at(int contact, Segment& segment, double t) const {
  const ContactMode& mode = mode_.contacts[contact];
  if (!mode.resting && mode.edge < 0)
    if (const auto at = segment.contact_within(t, contact)) {
      ContactState state;
      state.gap = at->gap, state.gap_rate = at->rate;
      return contact_motion(model_, contact, state);
    }
  return motion(contact, motion_near(contact, segment, t));
}

double ContactEvents::force(int contact, Instant now) {
  return normal_force(model_, contact, now, mode_.contacts[contact], workspace_);
}

bool ContactEvents::remembers(int contact) const {
  return uses_memory(model_, contact) && !trackers_[contact].frozen_memory;
}

// What a law remembers changes by `turn` alone: one that turned at the instant of another's event
// has its own turn still to come, and is found on the wrong side at the end of the next step.
void ContactEvents::follow(int contact, double rate) {
  const ContactMode& mode = mode_.contacts[contact];
  trackers_[contact].approaching = mode.armed && remembers(contact) ? bool{mode.loading} : rate < 0;
}

void ContactEvents::restart(Instant now) {
  near_.restart(now.y);
  for (const int c : near_.awake()) {
    Tracker& tracker = trackers_[c];
    const auto [gap, rate] = motion(c, now);
    tracker.way = centre_velocity(model_, c, now.y);
    follow(c, rate);
    if (rigid(c)) begin_open(c, gap, rate);
    if (!mode_.contacts[c].armed || rigid(c)) continue;
    tracker.FN = force(c, now);
    tracker.impulse = now.y[layout(model_).impulse + c];
    tracker.gap = gap, tracker.rate = rate;
    tracker.rising = tracker.approaching;
  }
}

// One that nobody has looked at so far, for it was too far away.
void ContactEvents::begin_woken(int contact, Segment& segment) {
  Tracker& tracker = trackers_[contact];
  const Instant start = motion_near(contact, segment, segment.from());
  tracker.approaching = rate(contact, start) < 0;
  tracker.way = centre_velocity(model_, contact, start.y);
  tracker.slack = 0;
  tracker.let_go = false;
}

void ContactEvents::measure(Segment& segment) {
  const Instant end = segment.end();
  const double length = segment.to() - segment.from();
  look_back_ = slope_fraction * length;
  searched_ = false;
  for (const int c : near_.follow(end.y, length)) begin_woken(c, segment);
  for (const int c : near_.awake()) {
    Tracker& tracker = trackers_[c];
    const ContactMode& mode = mode_.contacts[c];
    const bool acts = may_act(model_, model_.contacts[c], mode);
    if (acts) {
      if (!segment.contact_at_end(c, tracker.end_state))
        tracker.end_state = placed_contact_state(model_, c, end.in(mode_), workspace_);
    }
    const ContactMotion motion = acts ? contact_motion(model_, c, tracker.end_state)
                                      : contact_motion(model_, c, workspace_.impl().at);
    tracker.end_gap = mode.resting ? -end.y[layout(model_).s + c] : motion.gap;
    tracker.end_rate = motion.rate;
    if (!mode.armed) tracker.end_way = centre_velocity(model_, c, workspace_.impl().at);
  }
  for (const int c : near_.awake()) {
    if (!mode_.contacts[c].armed || rigid(c)) continue;
    Tracker& tracker = trackers_[c];
    tracker.end_FN = tracker.end_state.FN;
    tracker.end_impulse = end.y[layout(model_).impulse + c];
    tracker.end_rising = rises(c, segment);
  }
}

// Steps whose ends are known exactly are long, and what is within them costs all of the mechanism:
// by gap and rate it takes half of the looks.
double ContactEvents::locate_gap(int contact, Segment& segment, double from, double to) {
  if (segment.exact_rates() && !rigid(contact)) {
    const auto look = [&](double t) {
      const ContactMotion at = motion_at(contact, segment, t);
      return ValueAndSlope{at.gap, at.rate};
    };
    const Tracker& tracker = trackers_[contact];
    const bool whole = to == segment.to();
    const ValueAndSlope end = whole ? ValueAndSlope{tracker.end_gap, tracker.end_rate} : look(to);
    return locate_crossing_by_slope(look, from, to, look(from), end, closely);
  }
  return locate_crossing([&](double t) { return open_gap(contact, segment, t); }, from, to);
}

double ContactEvents::locate_rate(int contact, Segment& segment, double from, double to,
                                  double precision) {
  return locate_crossing([&](double t) { return rate_at(contact, segment, t); }, from, to,
                         precision);
}

std::optional<ContactEvent> ContactEvents::closing(int contact, Segment& segment,
                                                   const Piece& piece) {
  double from = piece.from, to = piece.to;
  double& slack = trackers_[contact].slack;
  const double open = openness(contact, piece.gap, piece.rate);
  // In a step so short that it goes no further than a rounding one that parts does not meet again.
  const bool parts = !piece.approaching && piece.rate >= 0;
  if (rigid(contact) && parts && open > -rounded * model_.size) return {};
  if (rigid(contact) && open <= 0 && !piece.approaching && piece.rate < 0) {
    // Left with a gap of 0 and came back inside it: there is one crossing behind the farthest
    // point.
    from = locate_rate(contact, segment, from, to);
    if (gap_at(contact, segment, from) > slack) slack = 0;
  } else if (open > 0) {
    // Touched and left again inside it? The gap is least where its rate turns.
    const double reach = 4 * std::abs(piece.rate) * (to - piece.from);
    if (!piece.approaching || piece.rate <= 0 || piece.gap > reach) return {};
    to = locate_rate(contact, segment, piece.from, to);
    if (open_gap(contact, segment, to) > 0) return {};
  }
  return ContactEvent{locate_gap(contact, segment, from, to), contact, ContactEventKind::closes};
}

// How often to look at an open contact. A step of free flight may be so long that a corner comes
// round and goes again, that what is thrown up meets and comes back, and that a pin goes through
// its bore and on: bodies that are not round are looked at after every bit of a turn, what is
// inside another after every bit of the clearance.
int ContactEvents::pieces_of(int contact, const Segment& segment, double from) const {
  const Tracker& now = trackers_[contact];
  const double length = segment.to() - from;
  double pieces = turning_speed(model_, contact, segment.end().y) * length / most_turn;
  const double fastest = std::max(now.way.norm(), now.end_way.norm());
  const double clearance = clearance_of(model_, contact);
  if (clearance > 0) pieces = std::max(pieces, fastest * length / (part_of_clearance * clearance));
  const bool back = (now.end_way - now.way).norm() > turned_round * fastest;
  if (back && now.end_gap < fastest * length)
    pieces = std::max<double>(pieces, looks_there_and_back - 1);
  return 1 + static_cast<int>(std::min(pieces, most_pieces));
}

std::optional<ContactEvent> ContactEvents::in_open(int contact, Segment& segment, double from) {
  const Tracker& now = trackers_[contact];
  const double end = segment.to();
  if (now.passes_until >= end) return {};
  bool approaching = now.approaching;
  if (now.passes_until > from) {
    from = std::nextafter(now.passes_until, infinity);
    approaching = rate(contact, motion_near(contact, segment, from)) < 0;
  }
  const int pieces = pieces_of(contact, segment, from);
  Piece piece{from, from, approaching, 0, 0};
  for (int i = 1; i <= pieces; ++i) {
    piece.to = i == pieces ? end : from + (end - from) * i / pieces;
    const ContactMotion at = i == pieces ? ContactMotion{now.end_gap, now.end_rate}
                                         : motion_at(contact, segment, piece.to);
    piece.gap = at.gap, piece.rate = at.rate;
    if (const auto event = closing(contact, segment, piece)) return event;
    piece.from = piece.to;
    piece.approaching = piece.rate < 0;
  }
  return {};
}

// Rounding of the coordinates moves the instant at which a gap is 0 by more than it is located to.
double ContactEvents::one_instant(int contact, ContactEventKind kind) const {
  const double duration = scales_.contacts[contact].duration;
  const bool gap = kind == ContactEventKind::closes || kind == ContactEventKind::opens;
  const double rounding = rounded * model_.size / std::abs(trackers_[contact].end_rate);
  return std::clamp(gap ? rounding : 0, at_once * duration, most_at_once * duration);
}

bool ContactEvents::turns_at(int contact, double t) const {
  return trackers_[contact].turn <= t + one_instant(contact, ContactEventKind::turns);
}

std::optional<ContactEvent> ContactEvents::in_closed(int contact, Segment& segment, double from) {
  const Tracker& now = trackers_[contact];
  std::optional<ContactEvent> first;
  const auto consider = [&](std::optional<ContactEvent> event) {
    if (event && (!first || event->t < first->t)) first = event;
  };
  double to = segment.to();
  bool opens = now.end_gap > 0;
  const double reach = 4 * std::abs(now.end_rate) * (to - from);
  // Left and closed again inside the step?
  if (!opens && !now.approaching && now.end_rate < 0 && now.end_gap + reach > 0) {
    to = locate_rate(contact, segment, from, to);
    opens = gap_at(contact, segment, to) > 0;
  }
  if (opens)
    consider(
        ContactEvent{locate_gap(contact, segment, from, to), contact, ContactEventKind::opens});
  consider(turning(contact, segment, from));
  consider(peaking(contact, segment, from));
  return first;
}

std::optional<ContactEvent> ContactEvents::at_end_of_step(int contact, Segment& segment,
                                                          double from) {
  const auto look = [&](double t) { return gap_at(contact, segment, t); };
  const auto found = begins_by_steps(look, from, segment.to(), *deepest_);
  not_taken_ += found.not_taken;
  return found.t ? std::optional(ContactEvent{*found.t, contact, ContactEventKind::closes})
                 : std::nullopt;
}

void ContactEvents::search(int contact, Segment& segment, double from) {
  const bool armed = mode_.contacts[contact].armed;
  trackers_[contact].turn = infinity;
  if (mode_.contacts[contact].off || (armed && rigid(contact))) return;  // see RigidEvents
  const bool by_steps = deepest_ && !rigid(contact);
  const auto event = armed      ? in_closed(contact, segment, from)
                     : by_steps ? at_end_of_step(contact, segment, from)
                                : in_open(contact, segment, from);
  const int number = ++trackers_[contact].search;
  if (!event) return;
  found_.push_back({*event, number});
  std::push_heap(found_.begin(), found_.end());
}

void ContactEvents::reconsider(int contact) {
  if (contact < 0)
    searched_ = false;
  else if (contact < model_.layout.touching)  // nothing opens or closes between surfaces of a joint
    reconsidered_.push_back(contact);
}

std::optional<ContactEvent> ContactEvents::earliest(Segment& segment, double from) {
  if (!searched_) {
    found_.clear();
    for (const int c : near_.awake()) search(c, segment, from);
    searched_ = true;
  } else {
    for (const int c : reconsidered_)
      if (near_.is_awake(c)) search(c, segment, from);
  }
  reconsidered_.clear();
  while (!found_.empty()) {
    const Found& first = found_.front();
    if (first.search == trackers_[first.event.contact].search) return first.event;
    std::pop_heap(found_.begin(), found_.end());
    found_.pop_back();
  }
  return {};
}

bool ContactEvents::settle(Instant end) {
  bool changed = false;
  near_.settle();
  for (const int c : near_.awake()) {
    Tracker& tracker = trackers_[c];
    const bool approaching = tracker.end_rate < 0;
    if (approaching != tracker.approaching) ++tracker.turns;
    follow(c, tracker.end_rate);
    tracker.way = tracker.end_way;
    if (rigid(c)) {
      if (tracker.end_gap > tracker.slack) tracker.slack = 0, tracker.let_go = false;
      const double hop = mode_.contacts[c].hop;
      if (hop > 0 && tracker.end_gap > higher * hop) mode_.contacts[c].hop_to(0), changed = true;
      if (impacts_.open(c)) impacts_.account(c, end);
      continue;
    }
    if (!mode_.contacts[c].armed) continue;
    tracker.FN = tracker.end_FN;
    tracker.impulse = tracker.end_impulse;
    tracker.gap = tracker.end_gap, tracker.rate = tracker.end_rate;
    tracker.rising = tracker.end_rising;
    impacts_.sample(c, end, tracker.end_state);
    const int corner = tracker.end_state.corner;
    tracker.passed |= corner >= 0 && tracker.corner >= 0 && corner != tracker.corner;
    if (corner >= 0) tracker.corner = corner;
    ContactMode& mode = mode_.contacts[c];
    if (mode.resting || uses_memory(model_, c) || mode.loading == approaching) continue;
    mode.approach(approaching);
    changed = true;
  }
  return changed;
}

void ContactEvents::take_stock(Instant now) {
  for (const int c : near_.awake()) take_stock_of(c, now);
}

void ContactEvents::take_stock_of(int contact, Instant now) {
  if (!impacts_.open(contact)) return;
  if (rigid(contact)) return impacts_.account(contact, now);
  if (mode_.contacts[contact].armed)
    impacts_.sample(contact, now, contact_state(model_, contact, now.in(mode_), workspace_));
}

void ContactEvents::close(int contact, Instant now) {
  ContactMode& mode = mode_.contacts[contact];
  const double approach = std::max(0.0, -rate(contact, now));
  mode.begin(approach);
  latch_radii(model_, contact, now.y, mode);
  mode.flags.thaw();
  Tracker& tracker = trackers_[contact];
  const int search = tracker.search;
  tracker = {};
  tracker.search = search;
  tracker.since = now.t;
  reconsider(contact);
  impacts_.begin(contact, now, approach);
}

void ContactEvents::open(int contact, Instant now) {
  ContactMode& mode = mode_.contacts[contact];
  const double speed = rate(contact, now);
  mode.end();
  Tracker& tracker = trackers_[contact];
  tracker.approaching = speed < 0;
  tracker.way = tracker.end_way = centre_velocity(model_, contact, now.y);
  reconsider(contact);
  impacts_.end(contact, now, speed);
}

bool ContactEvents::turn(int contact, Instant now) {
  ContactMode& mode = mode_.contacts[contact];
  Tracker& tracker = trackers_[contact];
  tracker.turn = infinity;
  reconsider(contact);
  const ContactState state = contact_state(model_, contact, now.in(mode_), workspace_);
  impacts_.sample(contact, now, state);
  mode.turn(state.delta);
  tracker.approaching = !tracker.approaching;
  ++tracker.turns;
  if (mode.resting && !remembers(contact)) return false;
  mode.approach(tracker.approaching || tracker.frozen_memory);
  if (!remembers(contact)) return false;
  // A contact swings at most a few times in the length of an impact.
  if (!tracker.chatter.add(now.t, scales_.contacts[contact].duration)) return false;
  // A law whose force jumps with `loading` has no equilibrium at rest: keep to its loading branch.
  tracker.frozen_memory = true;
  mode.approach(true);
  return true;
}

void ContactEvents::peak(int contact, Instant now) {
  trackers_[contact].rising = false;
  reconsider(contact);
  impacts_.sample(contact, now, contact_state(model_, contact, now.in(mode_), workspace_));
}

bool ContactEvents::has_settled(int contact, double t) const {
  const Tracker& tracker = trackers_[contact];
  if (rigid(contact) || tracker.end_gap >= 0) return false;
  return tracker.turns >= turns_to_rest ||
         t - tracker.since > durations_to_rest * scales_.contacts[contact].duration;
}

bool ContactEvents::any_rests(double t) const {
  return std::ranges::any_of(near_.awake(), [&](int c) {
    const ContactMode& mode = mode_.contacts[c];
    return mode.resting || (mode.armed && has_settled(c, t));
  });
}

std::optional<int> ContactEvents::settled_to_rest(double t) const {
  for (const int c : near_.awake()) {
    const ContactMode& mode = mode_.contacts[c];
    if (mode.armed && !mode.resting && has_settled(c, t)) return c;
  }
  return {};
}

void ContactEvents::rest(int contact, Instant now) {
  mode_.contacts[contact].rest();
  follow(contact, rate(contact, now));
}

std::optional<int> ContactEvents::take_passed() {
  for (const int c : near_.awake())
    if (std::exchange(trackers_[c].passed, false)) return c;
  return {};
}

}  // namespace mbs

#include "runtime/run/rigid_modes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/equations/consistency.hpp"
#include "runtime/equations/kkt_scratch.hpp"
#include "runtime/equations/turning_mobility.hpp"
#include "runtime/impact/solve_among.hpp"
#include "runtime/run/corners.hpp"

namespace mbs {

namespace {

using impact::State;

constexpr double rounding = 1e-9;  // of the largest force or acceleration: what events leave of 0
// The same where several hold next to the same thing, and forces of them are known less well:
// closed again, one would open at once, and so on for ever.
constexpr double located = 1e-7;

// How far apart corners of one body are found to leave a face together: of the size, and of the
// tolerance of positions.
constexpr double twins = 1e-8, errors = 10;

// In space, of one that slides.
Eigen::Vector2d direction_of(const RigidRows& rows) {
  return Eigen::Vector2d(rows.v_T, rows.v_T2).normalized();
}

// The solution with all but these open, if none of those approaches then by more than `part` of the
// largest acceleration.
std::optional<impact::Solution> with_only(const impact::Problem& p, const std::vector<bool>& kept,
                                          double part = rounding) {
  const auto solution = impact::solve_among(p, kept);
  const double back = -part * p.free.cwiseAbs().maxCoeff();
  for (int i = 0; solution && i < p.size(); ++i)
    if (!kept[i] && solution->w[p.parts * i] < back) return std::nullopt;
  return solution;
}

}  // namespace

RigidModes::RigidModes(Present& now, RigidTouch& touch, const ContactEvents& contacts,
                       RigidEvents& events, RigidLimits& limits)
    : now_(now),
      touch_(touch),
      contacts_(contacts),
      events_(events),
      limits_(limits),
      rates_(now.layout.size),
      opened_(now.model.contacts.size(), -std::numeric_limits<double>::infinity()) {}

// Accelerations with all rigid contacts open: what stuck is not held either.
bool RigidModes::find_rates() {
  Mode open = now_.mode;
  for (const int c : touch_.contacts()) open.contacts[c].end();
  return make_consistent(now_.model, now_.here().in(open), rates_.data(), now_.workspace);
}

std::vector<State> RigidModes::old_states() const {
  std::vector<State> states;
  for (const RigidTouch::Touch& touch : touch_.touching()) {
    const ContactMemory& old = touch_.before(touch.rows.contact);
    states.push_back(!old.pressed ? State::open : State::sticks);
  }
  return states;
}

// Those that have let go at this instant go on as they have begun: their gaps are 0 and so are the
// accelerations of these, and rounding must not close them again.
std::vector<bool> RigidModes::not_let_go() const {
  constexpr double instant = 16 * std::numeric_limits<double>::epsilon();
  std::vector<bool> kept;
  for (const RigidTouch::Touch& touch : touch_.touching()) {
    const int c = touch.rows.contact;
    kept.push_back(touch_.before(c).pressed || now_.t - opened_[c] > instant * now_.t);
  }
  return kept;
}

// One whose force has fallen to 0 opens, and with it all whose forces have at the same instant.
std::optional<impact::Solution> RigidModes::opening(int part) const {
  std::vector<bool> kept = not_let_go();
  kept[part] = false;
  std::vector<bool> together = kept;
  if (const auto held = impact::solution_of(problem_, old_states())) {
    const double nothing = rounding * held->P.cwiseAbs().maxCoeff();
    for (int i = 0; i < problem_.size(); ++i)
      if (held->P[problem_.parts * i] <= nothing) together[i] = false;
  }
  if (auto solution = with_only(problem_, together)) return solution;
  if (auto solution = with_only(problem_, kept)) return solution;
  return with_only(problem_, kept, located);
}

std::optional<impact::Solution> RigidModes::solve(std::optional<RigidEvent> cause) {
  const int n = static_cast<int>(touch_.touching().size());
  for (int i = 0; cause && i < n; ++i)
    if (touch_.touching()[i].rows.contact == cause->contact)
      if (auto solution = with_cause(*cause, i)) return solution;
  if (auto old = impact::solution_of(problem_, old_states());
      old && !cause && impact::holds(problem_, *old))
    return old;
  const std::vector<bool> kept = not_let_go();
  if (std::find(kept.begin(), kept.end(), false) != kept.end())
    if (auto solution = with_only(problem_, kept)) return solution;
  auto solution = impact::solve(problem_);
  if (solution && cause && cause->kind == RigidEventKind::slips)
    slide_at_bound(cause->contact, *solution);
  return solution;
}

// In space the feet of one block, or both ends of a journal, end their sliding and turning
// together.
bool RigidModes::stops_with(const RigidRows& rows, const RigidEvent& cause) const {
  if (rows.contact == cause.contact) return true;
  const auto& contacts = now_.model.contacts;
  return rows.spatial() && now_.mode.contacts[rows.contact].pressed &&
         between_same_bodies(contacts[rows.contact], contacts[cause.contact]);
}

// Friction of a contact in the problem of accelerations: one that stands may stick.
impact::Friction RigidModes::friction_now(const RigidRows& rows, std::optional<RigidEvent> cause,
                                          double slow) {
  const ContactMemory& old = touch_.before(rows.contact);
  const bool stops = cause && cause->kind == RigidEventKind::stops && stops_with(rows, *cause);
  // What was held, or has just stopped, may move by what the solver's accuracy makes of rest.
  const bool loosely = stops || (old.pressed && old.sticking);
  const double least = events_.still(rows.contact);
  // In space sliding turns, and below this it has no direction: feet that stop one after another
  // would send each other on for ever.
  const double undirected = stops && rows.spatial() ? now_.scales.slow_sliding() : 0;
  const double still = std::max({loosely ? touch_.creep() : 0, least, undirected});
  const bool stands = std::abs(rows.vt()) <= std::max(still, slow);
  const FrictionParts parts =
      friction_parts(now_.model, rows.contact, stands ? 0 : rows.vt(), 1, now_.t, now_.workspace);
  if (!stands && rows.spatial()) {
    const Eigen::Vector2d e = direction_of(rows);
    return {.ratio = -parts.sliding * e[0], .ratio_2 = -parts.sliding * e[1]};
  }
  if (!stands) return {.ratio = -parts.sliding};
  if (parts.sticking == 0) return {};
  const double sliding = std::abs(parts.sliding);
  return {impact::Friction::Kind::coulomb, sliding, std::max(sliding, parts.sticking), 0, 0};
}

bool RigidModes::pose(std::optional<RigidEvent> cause, double slow) {
  if (!find_rates()) return false;
  KktScratch& s = *now_.workspace.impl().kkt;
  place(now_.model, now_.y.data(), now_.workspace.impl().at);
  mobility_.rows.clear();
  for (const RigidTouch::Touch& touch : touch_.touching()) mobility_.rows.push_back(touch.rows);
  const int rows = now_.layout.constraints + static_cast<int>(s.holds.size());
  if (!find_mobility(now_.model, s.rates, rows, mobility_)) return false;
  const int parts = mobility_.parts;
  problem_ = {mobility_.D, Eigen::VectorXd(parts * touch_.touching().size()), {}, {}, parts};
  const double* rates = rates_.data() + now_.layout.v;
  for (std::size_t i = 0; i < touch_.touching().size(); ++i) {
    problem_.free[parts * i] = rate_along(mobility_.rows[i].normal, rates);
    problem_.free[parts * i + 1] = rate_along(mobility_.rows[i].tangent, rates);
    if (parts == 3) problem_.free[3 * i + 2] = rate_along(mobility_.rows[i].across, rates);
    problem_.departure.push_back(0);
    problem_.friction.push_back(friction_now(mobility_.rows[i], cause, slow));
  }
  impact::share_evenly(problem_);
  add_pushes(rows);
  return !now_.workspace.failure;  // of a law
}

// What brakes turning grows with FN: a normal force brings it along.
void RigidModes::add_pushes(int rows) {
  for (std::size_t k = 0; k < mobility_.rows.size(); ++k) {
    const auto push =
        pushed_by_turning(now_.model, {now_.workspace.impl().kkt->rates, rows}, now_.here(),
                          mobility_.rows[k].contact, mobility_, now_.workspace);
    if (push) problem_.D.col(problem_.parts * static_cast<Eigen::Index>(k)) += *push;
  }
}

std::optional<std::vector<double>> RigidModes::rates_with(const std::vector<bool>& resting) const {
  const auto pressing = impact::solve_among(problem_, resting);
  if (!pressing) return std::nullopt;
  std::vector<double> rates;
  for (int i = 0; i < problem_.size(); ++i) rates.push_back(pressing->w[problem_.parts * i]);
  return rates;
}

std::vector<bool> RigidModes::held_with(const std::vector<bool>& resting) const {
  std::vector<bool> held(problem_.size(), false);
  const auto solution = impact::solve_among(problem_, resting);
  for (int i = 0; solution && i < problem_.size(); ++i)
    held[i] = solution->states[i] == State::sticks &&
              problem_.friction[i].kind == impact::Friction::Kind::coulomb;
  return held;
}

RigidModes::Settled RigidModes::settle(std::optional<RigidEvent> cause) {
  if (cause && cause->kind == RigidEventKind::slips) slipped_ = now_.t;
  touch_.find();
  std::vector<RigidTouch::Touch>& touching = touch_.touching();
  std::erase_if(touching,
                [&](const auto& touch) { return touch.rows.v_N > touch_.slowest(touch); });
  if (!touching.empty()) {
    if (!pose(cause)) return Settled::no;
    const auto solution = solve(cause);
    if (!solution) return Settled::jammed;
    forces_ = solution->P;
    for (std::size_t i = 0; i < touching.size(); ++i) set(static_cast<int>(i), *solution);
    note_rest_at_bound();
  }
  for (const int c : touch_.contacts()) {
    const bool kept = std::any_of(touching.begin(), touching.end(),
                                  [&](const auto& t) { return t.rows.contact == c; });
    if (!kept && now_.mode.contacts[c].pressed) let_go(c);
  }
  mark_spare();
  return Settled::yes;
}

// What is said to slide, as it has no friction left, and does not move. Where something has just
// begun to slip, under a load that grows, nothing moves yet.
void RigidModes::note_rest_at_bound() {
  constexpr double rounding = 1e-11;
  if (slipped_ == now_.t) return;
  for (int i = 0; i < problem_.size(); ++i)
    if (at_bound(i, rounding))
      now_.mode.contacts[touch_.touching()[i].rows.contact].rest_below(now_.scales.accuracy *
                                                                       now_.scales.speed);
}

// Contacts that no forces let go on, with all that they feel; what stands or slides elsewhere has
// no part in that. All of them where each part could go on, as far as the method finds.
std::vector<bool> RigidModes::unsolved() const {
  const auto n = static_cast<std::size_t>(problem_.size());
  std::vector<bool> unsolved(n), seen(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (seen[i]) continue;
    const std::vector<bool> group = impact::reached_from(problem_, static_cast<int>(i));
    const bool none = !impact::solve_among(problem_, group);
    for (std::size_t k = 0; k < n; ++k) {
      seen[k] = seen[k] || group[k];
      unsolved[k] = unsolved[k] || (group[k] && none);
    }
  }
  return std::ranges::find(unsolved, true) == unsolved.end() ? seen : unsolved;
}

std::vector<RigidModes::Jam> RigidModes::jams() const {
  std::vector<Jam> jams;
  const std::vector<bool> stands = unsolved();
  for (int i = 0; i < problem_.size(); ++i) {
    const impact::Friction& f = problem_.friction[i];
    if (!stands[i] || f.kind == impact::Friction::Kind::coulomb) continue;
    const int at = problem_.parts * i;
    double give = problem_.D(at, at) + f.ratio * problem_.D(at, at + 1);
    if (problem_.spatial()) give += f.ratio_2 * problem_.D(at, at + 2);
    if (give > 0) continue;
    jams.push_back({jammed({i}), give});
    jams.back().alone.pushed = -Eigen::VectorXd::Unit(problem_.parts, 0);
  }
  return jams;
}

std::vector<Jammed> RigidModes::jam_together() const {
  std::vector<Jammed> jams;
  const std::vector<bool> stands = unsolved();
  std::vector<bool> known(stands.size());
  for (int i = 0; i < problem_.size(); ++i) {
    const impact::Friction& f = problem_.friction[i];
    if (!stands[i] || known[i] || f.kind == impact::Friction::Kind::coulomb ||
        std::hypot(f.ratio, f.ratio_2) == 0)
      continue;
    const std::vector<bool> group = impact::reached_from(problem_, i);
    std::vector<int> order{i};
    for (int k = 0; k < problem_.size(); ++k)
      if (group[k]) known[k] = true;
    for (int k = 0; k < problem_.size(); ++k)
      if (k != i && group[k]) order.push_back(k);
    if (order.size() > 1) jams.push_back(jammed(order));
  }
  return jams;
}

Jammed RigidModes::jammed(const std::vector<int>& parts) const {
  Jammed jammed;
  std::vector<int> places;
  for (const int i : parts) {
    jammed.contacts.push_back(touch_.touching()[i].rows.contact);
    for (int k = 0; k < problem_.parts; ++k) places.push_back(problem_.parts * i + k);
  }
  jammed.pushed = problem_.free(places);
  return jammed;
}

bool RigidModes::any_friction() const {
  return std::ranges::any_of(problem_.friction, [](const impact::Friction& f) {
    return f.kind == impact::Friction::Kind::coulomb || std::hypot(f.ratio, f.ratio_2) > 0;
  });
}

void RigidModes::let_go(int contact) {
  opened_[contact] = now_.t;
  const double speed = contacts_.rate(contact, now_.here());
  now_.mode.contacts[contact].end();
  now_.recorder.log(now_.t, "opens", now_.scenario.contacts[contact].name, speed);
}

// What leaves with the first is as near to its end. Where that one hardly slides, others that are
// quick would come far in the time it takes.
void RigidModes::let_go_past_ends(int first) {
  const double length =
      std::max(twins * now_.model.size, errors * now_.scales.accuracy * now_.scales.depth);
  const Way way{length, length / now_.scales.speed};
  const auto time = [&](int c) {
    return time_for(now_.model, now_.here(), c, way, now_.workspace);
  };
  struct Leaving {
    int contact;
    double time;
  };
  std::vector<Leaving> leaving{{first, time(first)}};
  for (const int c : touch_.contacts()) {
    const ContactMode& mode = now_.mode.contacts[c];
    if (c == first || !mode.pressed || mode.sticking || mode.edge < 0) continue;
    const double own = std::min(time(c), leaving.front().time);
    if (leaves_within(now_.model, now_.here(), c, own)) leaving.push_back({c, own});
  }
  for (const auto& [c, passes] : leaving) {
    let_go(c);
    if (std::isfinite(passes)) touch_.leave(c, now_.t + 2 * passes);
  }
}

// The direction of a contact that slides, 0 if it sticks; in space also takes over along which way.
int RigidModes::set_direction(int part, const impact::Solution& solution) {
  const RigidRows& rows = touch_.touching()[part].rows;
  const State state = solution.states[part];
  const bool rests = problem_.friction[part].kind == impact::Friction::Kind::coulomb;
  if (!rows.spatial()) {
    if (!rests) return rows.v_T < 0 ? -1 : 1;
    return state == State::sticks ? 0 : state == State::slides_forward ? 1 : -1;
  }
  ContactMode& mode = now_.mode.contacts[rows.contact];
  mode.lose_way();
  if (rests && state == State::sticks) {
    mode.tangents_from(rows.axis);
    return 0;
  }
  if (!now_.model.laws[now_.model.contacts[rows.contact].own.law].sticks) return 1;
  const Eigen::Vector2d against = solution.P.segment<2>(3 * part + 1);
  remember_sliding(mode, rows.in_world(rests ? -against : direction_of(rows)), now_.scales);
  return 1;
}

void RigidModes::set(int part, const impact::Solution& solution) {
  const int c = touch_.touching()[part].rows.contact;
  ContactMode& mode = now_.mode.contacts[c];
  const std::string& name = now_.scenario.contacts[c].name;
  const State state = solution.states[part];
  if (state == State::open) {
    if (mode.pressed) let_go(c);
    return;
  }
  const ContactMemory old = touch_.before(c);
  mode.press();
  mode.stand_on(touch_.touching()[part].rows.edge);
  if (!old.pressed) now_.recorder.log(now_.t, "closes", name);
  mode.slip();
  const int direction = set_direction(part, solution);
  if (direction == 0) mode.stick();
  mode.slide(direction);
  mode.flags.thaw();
  const LawTapes& law = now_.model.laws[now_.model.contacts[c].own.law];
  if (direction != 0) mode.flags.freeze_by_way(law.directions, direction);
  if (!law.sticks || !old.pressed) return;
  if (mode.sticking != old.sticking)
    now_.recorder.log(now_.t, mode.sticking ? "sticks" : "slips", name);
  if (old.direction * direction < 0) now_.recorder.log(now_.t, "reverses", name);
}

// Do these forces, in y', hold no contact by more than it can hold? In the plane.
bool RigidModes::within_bounds(const std::vector<int>& closed) {
  const Instant at{now_.t, now_.y.data(), rates_.data(), &now_.mode};
  return std::none_of(closed.begin(), closed.end(), [&](int i) {
    const int c = touch_.touching()[i].rows.contact;
    const ContactMode& mode = now_.mode.contacts[c];
    if (!mode.sticking || mode.patch >= 0) return false;
    return std::abs(shared_hold(now_.model, c, at, now_.workspace)) >
           shared_bound(now_.model, c, at, now_.workspace);
  });
}

// Where some are spare, each takes what the smallest forces that hold them all give it; where these
// ask more of friction than there is, what those give by which it was decided that it holds.
void RigidModes::share(const std::vector<int>& closed) {
  const bool any = std::any_of(closed.begin(), closed.end(), [&](int i) {
    const ContactMode& mode = now_.mode.contacts[touch_.touching()[i].rows.contact];
    return mode.spare_N || mode.spare_T;
  });
  if (!any || !make_consistent(now_.model, now_.here(), rates_.data(), now_.workspace)) return;
  const bool smallest = problem_.spatial() || within_bounds(closed);
  for (const int i : closed) {
    const int c = touch_.touching()[i].rows.contact;
    ContactMode& mode = now_.mode.contacts[c];
    mode.take_normal(smallest ? rates_[now_.layout.impulse + c] : forces_[2 * i]);
    const int hold = now_.model.contacts[c].own.hold;
    if (!mode.sticking) continue;
    mode.take_tangent(smallest ? rates_[now_.layout.hold + hold] : -forces_[2 * i + 1]);
  }
}

// Those that stick along the same line, or surface, let go together. In space all keep their
// multipliers, made regular by their creep (runtime/equations/sticking.hpp), and those of one patch
// are reckoned by the sliding of the first.
void RigidModes::join_patches(const std::vector<int>& closed) {
  place(now_.model, now_.y.data(), now_.workspace.impl().at);
  std::vector<int> sticking;
  for (const int i : closed) {
    const int c = touch_.touching()[i].rows.contact;
    ContactMode& mode = now_.mode.contacts[c];
    if (!mode.sticking) continue;
    const auto first = std::find_if(sticking.begin(), sticking.end(), [&](int other) {
      return along_one_line(now_.model, c, other, now_.mode, now_.workspace);
    });
    mode.join(first == sticking.end() ? -1 : *first);
    if (mode.patch < 0) sticking.push_back(c);
    if (mode.patch >= 0 && problem_.spatial())
      mode.tangents_from(now_.mode.contacts[mode.patch].axis);
  }
}

// Marks those of closed contacts that are not needed, where they hold the same thing twice (three
// feet of one block).
void RigidModes::mark_spare() {
  constexpr double dependent = 1e-8;  // of a row's own mobility
  std::vector<int> rows;              // in D: normals first
  std::vector<int> closed;
  for (std::size_t i = 0; i < touch_.touching().size(); ++i)
    if (now_.mode.contacts[touch_.touching()[i].rows.contact].pressed)
      closed.push_back(static_cast<int>(i));
  const int parts = mobility_.parts;
  for (const int i : closed) rows.push_back(parts * i);
  join_patches(closed);
  for (const int i : closed)
    if (!problem_.spatial() && now_.mode.contacts[touch_.touching()[i].rows.contact].sticking)
      rows.push_back(parts * i + 1);
  Eigen::MatrixXd left = mobility_.D;
  for (const int row : rows) {
    ContactMode& mode = now_.mode.contacts[touch_.touching()[row / parts].rows.contact];
    const bool spare = !(left(row, row) > dependent * mobility_.D(row, row));
    if (row % parts == 0)
      mode.spare_normal(spare);
    else
      mode.spare_tangent(spare);
    if (spare) continue;
    const Eigen::VectorXd column = left.col(row) / std::sqrt(left(row, row));
    left -= column * column.transpose();
  }
  tell_shares(closed);
  share(closed);
}

}  // namespace mbs

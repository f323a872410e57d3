#include "runtime/run/rigid_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/equations/consistency.hpp"
#include "runtime/equations/kkt_scratch.hpp"
#include "runtime/impact/solve_among.hpp"
#include "runtime/run/warnings.hpp"

namespace mbs {

namespace {

using impact::State;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double touching = 1e-12;    // of the model's size: gaps that count as closed at a blow
constexpr double resting = 1e-12;     // of the reference speed: what rounding makes of a speed of 0
constexpr double slow = 1e-10;        // of it: departures so slow end a sequence of blows
constexpr double shallow = 16 * eps;  // of the size: so do hops that are so low
constexpr double grip = 0.1;          // of the tolerance of speeds
constexpr int most_rounds = 1000;     // at one instant
constexpr long most_blows = 100'000;  // in a run

double sign(double x) {
  return x < 0 ? -1 : 1;
}

// The solution with one contact open, if that one does not approach then.
std::optional<impact::Solution> without(const impact::Problem& p, int part) {
  std::vector<bool> taken(p.size(), true);
  taken[part] = false;
  const auto solution = impact::solve_among(p, taken);
  if (solution && solution->w[2 * part] < -1e-9 * p.free.cwiseAbs().maxCoeff()) return std::nullopt;
  return solution;
}

}  // namespace

RigidChanges::RigidChanges(Present& now, const Parts& parts)
    : now_(now), parts_(parts), blows_(now.model, now.workspace) {
  for (int c = 0; c < now.layout.contacts; ++c)
    if (now.model.contacts[c].rigid()) contacts_.push_back(c);
  rates_.resize(now.layout.size);
}

double RigidChanges::still() const {
  return resting * now_.scales.speed;
}

// Speeds of 0; a closed contact is kept to rest by the solver's accuracy.
double RigidChanges::slowest(const Touch& touch) const {
  return touch.pressed ? now_.scales.accuracy * now_.scales.speed : still();
}

double RigidChanges::near() const {
  return touching * now_.model.size;
}

// At the present velocities.
void RigidChanges::find_touching() {
  place(now_.model, now_.y.data(), now_.workspace.impl().at);
  touching_.clear();
  for (const int c : contacts_) {
    const bool pressed = now_.mode.contacts[c].pressed;
    if (!pressed && parts_.contacts.gap(c, now_.here()) > near()) continue;
    touching_.push_back({blows_.rows(c), pressed});
  }
}

// ---- blows ---------------------------------------------------------------------------

// What approaches or rests. Contacts that touch and part are left out.
std::vector<int> RigidChanges::struck_together() const {
  double fastest = 0;
  int first = -1;
  for (const Touch& touch : touching_) {
    if (-touch.rows.v_N > std::max(slowest(touch), fastest))
      fastest = -touch.rows.v_N, first = touch.rows.contact;
  }
  if (first < 0) return {};
  if (now_.options.sequential_impacts) return {first};
  std::vector<int> together;
  for (const Touch& touch : touching_)
    if (touch.rows.v_N <= slowest(touch)) together.push_back(touch.rows.contact);
  return together;
}

bool RigidChanges::take_over(const Blow& blow, bool by_law) {
  const Layout& l = now_.layout;
  for (const BlowPart& part : blow.parts) {
    const double v_in = std::max(0.0, -part.v_N);
    const bool strikes = by_law && (v_in > still() || part.P_N > 0);
    if (strikes && !parts_.impacts.open(part.contact)) {
      parts_.impacts.begin(part.contact, now_.here(), v_in);
      now_.mode.contacts[part.contact].v_impact = v_in;
    }
    if (strikes && v_in > still())
      now_.recorder.log(now_.t, "strikes", now_.scenario.contacts[part.contact].name, v_in);
    if (parts_.impacts.open(part.contact))
      parts_.impacts.strike(part.contact, part, strikes ? static_cast<int>(blow.parts.size()) : 0);
  }
  for (int i = 0; i < 3 * l.bodies; ++i) now_.y[l.v + i] += blow.change[i];
  for (const BlowPart& part : blow.parts) {
    now_.y[l.work + part.contact] += part.lost();
    now_.y[l.impulse + part.contact] += part.P_N;
  }
  now_.y[l.input] += blow.input;
  return true;
}

bool RigidChanges::strike_once(bool& struck) {
  find_touching();
  const std::vector<int> together = struck_together();
  struck = !together.empty();
  if (!struck) return true;
  const auto blow = blows_.strike(now_.here(), together, still());
  if (!blow) return false;
  note_gain(*blow);
  note_undecided(*blow);
  return take_over(*blow, true);
}

void RigidChanges::note_gain(const Blow& blow) {
  constexpr double gained = 1e-12;  // of the kinetic energy
  double lost = 0;
  for (const BlowPart& part : blow.parts) lost += part.lost();
  if (lost >= -gained * blow.kinetic) return;
  const auto most =
      std::min_element(blow.parts.begin(), blow.parts.end(),
                       [](const BlowPart& a, const BlowPart& b) { return a.lost() < b.lost(); });
  const ir::Contact& contact = now_.scenario.contacts[most->contact];
  warn_rigid(Code::W0711, contact,
             fmt::format("a blow gave the bodies {:.4g} J, {:.3g} % of their kinetic energy", -lost,
                         -lost / blow.kinetic * 100),
             now_.t, now_.run);
}

// The contacts of a blow one after another, the fastest first; y has the speeds before it, then
// those after it.
bool RigidChanges::strike_in_turn(const Blow& blow, std::vector<double>& y) {
  const Instant at{now_.t, y.data(), now_.yp.data(), &now_.mode};
  for (int round = 0; round < most_rounds; ++round) {
    place(now_.model, y.data(), now_.workspace.impl().at);
    int fastest = -1;
    double most = still();
    for (const BlowPart& part : blow.parts)
      if (const double v = -blows_.rows(part.contact).v_N; v > most)
        most = v, fastest = part.contact;
    if (fastest < 0) return true;
    const auto next = blows_.strike(at, {fastest}, still());
    if (!next) return false;
    for (int i = 0; i < 3 * now_.layout.bodies; ++i) y[now_.layout.v + i] += next->change[i];
  }
  return false;
}

// Together or one after another: where that makes a difference, rigid bodies do not say which it
// is.
void RigidChanges::note_undecided(const Blow& blow) {
  constexpr double differs = 0.01;  // of the largest speed
  if (blow.parts.size() < 2) return;
  std::vector<double> y = now_.y;
  const bool known = strike_in_turn(blow, y);
  now_.workspace.failure.reset();
  if (!known) return;
  place(now_.model, y.data(), now_.workspace.impl().at);
  double largest = 0, most = 0, in_turn = 0;
  const BlowPart* worst = nullptr;
  for (const BlowPart& part : blow.parts) {
    const double other = blows_.rows(part.contact).v_N;
    largest = std::max({largest, std::abs(part.v_N), std::abs(part.after_N), std::abs(other)});
    if (const double off = std::abs(other - part.after_N); off > most)
      most = off, worst = &part, in_turn = other;
  }
  if (!(most > differs * largest)) return;
  const auto shown = [&](double speed) { return std::abs(speed) < 1e-12 * largest ? 0 : speed; };
  warn_rigid(Code::W0709, now_.scenario.contacts[worst->contact],
             fmt::format("{} contacts were struck together, after which this one opens with {:.4g} "
                         "m/s; one after another it would with {:.4g} m/s",
                         blow.parts.size(), shown(worst->after_N), shown(in_turn)),
             now_.t, now_.run);
}

bool RigidChanges::strike_all() {
  for (int round = 0; round < most_rounds; ++round) {
    bool struck = false;
    if (!strike_once(struck)) return false;
    if (!struck) return true;
    if (++blow_count_ > most_blows) break;
  }
  Failure failure{Code::E0707, {}, {}, {}, {}};
  failure.message = fmt::format("rigid contacts struck more than {} times by t = {:.6g} ms",
                                blow_count_ > most_blows ? most_blows : most_rounds, now_.t * 1e3);
  failure.hint = "a law of force for some of the contacts lets them share a blow";
  keep(now_.workspace, std::move(failure));
  return false;
}

// Whether a contact that parts with v and is pressed back with the acceleration a stays: by
// rounding, or where neither its speed nor the height of its hop is known.
bool RigidChanges::ends_here(double v, double a) const {
  const Scales& scales = now_.scales;
  if (!(a > 0)) return false;
  const double hop = v * v / (2 * a);
  if (v < slow * scales.speed || hop < shallow * now_.model.size) return true;
  return v < scales.accuracy * scales.speed_tolerance && hop < scales.accuracy * scales.depth;
}

// Contacts that part so slowly, or so little, that they would strike again at once, and so on for
// ever within a moment, stay closed. What presses them back is what others that rest pass on, too.
bool RigidChanges::close_slow() {
  find_touching();
  std::vector<bool> rests;
  for (const Touch& touch : touching_) rests.push_back(touch.rows.v_N <= still());
  if (std::find(rests.begin(), rests.end(), false) == rests.end()) return true;
  if (!pose_problem({})) return false;
  const auto pressing = impact::solve_among(problem_, rests);
  if (!pressing) return true;  // friction that jams, which is seen to when modes are settled
  std::vector<int> closing;
  bool any = false;
  for (std::size_t i = 0; i < touching_.size(); ++i) {
    const double v = touching_[i].rows.v_N, a = -pressing->w[2 * i];
    if (!rests[i] && !ends_here(v, a)) continue;
    closing.push_back(touching_[i].rows.contact);
    any |= !rests[i];
  }
  if (!any) return true;
  const auto blow = blows_.stop(now_.here(), closing);
  return blow && take_over(*blow, false);
}

// A blow that was lost, where many follow in no time, would go unseen.
void RigidChanges::check(Instant end) {
  constexpr double overlap = 1e-7;  // of the model's size
  for (const int c : contacts_) {
    if (now_.mode.contacts[c].pressed) continue;
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

// ---- what follows a blow -------------------------------------------------------------

// Accelerations with all rigid contacts open.
bool RigidChanges::find_rates() {
  Mode open = now_.mode;
  for (const int c : contacts_) open.contacts[c].pressed = false;
  return make_consistent(now_.model, now_.t, now_.y.data(), open, rates_.data(), now_.workspace);
}

std::vector<State> RigidChanges::old_states() const {
  std::vector<State> states;
  for (const Touch& touch : touching_) {
    const ContactMemory& old = before_[touch.rows.contact];
    states.push_back(!old.pressed ? State::open : State::sticks);
  }
  return states;
}

// With what the event says: a contact whose force has fallen to 0 opens, one whose bound is reached
// slides as it is pushed.
std::optional<impact::Solution> RigidChanges::with_cause(const RigidEvent& cause, int part) {
  if (cause.kind == RigidEventKind::opens) return without(problem_, part);
  if (cause.kind != RigidEventKind::slips) return std::nullopt;
  impact::Problem p = problem_;
  const double held = now_.yp[now_.layout.hold + now_.model.contacts[cause.contact].own.hold];
  const double direction = sign(held);  // FT resists the sliding to come
  p.friction[part] = {.ratio = -direction * problem_.friction[part].sliding};
  auto solution = impact::solve(p);
  if (!solution || solution->P[2 * part] <= 0) return std::nullopt;
  solution->states[part] = direction > 0 ? State::slides_forward : State::slides_backward;
  const double most = problem_.free.cwiseAbs().maxCoeff();
  if (direction * solution->w[2 * part + 1] < -1e-9 * most) return std::nullopt;
  return solution;
}

std::optional<impact::Solution> RigidChanges::solve_modes(std::optional<RigidEvent> cause) {
  const int n = static_cast<int>(touching_.size());
  for (int i = 0; cause && i < n; ++i)
    if (touching_[i].rows.contact == cause->contact)
      if (auto solution = with_cause(*cause, i)) return solution;
  if (auto old = impact::solution_of(problem_, old_states());
      old && !cause && impact::holds(problem_, *old))
    return old;
  return impact::solve(problem_);
}

// Friction of a contact in the problem of accelerations: one that stands may stick.
impact::Friction RigidChanges::friction_now(const RigidRows& rows,
                                            std::optional<RigidEvent> cause) {
  const ContactMemory& old = before_[rows.contact];
  const bool stops =
      cause && cause->contact == rows.contact && cause->kind == RigidEventKind::stops;
  // What was held, or has just stopped, may move by what the solver's accuracy makes of rest.
  const bool loosely = stops || (old.pressed && old.sticking);
  const double rest =
      loosely ? grip * now_.scales.accuracy * now_.scales.speed : parts_.events.still();
  const bool stands = std::abs(rows.v_T) <= rest;
  const FrictionParts parts =
      friction_parts(now_.model, rows.contact, stands ? 0 : rows.v_T, 1, now_.t, now_.workspace);
  if (!stands) return {.ratio = -parts.sliding};
  if (parts.sticking == 0) return {};
  const double sliding = std::abs(parts.sliding);
  return {impact::Friction::Kind::coulomb, sliding, std::max(sliding, parts.sticking), 0, 0};
}

// Of the contacts that touch and rest: 0 <= FN _|_ d v_N/dt >= 0, with friction.
bool RigidChanges::pose_problem(std::optional<RigidEvent> cause) {
  if (!find_rates()) return false;
  KktScratch& s = *now_.workspace.impl().kkt;
  place(now_.model, now_.y.data(), now_.workspace.impl().at);
  mobility_.rows.clear();
  for (const Touch& touch : touching_) mobility_.rows.push_back(touch.rows);
  const int rows = now_.layout.constraints + static_cast<int>(s.holds.size());
  if (!find_mobility(now_.model, s.rates, rows, mobility_)) return false;
  problem_ = {mobility_.D, Eigen::VectorXd(2 * touching_.size()), {}, {}};
  const double* rates = rates_.data() + now_.layout.v;
  for (std::size_t i = 0; i < touching_.size(); ++i) {
    problem_.free[2 * i] = rate_along(mobility_.rows[i].normal, rates);
    problem_.free[2 * i + 1] = rate_along(mobility_.rows[i].tangent, rates);
    problem_.departure.push_back(0);
    problem_.friction.push_back(friction_now(mobility_.rows[i], cause));
  }
  return true;
}

bool RigidChanges::settle_modes(std::optional<RigidEvent> cause) {
  find_touching();
  std::erase_if(touching_, [&](const Touch& touch) { return touch.rows.v_N > slowest(touch); });
  if (!touching_.empty()) {
    if (!pose_problem(cause)) return false;
    const auto solution = solve_modes(cause);
    if (!solution) return jam();
    for (std::size_t i = 0; i < touching_.size(); ++i) set_mode(static_cast<int>(i), *solution);
  }
  for (const int c : contacts_) {
    const bool kept = std::any_of(touching_.begin(), touching_.end(),
                                  [&](const Touch& t) { return t.rows.contact == c; });
    if (!kept && now_.mode.contacts[c].pressed) let_go(c);
  }
  mark_spare();
  return true;
}

// Friction that jams: no motion goes on without a blow, which comes although nothing approaches.
bool RigidChanges::jam() {
  for (std::size_t i = 0; i < touching_.size(); ++i) {
    const impact::Friction& f = problem_.friction[i];
    if (f.kind == impact::Friction::Kind::coulomb) continue;
    const double p = problem_.D(2 * i, 2 * i) + f.ratio * problem_.D(2 * i, 2 * i + 1);
    if (p > 0 || !blows_.begin(now_.here())) continue;
    const int c = touching_[i].rows.contact;
    const auto blow = blows_.jam(now_.here(), c, still());
    if (!blow) continue;
    warn_rigid(Code::W0710, now_.scenario.contacts[c],
               fmt::format("friction jams: no forces let it slide on (D_NN + D_NT P_T/P_N = {:.4g} "
                           "1/kg), so it is stopped by a blow",
                           p),
               now_.t, now_.run);
    now_.recorder.log(now_.t, "jams", now_.scenario.contacts[c].name);
    take_over(*blow, true);
    if (++blow_count_ > most_blows) return false;
    return strike_all() && close_slow() && settle_modes({});
  }
  Failure failure{Code::E0707, {}, {}, {}, {}};
  failure.message = fmt::format(
      "no forces of its rigid contacts let the mechanism go on at t = {:.6g} ms", now_.t * 1e3);
  failure.hint = "less friction, or a law of force for one of the contacts";
  keep(now_.workspace, std::move(failure));
  return false;
}

void RigidChanges::let_go(int contact) {
  now_.mode.contacts[contact].end();
  now_.recorder.log(now_.t, "opens", now_.scenario.contacts[contact].name,
                    parts_.contacts.rate(contact, now_.here()));
}

void RigidChanges::set_mode(int part, const impact::Solution& solution) {
  const int c = touching_[part].rows.contact;
  ContactMode& mode = now_.mode.contacts[c];
  const std::string& name = now_.scenario.contacts[c].name;
  const State state = solution.states[part];
  if (state == State::open) {
    if (mode.pressed) let_go(c);
    return;
  }
  const ContactMemory old = before_[c];
  mode.armed = mode.pressed = true;
  if (!old.pressed) now_.recorder.log(now_.t, "closes", name);
  const impact::Friction& friction = problem_.friction[part];
  const double v_T = touching_[part].rows.v_T;
  const bool rests = friction.kind == impact::Friction::Kind::coulomb;
  int direction = v_T < 0 ? -1 : 1;
  if (rests) direction = state == State::sticks ? 0 : state == State::slides_forward ? 1 : -1;
  mode.slip();
  if (direction == 0) mode.stick();
  mode.direction = direction;
  std::fill(mode.flags.begin(), mode.flags.end(), std::numeric_limits<double>::quiet_NaN());
  const LawTapes& law = now_.model.laws[now_.model.contacts[c].own.law];
  for (std::size_t i = 0; i < law.directions.size(); ++i)
    if (law.directions[i] != 0 && direction != 0)
      mode.flags[i] = law.directions[i] * direction > 0 ? 1 : 0;
  if (!law.sticks || !old.pressed) return;
  if (mode.sticking != old.sticking)
    now_.recorder.log(now_.t, mode.sticking ? "sticks" : "slips", name);
  if (old.direction * direction < 0) now_.recorder.log(now_.t, "reverses", name);
}

// Of closed contacts that hold the same thing twice (three feet of one block) those that are not
// needed for it; they are said to take what the smallest forces that do it give them.
void RigidChanges::mark_spare() {
  constexpr double dependent = 1e-10;  // of a row's own mobility
  std::vector<int> rows;               // in D: normals first
  std::vector<int> closed;
  for (std::size_t i = 0; i < touching_.size(); ++i)
    if (now_.mode.contacts[touching_[i].rows.contact].pressed)
      closed.push_back(static_cast<int>(i));
  for (const int i : closed) rows.push_back(2 * i);
  for (const int i : closed)
    if (now_.mode.contacts[touching_[i].rows.contact].sticking) rows.push_back(2 * i + 1);
  std::vector<int> kept;
  Eigen::MatrixXd left = mobility_.D;
  for (const int row : rows) {
    ContactMode& mode = now_.mode.contacts[touching_[row / 2].rows.contact];
    bool& spare = row % 2 == 0 ? mode.spare_N : mode.spare_T;
    spare = !(left(row, row) > dependent * mobility_.D(row, row));
    if (spare) continue;
    const Eigen::VectorXd column = left.col(row) / std::sqrt(left(row, row));
    left -= column * column.transpose();
  }
  const bool any = std::any_of(closed.begin(), closed.end(), [&](int i) {
    const ContactMode& mode = now_.mode.contacts[touching_[i].rows.contact];
    return mode.spare_N || mode.spare_T;
  });
  if (!any ||
      !make_consistent(now_.model, now_.t, now_.y.data(), now_.mode, rates_.data(), now_.workspace))
    return;
  for (const int i : closed) {
    const int c = touching_[i].rows.contact;
    ContactMode& mode = now_.mode.contacts[c];
    mode.share_N = rates_[now_.layout.impulse + c];
    const int hold = now_.model.contacts[c].own.hold;
    if (mode.sticking) mode.share_T = rates_[now_.layout.hold + hold];
  }
}

// Rows of contacts that have not stayed closed end here; one that closes without a blow has one.
void RigidChanges::finish_rows() {
  for (const int c : contacts_) {
    const bool pressed = now_.mode.contacts[c].pressed;
    if (pressed && !parts_.impacts.open(c)) parts_.impacts.begin(c, now_.here(), 0);
    if (!parts_.impacts.open(c)) continue;
    parts_.impacts.account(c, now_.here());
    if (pressed) continue;
    // One that lets go leaves with what the solver's accuracy makes of a speed of 0.
    const double speed = parts_.contacts.rate(c, now_.here());
    const bool lets_go =
        before_[c].pressed && std::abs(speed) <= now_.scales.accuracy * now_.scales.speed;
    parts_.impacts.part(c, now_.here(), lets_go ? 0 : speed);
  }
}

void RigidChanges::decide(std::optional<RigidEvent> cause) {
  if (!any() || now_.over) return;
  now_.workspace.failure.reset();
  before_.assign(now_.mode.contacts.begin(), now_.mode.contacts.end());
  const bool good =
      blows_.begin(now_.here()) && strike_all() && close_slow() && settle_modes(cause);
  if (!good) return parts_.ending.fail(StepStatus::undefined);
  finish_rows();
  for (const int c : contacts_) parts_.contacts.reconsider(c);
}

void RigidChanges::apply(std::optional<RigidEvent> cause) {
  now_.record(now_.here());
  decide(cause);
  if (now_.over) return;
  now_.mode_changed();
  parts_.restart.restart_exactly();
}

}  // namespace mbs

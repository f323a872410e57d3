#include "runtime/islands/islands.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "runtime/islands/free_flight.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/numerics/hermite.hpp"

namespace mbs {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Common instants while a pair is closed: the cubic through both ends of a step over the share s of
// half a sine errs by (pi s)^4/384 of its height.
constexpr double dense_share = 1.0 / 16;  // of an impact, at `dense_accuracy`
constexpr double dense_accuracy = 1e-6, largest_share = 1.0 / 4;
constexpr double turn_share = 1.0 / 8;  // of a share, rad: steps of a top, which err by less
constexpr int most_tries = 40;

}  // namespace

Islands::Islands(const Model& model, const Scales& scales, Mode& mode, Workspace& workspace)
    : model_(model),
      mode_(mode),
      workspace_(workspace),
      island_(model, scales, workspace),
      scales_(scales),
      jumps_(jumping_laws(model, scales, workspace)),
      parent_(model.masses.size()),
      steps_(model.masses.size()),
      next_steps_(model.masses.size()) {
  skin_ = infinity;
  for (const GroupModel& g : model.groups) {
    Group& own = groups_.emplace_back(near_pairs(g));
    own.before.resize(g.members.size());
    own.now.resize(g.members.size());
    skin_ = std::min(skin_, near_skin(g));
  }
}

void Islands::find_lengths() {
  dense_ = infinity;
  share_ = std::min(largest_share, dense_share * std::pow(scales_.accuracy / dense_accuracy, 0.25));
  for (const ContactScale& s : scales_.groups) dense_ = std::min(dense_, share_ * s.duration);
  island_.find_lengths();
}

StepStatus Islands::start(double t, std::span<const double> y, std::span<const double> yp, double) {
  ++starts_;
  find_lengths();
  t_ = previous_t_ = t;
  for (auto* vector : {&y_, &previous_y_, &next_y_}) vector->assign(y.begin(), y.end());
  for (auto* vector : {&yp_, &previous_yp_, &next_yp_}) vector->assign(yp.begin(), yp.end());
  std::fill(steps_.begin(), steps_.end(), dense_);
  last_ = dense_;
  changes_.clear();
  fastest_ = 0;
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    Group& g = groups_[k];
    place_all(model_, model_.groups[k], y_.data(), g.before);
    g.now = g.before;
    std::erase_if(mode_.groups[k].pairs, [](const PairMode& pair) { return !pair.closed; });
    g.closed = mode_.groups[k].pairs;
    g.near.update(g.before, g.before, 0);
    list_renewed(static_cast<int>(k));
  }
  find_fastest();
  return StepStatus::accepted;
}

bool Islands::interpolate(double t, double* y, double* yp) const {
  const Hermite cubic(t_ - previous_t_, t - previous_t_);
  for (std::size_t i = 0; i < y_.size(); ++i) {
    y[i] = cubic.value(previous_y_[i], previous_yp_[i], y_[i], yp_[i]);
    if (yp) yp[i] = cubic.slope(previous_y_[i], previous_yp_[i], y_[i], yp_[i]);
  }
  return true;
}

void Islands::place(Placement& at) const {
  mbs::place(model_, y_.data(), at);
}

SolverCounters Islands::counters() const {
  SolverCounters all;
  all.steps = island_.steps() + flights_;
  all.residuals = island_.evaluations();
  all.error_test_failures = island_.rejected();
  all.restarts = starts_;
  return all;
}

// ---- near pairs ----------------------------------------------------------------

double Islands::gap_of(int group, int near, const std::vector<NearPlace>& at) const {
  const auto [first, second] = groups_[group].near.pairs()[near];
  const auto& members = model_.groups[group].members;
  return approach(members[first], members[second], at[first], at[second]).gap;
}

// Takes up a new list: what is closed is in it, as it is nearer than the skin.
void Islands::list_renewed(int group) {
  Group& g = groups_[group];
  const auto near = g.near.pairs();
  g.contacts.clear();
  g.gaps.clear();
  for (std::size_t i = 0; i < near.size(); ++i) {
    g.contacts.push_back(pair_model(model_.groups[group], near[i].first, near[i].second));
    g.gaps.push_back(gap_of(group, static_cast<int>(i), g.before));
  }
  g.latched.assign(near.size(), std::numeric_limits<double>::quiet_NaN());
  g.moved.assign(near.size(), 0);
  for (const PairMode& pair : g.closed) {
    const auto at = std::lower_bound(near.begin(), near.end(), NearPair{pair.first, pair.second});
    g.latched[at - near.begin()] = pair.v_impact;
  }
}

void Islands::find_fastest() {
  double square = 0;
  for (const Group& g : groups_)
    for (const NearPlace& p : g.before)
      square = std::max(square, p.vx * p.vx + p.vy * p.vy + p.vz * p.vz);
  fastest_ = std::sqrt(square);
  spin_ = 0;
  const Layout& l = model_.layout;
  for (int b = 1; l.spatial() && b <= l.bodies; ++b)
    spin_ = std::max(spin_, fastest_turn(model_.masses[b], y_.data() + l.v + l.motion_of(b)));
}

// Was every list good for the whole of the step? If not there is a new one now.
bool Islands::lists_hold(double h) {
  bool hold = true;
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    Group& g = groups_[k];
    place_all(model_, model_.groups[k], next_y_.data(), g.now);
    if (!g.near.update(g.before, g.now, h)) continue;
    list_renewed(static_cast<int>(k));
    hold = false;
  }
  return hold;
}

// Did pairs meet that were not thought to? What two bodies can come closer in h seconds is a guess
// where a third one hits them.
bool Islands::overlooked() {
  bool any = false;
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    Group& g = groups_[k];
    g.next_gaps.resize(g.gaps.size());
    for (std::size_t i = 0; i < g.gaps.size(); ++i) {
      g.next_gaps[i] = gap_of(static_cast<int>(k), static_cast<int>(i), g.now);
      any = any || (g.next_gaps[i] <= 0 && !g.moved[i]);
    }
  }
  return any;
}

// ---- a step --------------------------------------------------------------------

bool Islands::quiet() const {
  for (const Group& g : groups_)
    if (!g.closed.empty()) return false;
  return true;
}

double Islands::length() const {
  double h = dense_;
  if (quiet()) h = std::max(dense_, std::min(2 * last_, skin_ / fastest_));
  // What turns with a body swings, too.
  if (spin_ > 0) h = std::min(h, share_ * std::numbers::pi / spin_);
  return std::min(h, max_step_);
}

StepStatus Islands::step(double stop) {
  double h = length();
  margin_ = 1;
  for (int i = 0; i < most_tries; ++i) {
    const double end = t_ + 1.001 * h < stop ? t_ + h : stop;
    if (end == t_) break;
    const Outcome outcome = cross(end);
    if (outcome == Outcome::accepted) return t_ == stop ? StepStatus::stop : StepStatus::accepted;
    if (outcome == Outcome::overlooked) margin_ *= 4;
    if (outcome == Outcome::failed) h /= 4;
    if (outcome == Outcome::again && i > 0) h /= 2;  // paths bent too far for any list
  }
  return workspace_.failure ? StepStatus::undefined : StepStatus::step_too_small;
}

Islands::Outcome Islands::cross(double end) {
  changes_.clear();
  find_candidates(end - t_);
  std::fill(next_steps_.begin(), next_steps_.end(), dense_);
  for (Group& g : groups_) g.next = g.latched;
  if (quiet()) {
    end = touch_first(end);
    fly(end);
    take_pairs();
  } else {
    fly(end);
    if (!cross_islands(end)) return Outcome::failed;
  }
  if (!lists_hold(end - t_)) return Outcome::again;
  if (overlooked()) return Outcome::overlooked;
  accept(end);
  return Outcome::accepted;
}

// Everybody on the path of free flight, with the work of the groups as it was.
void Islands::fly(double end) {
  const Layout& l = model_.layout;
  const double h = end - t_;
  std::copy_n(y_.data() + l.group, l.groups, next_y_.data() + l.group);
  std::fill_n(next_yp_.data() + l.group, l.groups, 0.0);
  if (l.spatial())
    return fly_in_space(model_, y_.data(), h, turn_share * share_, next_y_.data(), next_yp_.data());
  const double gravity[3] = {model_.scenario->gravity.x, model_.scenario->gravity.y, 0};
  for (int i = 0; i < 3 * l.bodies; ++i) {
    const double v = y_[l.v + i], acceleration = gravity[i % 3];
    next_y_[l.q + i] = y_[l.q + i] + h * (v + 0.5 * h * acceleration);
    next_y_[l.v + i] = next_yp_[l.q + i] = v + h * acceleration;
    next_yp_[l.v + i] = acceleration;
  }
}

void Islands::accept(double end) {
  if (quiet()) ++flights_;
  last_ = end - t_;
  previous_t_ = t_;
  t_ = end;
  previous_y_.swap(y_), previous_yp_.swap(yp_);
  y_.swap(next_y_), yp_.swap(next_yp_);
  steps_.swap(next_steps_);
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    Group& g = groups_[k];
    g.before.swap(g.now);
    g.gaps.swap(g.next_gaps);
    g.latched.swap(g.next);
    const auto near = g.near.pairs();
    g.closed.clear();
    for (std::size_t i = 0; i < near.size(); ++i)
      if (!std::isnan(g.latched[i]))
        g.closed.push_back({near[i].first, near[i].second, true, g.latched[i]});
  }
  std::stable_sort(changes_.begin(), changes_.end(),
                   [](const GroupChange& a, const GroupChange& b) { return a.t < b.t; });
  find_fastest();
}

// ---- who moves with whom -------------------------------------------------------

int Islands::root(int body) {
  while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
  return body;
}

// Pairs that are closed or may close within h seconds, sorted by island.
void Islands::find_candidates(double h) {
  const ir::Vec3& field = model_.scenario->gravity;
  const double gravity = model_.layout.spatial() ? norm(field) : std::hypot(field.x, field.y);
  const double reach = margin_ * h * (2 * fastest_ + h * gravity);
  candidates_.clear();
  std::iota(parent_.begin(), parent_.end(), 0);
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    Group& g = groups_[k];
    for (std::size_t i = 0; i < g.gaps.size(); ++i) {
      g.moved[i] = g.gaps[i] <= reach || !std::isnan(g.latched[i]);
      if (!g.moved[i]) continue;
      candidates_.push_back({0, static_cast<int>(k), static_cast<int>(i)});
      const int a = g.contacts[i].a, b = g.contacts[i].b;
      if (a != 0 && b != 0) parent_[root(a)] = root(b);
    }
  }
  for (Candidate& candidate : candidates_) {
    const ContactModel& c = groups_[candidate.group].contacts[candidate.near];
    candidate.root = root(std::max(c.a, c.b));
  }
  std::sort(candidates_.begin(), candidates_.end());
}

void Islands::populate(std::span<const Candidate> candidates) {
  island_.clear();
  for (const Candidate& candidate : candidates) {
    const Group& g = groups_[candidate.group];
    const NearPair pair = g.near.pairs()[candidate.near];
    const double latched = g.latched[candidate.near];
    const bool closed = !std::isnan(latched);
    const ContactModel& contact = g.contacts[candidate.near];
    island_.add({candidate.group,
                 candidate.near,
                 {pair.first, pair.second, closed, closed ? latched : 0},
                 &contact,
                 jumps_[contact.own.law] != 0});
  }
}

// What the island has closed and opened.
void Islands::take_pairs() {
  for (const IslandPair& pair : island_.pairs())
    groups_[pair.group].next[pair.near] =
        pair.mode.closed ? double{pair.mode.v_impact} : std::numeric_limits<double>::quiet_NaN();
}

// While nothing is closed nobody is hit: the next closing can be foreseen.
double Islands::touch_first(double end) {
  populate(candidates_);
  return std::min(end, island_.first_touch(t_, end, y_.data(), changes_));
}

bool Islands::cross_islands(double end) {
  const std::span<const Candidate> all = candidates_;
  for (std::size_t first = 0, last = 0; first < all.size(); first = last) {
    while (last < all.size() && all[last].root == all[first].root) ++last;
    populate(all.subspan(first, last - first));
    double step = infinity;
    for (const int body : island_.bodies()) step = std::min(step, steps_[body]);
    if (!island_.cross(t_, end, y_.data(), step, changes_)) return false;
    island_.store(next_y_.data(), next_yp_.data());
    for (const int body : island_.bodies()) next_steps_[body] = island_.step();
    take_pairs();
  }
  return true;
}

}  // namespace mbs

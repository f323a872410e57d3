#include "runtime/islands/island.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/islands/free_flight.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/numerics/crossing.hpp"
#include "runtime/numerics/error_norm.hpp"
#include "runtime/numerics/hermite.hpp"

namespace mbs {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double safety = 0.9, shrink = 0.2, grow = 5;
constexpr double smallest_step = 1e-9;                        // of the first one into a contact
constexpr std::size_t most_steps = 1000, most_per_pair = 20;  // else contacts are ever shorter
constexpr double onset_share = 0.3;  // first step into a contact: of its length, times r^(1/5)
constexpr int crowd = 6;             // closed pairs
// A bend within a step makes an error in speed of about this part of what it makes of the force at
// the end, times the step; it counts if that is more than this part of the tolerance.
constexpr double missed_of_bend = 0.05, worth_landing = 0.1, cut_located = 1e-4;
constexpr double touching = 1e-9;  // of the depth: a pair whose force jumps has left so near 0

// Dormand, J. R.; Prince, P. J.: A family of embedded Runge-Kutta formulae, 1980.
constexpr double a[7][6] = {
    {},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
constexpr double c[7] = {0, 0.2, 0.3, 0.8, 8.0 / 9, 1, 1};
constexpr double e[7] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                         -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

}  // namespace

Island::Island(const Model& model, const Scales& scales, Workspace& workspace)
    : model_(model),
      scales_(scales),
      workspace_(workspace),
      turns_(model.masses.size(), 0),
      local_(model.masses.size(), -1),
      per_body_(model.layout.per_place + model.layout.per_motion) {
  for (const GroupModel& group : model.groups)
    for (const GroupMember& m : group.members) {
      const BodyPoint& point = model.points[m.point];
      if (m.plane() || point.x != 0 || point.y != 0) turns_[m.body] = 1;
    }
}

void Island::find_lengths() {
  double shortest = infinity;
  for (const ContactScale& scale : scales_.groups) shortest = std::min(shortest, scale.duration);
  onset_ = onset_share * shortest * std::pow(scales_.accuracy, 0.2);
}

void Island::clear() {
  for (const int body : bodies_) local_[body] = -1;
  bodies_.clear();
  pairs_.clear();
}

void Island::add_body(int body) {
  if (body == 0 || local_[body] >= 0) return;
  local_[body] = static_cast<int>(bodies_.size());
  bodies_.push_back(body);
}

void Island::add(const IslandPair& pair) {
  add_body(pair.contact->a);
  add_body(pair.contact->b);
  pairs_.push_back(pair);
}

void Island::gather(const double* y) {
  const Layout& l = model_.layout;
  const std::size_t n = bodies_.size() * per_body_ + model_.groups.size();
  for (auto* vector : {&state_, &next_, &stage_, &weights_}) vector->resize(n);
  for (auto& k : k_) k.resize(n);
  double* state = state_.data();
  double* weight = weights_.data();
  const auto take = [&](int first, int count) {
    for (int i = first; i < first + count; ++i) {
      *state++ = y[i];
      *weight++ = 1 / scales_.tolerance[i];
    }
  };
  for (const int body : bodies_) {
    take(l.q + l.place_of(body), l.per_place);
    take(l.v + l.motion_of(body), l.per_motion);
  }
  for (std::size_t g = 0; g < model_.groups.size(); ++g) {
    *state++ = 0;
    *weight++ = 1 / scales_.tolerance[l.group + g];
  }
}

void Island::store(double* y, double* yp) const {
  const Layout& l = model_.layout;
  const double* state = state_.data();
  const double* rate = k_[0].data();
  const auto put = [&](int first, int count) {
    for (int i = first; i < first + count; ++i) {
      y[i] = *state++;
      yp[i] = *rate++;
    }
  };
  for (const int body : bodies_) {
    put(l.q + l.place_of(body), l.per_place);
    put(l.v + l.motion_of(body), l.per_motion);
  }
  for (std::size_t g = 0; g < model_.groups.size(); ++g) {
    y[l.group + g] += *state++;
    yp[l.group + g] += *rate++;
  }
}

// ---- forces --------------------------------------------------------------------

void Island::set_pose(int body, const double* q, const double* v) {
  if (model_.layout.spatial()) {
    workspace_.impl().at.bodies[body] = spatial_pose(q, v);
    return;
  }
  Pose& pose = workspace_.impl().at.poses[body];
  pose.x = q[0], pose.y = q[1], pose.angle = q[2];
  pose.vx = v[0], pose.vy = v[1], pose.spin = v[2];
  if (turns_[body]) pose.c = std::cos(q[2]), pose.s = std::sin(q[2]);
}

void Island::set_arms(const ContactModel& contact) {
  Placement& at = workspace_.impl().at;
  if (model_.layout.spatial()) {
    for (const int point : {contact.pa, contact.pb}) {
      const BodyPoint& p = model_.points[point];
      at.levers[point] = at.bodies[p.body].R * place_in_body(p);
    }
    return;
  }
  if (turns_[contact.a])
    at.arms[contact.pa] = arm_at(at.poses[contact.a], model_.points[contact.pa]);
  if (turns_[contact.b])
    at.arms[contact.pb] = arm_at(at.poses[contact.b], model_.points[contact.pb]);
}

void Island::push_in_space(const ContactModel& contact, const ContactForce& f,
                           std::vector<double>& rate) {
  const ContactPair at = pair_of(contact, workspace_.impl().at);
  Local row = force_row(at, f.geometry, f.force);
  if (resists_turning(contact)) {
    const Local moment = moment_row(at, f.moment);
    for (int k = 0; k < 12; ++k) row[k] -= moment[k];
  }
  const auto on = [&](int body, int first) {
    if (body == 0) return;
    double* acceleration = rate.data() + local_[body] * per_body_ + model_.layout.per_place;
    for (int k = 0; k < 6; ++k) acceleration[k] += row[first + k] / mass_of(model_, body, k);
  };
  on(contact.a, 0);
  on(contact.b, 6);
}

void Island::push(const ContactModel& contact, const ContactForce& f, std::vector<double>& rate) {
  if (f.in_space) return push_in_space(contact, f, rate);
  const ContactGeometry& g = f.geometry;
  const auto on = [&](int body, double fx, double fy, double torque) {
    if (body == 0) return;
    double* acceleration = rate.data() + local_[body] * per_body_ + 3;
    acceleration[0] += fx / model_.masses[body].mass;
    acceleration[1] += fy / model_.masses[body].mass;
    acceleration[2] += torque / model_.masses[body].inertia;
  };
  on(contact.a, -f.fx, -f.fy, -(g.ax * f.fy - g.ay * f.fx));
  on(contact.b, f.fx, f.fy, g.bx * f.fy - g.by * f.fx);
}

// What bodies do alone.
void Island::fall(const double* q, double* rate) {
  const ir::Vec2 gravity = model_.scenario->gravity;
  for (const int body : bodies_) {
    const double* v = q + 3;
    set_pose(body, q, v);
    std::copy_n(v, 3, rate);
    rate[3] = gravity.x, rate[4] = gravity.y, rate[5] = 0;
    q += 6, rate += 6;
  }
}

void Island::fall_in_space(const double* q, double* rate) {
  const Vector3 gravity = vector_of(model_.scenario->gravity);
  for (const int body : bodies_) {
    const double* v = q + model_.layout.per_place;
    set_pose(body, q, v);
    free_rates(model_.masses[body], gravity, q, v, rate);
    q += per_body_, rate += per_body_;
  }
}

bool Island::rates(double t, const std::vector<double>& state, std::vector<double>& rate) {
  ++evaluations_;
  if (model_.layout.spatial())
    fall_in_space(state.data(), rate.data());
  else
    fall(state.data(), rate.data());
  double* work = rate.data() + bodies_.size() * per_body_;
  std::fill_n(work, model_.groups.size(), 0.0);
  ContactForce force;
  for (IslandPair& pair : pairs_) {
    pair.end.FN = 0;
    if (!pair.mode.closed && !soft(pair)) continue;
    set_arms(*pair.contact);
    if (!contact_force(model_, live_pair(pair.group, *pair.contact, pair.mode, workspace_), t,
                       workspace_, force))
      return false;
    if (!force.acting) continue;
    pair.end.FN = force.FN;
    push(*pair.contact, force, rate);
    work[pair.group] += force.power;
  }
  return true;
}

void Island::measure() {
  ContactGeometry g;
  for (IslandPair& pair : pairs_) {
    set_arms(*pair.contact);
    contact_geometry(*pair.contact, pair_of(*pair.contact, workspace_.impl().at), g);
    pair.end.gap = g.gap, pair.end.rate = g.gap_rate;
  }
}

// ---- a step --------------------------------------------------------------------

// From `state_`, whose rates are k_[0], to `next_`, whose rates are then k_[6]. The estimated error
// against the tolerances; not a number where the forces are not defined.
double Island::attempt(double t, double h) {
  for (int s = 1; s < stages; ++s) {
    std::vector<double>& to = s + 1 < stages ? stage_ : next_;
    for (std::size_t i = 0; i < state_.size(); ++i) {
      double sum = 0;
      for (int j = 0; j < s; ++j) sum += a[s][j] * k_[j][i];
      to[i] = state_[i] + h * sum;
    }
    if (!rates(t + c[s] * h, to, k_[s])) return std::numeric_limits<double>::quiet_NaN();
  }
  return error(h);
}

double Island::error_in(std::size_t i, double h) const {
  double d = 0;
  for (int s = 0; s < stages; ++s) d += e[s] * k_[s][i];
  return h * d * weights_[i];
}

double Island::error(double h) const {
  double sum = 0;
  for (std::size_t i = 0; i < state_.size(); ++i) {
    const double share = error_in(i, h);
    sum += share * share;
  }
  return std::sqrt(sum / unknowns_at_work);
}

int Island::worst_unknown() const {
  std::size_t worst = 0;
  for (std::size_t i = 1; i < bodies_.size() * per_body_; ++i)
    if (std::abs(error_in(i, 1)) > std::abs(error_in(worst, 1))) worst = i;
  if (bodies_.empty()) return -1;
  const Layout& l = model_.layout;
  const int part = static_cast<int>(worst % per_body_), body = bodies_[worst / per_body_];
  if (part < l.per_place) return l.q + l.place_of(body) + part;
  return l.v + l.motion_of(body) + part - l.per_place;
}

void Island::accept() {
  std::swap(state_, next_);
  std::swap(k_[0], k_[stages - 1]);
  for (IslandPair& pair : pairs_) pair.begin = pair.end;
}

// ---- events --------------------------------------------------------------------

// The bodies of a pair at x seconds within the step of length h.
void Island::place_at(const ContactModel& contact, double h, double x) {
  const Hermite cubic(h, x);
  for (const int body : {contact.a, contact.b}) {
    if (body == 0) continue;
    double at[most_per_body];
    const std::size_t first = static_cast<std::size_t>(local_[body]) * per_body_;
    for (int k = 0; k < per_body_; ++k) {
      const std::size_t i = first + k;
      at[k] = cubic.value(state_[i], k_[0][i], next_[i], k_[stages - 1][i]);
    }
    set_pose(body, at, at + model_.layout.per_place);
  }
  set_arms(contact);
}

double Island::gap_at(const IslandPair& pair, double h, double x) {
  place_at(*pair.contact, h, x);
  return contact_gap(*pair.contact, pair_of(*pair.contact, workspace_.impl().at));
}

double Island::rate_at(const IslandPair& pair, double h, double x) {
  place_at(*pair.contact, h, x);
  ContactGeometry g;
  contact_geometry(*pair.contact, pair_of(*pair.contact, workspace_.impl().at), g);
  return g.gap_rate;
}

// When within the step an open pair touches, or one whose force jumps leaves; inf: neither.
double Island::event_in(const IslandPair& pair, double h) {
  const auto gap = [&](double x) { return gap_at(pair, h, x); };
  if (pair.mode.closed) {
    if (soft(pair) || pair.begin.gap > 0 || pair.end.gap <= 0) return infinity;
    return locate_crossing(gap, 0, h);
  }
  if (soft(pair) && pair.end.gap <= 0) return infinity;
  if (pair.end.gap <= 0 && (pair.begin.gap > 0 || pair.end.rate <= 0))
    return locate_crossing(gap, 0, h);
  // Touched and left again? The gap is least where its rate turns.
  if (pair.begin.rate >= 0 || pair.end.rate <= 0) return infinity;
  const double turn = locate_crossing([&](double x) { return rate_at(pair, h, x); }, 0, h);
  return gap_at(pair, h, turn) <= 0 ? locate_crossing(gap, 0, turn) : infinity;
}

// Open pairs of a crowd act as soon as they overlap, as if they had hit at their present speed.
void Island::get_ready() {
  if (!crowded_) return;
  for (IslandPair& pair : pairs_)
    if (!pair.mode.closed) pair.mode.approach(std::max(0.0, -pair.begin.rate));
}

// The true one of pairs that have begun to touch within the step.
void Island::find_impact_speeds(double h) {
  for (IslandPair& pair : pairs_) {
    if (h == 0 || pair.mode.closed || !soft(pair)) continue;
    if (pair.begin.gap <= 0 || pair.end.gap > 0) continue;
    const double x = locate_crossing([&](double at) { return gap_at(pair, h, at); }, 0, h);
    pair.mode.approach(std::max(0.0, -rate_at(pair, h, x)));
  }
}

double Island::first_event(double h, int& due) {
  double first = infinity;
  due = -1;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const double x = event_in(pairs_[i], h);
    if (x < first) first = x, due = static_cast<int>(i);
  }
  return first;
}

double Island::force_at(const IslandPair& pair, double h, double x) {
  place_at(*pair.contact, h, x);
  ContactForce force;
  const LiveContact live = live_pair(pair.group, *pair.contact, pair.mode, workspace_);
  return contact_force(model_, live, t_ + x, workspace_, force) && force.acting ? force.FN : 0;
}

// When within the step the force of a closed pair is cut at 0, if what it would have been behind
// that counts; inf: never.
double Island::cut_in(const IslandPair& pair, double h) {
  if (!pair.mode.closed || !(pair.begin.FN > 0) || pair.end.FN != 0) return infinity;
  const auto pressed = [&](double x) { return force_at(pair, h, x) > 0 ? 1.0 : -1.0; };
  const double x = locate_crossing(pressed, 0, h, cut_located);
  const double behind = pair.begin.FN * (h - x) / x;  // N
  const double missed = missed_of_bend * h * behind / scales_.groups[pair.group].mass;
  return missed > worth_landing * scales_.tolerance[model_.layout.v] ? x : infinity;
}

double Island::first_cut(double h) {
  double first = infinity;
  for (const IslandPair& pair : pairs_) first = std::min(first, cut_in(pair, h));
  return first;
}

// A force that jumps is not there yet where the gap is 0: seconds from the start of the step to
// where a pair that is due to close has closed, `x` if it has.
double Island::closed_by(int due, double x) const {
  if (due < 0 || pairs_[due].mode.closed || !pairs_[due].jumps) return x;
  const IslandPair& pair = pairs_[due];
  const double deeper = pair.end.gap + touching * scales_.groups[pair.group].depth;
  return deeper > 0 && pair.end.rate < 0 ? x - deeper / pair.end.rate : x;
}

// Closes and opens at t, the end of a step. True if forces may have changed at once.
bool Island::react(double t, int due, std::vector<GroupChange>& changes) {
  bool jumped = false;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    IslandPair& pair = pairs_[i];
    PairMode& mode = pair.mode;
    const bool is_due = static_cast<int>(i) == due, has_acted = soft(pair);
    const double least = pair.jumps ? -touching * scales_.groups[pair.group].depth : 0;
    const bool touches = pair.begin.gap <= 0 && (has_acted || pair.begin.rate <= 0);
    const bool closes = !mode.closed && (is_due || touches);
    const bool opens = mode.closed && (is_due || (pair.begin.gap > least && pair.begin.rate > 0));
    if (!closes && !opens) continue;
    closes ? mode.close() : mode.open();
    if (!(closes && has_acted)) mode.approach(closes ? std::max(0.0, -pair.begin.rate) : 0);
    if (closes && !has_acted) step_ = std::min(step_, onset_);
    jumped = jumped || pair.jumps;
    changes.push_back({t,
                       pair.group,
                       {mode.first, mode.second},
                       closes,
                       closes ? double{mode.v_impact} : pair.begin.rate});
  }
  return jumped;
}

// False if the forces are not defined.
bool Island::begin(double t, const double* y, double step) {
  gather(y);
  step_ = step;
  const auto closed = [](const IslandPair& pair) { return pair.mode.closed; };
  crowded_ = std::count_if(pairs_.begin(), pairs_.end(), closed) >= crowd;
  if (!rates(t, state_, k_[0])) return false;
  measure();
  for (IslandPair& pair : pairs_) pair.begin = pair.end;
  return true;
}

// After an attempt over `tried` seconds with a small enough error.
void Island::choose_step(double tried, double error) {
  const double wish = tried * std::min(grow, safety * std::pow(std::max(error, 1e-10), -0.2));
  step_ = tried < step_ ? std::max(step_, wish) : wish;  // what cut it short was not its error
}

bool Island::end_at(double t, double taken) {
  if (!std::isfinite(attempt(t, taken))) return false;
  measure();
  return true;
}

bool Island::cross(double t, double end, const double* y, double first_step,
                   std::vector<GroupChange>& changes) {
  if (!begin(t, y, first_step)) return false;
  if (react(t, -1, changes) && !rates(t, state_, k_[0])) return false;
  const std::size_t most = most_steps + most_per_pair * pairs_.size();
  for (std::size_t i = 0; t < end; ++i) {
    if (i == most) return false;
    get_ready();
    const double left = end - t, h = std::min(step_, left);
    const double error = attempt(t, h);
    if (!(error <= 1)) {
      ++rejected_;
      step_ = h * (error > 1 ? std::max(shrink, safety * std::pow(error, -0.2)) : shrink);
      if (step_ < smallest_step * onset_) return false;
      continue;
    }
    measure();
    int due = -1;
    t_ = t;
    double taken = std::min(h, first_event(h, due));
    if (const double cut = first_cut(h); cut < taken) taken = cut, due = -1;
    if (taken < h && !end_at(t, taken)) return false;
    if (const double closed = closed_by(due, taken); closed > taken) {
      taken = std::min(closed, left);
      if (!end_at(t, taken)) return false;
    }
    find_impact_speeds(taken);
    t = taken == left ? end : t + taken;
    ++steps_;
    accept();
    choose_step(h, error);
    if (react(t, due, changes) && !rates(t, state_, k_[0])) return false;
  }
  return true;
}

double Island::first_touch(double t, double end, const double* y,
                           std::vector<GroupChange>& changes) {
  if (!begin(t, y, end - t)) return infinity;
  if (!std::isfinite(attempt(t, end - t))) return infinity;
  measure();
  int due = -1;
  const double x = first_event(end - t, due);
  if (!std::isfinite(x) || !end_at(t, x)) return infinity;
  const double closed = closed_by(due, x);
  if (closed > x && !end_at(t, closed)) return infinity;
  accept();
  react(t + closed, due, changes);
  return t + closed;
}

}  // namespace mbs

#include "cli/film/motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mbs::film {

double at(const Track& track, double t, std::size_t channel) {
  if (track.t.empty() || channel >= track.value.size())
    return std::numeric_limits<double>::quiet_NaN();
  const auto next = std::upper_bound(track.t.begin(), track.t.end(), t);
  const auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(next - track.t.begin() - 1, 0));
  const auto& v = track.value[channel];
  if (i + 1 >= track.t.size() || t <= track.t[i]) return v[i];
  const auto& r = track.rate[channel];
  const double step = track.t[i + 1] - track.t[i], u = (t - track.t[i]) / step;
  return v[i] * (1 + 2 * u) * (1 - u) * (1 - u) + r[i] * step * u * (1 - u) * (1 - u) +
         v[i + 1] * u * u * (3 - 2 * u) + r[i + 1] * step * u * u * (u - 1);
}

ScenePose pose_of(const SceneBody& body, double t) {
  if (body.motion.t.empty()) return {};
  return {at(body.motion, t, 0), at(body.motion, t, 1), at(body.motion, t, 2)};
}

ir::Vec2 placed(const ScenePose& pose, ir::Vec2 p) {
  const double c = std::cos(pose.angle), s = std::sin(pose.angle);
  return {pose.x + c * p.x - s * p.y, pose.y + s * p.x + c * p.y};
}
ScenePose placed(const ScenePose& pose, const ScenePose& inner) {
  const ir::Vec2 at = placed(pose, ir::Vec2{inner.x, inner.y});
  return {at.x, at.y, pose.angle + inner.angle};
}

bool moves(const SceneBody& body) {
  return std::ranges::any_of(body.motion.value, [](const auto& channel) {
    return std::ranges::any_of(channel, [&](double v) { return v != channel.front(); });
  });
}

namespace {

// The impact that began last, from 0; -1 before the first.
int begun_at(const SceneContact& contact, double t) {
  const auto next = std::upper_bound(contact.impacts.begin(), contact.impacts.end(), t,
                                     [](double time, const Impact& i) { return time < i.t; });
  return static_cast<int>(next - contact.impacts.begin()) - 1;
}

// The integral of a force between two instants, N s, of the knots that lie there.
double pressed(const Track& force, double from, double to) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < force.t.size(); ++i) {
    const double step = force.t[i + 1] - force.t[i];
    if (force.t[i] < from || force.t[i] >= to || !(step > 0)) continue;
    sum += step * (force.value[1][i] + force.value[1][i + 1]) / 2 +
           step * step * (force.rate[1][i] - force.rate[1][i + 1]) / 12;
  }
  return sum;
}

// What a blow between rigid parts gave, N s: all but what the force gave while they stayed
// together; 0 if that is next to nothing.
double blow_of(const SceneContact& contact, const Impact& impact) {
  if (!impact.rigid || !(impact.impulse > 0)) return 0;
  if (impact.closed && impact.t_end == impact.t) return impact.impulse;
  const double end = impact.closed ? impact.t_end : std::numeric_limits<double>::infinity();
  const double blow = impact.impulse - pressed(contact.force, impact.t, end);
  return blow > 0.01 * impact.impulse ? blow : 0;
}

void add_blow(const SceneContact& contact, double t, double moment, Touch& touch) {
  const int last = begun_at(contact, t + 1e-9 * moment);
  if (last < 0 || !contact.impacts[last].rigid) return;
  const double part = (t - contact.impacts[last].t) / moment;
  if (!(part < 1)) return;
  touch.blow = blow_of(contact, contact.impacts[last]);
  touch.left = 1 - std::max(0.0, part);
  if (touch.blow > 0) touch.number = last;
}

void place_journal(const SceneContact& contact, double t, ContactAt& state) {
  state.ex = at(contact.place, t, 0);
  state.ey = at(contact.place, t, 1);
  const double e = std::max(std::hypot(state.ex, state.ey), 1e-300);
  const double sign = contact.first_is_bearing ? -1 : 1;
  state.gap = contact.clearance - e;
  state.nx = sign * state.ex / e;
  state.ny = sign * state.ey / e;
}

void place_pair(const SceneContact& contact, double t, ContactAt& state) {
  const double then = shown_at(contact, state, t);
  const auto channel = [&](std::size_t k) { return at(contact.place, then, k); };
  const double n = std::hypot(channel(1), channel(2));
  state.gap = at(contact.place, t, 0);
  state.nx = channel(1) / (n > 0 ? n : 1);
  state.ny = channel(2) / (n > 0 ? n : 1);
  state.px = channel(3);
  state.py = channel(4);
}

}  // namespace

double arrow_part(const Touch& touch, double hardest, double struck) {
  constexpr double most = 1.3;
  const double part = touch.FN > 0 ? std::hypot(touch.FN, touch.FT) / hardest : touch.blow / struck;
  return std::min(most, std::sqrt(part));
}
double shown_at(const SceneContact& contact, const Touch& touch, double t) {
  return touch.blow > 0 && !(touch.FN > 0) ? contact.impacts[touch.number].t : t;
}
double arrow_strength(const Touch& touch) {
  return touch.FN > 0 ? 1 : std::max(0.15, touch.left);
}

Touch touch_at(const SceneContact& contact, double t, double moment) {
  Touch state;
  const int begun = begun_at(contact, t);
  const bool open =
      begun < 0 || (contact.impacts[begun].closed && t >= contact.impacts[begun].t_end);
  state.impact = state.number = open ? -1 : begun;
  add_blow(contact, t, moment, state);
  if (open || contact.force.t.empty()) return state;
  state.delta = std::max(0.0, at(contact.force, t, 0));
  state.FN = at(contact.force, t, 1);
  state.FT = at(contact.force, t, 2);
  return state;
}

ContactAt contact_at(const SceneContact& contact, double t, double moment) {
  ContactAt state{touch_at(contact, t, moment)};
  if (contact.clearance > 0)
    place_journal(contact, t, state);
  else
    place_pair(contact, t, state);
  // At rest the law's own account of the gap counts.
  if (state.delta > 0) state.gap = -state.delta;
  return state;
}

double hardest(const SceneContact& contact) {
  double largest = 0;
  for (const Impact& i : contact.impacts) {
    largest = std::max(largest, i.F_max);
    if (i.rigid && !contact.force.value.empty())
      largest = std::max(largest, std::ranges::max(contact.force.value[1]));
  }
  return std::isfinite(largest) ? largest : 0;
}
double struck(const SceneContact& contact) {
  double largest = 0;
  for (const Impact& i : contact.impacts) largest = std::max(largest, blow_of(contact, i));
  return std::isfinite(largest) ? largest : 0;
}
double deepest(const SceneContact& contact) {
  double largest = 0;
  for (const Impact& i : contact.impacts) largest = std::max(largest, i.depth);
  return std::isfinite(largest) ? largest : 0;
}

}  // namespace mbs::film

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

int impact_at(const SceneContact& contact, double t) {
  const auto next = std::upper_bound(contact.impacts.begin(), contact.impacts.end(), t,
                                     [](double time, const Impact& i) { return time < i.t; });
  if (next == contact.impacts.begin()) return -1;
  const Impact& last = *std::prev(next);
  const bool over = last.closed && t >= last.t_end;
  return over ? -1 : static_cast<int>(next - contact.impacts.begin()) - 1;
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
  const auto channel = [&](std::size_t k) { return at(contact.place, t, k); };
  const double n = std::hypot(channel(1), channel(2));
  state.gap = channel(0);
  state.nx = channel(1) / (n > 0 ? n : 1);
  state.ny = channel(2) / (n > 0 ? n : 1);
  state.px = channel(3);
  state.py = channel(4);
}

}  // namespace

Touch touch_at(const SceneContact& contact, double t) {
  Touch state;
  state.impact = impact_at(contact, t);
  if (state.impact < 0 || contact.force.t.empty()) return state;
  state.delta = std::max(0.0, at(contact.force, t, 0));
  state.FN = at(contact.force, t, 1);
  state.FT = at(contact.force, t, 2);
  return state;
}

ContactAt contact_at(const SceneContact& contact, double t) {
  ContactAt state{touch_at(contact, t)};
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
  for (const Impact& i : contact.impacts) largest = std::max(largest, i.F_max);
  return std::isfinite(largest) ? largest : 0;
}
double deepest(const SceneContact& contact) {
  double largest = 0;
  for (const Impact& i : contact.impacts) largest = std::max(largest, i.depth);
  return std::isfinite(largest) ? largest : 0;
}

}  // namespace mbs::film

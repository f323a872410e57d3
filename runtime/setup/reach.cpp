#include "runtime/setup/reach.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "runtime/joints/kinds.hpp"
#include "runtime/setup/row_space.hpp"

namespace mbs {

namespace {

// A pin: a revolute joint, or a clearance assembled as one.
struct Pin {
  std::string name;
  ir::FrameId first, second;
};

std::vector<Pin> pins_of(const ir::Scenario& s) {
  std::vector<Pin> pins;
  for (const ir::Joint& joint : s.joints) {
    if (kind_of(joint).is_pin() && joint.activity.at_start)
      pins.push_back({joint.name, joint.first, joint.second});
  }
  for (const ir::Contact& contact : s.contacts) {
    if (contact.clearance && contact.concentric && contact.activity.at_start)
      pins.push_back({contact.name, contact.first, contact.second});
  }
  return pins;
}

int body_of(const ir::Scenario& s, ir::FrameId frame) {
  return s.frames[frame.index].body.index;
}

double distance(ir::Vec2 a, ir::Vec2 b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

// q holds the places of centres of mass.
ir::Vec2 in_world(const AssemblyState& k, ir::FrameId frame) {
  const ir::Frame& f = k.model.scenario->frames[frame.index];
  if (f.body.index == 0) return f.position;
  const double* pose = &k.q[3 * static_cast<std::size_t>(f.body.index - 1)];
  const ir::Vec2 cm = k.model.scenario->bodies[f.body.index].cm;
  const double x = f.position.x - cm.x, y = f.position.y - cm.y;
  const double cosine = std::cos(pose[2]), sine = std::sin(pose[2]);
  return {pose[0] + cosine * x - sine * y, pose[1] + sine * x + cosine * y};
}

// Another pin that holds `body` to the ground: its end there and its end on the body.
struct Pivot {
  ir::FrameId ground, own;
};
std::optional<Pivot> pivot_of(const ir::Scenario& s, int body, const std::string& open) {
  for (const Pin& pin : pins_of(s)) {
    const int first = body_of(s, pin.first), second = body_of(s, pin.second);
    if (pin.name == open) continue;
    if (first == 0 && second == body) return Pivot{pin.first, pin.second};
    if (second == 0 && first == body) return Pivot{pin.second, pin.first};
  }
  return {};
}

// The bodies from `body` to the ground along pins; empty if no such way goes there.
std::vector<int> chain_of(const ir::Scenario& s, int body, const std::string& open) {
  std::vector<std::vector<int>> ways{{body}};
  std::vector<bool> seen(s.bodies.size(), false);
  seen[static_cast<std::size_t>(body)] = true;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    for (const Pin& pin : pins_of(s)) {
      const int first = body_of(s, pin.first), second = body_of(s, pin.second);
      if (pin.name == open || (first != ways[i].back() && second != ways[i].back())) continue;
      const int next = first == ways[i].back() ? second : first;
      if (next == 0) return ways[i];
      if (seen[static_cast<std::size_t>(next)]) continue;
      seen[static_cast<std::size_t>(next)] = true;
      ways.push_back(ways[i]);
      ways.back().push_back(next);
    }
  }
  return {};
}

std::string names_of(const ir::Scenario& s, const std::vector<int>& bodies) {
  std::string text;
  for (auto body = bodies.rbegin(); body != bodies.rend(); ++body) {
    if (!text.empty()) text += body + 1 == bodies.rend() ? " and " : ", ";
    text += "`" + s.bodies[static_cast<std::size_t>(*body)].name + "`";
  }
  return text;
}

std::string millimetres(double metres) {
  return fmt::format("{:.4g} mm", metres * 1e3);
}

}  // namespace

std::string reach_note(const AssemblyState& k, const std::string& open) {
  const ir::Scenario& s = *k.model.scenario;
  if (s.spatial) return {};
  const std::vector<Pin> pins = pins_of(s);
  const auto pin =
      std::find_if(pins.begin(), pins.end(), [&](const Pin& p) { return p.name == open; });
  if (pin == pins.end()) return {};
  for (const auto& [near, far] : {std::pair(pin->second, pin->first), {pin->first, pin->second}}) {
    const int body = body_of(s, near), other = body_of(s, far);
    if (body == 0) continue;
    const auto pivot = pivot_of(s, body, open);
    if (!pivot) continue;
    const std::string& place = s.frames[pivot->ground.index].name;
    const double reach =
        distance(s.frames[pivot->own.index].position, s.frames[near.index].position);
    const double away = distance(in_world(k, far), s.frames[pivot->ground.index].position);
    const std::string half =
        fmt::format("from `{}`, `{}` reaches {}", place,
                    s.bodies[static_cast<std::size_t>(body)].name, millimetres(reach));
    if (other == 0)
      return fmt::format("{}; `{}` is {} away", half, s.frames[far.index].name, millimetres(away));
    const std::vector<int> chain = chain_of(s, other, open);
    if (chain.empty()) continue;
    return fmt::format("{}; {} {} {} away", half, names_of(s, chain),
                       chain.size() == 1 ? "ends" : "together end", millimetres(away));
  }
  return {};
}

}  // namespace mbs

#include "runtime/results/scene_tones.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace mbs {

namespace {

bool stays(const SceneBody& body) {
  return std::ranges::all_of(body.motion.value, [](const std::vector<double>& channel) {
    return std::ranges::all_of(channel, [&](double v) { return v == channel.front(); });
  });
}
bool is_plane(const ScenePart& part) {
  return std::holds_alternative<PlaneOutline>(part.outline);
}
bool is_ground(const SceneBody& body) {
  return !body.parts.empty() && std::ranges::all_of(body.parts, is_plane) && stays(body);
}

class Tones {
 public:
  explicit Tones(const Scene& scene) : neighbours_(scene.bodies.size()), scene_(scene) {
    for (const SceneContact& c : scene.contacts) join(c.first, c.second, 2);
    for (const SceneJoint& j : scene.joints) join(j.first, j.second, 1);
    for (const SceneSpring& s : scene.springs) join(s.first, s.second, 1);
  }

  std::vector<Tone> all() {
    const std::vector<bool> alike = of_groups();
    tones_.assign(scene_.bodies.size(), Tone::ground);
    for (std::size_t b = 1; b < tones_.size(); ++b)
      if (!is_ground(scene_.bodies[b])) tones_[b] = alike[b] ? Tone::dark : best(b);
    return tones_;
  }

 private:
  using Neighbour = std::pair<std::size_t, int>;  // which body, how much it counts

  void join(int first, int second, int weight) {
    const auto a = static_cast<std::size_t>(first), b = static_cast<std::size_t>(second);
    neighbours_[a].push_back({b, weight});
    neighbours_[b].push_back({a, weight});
  }

  std::vector<bool> of_groups() const {
    std::vector<bool> alike(scene_.bodies.size(), false);
    for (const SceneGroup& group : scene_.groups) {
      if (group.members.empty()) alike.assign(alike.size(), true);
      for (const SceneGroup::Member& member : group.members)
        alike[static_cast<std::size_t>(member.body)] = true;
    }
    return alike;
  }

  // The shade that fewer of the neighbours before it have; else by turns.
  Tone best(std::size_t body) const {
    std::array<int, 2> count{};
    for (const auto& [other, weight] : neighbours_[body])
      if (other < body && tones_[other] != Tone::ground)
        count[tones_[other] == Tone::pale ? 1 : 0] += weight;
    if (count[0] != count[1]) return count[0] < count[1] ? Tone::dark : Tone::pale;
    return body % 2 != 0 ? Tone::dark : Tone::pale;
  }

  std::vector<std::vector<Neighbour>> neighbours_;
  const Scene& scene_;
  std::vector<Tone> tones_;
};

}  // namespace

std::vector<Tone> tones_of(const Scene& scene) {
  return Tones(scene).all();
}

}  // namespace mbs

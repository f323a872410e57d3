// What tests of films are made of: motions, and what to look for in a frame.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "runtime/results/scene.hpp"
#include "runtime/results/track.hpp"

namespace mbs {

// Straight, at a constant rate, between two instants.
inline Track straight(double from, double to, const std::vector<double>& begin,
                      const std::vector<double>& end) {
  Track track;
  track.t = {from, to};
  for (std::size_t k = 0; k < begin.size(); ++k) {
    const double rate = (end[k] - begin[k]) / (to - from);
    track.value.push_back({begin[k], end[k]});
    track.rate.push_back({rate, rate});
  }
  return track;
}

// A journal of 9 mm in a bearing of 10 mm on the ground, in touch between these instants, 0.5 mm
// deep with 100 N.
inline SceneContact journal_in_bearing(double t, double t_end, const Track& place,
                                       const Track& force) {
  SceneContact c;
  c.name = "B";
  c.first = 0, c.second = 1;
  c.on_first.outline = DiscOutline{10e-3, true, {}};
  c.on_second.outline = DiscOutline{9e-3, false, {}};
  c.clearance = 1e-3;
  c.first_is_bearing = true;
  c.place = place, c.force = force;
  Impact impact;
  impact.t = t, impact.t_end = t_end, impact.closed = true;
  impact.F_max = 100, impact.depth = 5e-4;
  c.impacts = {impact};
  return c;
}

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Every element is closed in turn, and what stands between quotes is closed, too.
inline bool well_formed(const std::string& svg) {
  std::vector<std::string> open;
  for (std::size_t at = svg.find('<'); at != svg.npos; at = svg.find('<', at + 1)) {
    const std::size_t end = svg.find('>', at);
    if (end == svg.npos || svg.find('<', at + 1) < end) return false;
    const std::string tag = svg.substr(at + 1, end - at - 1);
    if (std::ranges::count(tag, '"') % 2 != 0) return false;
    if (tag.back() == '/') continue;
    const std::string name = tag.substr(tag[0] == '/' ? 1 : 0, tag.find(' '));
    if (tag[0] != '/') {
      open.push_back(name.substr(0, name.find(' ')));
    } else {
      if (open.empty() || open.back() != name) return false;
      open.pop_back();
    }
  }
  return open.empty();
}

}  // namespace mbs

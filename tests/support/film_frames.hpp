// What tests of films are made of: motions, and what to look for in a frame.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

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

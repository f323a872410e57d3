// On what a sharp corner of a rigid body stands where it comes to an end of an edge or a face.
//
// The shortest way out does not say it: of two boxes of one width, one on the other, it is as short
// through their sides. But a corner stands where the rest of its body is on the outer side, n.e >=
// 0 for the directions e of its own edges and the outward normal n. Only rigid contacts ask it:
// under a law of force the gap would jump by the penetration as a corner slides past an end. While
// it is closed it keeps the line, or the plane, on which it stood when it closed, until it has left
// that at an end.
#pragma once

#include <algorithm>

namespace mbs {

// A part of a body's size: nearer than that a corner has come to another body. Rounding of
// coordinates is far below, and past the end of a face the gap of one that stood on it jumps by
// that.
inline constexpr double corner_touches = 1e-9;
// So far past an end a corner that stood on the face has left it: too far to touch it again there.
inline constexpr double corner_leaves = 2 * corner_touches;
// How deep a corner may be in a face that it stands on, of how deep the body's middle is; deeper
// ones belong to another side.
inline constexpr double corner_depth = 0.05;

// The least n.e over its edges: `stands` or more where a corner can stand on a face with the normal
// n; below `crosses` its body would be mostly inside. Between them lie bodies that are tilted.
inline constexpr double stands = -0.1, crosses = -0.5;
// At an end of a face it stands only if some of its body lies over the face: one of its edges leads
// inwards, e.inwards > 0. Else two bodies are side by side, and have not come to each other.
inline constexpr double inward = 1e-6;
template <typename Edges, typename Dot>
double least_rise(const Edges& edges, const Dot& dot) {
  double least = 1;
  for (const auto& edge : edges) least = std::min(least, dot(edge));
  return least;
}
template <typename Edges, typename Dot>
bool any_leads_in(const Edges& edges, const Dot& dot) {
  return std::any_of(edges.begin(), edges.end(),
                     [&](const auto& edge) { return dot(edge) > inward; });
}

}  // namespace mbs

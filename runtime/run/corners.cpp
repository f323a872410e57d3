#include "runtime/run/corners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "runtime/contact/forces.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/model/model_impl.hpp"

namespace mbs {

namespace {

constexpr double same_place = 1e-5;  // of the model's size

}  // namespace

double time_for(const Model& m, const Instant& now, int contact, double way, Workspace& w) {
  const int edge = now.mode->contacts[contact].edge;
  const double speed = m.layout.spatial() ? sliding_velocity(m, contact, now.y, w, edge).norm()
                                          : std::abs(sliding_speed(m, contact, now.y, w, edge));
  return way / speed;
}

bool leaves_within(const Model& m, const Instant& now, int contact, double time) {
  if (!std::isfinite(time)) return false;
  const int q = m.layout.q;
  std::vector<double> later(now.y, now.y + m.layout.size);
  for (int i = q; i < q + m.layout.places; ++i) later[i] += time * now.yp[i];
  return left_of_edge(m, contact, later.data(), now.mode->contacts[contact].edge) < 0;
}

std::optional<std::string> corners_that_meet(const Model& m, const double* y, Workspace& w) {
  if (m.layout.spatial()) return std::nullopt;
  const double near = same_place * m.size;
  place(m, y, w.impl().at);
  for (int c = 0; c < m.layout.touching; ++c) {
    if (!m.contacts[c].rigid()) continue;
    const ContactGeometry g = geometry_of(m, c, w);
    for (int other = 0; other < c && std::abs(g.gap) < near; ++other) {
      if (!m.contacts[other].rigid() || !between_same_bodies(m.contacts[c], m.contacts[other]))
        continue;
      const ContactGeometry h = geometry_of(m, other, w);
      if (std::abs(h.gap) > near || std::hypot(g.px - h.px, g.py - h.py) > near) continue;
      return fmt::format(
          "`{}` and `{}` touch at one point, where corners of both bodies meet: faces end there, "
          "and which way the bodies push each other is not known",
          m.scenario->contacts[other].name, m.scenario->contacts[c].name);
    }
  }
  return std::nullopt;
}

}  // namespace mbs

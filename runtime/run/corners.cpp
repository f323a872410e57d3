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

std::vector<double> soon(const Model& m, const Instant& now, double time) {
  const Layout& l = m.layout;
  std::vector<double> y(now.y, now.y + l.size);
  for (int i = l.q; i < l.v + l.motions; ++i) y[i] += time * now.yp[i];
  return y;
}

double time_for(const Model& m, const Instant& now, int contact, const Way& way, Workspace& w) {
  const int edge = now.mode->contacts[contact].edge;
  const auto sliding = [&](const std::vector<double>& y) -> Vector3 {
    if (m.layout.spatial()) return sliding_velocity(m, contact, y.data(), w, edge);
    return {sliding_speed(m, contact, y.data(), w, edge), 0, 0};
  };
  const std::vector<double> y(now.y, now.y + m.layout.size);
  const Vector3 v = sliding(y), change = sliding(soon(m, now, way.brief)) - v;
  const bool begins = v.norm() <= change.norm();  // what it has before is rounding
  const double speed = begins ? 0 : v.norm();
  const double along = begins ? change.norm() : change.dot(v) / speed;
  const double squared = speed * speed + 2 * along / way.brief * way.length;
  if (squared < 0) return std::numeric_limits<double>::infinity();
  return 2 * way.length / (speed + std::sqrt(squared));
}

bool leaves_within(const Model& m, const Instant& now, int contact, double time) {
  if (!std::isfinite(time)) return false;
  const int edge = now.mode->contacts[contact].edge;
  return left_of_edge(m, contact, soon(m, now, time).data(), edge) < 0;
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

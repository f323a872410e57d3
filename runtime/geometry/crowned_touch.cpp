#include "runtime/geometry/crowned_touch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "runtime/geometry/climb.hpp"
#include "runtime/geometry/crowned.hpp"

namespace mbs {

namespace {

// What stands for the radius of curvature of a face that is flat, in sizes of its body.
constexpr double flat = 1e10;

// One of both counts as flat: that with a core, of two the larger one.
bool first_is_flat(const Solid& first, const Solid& second) {
  if (first.kind != SolidKind::core) return false;
  return second.kind != SolidKind::core || first.bound > second.bound;
}

// The two as the flat one sees them: v leads from it to the other.
struct FlatAndCrowned {
  const Solid &base, &body;
  const Matrix3 &base_axes, &body_axes;
  Vector3 between;  // from the base to the body, m
  double sign;      // u = sign * v

  FlatAndCrowned(const Solid& first, const Solid& second, const SolidPlacing& at)
      : FlatAndCrowned(first, second, at, first_is_flat(first, second)) {}
  SolidTouch seen(const Vector3& v, const SolidSupport& of_base,
                  const SolidSupport& of_body) const {
    const double gap = v.dot(between - of_base.x + of_body.x);
    return sign > 0 ? SolidTouch{v, gap, of_base, of_body} : SolidTouch{-v, gap, of_body, of_base};
  }
  SolidTouch along(const Vector3& v) const {
    return seen(v, flat_support(base, base_axes, v), crowned_support(body, body_axes, -v));
  }

 private:
  FlatAndCrowned(const Solid& first, const Solid& second, const SolidPlacing& at, bool first_flat)
      : base(first_flat ? first : second),
        body(first_flat ? second : first),
        base_axes(first_flat ? at.first : at.second),
        body_axes(first_flat ? at.second : at.first),
        between(first_flat ? at.between : Vector3(-at.between)),
        sign(first_flat ? 1 : -1) {}
};

// The body's farthest place into the face over which it is farthest out, if it lies over that face
// and no other one is as near: then the way out of that place is that of the whole body.
std::optional<SolidTouch> on_face(const FlatAndCrowned& p, const std::vector<FlatFace>& faces) {
  double most = -std::numeric_limits<double>::infinity();
  std::size_t best = 0;
  SolidSupport deepest;
  for (std::size_t k = 0; k < faces.size(); ++k) {
    const Vector3 v = p.base_axes * faces[k].n;
    const SolidSupport reach = crowned_support(p.body, p.body_axes, -v);
    const double over = v.dot(p.between + reach.x) - faces[k].away;
    if (over <= most) continue;
    most = over;
    best = k;
    deepest = reach;
  }
  if (faces.empty()) return std::nullopt;
  const FlatFace& face = faces[best];
  const Vector3 place = p.base_axes.transpose() * (p.between + deepest.x);
  const Vector3 foot = place - most * face.n;
  const double depth = p.base.rounding - most;
  if (outside_others(p.base, faces, best, foot) > 0 ||
      (most < 0 && outside_others(p.base, faces, best, place) > most) || depth > p.base.bound)
    return std::nullopt;
  const Vector3 v = p.base_axes * face.n;
  const Matrix3 across = Matrix3::Identity() - v * v.transpose();
  return p.seen(v, {p.base_axes * foot + p.base.rounding * v, flat * p.base.bound * across},
                deepest);
}

// Newton's climb, see solid_touch.hpp. Around the normal of a face or of a straight side the
// separation is a ridge as narrow as the crown: climbs begin on it.
class Climb {
 public:
  explicit Climb(const FlatAndCrowned& pair)
      : pair_(pair), slack_(slack_of(pair.base, pair.body)) {}

  SolidTouch from(SolidTouch now, int most_steps) const {
    constexpr double last_step = 1e-14;  // rad
    const auto along = [&](const Vector3& u) { return pair_.along(pair_.sign * u); };
    for (int i = 0; i < most_steps; ++i) {
      const Vector3 step = step_at(now);
      if (!(step.norm() > last_step) || !advance(now, step, slack_, along)) break;
    }
    return now;
  }

 private:
  Vector3 step_at(const SolidTouch& t) const {
    const Vector3 apart = pair_.sign * pair_.between - t.first.x + t.second.x;
    const double gap = std::max(t.gap, 0.0);
    return bounded(normal_compliance(t.first.bend + t.second.bend, gap, t.u) * apart);
  }

  const FlatAndCrowned& pair_;
  double slack_;  // m
};

// Where a straight line of each body cross.
void add_crossings(const FlatAndCrowned& p, const std::vector<Vector3>& lines,
                   std::vector<SolidTouch>& all) {
  constexpr std::size_t most = 36;
  constexpr double least_sine = 1e-3;
  const std::vector<Vector3> others = straight_lines(p.body);
  if (lines.size() * others.size() > most) return;
  for (const Vector3& line : lines)
    for (const Vector3& other : others) {
      const Vector3 v = (p.base_axes * line).cross(p.body_axes * other);
      if (v.norm() < least_sine) continue;
      const SolidTouch up = p.along(v.normalized()), down = p.along(-v.normalized());
      all.push_back(up.gap > down.gap ? up : down);
    }
}

// Best first. Edges are midway between two faces; one that lies in a face of the body, or nearly
// does, meets it on the ridges of both.
std::vector<SolidTouch> beginnings(const FlatAndCrowned& p, const std::vector<FlatFace>& faces) {
  constexpr std::size_t near_faces = 3;
  constexpr double nearly = 1e-2;  // rad
  const double distance = p.between.norm();
  const Vector3 way = distance > 0 ? Vector3(p.between / distance) : Vector3::UnitX();
  std::vector<SolidTouch> all;
  const auto add = [&](const Vector3& v) { all.push_back(p.along(v.normalized())); };
  const auto farther = [](const SolidTouch& a, const SolidTouch& b) { return a.gap > b.gap; };
  for (const FlatFace& face : faces) add(p.base_axes * face.n);
  const auto lines = straight_lines(p.base);
  for (const FlatFace& face : flat_faces(p.body)) {
    const Vector3 v = -p.body_axes * face.n;
    add(v);
    for (const Vector3& line : lines)
      if (const double along = v.dot(p.base_axes * line); along != 0 && std::abs(along) < nearly)
        add(v - along * (p.base_axes * line));
  }
  std::sort(all.begin(), all.end(), farther);
  const std::size_t near = std::min(all.size(), near_faces);
  for (std::size_t i = 0; i < near; ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (const Vector3 middle = p.sign * (all[i].u + all[k].u); middle.squaredNorm() > 1e-3)
        add(middle);
  add_crossings(p, lines, all);
  add(p.base_axes * side_normal(p.base, p.base_axes.transpose() * way));
  add(-p.body_axes * side_normal(p.body, -p.body_axes.transpose() * way));
  add(way);
  std::sort(all.begin(), all.end(), farther);
  return all;
}

// How far both places are from lying on one normal.
double apart_by(const FlatAndCrowned& p, const SolidTouch& t) {
  return (p.sign * p.between - t.first.x + t.second.x - t.gap * t.u).norm();
}

// The last digit of u, 1e-16, moves the place of what is flat by a millionth of its size: that of
// the other body says better where both are.
SolidTouch on_normal(SolidTouch t, const FlatAndCrowned& p) {
  const Vector3 between = p.sign * p.between;
  if (p.sign > 0)
    t.first.x = between + t.second.x - t.gap * t.u;
  else
    t.second.x = t.first.x - between + t.gap * t.u;
  return t;
}

}  // namespace

// Bodies that are apart have one maximum. Of those that overlap each way out may be one: climbs
// from other ways are short ones, for most end where the first did. A climb may also get lost on a
// ridge that no beginning lies on.
SolidTouch find_crowned_touch(const Solid& first, const Solid& second, const SolidPlacing& at) {
  constexpr int most_steps = 100, other_steps = 12, most_others = 2;
  constexpr double same_way = 0.995, not_on_normal = 1e-4;
  const double size = first.bound + second.bound;
  const FlatAndCrowned pair(first, second, at);
  const std::vector<FlatFace> faces = flat_faces(pair.base);
  if (const auto found = on_face(pair, faces)) return *found;
  const Climb climb(pair);
  const std::vector<SolidTouch> starts = beginnings(pair, faces);
  SolidTouch best = climb.from(starts.front(), most_steps);
  int others = 0;
  for (const SolidTouch& start : starts) {
    const bool lost = apart_by(pair, best) > not_on_normal * size;
    if (!lost && (best.gap >= 0 || others == most_others)) break;
    if (start.u.dot(best.u) > same_way && !lost) continue;
    ++others;
    const SolidTouch other = climb.from(start, lost ? most_steps : other_steps);
    if (other.gap > best.gap) best = other;
  }
  return on_normal(best, pair);
}

}  // namespace mbs

#include "runtime/geometry/core_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/geometry/convex_touch.hpp"
#include "runtime/geometry/sharp_corner.hpp"

namespace mbs {

namespace {

constexpr double least = 1e-12;  // m: no place is so near an edge that its normal has no direction

// Outside of a flat piece that leaves the directions of P free.
CoreDistance from_flat(const Vector3& away, const Matrix3& P) {
  CoreDistance d;
  d.distance = away.norm();
  d.n = away / d.distance;
  d.bend = (P - d.n * d.n.transpose()) / std::max(d.distance, least);
  return d;
}

CoreDistance from_box(const Vector3& half, const Vector3& point) {
  const Vector3 over = point.cwiseAbs() - half;
  Vector3 away = Vector3::Zero();
  Matrix3 P = Matrix3::Zero();
  for (int k = 0; k < 3; ++k) {
    if (!(over[k] > 0)) continue;
    away[k] = std::copysign(over[k], point[k]);
    P(k, k) = 1;
  }
  if (!away.isZero(0)) return from_flat(away, P);
  int nearest = 0;
  CoreDistance d;
  d.distance = over.maxCoeff(&nearest);
  d.n = std::copysign(1.0, point[nearest]) * Vector3::Unit(nearest);
  return d;
}

// What is over a planar outline of a width: how far the point is over its side and over its end,
// and the directions in which that grows; `around` turns as the side does, by `turn` 1/m.
struct Section {
  Vector3 outwards, up, around;
  double side = 0, end = 0, turn = 0;
};

CoreDistance from_section(const Section& s) {
  const bool edge = s.side > 0 && s.end > 0, on_side = edge || s.side > s.end;
  CoreDistance d;
  d.distance = edge ? std::hypot(s.side, s.end) : std::max(s.side, s.end);
  d.n = edge      ? Vector3((s.side * s.outwards + s.end * s.up) / d.distance)
        : on_side ? s.outwards
                  : s.up;
  if (!on_side) return d;
  d.bend = s.outwards.dot(d.n) * s.turn * s.around * s.around.transpose();
  if (!edge) return d;
  const Vector3 beside = s.around.cross(d.n);
  d.bend += beside * beside.transpose() / std::max(d.distance, least);
  return d;
}

// Half its length is 0 of a disc.
CoreDistance from_cylinder(double R, double half, const Vector3& p) {
  const double r = std::hypot(p[0], p[1]);
  Section s;
  s.outwards = r > 0 ? Vector3(p[0] / r, p[1] / r, 0) : Vector3::UnitX();
  s.up = Vector3(0, 0, std::copysign(1.0, p[2]));
  s.around = {-s.outwards[1], s.outwards[0], 0};
  s.side = r - R;
  s.end = std::abs(p[2]) - half;
  s.turn = 1 / std::max(r, least);
  return from_section(s);
}

// ---- cones: in the plane through the axis, r outwards and z along it
// -----------------------------

using Plane = Eigen::Vector2d;

struct Profile {
  Plane low, high;        // both ends of its side
  Plane along, outwards;  // of the side
  double length = 0;
  explicit Profile(const FrustumForm& f) : low(f.radius, 0), high(f.top, f.height) {
    length = (high - low).norm();
    along = (high - low) / length;
    outwards = {along[1], -along[0]};
  }
};

// Nearest to a point: a face, or a rim of that radius.
struct Nearest {
  Plane n;
  double distance = 0;
  bool rim = false;
  double radius = 0;
};

Nearest nearest_rim(const Plane& at, const Plane& rim) {
  const Plane away = at - rim;
  const double distance = away.norm();
  return {distance > 0 ? Plane(away / distance) : Plane(1, 0), distance, true, rim[0]};
}

Nearest nearest_of(const Profile& p, const Plane& at) {
  const double t = p.along.dot(at - p.low), side = p.outwards.dot(at - p.low);
  const double below = -at[1], above = at[1] - p.high[1];
  if (below <= 0 && above <= 0 && side <= 0) {
    if (side >= below && side >= above) return {p.outwards, side};
    return below > above ? Nearest{{0, -1}, below} : Nearest{{0, 1}, above};
  }
  if (below > 0 && at[0] <= p.low[0]) return {{0, -1}, below};
  if (above > 0 && p.high[0] > 0 && at[0] <= p.high[0]) return {{0, 1}, above};
  if (t <= 0) return nearest_rim(at, p.low);
  if (t >= p.length) return nearest_rim(at, p.high);
  return {p.outwards, side};
}

}  // namespace

// Around the axis the gradient turns with the point, and around a rim beside it. The apex of a cone
// is a point.
CoreDistance distance_from(const FrustumForm& cone, const Vector3& point) {
  const double r = std::hypot(point[0], point[1]);
  const Vector3 outwards = r > 0 ? Vector3(point[0] / r, point[1] / r, 0) : Vector3::UnitX();
  const Vector3 around(-outwards[1], outwards[0], 0);
  const Nearest at = nearest_of(Profile(cone), {r, point[2]});
  CoreDistance d;
  d.distance = at.distance;
  d.n = at.n[0] * outwards + Vector3(0, 0, at.n[1]);
  const double away = std::max(at.distance, least);
  const double turn = at.rim && at.radius == 0 ? 1 / away : at.n[0] / std::max(r, least);
  d.bend = turn * around * around.transpose();
  if (!at.rim) return d;
  const Vector3 beside = around.cross(d.n);
  d.bend += beside * beside.transpose() / away;
  return d;
}

// ---- polyhedra ----------------------------------------------------------------------------------

namespace {

// The nearest place of a polyhedron's surface so far, from outside.
struct Search {
  const Vector3& point;
  double square = std::numeric_limits<double>::infinity();
  Vector3 away = Vector3::Zero();
  Matrix3 free = Matrix3::Zero();
  void add(const Vector3& place, const Matrix3& directions) {
    const Vector3 from = point - place;
    if (!(from.squaredNorm() < square)) return;
    square = from.squaredNorm();
    away = from;
    free = directions;
  }
};

void add_edge(const Vector3& a, const Vector3& b, Search& s) {
  const Vector3 way = b - a;
  const double part = way.dot(s.point - a) / way.squaredNorm();
  const Matrix3 all = Matrix3::Identity();
  if (part <= 0) return s.add(a, all);
  if (part >= 1) return s.add(b, all);
  s.add(a + part * way, all - way * way.transpose() / way.squaredNorm());
}

// Whether the point is over the face, and not beside it.
bool is_over(const HullForm& hull, const HullForm::Face& face, const Vector3& point) {
  for (std::size_t k = 0; k < face.corners.size(); ++k) {
    const Vector3& a = hull.corners[face.corners[k]];
    const Vector3& b = hull.corners[face.corners[(k + 1) % face.corners.size()]];
    if (face.n.cross(b - a).dot(point - a) < 0) return false;
  }
  return true;
}

}  // namespace

CoreDistance distance_from(const HullForm& hull, const Vector3& point) {
  CoreDistance inside;
  inside.distance = -std::numeric_limits<double>::infinity();
  Search search{point};
  for (const HullForm::Face& face : hull.faces) {
    const double over = face.n.dot(point) - face.distance;
    if (over > inside.distance) {
      inside.distance = over;
      inside.n = face.n;
    }
    if (!(over > 0)) continue;
    if (is_over(hull, face, point))
      search.add(point - over * face.n, face.n * face.n.transpose());
    else
      for (std::size_t k = 0; k < face.corners.size(); ++k)
        add_edge(hull.corners[face.corners[k]],
                 hull.corners[face.corners[(k + 1) % face.corners.size()]], search);
  }
  return inside.distance > 0 ? from_flat(search.away, search.free) : inside;
}

// ---- prisms -------------------------------------------------------------------------------------

// In the plane the point is a disc without a radius beside the outline.
CoreDistance distance_from(const PrismForm& prism, const Vector3& point) {
  ConvexPair pair;
  pair.first = prism.outline;
  const Touch t = find_touch(pair, {1, 0, 1, 0, point[0], point[1]});
  Section s;
  s.outwards = {t.nx, t.ny, 0};
  s.around = {-t.ny, t.nx, 0};
  s.up = Vector3(0, 0, std::copysign(1.0, point[2]));
  s.side = t.gap;
  s.end = std::abs(point[2]) - prism.half;
  s.turn = 1 / std::max(t.radius_1 + t.gap, least);
  return from_section(s);
}

CoreDistance core_distance(const Solid& solid, const Vector3& point) {
  if (solid.form)
    return std::visit([&](const auto& form) { return distance_from(form, point); }, *solid.form);
  if (solid.semi.isZero(0)) return from_box(solid.half, point);
  return from_cylinder(solid.semi[0], solid.half[2], point);
}

namespace {

// A face of a box or a polyhedron: its outward normal, how far it is from the centre.
struct Face {
  Vector3 n;
  double away = 0;
};

const HullForm* hull_of(const Solid& solid) {
  return solid.form ? std::get_if<HullForm>(solid.form.get()) : nullptr;
}

int faces_of(const Solid& solid) {
  if (const HullForm* hull = hull_of(solid)) return static_cast<int>(hull->faces.size());
  return solid.form || !solid.semi.isZero(0) ? 0 : 6;
}

// A box has two faces for each of its axes.
Face face_of(const Solid& solid, int k) {
  if (const HullForm* hull = hull_of(solid)) return {hull->faces[k].n, hull->faces[k].distance};
  return {(k % 2 == 0 ? -1.0 : 1.0) * Vector3::Unit(k / 2), solid.half[k / 2]};
}

// The edges of a face: in the face the direction inwards, and how far the point lies that way from
// the edge, < 0 beside the face.
template <typename Visit>
void each_edge(const Solid& solid, int k, const Vector3& point, const Visit& visit) {
  const HullForm* hull = hull_of(solid);
  if (!hull) {
    for (int i = 0; i < 6; ++i) {
      const Face side = face_of(solid, i);
      if (i / 2 != k / 2) visit(Vector3(-side.n), side.away - side.n.dot(point));
    }
    return;
  }
  const HullForm::Face& face = hull->faces[k];
  for (std::size_t i = 0; i < face.corners.size(); ++i) {
    const Vector3& a = hull->corners[face.corners[i]];
    const Vector3& b = hull->corners[face.corners[(i + 1) % face.corners.size()]];
    const Vector3 inwards = face.n.cross(b - a).normalized();
    visit(inwards, inwards.dot(point - a));
  }
}

// How far the point is from the nearest edge of the face, along the face; < 0 beside it.
double within(const Solid& solid, int k, const Vector3& point) {
  double nearest = std::numeric_limits<double>::infinity();
  each_edge(solid, k, point,
            [&](const Vector3&, double away) { nearest = std::min(nearest, away); });
  return nearest;
}

CoreDistance over_face(const Solid& solid, int k, const Vector3& point) {
  const Face face = face_of(solid, k);
  CoreDistance d;
  d.distance = face.n.dot(point) - face.away;
  d.n = face.n;
  d.face = k;
  d.inside = within(solid, k, point) + corner_leaves * solid.bound;
  return d;
}

// The face, of those that are `allowed`, over which the point is farthest, by more than `most`, m;
// -1: none is.
template <typename Allowed>
int best_face(const Solid& solid, const Vector3& point, double most, const Allowed& allowed) {
  int best = -1;
  for (int k = 0; k < faces_of(solid); ++k) {
    const Face face = face_of(solid, k);
    const double over = face.n.dot(point) - face.away;
    if (over < most || !allowed(face.n)) continue;
    most = over;
    best = k;
  }
  return best;
}

// Whether a corner that has come to edges of the face has some of its body over it, see
// sharp_corner.hpp; `leads_in`: does one of its edges lead this way?
template <typename LeadsIn>
bool lies_over(const Solid& solid, int k, const Vector3& point, double same,
               const LeadsIn& leads_in) {
  bool over = true;
  each_edge(solid, k, point, [&](const Vector3& inwards, double away) {
    over = over && (!(away <= same) || leads_in(inwards));
  });
  return over;
}

}  // namespace

CoreDistance point_distance(const Solid& solid, const Vector3& point, const Solid& corner,
                            const Matrix3& turn, int face) {
  if (face >= 0) return over_face(solid, face, point);
  const CoreDistance nearest = core_distance(solid, point);
  const double same = corner_touches * solid.bound;
  if (nearest.distance > same || solid.rounding > same) return nearest;
  const auto rise = [&](const Vector3& n) {
    return least_rise(corner.spread,
                      [m = Vector3(turn.transpose() * n)](const Vector3& e) { return e.dot(m); });
  };
  const int first = best_face(solid, point, -std::numeric_limits<double>::infinity(),
                              [](const Vector3&) { return true; });
  if (first < 0) return nearest;
  const auto standing = [&](int k) {
    CoreDistance d = over_face(solid, k, point);
    const auto leads_in = [&](const Vector3& inwards) {
      const Vector3 own = turn.transpose() * inwards;
      return any_leads_in(corner.spread, [&](const Vector3& e) { return e.dot(own); });
    };
    if (!corner.spread.empty() && !lies_over(solid, k, point, same, leads_in))
      d.distance = std::max(d.distance, corner_leaves * solid.bound);
    return d;
  };
  if (rise(face_of(solid, first).n) >= crosses) return standing(first);
  const int own = best_face(solid, point, -corner_depth * solid.least / 2,
                            [&](const Vector3& n) { return rise(n) >= stands; });
  return standing(own < 0 ? first : own);
}

Matrix3 core_bend_change(const Solid& solid, const Vector3& point, const Vector3& way) {
  const double speed = way.norm();
  if (!(speed > 0)) return Matrix3::Zero();
  const Vector3 step = 1e-6 * solid.bound / speed * way;
  return speed / (2e-6 * solid.bound) *
         (core_distance(solid, point + step).bend - core_distance(solid, point - step).bend);
}

}  // namespace mbs

#include "runtime/contact/shape_pairs.hpp"

#include <cmath>

#include "runtime/contact/arc.hpp"
#include "runtime/contact/convex.hpp"
#include "runtime/contact/core_in_space.hpp"
#include "runtime/contact/edges_in_space.hpp"
#include "runtime/contact/end_face_in_space.hpp"
#include "runtime/contact/hollow_in_space.hpp"
#include "runtime/contact/rim_in_space.hpp"
#include "runtime/contact/rod_in_space.hpp"
#include "runtime/contact/rods_in_space.hpp"
#include "runtime/contact/round.hpp"

namespace mbs {

namespace {

constexpr ShapePair outside{.gap = round::gap_outside,
                            .touch = round::touch_outside,
                            .derivatives = round::turn_outside,
                            .in_space = round::outside_in_space,
                            .normal_rate_by_place = round::outside_rate_by_place};
constexpr ShapePair inside{.gap = round::gap_inside,
                           .touch = round::touch_inside,
                           .derivatives = round::turn_inside,
                           .in_space = round::inside_in_space,
                           .normal_rate_by_place = round::inside_rate_by_place,
                           .one_inside = true,
                           .hollow = true};
constexpr ShapePair on_first{.gap = round::gap_on_first,
                             .touch = round::touch_on_first,
                             .derivatives = round::turn_on_first,
                             .in_space = round::on_first_in_space,
                             .normal_rate_by_place = round::on_first_rate_by_place,
                             .first_turns = true};
constexpr ShapePair on_second{.gap = round::gap_on_second,
                              .touch = round::touch_on_second,
                              .derivatives = round::turn_on_second,
                              .in_space = round::on_second_in_space,
                              .normal_rate_by_place = round::on_second_rate_by_place,
                              .second_turns = true};
constexpr ShapePair convex{.gap = convex_geometry,
                           .touch = convex_geometry,
                           .derivatives = convex_derivatives,
                           .first_turns = true,
                           .second_turns = true,
                           .curvature_varies = true};

constexpr ShapePair in_first_arc{.gap = arc::gap_in_first,
                                 .touch = arc::touch_in_first,
                                 .derivatives = arc::turn_in_first,
                                 .first_turns = true,
                                 .hollow = true};
constexpr ShapePair in_second_arc{.gap = arc::gap_in_second,
                                  .touch = arc::touch_in_second,
                                  .derivatives = arc::turn_in_second,
                                  .second_turns = true,
                                  .hollow = true};

// The same with an outer face, which ends where the thickness does.
constexpr ShapePair at_first_band{.gap = arc::gap_in_first,
                                  .touch = arc::touch_in_first,
                                  .derivatives = arc::turn_in_first,
                                  .first_turns = true,
                                  .curvature_varies = true};
constexpr ShapePair at_second_band{.gap = arc::gap_in_second,
                                   .touch = arc::touch_in_second,
                                   .derivatives = arc::turn_in_second,
                                   .second_turns = true,
                                   .curvature_varies = true};

constexpr ShapePair in_bore{.gap = nullptr,  // only in space
                            .touch = nullptr,
                            .derivatives = nullptr,
                            .in_space = round::rim_in_bore,
                            .normal_rate_by_place = round::rim_rate_by_place,
                            .first_turns = true,
                            .second_turns = true,
                            .one_inside = true,
                            .hollow = true};

constexpr ShapePair on_wall{.gap = nullptr,  // only in space
                            .touch = nullptr,
                            .derivatives = nullptr,
                            .in_space = round::face_on_plane,
                            .normal_rate_by_place = round::on_second_rate_by_place,
                            .first_turns = true,
                            .second_turns = true,
                            .hollow = true};

// Only in space.
constexpr ShapePair solid_pair(decltype(ShapePair::in_space) touch,
                               decltype(ShapePair::normal_rate_by_place) rate,
                               decltype(ShapePair::radii_in_space) radii) {
  return {.gap = nullptr,
          .touch = nullptr,
          .derivatives = nullptr,
          .in_space = touch,
          .normal_rate_by_place = rate,
          .first_turns = true,
          .second_turns = true,
          .curvature_varies = true,
          .radii_in_space = radii};
}
constexpr ShapePair both_smooth = solid_pair(smooth::touch, smooth::rate_by_place, smooth::radii);
constexpr ShapePair crowned =
    solid_pair(smooth::touch, smooth::crowned_rate_by_place, smooth::radii);
constexpr ShapePair smooth_on_first =
    solid_pair(smooth::on_first, round::on_first_rate_by_place, smooth::radii_on_first);
constexpr ShapePair smooth_on_second =
    solid_pair(smooth::on_second, round::on_second_rate_by_place, smooth::radii_on_second);
constexpr ShapePair ball_on_second_core =
    solid_pair(core::ball_first, core::rate_of_ball_first, core::radii_of_ball_first);
constexpr ShapePair ball_on_first_core =
    solid_pair(core::ball_second, core::rate_of_ball_second, core::radii_of_ball_second);

// In a socket or a bore.
constexpr ShapePair hollow_pair(decltype(ShapePair::in_space) touch,
                                decltype(ShapePair::normal_rate_by_place) rate,
                                decltype(ShapePair::radii_in_space) radii) {
  ShapePair pair = solid_pair(touch, rate, radii);
  pair.one_inside = true;
  pair.hollow = true;
  return pair;
}
constexpr ShapePair in_second_hollow =
    hollow_pair(hollow::body_first, hollow::rate_of_body_first, hollow::radii_of_body_first);
constexpr ShapePair in_first_hollow =
    hollow_pair(hollow::body_second, hollow::rate_of_body_second, hollow::radii_of_body_second);

constexpr ShapePair two_rods = solid_pair(rods::touch, rods::rate_by_place, rods::radii);
constexpr ShapePair two_edges = solid_pair(edges::touch, edges::rate_by_place, edges::radii);
constexpr ShapePair first_rod = solid_pair(rod::first, rod::rate_of_first, rod::radii_of_first);
constexpr ShapePair second_rod = solid_pair(rod::second, rod::rate_of_second, rod::radii_of_second);

constexpr const ShapePair* none = nullptr;

// clang-format off
constexpr const ShapePair* table[6][6] = {
    // second:   circle           ring      plane        other     arc              band
    /* circle */ {&outside,       &inside,  &on_second,  &convex,  &in_second_arc,  &at_second_band},
    /* ring   */ {&inside,        none,     none,        &convex,  none,            none},
    /* plane  */ {&on_first,      none,     none,        &convex,  none,            none},
    /* other  */ {&convex,        &convex,  &convex,     &convex,  none,            none},
    /* arc    */ {&in_first_arc,  none,     none,        none,     none,            none},
    /* band   */ {&at_first_band, none,     none,        none,     none,            none},
};
// clang-format on

}  // namespace

const ShapePair* shape_pair(SurfaceKind first, SurfaceKind second) {
  if (first == SurfaceKind::rim) return second == SurfaceKind::bore ? &in_bore : &on_wall;
  if (first == SurfaceKind::bore || second == SurfaceKind::bore) return none;  // of solids
  return table[static_cast<int>(first)][static_cast<int>(second)];
}

// Planes, sockets and bores ask how far a body reaches. A ball may lie on the face of a disc, which
// is smooth beside other bodies.
const ShapePair* pair_of_solids(SolidKind first, SolidKind second) {
  if (first == SolidKind::edge || second == SolidKind::edge)
    return first == second ? &two_edges : none;
  const auto endless = [](SolidKind k) { return k == SolidKind::plane || is_hollow(k); };
  if (endless(first) && endless(second)) return none;
  if (first == SolidKind::plane) return &smooth_on_first;
  if (second == SolidKind::plane) return &smooth_on_second;
  if (is_hollow(first)) return &in_first_hollow;
  if (is_hollow(second)) return &in_second_hollow;
  const auto even = [](SolidKind k) { return k == SolidKind::smooth || k == SolidKind::ball; };
  if (even(first) && even(second)) return &both_smooth;
  if (first == SolidKind::ball) return &ball_on_second_core;
  if (second == SolidKind::ball) return &ball_on_first_core;
  const auto smooth = [&](SolidKind k) { return even(k) || k == SolidKind::disc; };
  if (smooth(first) && smooth(second)) return &both_smooth;
  if (first == SolidKind::core || second == SolidKind::core) return &crowned;
  const bool rod = first == SolidKind::capsule, other_rod = second == SolidKind::capsule;
  if (rod && other_rod) return &two_rods;
  if (rod && smooth(second)) return &first_rod;
  return other_rod && smooth(first) ? &second_rod : none;
}

ContactModel model_of(const Surface& a, const Surface& b) {
  ContactModel c;
  c.shapes = shape_pair(a.kind, b.kind);
  c.a = a.body;
  c.b = b.body;
  c.pa = a.point;
  c.pb = b.point;
  c.radius_a = a.radius;
  c.radius_b = b.radius;
  const bool hollow = c.shapes && c.shapes->one_inside;
  c.reach = hollow ? std::abs(a.radius - b.radius) : a.radius + b.radius;
  const auto directed = [](const Surface& s) {
    return s.plane() || s.kind == SurfaceKind::arc || s.kind == SurfaceKind::band;
  };
  const Surface& plane = directed(a) ? a : b;  // an arc, or a bore
  c.nx = plane.nx;
  c.ny = plane.ny;
  c.nz = plane.nz;
  c.arc_half = plane.arc_half;
  if (plane.kind == SurfaceKind::band) c.thickness = plane.thickness;
  return c;
}

}  // namespace mbs

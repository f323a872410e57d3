#include "cli/film/space_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cli/film/hull.hpp"
#include "cli/film/outlines.hpp"
#include "cli/film/space_stage.hpp"
#include "cli/film/symbols.hpp"

namespace mbs::film {

namespace {

constexpr double pi = std::numbers::pi;

ir::Vec3 mean(const std::vector<ir::Vec3>& points) {
  ir::Vec3 sum;
  for (const ir::Vec3& p : points) sum = sum + p;
  return 1 / std::max<double>(1, static_cast<double>(points.size())) * sum;
}

// The direction outwards, of a face whose corners are counter-clockwise from outside.
ir::Vec3 outwards(const std::vector<ir::Vec3>& corners) {
  const ir::Vec3 middle = mean(corners);
  ir::Vec3 normal;
  for (std::size_t i = 0; i < corners.size(); ++i)
    normal = normal + cross(corners[i] - middle, corners[(i + 1) % corners.size()] - middle);
  const double length = norm(normal);
  return length > 0 ? 1 / length * normal : normal;
}

// The half of a circle that is nearer to the eye, or the other one, as it is seen; its axis is of
// length 1.
std::vector<Pixel> half_circle(const SpaceStage& stage, const ir::Vec3& middle,
                               const ir::Vec3& axis, double radius, bool near) {
  constexpr int parts = 36;
  const ir::Vec3 nearest = cross(axis, cross(axis, stage.view().away));
  const double length = norm(nearest);
  const ir::Vec3 u =
      length > 1e-9 ? (near ? 1 : -1) / length * nearest : (near ? 1.0 : -1.0) * across(axis).first;
  const ir::Vec3 v = cross(axis, u);
  std::vector<Pixel> points;
  for (int i = 0; i <= parts; ++i) {
    const double angle = pi * i / parts - pi / 2;
    points.push_back(stage.to(middle + radius * (std::cos(angle) * u + std::sin(angle) * v)));
  }
  return points;
}

Path line_of(const std::vector<Pixel>& points) {
  Path path;
  for (const Pixel p : points) path.line(p);
  return path;
}

const DiscOutline* bore_of(const ScenePart& part) {
  const auto* disc = std::get_if<DiscOutline>(&part.outline);
  return disc && disc->hollow && norm(disc->axis) > 0 ? disc : nullptr;
}

class Part {
 public:
  Part(const SpaceStage& stage, std::size_t body)
      : stage_(stage), canvas_(stage.canvas), body_(body) {}

  void disc(const DiscOutline& disc, const ScenePart& part) const {
    if (!disc.hollow) return ball(place_of(part), disc.radius);
    const double r = disc.radius * stage_.camera.scale;
    draw_ring(canvas_, stage_.pixel(body_, place_of(part)), std::max(r * 1.3, r + 3), r,
              fill_of(stage_.cast.tones[body_]));
  }

  void solid(const SolidOutline& solid, bool assumed) const {
    if (solid.points.size() == 1) return ball(solid.points[0], solid.radius);
    std::vector<ir::Vec3> points;
    std::vector<Pixel> seen;
    for (const ir::Vec3& p : solid.points) points.push_back(stage_.world(body_, p));
    for (const ir::Vec3& p : points) seen.push_back(stage_.to(p));
    const double r = solid.radius * stage_.camera.scale;
    canvas_.draw(rounded_hull(seen, assumed ? std::max(1.5, r) : r),
                 {.fill = fill_of(stage_.cast.tones[body_]), .stroke = look::edge, .width = 1.4});
    const bool edges = solid.faces.size() <= 24 && !(solid.radius > 0);
    for (const std::vector<int>& around : solid.faces) face(around, points, seen, edges);
  }

 private:
  // Lit from above on the left, behind the eye.
  void face(const std::vector<int>& around, const std::vector<ir::Vec3>& points,
            const std::vector<Pixel>& seen, bool edges) const {
    std::vector<ir::Vec3> corners;
    Path path;
    for (const int i : around) corners.push_back(points[i]), path.line(seen[i]);
    path.close();
    const View& view = stage_.view();
    const ir::Vec3 n = outwards(corners);
    if (view.depth(n) >= 0) return;
    const double light =
        0.75 * dot(n, view.over) - 0.35 * dot(n, view.right) - 0.55 * view.depth(n) - 0.4;
    canvas_.draw(path, {.fill = light > 0 ? "#fff" : "#000", .opacity = 0.22 * std::abs(light)});
    if (edges) canvas_.draw(path, {.stroke = look::edge, .width = 1});
  }

  void ball(const ir::Vec3& at, double radius) const {
    const double r = std::max(0.5, radius * stage_.camera.scale);
    const Style style{
        .fill = fill_of(stage_.cast.tones[body_]), .stroke = look::edge, .width = 1.3};
    const Pixel p = stage_.pixel(body_, at);
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) return;
    if (r > 4)
      canvas_.ball(p, r, style);
    else
      canvas_.circle(p, r, style);
    if (r > 7 && stage_.cast.moving[body_]) meridians(at, radius);
  }
  // Circles on a ball show how it turns: what the eye sees of them.
  void meridians(const ir::Vec3& at, double radius) const {
    constexpr int parts = 48;
    for (const bool upright : {false, true}) {
      Path path;
      bool on = false;
      for (int i = 0; i <= parts; ++i) {
        const double c = radius * std::cos(2 * pi * i / parts),
                     s = radius * std::sin(2 * pi * i / parts);
        const ir::Vec3 arm = upright ? ir::Vec3{s, 0, c} : ir::Vec3{c, s, 0};
        const bool near = stage_.view().depth(stage_.direction(body_, arm)) < 0;
        const Pixel p = stage_.pixel(body_, at + arm);
        if (near && on)
          path.line(p);
        else if (near)
          path.move(p);
        on = near;
      }
      canvas_.draw(path, {.stroke = look::edge, .width = 0.9});
    }
  }

  const SpaceStage& stage_;
  Canvas& canvas_;
  std::size_t body_;
};

// A square of it below the middle of the picture, with a grid.
void draw_plane(const SpaceStage& stage, const ir::Vec3& origin, const ir::Vec3& n,
                std::string_view fill) {
  constexpr int most = 300;  // lines
  const auto [u, v] = across(n);
  const double reach = stage.cast.reach, step = nice_step(60 / stage.camera.scale);
  const double x0 = dot(stage.cast.middle - origin, u), y0 = dot(stage.cast.middle - origin, v);
  const auto to = [&, u = u, v = v](double x, double y) {
    return stage.to(origin + x * u + y * v);
  };
  const Path around = polygon({to(x0 - reach, y0 - reach), to(x0 + reach, y0 - reach),
                               to(x0 + reach, y0 + reach), to(x0 - reach, y0 + reach)});
  const double opacity = stage.view().depth(n) < 0 ? 0.75 : 0.3;
  Path grid;
  const double x1 = std::ceil((x0 - reach) / step), y1 = std::ceil((y0 - reach) / step);
  for (int k = 0; k < most && (x1 + k) * step < x0 + reach; ++k)
    grid.move(to((x1 + k) * step, y0 - reach)).line(to((x1 + k) * step, y0 + reach));
  for (int k = 0; k < most && (y1 + k) * step < y0 + reach; ++k)
    grid.move(to(x0 - reach, (y1 + k) * step)).line(to(x0 + reach, (y1 + k) * step));
  stage.canvas.draw(around, {.fill = fill, .opacity = opacity});
  stage.canvas.draw(around, {.stroke = look::edge, .width = 1, .opacity = 0.7 * opacity});
  stage.canvas.draw(grid, {.stroke = look::faint, .width = 1, .opacity = 0.3 * opacity});
}

}  // namespace

void draw_planes(const SpaceStage& stage) {
  for (std::size_t b = 0; b < stage.scene().bodies.size(); ++b)
    for (const ScenePart& part : stage.scene().bodies[b].parts)
      if (const auto* plane = std::get_if<PlaneOutline>(&part.outline))
        draw_plane(stage, stage.world(b, place_of(part)), stage.direction(b, plane->normal),
                   fill_of(stage.cast.tones[b]));
}

namespace {

void draw_part(const SpaceStage& stage, const ScenePart& part, std::size_t body) {
  const Part drawn(stage, body);
  if (const auto* disc = std::get_if<DiscOutline>(&part.outline)) drawn.disc(*disc, part);
  if (const auto* solid = std::get_if<SolidOutline>(&part.outline))
    drawn.solid(*solid, part.assumed);
}

double depth_of(const SpaceStage& stage, const ScenePart& part, std::size_t body) {
  if (const auto* solid = std::get_if<SolidOutline>(&part.outline))
    return stage.view().depth(stage.world(body, mean(solid->points)));
  const auto* disc = std::get_if<DiscOutline>(&part.outline);
  // What is in a bearing is seen in it.
  return stage.view().depth(stage.world(body, place_of(part))) +
         (disc && disc->hollow ? disc->radius : 0);
}

// A ring about its axis: half of it before what it holds, half of it behind.
void draw_half(const SpaceStage& stage, const ScenePart& part, std::size_t body, bool near) {
  const DiscOutline& bore = *bore_of(part);
  const ir::Vec3 middle = stage.world(body, place_of(part));
  const ir::Vec3 axis = 1 / norm(bore.axis) * stage.direction(body, bore.axis);
  const auto outer = half_circle(stage, middle, axis, 1.3 * bore.radius, near);
  const auto inner = half_circle(stage, middle, axis, bore.radius, near);
  std::vector<Pixel> around = outer;
  around.insert(around.end(), inner.rbegin(), inner.rend());
  stage.canvas.draw(polygon(around), {.fill = fill_of(stage.cast.tones[body])});
  for (const auto& arc : {outer, inner})
    stage.canvas.draw(line_of(arc), {.stroke = look::edge, .width = 1.3});
}

}  // namespace

void add_parts(const SpaceStage& stage, std::vector<Thing>& things) {
  for (std::size_t b = 0; b < stage.scene().bodies.size(); ++b)
    for (const ScenePart& part : stage.scene().bodies[b].parts) {
      const DiscOutline* bore = bore_of(part);
      if (!bore)
        things.push_back({depth_of(stage, part, b), [&, b] { draw_part(stage, part, b); }});
      for (const bool near : {false, true}) {
        if (!bore) break;
        const double middle = stage.view().depth(stage.world(b, place_of(part)));
        things.push_back({middle + (near ? -1 : 1) * bore->radius,
                          [&, b, near] { draw_half(stage, part, b, near); }});
      }
    }
}

}  // namespace mbs::film

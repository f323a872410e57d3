#include "cli/film/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "cli/film/outlines.hpp"
#include "cli/film/symbols.hpp"
#include "lang/text/number.hpp"

namespace mbs::film {

namespace {

constexpr int per_frame = 4;  // places of a trail
constexpr std::string_view trail_colours[] = {look::way, look::drive, look::load,
                                              "#b98300", "#4a9fc9",   "#555b66"};

// "1 s shows 10 ns"
std::string second_text(double slow) {
  static constexpr std::pair<const char*, double> units[] = {
      {"d", 86400}, {"h", 3600}, {"s", 1}, {"ms", 1e-3}, {"µs", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}};
  const double shown = 1 / slow;
  const auto* unit = std::begin(units);
  while (unit + 1 != std::end(units) && shown < 0.9999 * unit->second) ++unit;
  return fmt::format("1 s shows {} {}", format_number(shown / unit->second, 4), unit->first);
}

// "500 times slower", "20 times faster"; of more than anybody can picture what a second shows.
std::string speed_text(double slow) {
  constexpr double most = 1e5;
  if (std::abs(slow - 1) < 1e-9) return "as fast as it happens";
  const double times = slow > 1 ? slow : 1 / slow;
  if (times > most) return second_text(slow);
  const bool whole = times >= 1000 || std::abs(times - std::round(times)) < 1e-9 * times;
  return format_number(whole ? std::round(times) : times, whole ? 6 : 4) +
         (slow > 1 ? " times slower" : " times faster");
}

// So many that neighbouring frames differ; one more where that would round them.
int decimals_for(double step) {
  if (!(step > 0)) return 3;
  const double enough = std::clamp(std::ceil(-std::log10(step) - 1e-9), 0.0, 6.0);
  const double whole = step * std::pow(10, enough);
  const bool exact = std::abs(whole - std::round(whole)) < 1e-6;
  return static_cast<int>(enough) + (exact ? 0 : 1);
}

// All instants of a film in one unit, with as many decimals.
std::string time_text(double t, const FilmOutput& film) {
  static constexpr std::pair<const char*, double> units[] = {
      {"s", 1}, {"ms", 1e-3}, {"µs", 1e-6}, {"ns", 1e-9}};
  const double longest = std::max(std::abs(film.to), std::abs(film.from));
  auto unit = units[0];
  for (const auto& candidate : units)
    if (longest > 0 && longest < 1000 * candidate.second && longest < unit.second) unit = candidate;
  const double step = (film.to - film.from) / std::max(film.frames - 1, 1) / unit.second;
  const std::string value =
      format_number(t / unit.second, {.digits = decimals_for(step), .format = 'f'});
  return fmt::format("t = {} {}", value, unit.first);
}

// Below it there is room for its words, and above it a margin, unless the picture is very low.
constexpr double lens_words = 104, least_margin = 4;
double lens_radius(const Rect& picture) {
  const double fits = (picture.h - lens_words - least_margin) / 2;
  return std::max(0.15 * picture.h, std::min({0.3 * picture.h, 0.19 * picture.w, fits}));
}
double lens_margin(const Rect& picture) {
  return 0.1 * lens_radius(picture) + 12;
}

}  // namespace

Drawing::Drawing(const FilmOutput& film) : film_(film), scene_(*film_.scene) {
  constexpr double line = 40;  // for the clock
  const auto [w, h] = film_.asked.size;
  whole_ = {0, 0, static_cast<double>(w), static_cast<double>(h)};
  stage_ = whole_;
  stage_.h -= line;
  // The lens, if there is one, to the right of the mechanism.
  if (magnified()) stage_.w -= 2 * lens_radius(whole_) + 2 * lens_margin(whole_);
  if (!beside_clock()) stage_.h -= 20;
}

double Drawing::instant(int frame) const {
  if (film_.frames < 2) return film_.from;
  if (frame + 1 == film_.frames) return film_.to;
  return film_.from + (film_.to - film_.from) * frame / (film_.frames - 1);
}

const SceneContact* Drawing::magnified() const {
  const auto contact = static_cast<std::size_t>(film_.asked.lens.index);
  const bool there = film_.asked.lens.valid() && contact < scene_.contacts.size();
  return there ? &scene_.contacts[contact] : nullptr;
}

void Drawing::put_lens() {
  if (!magnified()) return;
  const double r = lens_radius(whole_), margin = lens_margin(whole_);
  const double lowest = std::max(r + least_margin, whole_.h - lens_words - r);
  const Pixel middle{whole_.w - margin - r,
                     std::min(std::max(r + margin, 0.42 * whole_.h), lowest)};
  const Lens::Place place{middle, r, whole_.h - middle.y - r - least_margin};
  lens_ = std::make_unique<Lens>(*magnified(), scene_.size, place, film_.from, film_.to);
}

const SceneBody* Drawing::followed() const {
  const auto body = static_cast<std::size_t>(film_.asked.follow.index);
  // `ground`: the whole, which stands still.
  const bool there = film_.asked.follow.valid() && body > 0 && body < scene_.bodies.size();
  return there ? &scene_.bodies[body] : nullptr;
}
ir::Vec3 Drawing::middle_of_followed() const {
  return followed()->massive ? followed()->cm : ir::Vec3{};
}

void Drawing::go_along(const Extent& whole, const MovingExtent& moving) {
  if (!film_.asked.follow.valid()) room_ = room_to_follow(whole, moving, film_.from, film_.to);
}

void Drawing::come_near(Camera& camera) const {
  if (!followed()) return;
  const double reach = 4 * reach_of(*followed()), least = std::min(stage_.w, stage_.h);
  if (reach > 0) camera.scale = std::max(camera.scale, least / 2 / reach);
}

void Drawing::find_ways(
    const std::function<ir::Vec3(const SceneBody&, const ir::Vec3&, double)>& place) {
  for (const ir::FilmPoint& point : film_.asked.trails) {
    std::vector<ir::Vec3> way;
    const auto body = static_cast<std::size_t>(point.body.index);
    const int count = body < scene_.bodies.size() ? per_frame * (film_.frames - 1) + 1 : 0;
    for (int k = 0; k < count; ++k) {
      const double part = count > 1 ? static_cast<double>(k) / (count - 1) : 0;
      way.push_back(
          place(scene_.bodies[body], point.at, film_.from + (film_.to - film_.from) * part));
    }
    ways_.push_back(std::move(way));
  }
}

// Each from the begin of the film to the instant of the frame.
void Drawing::trails(Canvas& canvas, int frame,
                     const std::function<Pixel(const ir::Vec3&)>& to) const {
  for (std::size_t k = 0; k < ways_.size(); ++k) {
    const std::size_t end = std::min(ways_[k].size(), std::size_t(per_frame) * frame + 1);
    Path path;
    Pixel pen;
    for (std::size_t i = 0; i < end; ++i) {
      const Pixel p = to(ways_[k][i]);
      const bool drawn = i > 0 && i + 1 < end && std::hypot(p.x - pen.x, p.y - pen.y) < 0.7;
      if (drawn || !std::isfinite(p.x) || !std::isfinite(p.y)) continue;
      path.line(p);
      pen = p;
    }
    const std::string_view colour = trail_colours[k % std::size(trail_colours)];
    canvas.draw(path, {.stroke = colour, .width = 2});
    if (end > 0) canvas.circle(to(ways_[k][end - 1]), 3.5, {.fill = colour});
  }
}

void Drawing::captions(Canvas& canvas, double t) const {
  const double y = whole_.h - 14;
  const Pixel speed = beside_clock() ? Pixel{clock_end(), y} : Pixel{18, y + 2};
  canvas.text({18, beside_clock() ? y : y - 20}, time_text(t, film_), 19, look::ink, Anchor::start,
              true);
  if (film_.frames > 1) canvas.text(speed, speed_text(film_.slow), 15, look::soft);
}

double Drawing::clock_end() const {
  return 18 + text_width(time_text(film_.to, film_), 20) + 24;
}
// Else how fast the film is stands in a line of its own.
bool Drawing::beside_clock() const {
  return film_.frames < 2 || clock_end() + text_width(speed_text(film_.slow), 15) < stage_.w;
}

void Drawing::begin_stage(Canvas& canvas) const {
  canvas.begin_box({0, 0}, lens_ ? stage_.w : whole_.w, stage_.h);
}

void Drawing::cone(Canvas& canvas, const SeenContact& seen) const {
  lens_->cone(canvas, seen);
  canvas.end();
  canvas.begin_box({stage_.w, 0}, whole_.w - stage_.w, whole_.h);
  lens_->cone(canvas, seen);
  canvas.end();
  begin_stage(canvas);
}

std::string Drawing::frame(int frame) {
  Canvas canvas(film_.asked.size[0], film_.asked.size[1]);
  draw(canvas, frame);
  captions(canvas, instant(frame));
  return canvas.take();
}

PlaneDrawing::PlaneDrawing(const FilmOutput& film)
    : Drawing(film), cast_(cast_of(scene_, film.from, film.to)) {
  put_lens();
  const Extent whole = extent_of(cast_, film_.from, film_.to);
  still_ = fitted(whole, stage_);
  go_along(whole, [this](double t, bool touching) { return moving_extent(cast_, t, touching); });
  come_near(still_);
  find_ways([](const SceneBody& body, const ir::Vec3& at, double t) -> ir::Vec3 {
    return placed(pose_of(body, t), ir::Vec2(at));
  });
}

Camera PlaneDrawing::camera(int frame) const {
  if (room_) return going(moving_extent(cast_, instant(frame), false), *room_, stage_);
  Camera camera = still_;
  if (!followed()) return camera;
  const ir::Vec2 p = placed(pose_of(*followed(), instant(frame)), ir::Vec2(middle_of_followed()));
  camera.cx = stage_.x + stage_.w / 2 - camera.scale * p.x;
  camera.cy = stage_.y + stage_.h / 2 + camera.scale * p.y;
  return camera;
}

void PlaneDrawing::draw(Canvas& canvas, int frame) {
  Stage stage{cast_, canvas, camera(frame), stage_, instant(frame), {}, {}};
  for (const SceneBody& body : scene_.bodies) stage.poses.push_back(pose_of(body, stage.t));
  begin_stage(canvas);
  draw_grid(stage);
  draw_guides(stage);
  draw_planes(stage);
  if (lens_) cone(canvas, seen_contact(stage, lens_->contact()));
  draw_bodies(stage);
  trails(canvas, frame, [&](const ir::Vec3& p) { return stage.camera.to(p); });
  draw_joints(stage);
  draw_centres(stage);
  draw_loads(stage);
  draw_contacts(stage);
  draw_names(stage, sides_);
  draw_scale(canvas, stage_, stage.camera.scale);
  canvas.end();
  if (lens_) lens_->draw(canvas, seen_contact(stage, lens_->contact()));
}

}  // namespace mbs::film

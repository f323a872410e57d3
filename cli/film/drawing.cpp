#include "cli/film/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lang/text/number.hpp"

namespace mbs::film {

namespace {

constexpr int per_frame = 4;  // places of a trail
constexpr std::string_view trail_colours[] = {look::way, look::drive, look::load,
                                              "#b98300", "#4a9fc9",   "#555b66"};

// "500 times slower", "20 times faster"
std::string speed_text(double slow) {
  if (std::abs(slow - 1) < 1e-9) return "as fast as it happens";
  const double times = slow > 1 ? slow : 1 / slow;
  return format_number(times, 4) + (slow > 1 ? " times slower" : " times faster");
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

}  // namespace

Drawing::Drawing(const FilmOutput& film)
    : film_(film), scene_(*film_.scene), cast_(cast_of(scene_, film.from, film.to)) {
  lay_out();
  find_ways();
}

double Drawing::instant(int frame) const {
  if (film_.frames < 2) return film_.from;
  if (frame + 1 == film_.frames) return film_.to;
  return film_.from + (film_.to - film_.from) * frame / (film_.frames - 1);
}

// The lens, if there is one, to the right of the mechanism.
void Drawing::lay_out() {
  constexpr double line = 40;  // for the clock
  const auto [w, h] = film_.asked.size;
  whole_ = {0, 0, static_cast<double>(w), static_cast<double>(h)};
  stage_ = whole_;
  stage_.h -= line;
  const auto lens = static_cast<std::size_t>(film_.asked.lens.index);
  if (film_.asked.lens.valid() && lens < scene_.contacts.size()) {
    const double radius = std::min(0.3 * whole_.h, 0.19 * whole_.w);
    const double margin = 0.1 * radius + 12;
    stage_.w -= 2 * radius + 2 * margin;
    lens_ = std::make_unique<Lens>(
        cast_, scene_.contacts[lens],
        Pixel{whole_.w - margin - radius, std::max(radius + margin, 0.42 * whole_.h)}, radius,
        film_.from, film_.to);
  }
  const Extent extent = extent_of(cast_, film_.from, film_.to);
  still_ = fitted(extent, stage_);
  const auto body = static_cast<std::size_t>(film_.asked.follow.index);
  if (!film_.asked.follow.valid() || body >= scene_.bodies.size()) return;
  // As near as four times its reach, but not so far that more is seen than there is.
  const double reach = 4 * reach_of(scene_.bodies[body]), least = std::min(stage_.w, stage_.h);
  if (reach > 0) still_.scale = std::max(still_.scale, least / 2 / reach);
}

Camera Drawing::camera(int frame) const {
  Camera camera = still_;
  const auto body = static_cast<std::size_t>(film_.asked.follow.index);
  if (!film_.asked.follow.valid() || body >= scene_.bodies.size()) return camera;
  const SceneBody& followed = scene_.bodies[body];
  const ir::Vec2 middle = followed.massive ? ir::Vec2(followed.cm) : ir::Vec2{0, 0};
  const ir::Vec2 p = placed(pose_of(followed, instant(frame)), middle);
  camera.cx = stage_.x + stage_.w / 2 - camera.scale * p.x;
  camera.cy = stage_.y + stage_.h / 2 + camera.scale * p.y;
  return camera;
}

void Drawing::find_ways() {
  for (const ir::FilmPoint& point : film_.asked.trails) {
    std::vector<ir::Vec2> way;
    const auto body = static_cast<std::size_t>(point.body.index);
    const int count = body < scene_.bodies.size() ? per_frame * (film_.frames - 1) + 1 : 0;
    for (int k = 0; k < count; ++k) {
      const double part = count > 1 ? static_cast<double>(k) / (count - 1) : 0;
      const double t = film_.from + (film_.to - film_.from) * part;
      way.push_back(placed(pose_of(scene_.bodies[body], t), ir::Vec2(point.at)));
    }
    ways_.push_back(std::move(way));
  }
}

// Each from the begin of the film to the instant of the frame.
void Drawing::trails(const Stage& stage, int frame) const {
  for (std::size_t k = 0; k < ways_.size(); ++k) {
    const std::size_t end = std::min(ways_[k].size(), std::size_t(per_frame) * frame + 1);
    Path path;
    Pixel pen;
    for (std::size_t i = 0; i < end; ++i) {
      const Pixel p = stage.camera.to(ways_[k][i]);
      const bool drawn = i > 0 && i + 1 < end && std::hypot(p.x - pen.x, p.y - pen.y) < 0.7;
      if (drawn || !std::isfinite(p.x) || !std::isfinite(p.y)) continue;
      path.line(p);
      pen = p;
    }
    const std::string_view colour = trail_colours[k % std::size(trail_colours)];
    stage.canvas.draw(path, {.stroke = colour, .width = 2});
    if (end > 0) stage.canvas.circle(stage.camera.to(ways_[k][end - 1]), 3.5, {.fill = colour});
  }
}

void Drawing::captions(const Stage& stage) const {
  const double y = whole_.h - 14;
  const std::string clock = time_text(stage.t, film_);
  stage.canvas.text({18, y}, clock, 19, look::ink, Anchor::start, true);
  const double beside = 18 + text_width(time_text(film_.to, film_), 20) + 24;
  if (film_.frames > 1 && beside + text_width(speed_text(film_.slow), 15) < stage_.w)
    stage.canvas.text({beside, y}, speed_text(film_.slow), 15, look::soft);
}

std::string Drawing::frame(int frame) {
  Canvas canvas(film_.asked.size[0], film_.asked.size[1]);
  Stage stage{cast_, canvas, camera(frame), stage_, instant(frame), {}, {}};
  for (const SceneBody& body : scene_.bodies) stage.poses.push_back(pose_of(body, stage.t));
  const double beside = lens_ ? stage_.w : whole_.w;
  canvas.begin_box({0, 0}, beside, stage_.h);
  draw_grid(stage);
  draw_guides(stage);
  draw_bodies(stage);
  trails(stage, frame);
  draw_joints(stage);
  draw_centres(stage);
  draw_loads(stage);
  draw_contacts(stage);
  draw_names(stage, sides_);
  draw_scale(stage);
  canvas.end();
  if (lens_) lens_->draw(stage);
  captions(stage);
  return canvas.take();
}

}  // namespace mbs::film

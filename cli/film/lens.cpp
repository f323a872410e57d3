#include "cli/film/lens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "cli/film/outlines.hpp"
#include "cli/film/symbols.hpp"
#include "lang/text/number.hpp"

namespace mbs::film {

namespace {

// The widest gap that a lens shows, in its radii; a wider one is not drawn to scale, and it says
// so.
constexpr double widest_gap = 0.95;

constexpr std::size_t smooth = 60;  // points from which on a curve has no corners

// Three digits, 11 700.
std::string times_text(double times) {
  if (!(times >= 1e3 && times < 1e9)) return format_number(times, 3);
  const double unit = std::pow(10, std::floor(std::log10(times)) - 2);
  std::string text = fmt::format("{:.0f}", std::round(times / unit) * unit);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, " ");
  return text;
}

// Along the surface, and towards the other body.
std::vector<ir::Vec2> in_axes_of(const CurveOutline& curve, double angle, double ux, double uy) {
  const double c = std::cos(angle), s = std::sin(angle);
  std::vector<ir::Vec2> points;
  for (const ir::Vec2& p : curve.points) {
    const double x = c * p.x - s * p.y, y = s * p.x + c * p.y;
    points.push_back({x * uy - y * ux, x * ux + y * uy});
  }
  return points;
}

// `along`: where it is touched, in these axes.
double fall_of(const std::vector<ir::Vec2>& points, double x, double along) {
  const auto top = std::ranges::max_element(points, {}, &ir::Vec2::y);
  const std::size_t n = points.size(), i = static_cast<std::size_t>(top - points.begin());
  const ir::Vec2 before = points[(i + n - 2) % n], after = points[(i + 2) % n];
  const bool round = n > smooth;
  if (round && std::abs(x) < std::min(std::abs(before.x - top->x), std::abs(after.x - top->x))) {
    double curvature = 0;
    for (const ir::Vec2& p : {before, after})
      curvature += (top->y - p.y) / std::max((p.x - top->x) * (p.x - top->x), 1e-300);
    return std::max(0.0, curvature) * x * x / 2;
  }
  const auto [first, last] = std::ranges::minmax(points, {}, &ir::Vec2::x);
  const double from = !round && std::isfinite(along) ? std::clamp(along, first.x, last.x) : top->x;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < n; ++k) {
    const ir::Vec2 a = points[k], b = points[(k + 1) % n];
    const double u = (x + from - a.x) / (b.x - a.x);
    if (u >= 0 && u <= 1) least = std::min(least, top->y - a.y - u * (b.y - a.y));
  }
  return std::isfinite(least) ? least : 1e9;
}

// A part of a ring about its own origin: its outline turns to both sides.
bool is_band(const CurveOutline& curve) {
  const std::size_t n = curve.points.size();
  double least = 0, most = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const ir::Vec2 a = curve.points[(i + n - 1) % n], p = curve.points[i],
                   b = curve.points[(i + 1) % n];
    const double turn = (p.x - a.x) * (b.y - p.y) - (p.y - a.y) * (b.x - p.x);
    least = std::min(least, turn), most = std::max(most, turn);
  }
  return least < -1e-3 * most;
}

// How it falls back: hollow within, round outside. `along`, `distance`: where it is touched, along
// the surface and from the origin.
double fall_of_band(const std::vector<ir::Vec2>& points, double x, double along, double distance) {
  const auto radius = [](const ir::Vec2& p) { return std::hypot(p.x, p.y); };
  const auto [first, last] = std::ranges::minmax(points, {}, radius);
  const double inner = radius(first), outer = radius(last);
  const bool hollow = std::abs(distance - inner) < std::abs(distance - outer);
  const double r = hollow ? inner : outer, at = along + x;
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const ir::Vec2& p : points)
    if (std::abs(radius(p) - r) < 1e-6 * r)
      least = std::min(least, p.x), most = std::max(most, p.x);
  if (!(at >= least && at <= most && std::abs(at) < r)) return 1e9;
  return (hollow ? -1 : 1) *
         (std::sqrt(std::max(0.0, r * r - along * along)) - std::sqrt(r * r - at * at));
}

}  // namespace

double fall_back(const ScenePart& part, const ScenePose& pose, double ux, double uy, double x,
                 ir::Vec2 touch) {
  if (const auto* disc = std::get_if<DiscOutline>(&part.outline)) {
    const double radius = disc->radius;
    if (!(radius > 0)) return std::abs(x);  // a corner, drawn as a right one
    if (disc->hollow) return -x * x / 2 / radius;
    const double chord = radius * radius - x * x;
    return chord > 0 ? x * x / (radius + std::sqrt(chord)) : 1e9;
  }
  const auto* curve = std::get_if<CurveOutline>(&part.outline);
  if (!curve || curve->points.empty()) return 0;
  const double c = std::cos(pose.angle), s = std::sin(pose.angle);
  const double dx = touch.x - pose.x - c * part.at.x + s * part.at.y;
  const double dy = touch.y - pose.y - s * part.at.x - c * part.at.y;
  const std::vector<ir::Vec2> points = in_axes_of(*curve, pose.angle + part.at.angle, ux, uy);
  const double along = dx * uy - dy * ux;
  const double distance = std::hypot(dx, dy);
  // Where it ends it is met by its corner.
  if (is_band(*curve) && std::abs(along) < 0.02 * distance)
    return fall_of_band(points, x, along, distance);
  return fall_of(points, x, along);
}

SeenContact seen_contact(const Stage& stage, const SceneContact& contact) {
  const auto pose = [&](int body) { return stage.poses[static_cast<std::size_t>(body)]; };
  SeenContact seen{stage.t, stage.camera.scale,
                   {},      contact_at(contact, stage.t, stage.cast.moment),
                   0,       {pose(contact.first), pose(contact.second)},
                   {},      {}};
  seen.fills = {fill_of(stage.cast.tones[contact.first]),
                fill_of(stage.cast.tones[contact.second])};
  seen.part = arrow_part(seen.state, stage.cast.hardest, stage.cast.struck);
  seen.place = contact_pixel(stage, contact, seen.state);
  seen.eccentricity = [&contact](double t) {
    return ir::Vec2{at(contact.place, t, 0), at(contact.place, t, 1)};
  };
  return seen;
}

Lens::Lens(const SceneContact& contact, double size, Place place, double from, double to)
    : contact_(contact),
      size_(size),
      middle_(place.middle),
      radius_(place.radius),
      room_(place.room),
      from_(from),
      to_(to) {}

double Lens::magnification(const SeenContact& seen) const {
  if (contact_.clearance > 0) return 0.3 * ring() / contact_.clearance;
  // Without an impact there is nothing to go by but the size of what is there.
  const double deep = deepest(contact_), gap = seen.state.gap;
  const double most = 0.3 * radius_ / (deep > 0 ? deep : std::max(1e-3 * size_, 1e-300));
  // Apart they are seen as long as they are larger than on the mechanism.
  return gap > 0 ? std::clamp(0.9 * radius_ / gap, std::min(most, 2 * seen.scale), most) : most;
}

double Lens::parted(const SeenContact& seen, double along) const {
  const ContactAt& state = seen.state;
  double sum = 0;
  for (const std::size_t side : {0, 1}) {
    const double sign = side == 0 ? 1 : -1;
    sum += fall_back(side == 0 ? contact_.on_first : contact_.on_second, seen.poses[side],
                     sign * state.nx, sign * state.ny, sign * along, {state.px, state.py});
  }
  return sum;
}

// Where they have parted by some times as much as they go deep; beside an edge that ends at once by
// half of that on the other side. Never enlarged more than across; of what is flat a part of the
// mechanism.
double Lens::span(const SeenContact& seen) const {
  constexpr int halvings = 24;
  const double reach = 0.3 * radius_ / magnification(seen);
  const double most = 1.9 * std::sqrt(2 * size_ * reach);
  const auto cut = [&](double x) { return std::min(parted(seen, x), 5.4 * reach); };
  double low = std::min(0.95 / 0.3 * reach, most), high = most;
  for (int i = 0; i < halvings && high > 1.01 * low; ++i) {
    const double middle = std::sqrt(low * high);
    (cut(middle) + cut(-middle) < 7.2 * reach ? low : high) = middle;
  }
  return high;
}

void Lens::draw(Canvas& canvas, const SeenContact& seen) const {
  if (contact_.clearance > 0)
    journal(canvas, seen);
  else
    surfaces(canvas, seen);
  words(canvas, seen);
}

void Lens::cone(Canvas& canvas, const SeenContact& seen) const {
  const Pixel p = seen.place;
  const double d = std::hypot(middle_.x - p.x, middle_.y - p.y), r = 6;
  if (!std::isfinite(d) || d < radius_ + r) return;
  const double angle = std::atan2(middle_.y - p.y, middle_.x - p.x);
  const double lean = std::acos(std::clamp((r - radius_) / d, -1.0, 1.0));
  const auto on = [](Pixel c, double k, double a) -> Pixel {
    return {c.x + k * std::cos(a), c.y + k * std::sin(a)};
  };
  canvas.draw(polygon({on(p, r, angle + lean), on(middle_, radius_, angle + lean),
                       on(middle_, radius_, angle - lean), on(p, r, angle - lean)}),
              {.fill = look::ink, .opacity = 0.09});
}

void Lens::force(Canvas& canvas, Pixel p, const SeenContact& seen) const {
  const ir::Vec2 pull = seen.state.pull();
  const double size = std::hypot(pull.x, pull.y), k = 0.78 * radius_ * seen.part / size;
  if (!(size > 0) || !std::isfinite(k)) return;
  canvas.begin_faded(arrow_strength(seen.state));
  draw_arrow(canvas, p, {p.x + k * pull.x, p.y - k * pull.y}, 3.2, look::touch);
  canvas.end_faded();
}

void Lens::journal(Canvas& canvas, const SeenContact& seen) const {
  const ContactAt& state = seen.state;
  const double k = magnification(seen), gap = k * contact_.clearance, r = ring() - gap;
  const Pixel journal{middle_.x + k * state.ex, middle_.y - k * state.ey};
  draw_ring(canvas, middle_, radius_, ring(), seen.fills[contact_.first_is_bearing ? 0 : 1]);
  canvas.circle(
      journal, r,
      {.fill = seen.fills[contact_.first_is_bearing ? 1 : 0], .stroke = look::edge, .width = 1.6});
  canvas.circle(middle_, gap, {.stroke = look::faint, .width = 1, .dash = "3 3"});
  orbit(canvas, seen);
  if (state.seen()) {
    const double angle = std::atan2(-state.ey, state.ex), e = k * std::hypot(state.ex, state.ey);
    // Where the two circles cross; a little more, so that a light touch is seen.
    double half = 0;
    if (e > gap)
      half = std::acos(std::clamp((ring() * ring() + e * e - r * r) / (2 * ring() * e), -1.0, 1.0));
    half = std::max(0.07, half);
    canvas.draw(Path().arc(middle_, ring() + 2.5, angle - half, angle + half),
                {.stroke = look::touch, .width = 7});
    force(canvas,
          {middle_.x + (ring() - 3) * std::cos(angle), middle_.y + (ring() - 3) * std::sin(angle)},
          seen);
  }
  canvas.circle(journal, 3.5, {.fill = state.seen() ? look::touch : look::way});
}

// The way of the journal's centre of late, fading.
void Lens::orbit(Canvas& canvas, const SeenContact& seen) const {
  constexpr int pieces = 6, parts = 24;
  const double t = seen.t;
  const double begin = std::max(from_, t - (to_ - from_) / 12), k = magnification(seen);
  if (!(t > begin)) return;
  for (int piece = 0; piece < pieces; ++piece) {
    Path path;
    for (int i = 0; i <= parts; ++i) {
      const double at_t = begin + (t - begin) * (piece * parts + i) / (pieces * parts);
      const ir::Vec2 e = seen.eccentricity(at_t);
      path.line({middle_.x + k * e.x, middle_.y - k * e.y});
    }
    canvas.draw(path, {.stroke = look::way, .width = 1.5, .opacity = 0.8 * (piece + 1) / pieces});
  }
}

// In axes with x along the normal, on the screen: the first body on the left, the second on the
// right; y along the surfaces.
void Lens::surfaces(Canvas& canvas, const SeenContact& seen) const {
  constexpr int half = 40;
  const ContactAt& state = seen.state;
  const double R = radius_, kn = magnification(seen), kt = 0.95 * R / span(seen);
  const double gap = std::clamp(state.gap * kn, -1.2 * R, widest_gap * R);
  canvas.circle(middle_, R, {.fill = look::card});
  canvas.begin_circle(middle_, R, std::atan2(-state.ny, state.nx));
  std::array<std::vector<Pixel>, 2> edges;
  for (const std::size_t side : {0, 1}) {
    const ScenePart& part = side == 0 ? contact_.on_first : contact_.on_second;
    const double sign = side == 0 ? 1 : -1;
    for (int i = -half; i <= half; ++i) {
      const double y = 1.05 * R * i / half;
      const double fall = fall_back(part, seen.poses[side], sign * state.nx, sign * state.ny,
                                    sign * y / kt, {state.px, state.py});
      const double deep = std::min(kn * fall, 4 * R);  // far out of the picture
      edges[side].push_back({-sign * (gap / 2 + deep), y});
    }
    std::vector<Pixel> whole = edges[side];
    whole.push_back({-sign * 2 * R, 1.05 * R});
    whole.push_back({-sign * 2 * R, -1.05 * R});
    canvas.draw(polygon(whole), {.fill = seen.fills[side],
                                 .stroke = look::edge,
                                 .width = 1.6,
                                 .opacity = side == 0 ? 1 : 0.82});
  }
  if (state.seen()) {  // where they overlap; a light touch is seen, too
    Path touch;
    for (std::size_t i = 0; i < edges[0].size(); ++i)
      if (edges[0][i].x >= edges[1][i].x) touch.line(edges[0][i]);
    if (touch.text().empty()) touch.line({0, -4});
    for (std::size_t i = edges[1].size(); i-- > 0;)
      if (edges[0][i].x >= edges[1][i].x) touch.line(edges[1][i]);
    touch.line({0, 4}).close();
    canvas.draw(touch, {.fill = look::touch, .stroke = look::touch, .width = 2.5});
  }
  canvas.end();
  if (state.seen()) force(canvas, middle_, seen);
  canvas.circle(middle_, R, {.stroke = look::edge, .width = 1.6});
}

void Lens::words(Canvas& canvas, const SeenContact& seen) const {
  const ContactAt& state = seen.state;
  const double k = magnification(seen);
  constexpr double tall = 100;  // at their usual size; smaller where there is less room
  const double small = std::clamp(room_ / tall, 0.0, 1.0), half = std::min(radius_, 92.0);
  const double left = middle_.x - half, right = middle_.x + half;
  double y = middle_.y + radius_ + 28 * small;
  canvas.text({left, y}, contact_.name, 17 * small, look::ink, Anchor::start, true);
  const bool far = contact_.clearance <= 0 && state.gap * k > widest_gap * radius_;
  canvas.text({right, y}, far ? "not to scale" : "gap × " + times_text(k / seen.scale), 14 * small,
              look::soft, Anchor::end);
  const auto row = [&](std::string_view what, const std::string& value) {
    y += 22 * small;
    canvas.text({left, y}, what, 14 * small, look::soft);
    canvas.text({right, y}, value, 14 * small, state.seen() ? look::touch : look::ink, Anchor::end,
                state.seen());
  };
  const auto shown = [](double value, std::string_view unit, double least = 0) {
    return value > least ? quantity(value, unit, 3) : std::string("0");
  };
  // What rounding leaves where rigid bodies touch is no depth.
  const double rounding = 1e-12 * size_, depth = std::max(state.delta, -state.gap);
  row(depth > rounding ? "depth" : "gap", shown(std::max(depth, state.gap), "m", rounding));
  if (state.blow > 0 && !(state.FN > 0))
    row("blow", shown(state.blow, "N·s"));
  else
    row("force", shown(std::hypot(state.FN, state.FT), "N"));
  row("contact", state.number < 0
                     ? std::string("open")
                     : fmt::format("{} of {}", state.number + 1, contact_.impacts.size()));
}

}  // namespace mbs::film

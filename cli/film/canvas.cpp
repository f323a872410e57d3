#include "cli/film/canvas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cli/output/markup.hpp"
#include "lang/text/number.hpp"
#include "lang/text/utf8.hpp"

namespace mbs::film {

namespace {

std::string number(double value) {
  constexpr double most = 1e6;
  if (!std::isfinite(value)) value = std::isnan(value) ? 0 : std::copysign(most, value);
  std::string text = format_number(std::clamp(value, -most, most), {.digits = 2, .format = 'f'});
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string at(Pixel p) {
  return number(p.x) + " " + number(p.y);
}

std::string attributes(const Style& style) {
  std::string text = fmt::format("fill=\"{}\"", style.fill);
  if (style.stroke != "none")
    text += fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", style.stroke, number(style.width));
  if (style.opacity < 1) text += fmt::format(" opacity=\"{}\"", number(style.opacity));
  if (!style.dash.empty()) text += fmt::format(" stroke-dasharray=\"{}\"", style.dash);
  return text;
}

}  // namespace

Path& Path::move(Pixel p) {
  text_ += "M" + at(p);
  return *this;
}
Path& Path::line(Pixel p) {
  text_ += (text_.empty() || text_.back() == 'Z' ? "M" : "L") + at(p);
  return *this;
}
Path& Path::close() {
  text_ += "Z";
  return *this;
}

// In parts below half a turn, which have one meaning.
Path& Path::arc(Pixel centre, double radius, double from, double to) {
  const int parts = 1 + static_cast<int>(std::abs(to - from) / 2);
  const auto on = [&](double angle) -> Pixel {
    return {centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)};
  };
  line(on(from));
  for (int k = 1; k <= parts; ++k)
    text_ += fmt::format("A{0} {0} 0 0 {1} {2}", number(radius), to > from ? 1 : 0,
                         at(on(from + (to - from) * k / parts)));
  return *this;
}
Path& Path::circle(Pixel centre, double radius) {
  return arc(centre, radius, 0, 2 * std::numbers::pi).close();
}

Path polygon(const std::vector<Pixel>& points) {
  Path path;
  for (const Pixel p : points) path.line(p);
  return path.close();
}

Canvas::Canvas(int width, int height)
    : out_(fmt::format(
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 "
          "{0} {1}\" font-family=\"sans-serif\" stroke-linejoin=\"round\" "
          "stroke-linecap=\"round\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"{2}\"/>\n",
          width, height, look::card)) {}

void Canvas::draw(const Path& path, const Style& style) {
  if (!path.text().empty())
    out_ += fmt::format("<path d=\"{}\" {}/>\n", path.text(), attributes(style));
}
void Canvas::line(Pixel a, Pixel b, double width, std::string_view stroke) {
  draw(Path().move(a).line(b), {.stroke = stroke, .width = width});
}
void Canvas::circle(Pixel centre, double radius, const Style& style) {
  out_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>\n", number(centre.x),
                      number(centre.y), number(radius), attributes(style));
}

void Canvas::ball(Pixel centre, double radius, const Style& style) {
  if (!shaded_)
    out_ +=
        "<radialGradient id=\"ball\" fx=\"0.33\" fy=\"0.3\"><stop stop-color=\"#fff\" "
        "stop-opacity=\"0.35\"/><stop offset=\"1\" stop-opacity=\"0.14\"/></radialGradient>\n";
  shaded_ = true;
  circle(centre, radius, {.fill = style.fill});
  Style light = style;
  light.fill = "url(#ball)";
  circle(centre, radius, light);
}

void Canvas::text(Pixel place, std::string_view text, double size, std::string_view fill,
                  Anchor anchor, bool bold, bool halo) {
  static constexpr std::string_view anchors[] = {"start", "middle", "end"};
  const std::string common = fmt::format(
      "x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\"{}", number(place.x), number(place.y),
      number(size), anchors[static_cast<int>(anchor)], bold ? " font-weight=\"600\"" : "");
  const std::string escaped = markup_escaped(text);
  if (halo)
    out_ += fmt::format("<text {} fill=\"none\" stroke=\"{}\" stroke-width=\"4\">{}</text>\n",
                        common, look::card, escaped);
  out_ += fmt::format("<text {} fill=\"{}\">{}</text>\n", common, fill, escaped);
}

void Canvas::begin_circle(Pixel centre, double radius, double angle) {
  out_ += fmt::format(
      "<clipPath id=\"c{0}\"><circle r=\"{1}\"/></clipPath>\n<g clip-path=\"url(#c{0})\" "
      "transform=\"translate({2} {3}) rotate({4})\">\n",
      ++clips_, number(radius), number(centre.x), number(centre.y),
      number(angle * 180 / std::numbers::pi));
}
void Canvas::begin_box(Pixel corner, double width, double height) {
  out_ += fmt::format(
      "<clipPath id=\"c{0}\"><rect x=\"{1}\" y=\"{2}\" width=\"{3}\" height=\"{4}\"/></clipPath>\n"
      "<g clip-path=\"url(#c{0})\">\n",
      ++clips_, number(corner.x), number(corner.y), number(width), number(height));
}
void Canvas::end() {
  out_ += "</g>\n";
}
void Canvas::begin_faded(double strength) {
  faded_ = strength < 1;
  if (faded_) out_ += fmt::format("<g opacity=\"{}\">\n", number(strength));
}
void Canvas::end_faded() {
  if (faded_) end();
  faded_ = false;
}
std::string Canvas::take() {
  return std::move(out_) + "</svg>\n";
}

double text_width(std::string_view text, double size) {
  return 0.58 * size * static_cast<double>(utf8::count(text));
}

}  // namespace mbs::film

// An SVG picture of pixels: x to the right, y downwards, from the upper left corner.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mbs::film {

struct Pixel {
  double x = 0, y = 0;
};

// The look of light pages; one warm colour, `touch`, means contact and nothing else.
namespace look {
inline constexpr std::string_view card = "#ffffff", sunk = "#f3f3ef", ink = "#1b2330",
                                  soft = "#566072", faint = "#666f7d", grid = "#eeeee9",
                                  touch = "#d1440c", steel = "#aab6c6", glass = "#eef2f6",
                                  edge = "#5d6b7f", way = "#1f5fa8", drive = "#1a8a6b",
                                  load = "#a2559b";
}  // namespace look

struct Style {
  std::string_view fill = "none", stroke = "none";
  double width = 1.3;  // of the stroke
  double opacity = 1;
  std::string_view dash = {};
};

// A path, piece by piece. Numbers beyond a million pixels are cut there; what is not finite is 0.
class Path {
 public:
  Path& move(Pixel p);
  Path& line(Pixel p);
  // On a circle around `centre`, from one angle to another, rad, counter-clockwise as seen if `to`
  // is smaller; at most one turn. The pen goes straight to its begin.
  Path& arc(Pixel centre, double radius, double from, double to);
  Path& circle(Pixel centre, double radius);
  Path& close();
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};
Path polygon(const std::vector<Pixel>& points);

enum class Anchor { start, middle, end };

class Canvas {
 public:
  Canvas(int width, int height);
  void draw(const Path& path, const Style& style);
  void line(Pixel a, Pixel b, double width = 1.3, std::string_view stroke = look::edge);
  void circle(Pixel centre, double radius, const Style& style);
  // Round, with light from the upper left.
  void ball(Pixel centre, double radius, const Style& style);
  // The base line of the text begins, has its middle or ends at `at`. `halo`: what it stands on
  // keeps off.
  void text(Pixel at, std::string_view text, double size, std::string_view fill,
            Anchor anchor = Anchor::start, bool bold = false, bool halo = false);
  // What follows is seen within a circle only, turned by `angle` (rad, clockwise as seen) about its
  // centre, which is the new origin.
  void begin_circle(Pixel centre, double radius, double angle);
  void begin_box(Pixel corner, double width, double height);  // seen within it
  void end();
  // What follows is seen through; nothing of it if `strength` is 1.
  void begin_faded(double strength);
  void end_faded();
  std::string take();  // the whole document

 private:
  std::string out_;
  int clips_ = 0;
  bool shaded_ = false, faded_ = false;
};

// About how wide a text is.
double text_width(std::string_view text, double size);

}  // namespace mbs::film

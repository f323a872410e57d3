#include <doctest/doctest.h>

#include <algorithm>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "cli/output/crowded.hpp"
#include "cli/output/plot_data.hpp"
#include "cli/output/svg_plot.hpp"
#include "cli/output/text_plot.hpp"
#include "cli/output/typeset.hpp"

using namespace mbs;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// A force-penetration loop, run through to the right above and back below.
PlotData loop() {
  PlotData data{"hit.delta", "um", {}, {{"hit.FN", "kN", {}}}};
  for (int i = 0; i <= 200; ++i) {
    const double phase = i * std::numbers::pi / 200;
    data.x.push_back(50 * std::sin(phase));
    data.curves[0].y.push_back(10 * std::sin(phase) * (1 + 0.5 * std::cos(phase)));
  }
  return data;
}

PlotData two_lines() {
  return {"t", "s", {0, 1, 2}, {{"up", "m", {-1, 0, 1}}, {"down", "m", {1, 0, -1}}}};
}

int occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("one curve in ASCII") {
  CHECK(render(loop(), {.width = 40, .height = 6}) ==
        "hit.FN [kN]\n"
        " 11 |                           ...---''''''.\n"
        "    |                    ...--'''        ..''\n"
        "    |               ..--''          ...-''\n"
        "    |          ..-''        ....--'''\n"
        "    |    ..--''  .....---''''\n"
        "  0 |...''---''''\n"
        "    +----------------------------------------\n"
        "     0            hit.delta [um]           50\n");
}

TEST_CASE("one curve in Braille") {
  CHECK(render(loop(), {.width = 30, .height = 4, .unicode = true}) ==
        "hit.FN [kN]\n"
        " 11 │                  ⣀⣀⠤⠤⠖⠒⠚⠉⠉⠉⢉⡷\n"
        "    │           ⢀⣀⠤⠔⠒⠋⠉     ⢀⣀⡤⠴⠒⠉\n"
        "    │     ⢀⣀⠤⠖⠊⠉⠁  ⣀⣀⣀⠤⠤⠔⠒⠊⠉⠉\n"
        "  0 │⣀⣤⡴⠮⠭⠥⠔⠒⠒⠒⠊⠉⠉⠉\n"
        "    └──────────────────────────────\n"
        "     0       hit.delta [um]      50\n");
}

TEST_CASE("several curves have marks and a legend; the first is on top") {
  CHECK(render(two_lines(), {.width = 21, .height = 7}) ==
        "* up [m]   + down [m]\n"
        "  1 |++                 **\n"
        "    |  +++          ****\n"
        "    |     ++++   ***\n"
        "  0 |         ***\n"
        "    |     ****   +++\n"
        "    |  ***          ++++\n"
        " -1 |**                 ++\n"
        "    +---------------------\n"
        "     0       t [s]       2\n");
  CHECK(render(two_lines(), {.width = 11, .height = 3, .unicode = true}) ==
        "● up [m]   + down [m]\n"
        "  1 │+++     ●●●\n"
        "    │   ●●●●●\n"
        " -1 │●●●     +++\n"
        "    └───────────\n"
        "     0  t [s]  2\n");
}

TEST_CASE("without a legend the curves are there and their names are not") {
  PlotData data = two_lines();
  const std::string named = render_svg(data);
  data.style.legend = false;
  const std::string svg = render_svg(data), text = render(data, {.width = 21, .height = 7});
  CHECK(occurrences(named, "down") == 1);
  CHECK(occurrences(svg, "down") == 0);
  CHECK(occurrences(named, "<path d=\"M") - occurrences(svg, "<path d=\"M") == 2);  // its samples
  CHECK(text.starts_with("  1 |++ "));
  data.y_name = "height";
  CHECK(render(data, {.width = 21, .height = 7}).starts_with("height\n  1 |++ "));
  PlotData alone = loop();  // what one curve shows is said at its axis
  alone.style.legend = false;
  CHECK(render(alone, {.width = 40, .height = 6}).starts_with("hit.FN [kN]\n"));
}

TEST_CASE("constant data, one point, gaps, nothing") {
  PlotData data{"t", "s", {0, 1, 2, 3}, {{"x", "m", {5, 5, not_a_number, 5}}}};
  CHECK(render(data, {.width = 13, .height = 3}) ==
        "x [m]\n"
        " 5.5 |\n"
        "     |-----       -\n"
        " 4.5 |\n"
        "     +-------------\n"
        "      0   t [s]   3\n");
  data = {"t", "", {3}, {{"x", "", {2000}}}};
  CHECK(render(data, {.width = 11, .height = 3}) ==
        "x\n"
        " 2200 |\n"
        "      |     -\n"
        " 1800 |\n"
        "      +-----------\n"
        "       2.7  t  3.3\n");
  CHECK(render(PlotData{"t", "s", {}, {{"x", "m", {}}, {"y", "m", {}}}}) ==
        "x, y: nothing to plot\n");
  CHECK(render(PlotData{"t", "s", {1}, {{"x", "m", {not_a_number}}}}) == "x: nothing to plot\n");
  CHECK(render(PlotData{}) == "plot: nothing to plot\n");
}

TEST_CASE("numbers of any size fit") {
  const double huge = std::numeric_limits<double>::max();
  const PlotData data{"t", "s", {-huge, huge}, {{"x", "m", {-huge, huge}}}};
  CHECK(occurrences(render(data), "\n") == 21);
  CHECK(occurrences(render_svg(data), "</svg>") == 1);
  CHECK(render_svg(data).find("nan") == std::string::npos);
  const PlotData tiny{"t", "s", {0, 5e-324}, {{"x", "m", {0, 5e-324}}}};
  CHECK(occurrences(render(tiny), "\n") == 21);
  CHECK(render_svg(tiny).find("nan") == std::string::npos);
}

TEST_CASE("ticks") {
  CHECK(nice_ticks({0, 10}, 6) == std::vector<double>{0, 2, 4, 6, 8, 10});
  CHECK(nice_ticks({-0.5, 2.1}, 4) == std::vector<double>{0, 1, 2});
  CHECK(nice_ticks({0, 720}, 9, "deg") ==
        std::vector<double>{0, 90, 180, 270, 360, 450, 540, 630, 720});
  CHECK(nice_ticks({0, 9}, 10, "deg").size() == 10);
  CHECK(nice_ticks({1, 1}, 5).empty());
  const double near[] = {1e6, 1e6 + 1};
  CHECK(tick_labels(near, 3) == std::vector<std::string>{"1000000", "1000001"});
}

TEST_CASE("pictures") {
  const std::string svg = render_svg(two_lines());
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"440\""));
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(occurrences(svg, "fill=\"none\"") == 2);
  CHECK(svg.find(">up [m]</text>") != std::string::npos);
  CHECK(svg.find(">t</tspan> [s]</text>") != std::string::npos);

  PlotData odd{"a<b", "s", {0, 1, 2}, {{"\"&\"", "m", {1, not_a_number, 2}}}};
  const std::string escaped = render_svg(odd);
  CHECK(escaped.find("&lt;") != std::string::npos);
  CHECK(escaped.find(">&quot;&amp;&quot; [m]</text>") != std::string::npos);
  CHECK(escaped.find("nan") == std::string::npos);
  CHECK(occurrences(escaped, "h0") == 2);  // two points that nothing joins

  CHECK(render_svg(PlotData{}).find("nothing to plot") != std::string::npos);
}

TEST_CASE("a long run makes no huge picture") {
  PlotData data{"t", "s", {}, {{"x", "m", {}}}};
  for (int i = 0; i < 200000; ++i) {
    data.x.push_back(i);
    data.curves[0].y.push_back(i);
  }
  CHECK(render_svg(data).size() < 60000);
}

TEST_CASE("ranges that are asked for") {
  PlotData data = two_lines();
  data.style.x_range = Range{0, 1};
  CHECK(ranges_of(data).x.high == 1);
  CHECK(ranges_of(data).y.high == 1);
  CHECK_FALSE(ranges_of(data).x.has(2));
  const std::string svg = render_svg(data);
  CHECK(occurrences(svg, "<svg ") == 2);  // the axes cut off what lies outside
  CHECK(occurrences(render_svg(two_lines()), "<svg ") == 1);
}

TEST_CASE("logarithmic axes") {
  PlotData data{"f", "Hz", {0, 1, 10, 100, 1000}, {{"gain", "", {5, 1, 0.1, 0.01, -1}}}};
  data.style.log_x = data.style.log_y = true;
  const PlotRanges ranges = ranges_of(data);
  CHECK(ranges.x.low == 1);  // 0 and what goes with -1 have no place
  CHECK(ranges.x.high == 100);
  CHECK(ranges.y.low == 0.01);
  CHECK(ranges.x.fraction(10) == doctest::Approx(0.5).epsilon(1e-12));
  CHECK(nice_ticks({1, 1e6, true}, 8) == std::vector<double>{1, 10, 100, 1e3, 1e4, 1e5, 1e6});
  CHECK(nice_ticks({1, 1e6, true}, 4) == std::vector<double>{1, 100, 1e4, 1e6});
  CHECK(nice_ticks({1, 20, true}, 8) == std::vector<double>{1, 2, 5, 10, 20});
  CHECK(occurrences(render_svg(data), "NaN") + occurrences(render_svg(data), "nan") == 0);
}

TEST_CASE("what rounding leaves makes a logarithmic axis no longer") {
  PlotData data{"t", "s", {1e-6, 1, 2, 3}, {{"F", "N", {-1, 4e3, 2e-4, 1e-15}}}};
  data.style.log_x = data.style.log_y = true;
  CHECK(ranges_of(data).x.low == 1);  // that of -1 and of 1e-15 does not count
  CHECK(ranges_of(data).x.high == 2);
  CHECK(ranges_of(data).y.low == 2e-4);
  CHECK(occurrences(render_svg(data), "<svg ") == 2);  // its line ends at the axis
  data.style.y_range = Range{1e-15, 1e4};
  CHECK(ranges_of(data).y.low == 1e-15);
}

TEST_CASE("labels of a logarithmic axis are of one notation") {
  using Texts = std::vector<std::string>;
  const Range wide{1e-6, 1e3, true}, short_ones{0.01, 100, true};
  CHECK(axis_labels(wide, std::vector<double>{1e-6, 1e-3, 1, 1e3}) ==
        Texts{"10⁻⁶", "10⁻³", "10⁰", "10³"});
  CHECK(axis_labels({1e-6, 2e-5, true}, std::vector<double>{2e-6, 5e-6, 1e-5}) ==
        Texts{"2·10⁻⁶", "5·10⁻⁶", "10⁻⁵"});
  CHECK(axis_labels(short_ones, std::vector<double>{0.01, 0.1, 1, 10, 100}) ==
        Texts{"0.01", "0.1", "1", "10", "100"});
  CHECK(axis_labels({0, 1e6, false}, std::vector<double>{0, 1e6}) == Texts{"0", "1e6"});
  CHECK(minor_ticks({1, 100, true}).size() == 19);
  CHECK(minor_ticks({1e-100, 1e100, true}).size() == 201);
  CHECK(minor_ticks({1, 100, false}).empty());
}

TEST_CASE("an axis has two ticks at least") {
  for (const Range range : {Range{19, 51, false},
                            {0.33, 0.93, false},
                            {2.1e-7, 4.9e-7, true},
                            {0, 1.05, false},
                            {-47, 44, false}}) {
    CAPTURE(range.low);
    for (const char* unit : {"mm", "deg"})
      for (int most = 2; most < 9; ++most) CHECK(nice_ticks(range, most, unit).size() >= 2);
  }
}

TEST_CASE("three panels stand side by side") {
  PlotData data = two_lines();
  data.curves.push_back(data.curves.front());
  for (int i = 0; i < 3; ++i) data.curves[i].panel = "ce = " + std::to_string(i);
  const std::string svg = render_svg(data);
  CHECK(occurrences(svg, "<svg ") == 4);
  CHECK(occurrences(svg, "<svg x=\"0\"") == 1);
}

TEST_CASE("one scale for both axes") {
  const PlotRanges ranges = equally_scaled({{0, 1, false}, {0, 4, false}, false}, 300, 100);
  CHECK(ranges.x.low == doctest::Approx(-5.5).epsilon(1e-12));
  CHECK(ranges.x.high == doctest::Approx(6.5).epsilon(1e-12));
  CHECK(ranges.y.low == 0);
  CHECK(ranges.y.high == 4);
}

TEST_CASE("a printed picture is as large as asked for") {
  PlotData data = two_lines();
  data.style.size = {0.084, 0.06};
  data.style.title = "a & b";
  const std::string svg = render_svg(data, {.printed = true});
  CHECK(occurrences(svg, "width=\"84mm\" height=\"60mm\"") == 1);
  CHECK(occurrences(svg, "a &amp; b") == 1);
}

TEST_CASE("points are not joined") {
  PlotData data{"k", "", {0, 1, 2}, {{"x", "", {0, 1, 4}}}};
  data.style.points = true;
  CHECK(occurrences(render_svg(data), "h0") == 3);
  CHECK(render(data, {.width = 11, .height = 3}) ==
        "x\n"
        " 4 |          '\n"
        "   |\n"
        " 0 |.    '\n"
        "   +-----------\n"
        "    0    k    2\n");
}

TEST_CASE("quantities set as papers do") {
  const auto set = [](const char* name, const char* unit = "") {
    return typeset(name, false, unit, 10);
  };
  const auto slanted = [](const std::string& letter) {
    return "<tspan font-style=\"italic\">" + letter + "</tspan>";
  };
  CHECK(set("delta") == slanted("δ"));
  CHECK(set("hit.ddelta") == "hit." + slanted("δ̇"));
  CHECK(set("hit.FN", "kN") == "hit." + slanted("F") +
                                   "<tspan dy=\"2.50\" font-size=\"7.50\">N</tspan><tspan "
                                   "dx=\"3.00\" dy=\"-2.50\">[kN]</tspan>");
  CHECK(set("delta_max - x") == slanted("δ") +
                                    "<tspan dy=\"2.50\" font-size=\"7.50\">max</tspan><tspan "
                                    "dx=\"3.00\" dy=\"-2.50\">- </tspan>" +
                                    slanted("x"));
  CHECK(set("a < _b_ 5_") == slanted("a") + " &lt; _b_ 5_");
  CHECK(set("deltas", "um") == "deltas [µm]");
  CHECK(set("M", "N*m/rad") == slanted("M") + " [N·m/rad]");
  CHECK(set("P", "kg*m^2/s^3") == slanted("P") + " [kg·m²/s³]");
  CHECK(set("K", "N/m^1.5") == slanted("K") + " [N/m^1.5]");
  CHECK(set("K", "m^2.5") == slanted("K") + " [m^2.5]");
}

TEST_CASE(
    "numbers at axes of pictures have a true minus and short exponents, in the terminal they are "
    "plain") {
  const std::vector<double> ticks{-1e-6, 0, 2e12};
  CHECK(axis_labels({-1e-6, 2e12}, ticks) ==
        std::vector<std::string>{"\u22121e\u22126", "0", "2e12"});
  CHECK(tick_labels(ticks, 6) == std::vector<std::string>{"-1e-06", "0", "2e+12"});
  const PlotData falls{"t", "s", {0, 1, 2}, {{"x", "m", {-10, 0, 10}}}};
  const std::string svg = render_svg(falls);
  CHECK(svg.find(">\u221210<") != std::string::npos);
  CHECK(svg.find(">-") == std::string::npos);
  CHECK(render(falls, {.width = 11, .height = 3}).find("-10") != std::string::npos);
}

TEST_CASE("letters with digits have them lowered, words keep them") {
  using Pieces = std::vector<LabelPiece>;
  CHECK(label_pieces("phi12", false) == Pieces{{"φ", 0, true}, {"12", -1}});
  CHECK(label_pieces("F1", false) == Pieces{{"F", 0, true}, {"1", -1}});
  CHECK(label_pieces("ball2", false) == Pieces{{"ball2"}});
  CHECK(label_pieces("12", false) == Pieces{{"12"}});
  // Units of values are upright, names behind a comma are slanted again.
  const Pieces swept = label_pieces("b.x, v = 1.5 m/s, k", false);
  CHECK(std::ranges::count_if(swept, &LabelPiece::symbol) == 4);
  CHECK(std::ranges::none_of(swept, [](const LabelPiece& p) { return p.symbol && p.text == "m"; }));
  CHECK(label_pieces("x_", false) == Pieces{{"x_"}});
  // Words joined by low lines would be rows of small type.
  CHECK(label_pieces("left_pin_of_rod", false) == Pieces{{"left_pin_of_rod"}});
  CHECK(label_pieces("left_pin", false) == Pieces{{"left_pin"}});
  CHECK(label_pieces("F_max_1", false) == Pieces{{"F_max_1"}});
  CHECK(label_pieces("FN_max", false) == Pieces{{"FN"}, {"max", -1}});
  CHECK(label_pieces("x_displacement", false) == Pieces{{"x_displacement"}});
  CHECK(label_pieces("", false).empty());
}

TEST_CASE("texts are shown as they are but for formulas") {
  using Pieces = std::vector<LabelPiece>;
  const auto pieces = [](const char* text) { return label_pieces(text, true); };
  CHECK(pieces("delta of FN_2 & co") == Pieces{{"delta of FN_2 & co"}});
  CHECK(pieces("5 $ each") == Pieces{{"5 $ each"}});
  CHECK(pieces("$\\dot\\delta$ [m/s]") == Pieces{{"δ̇", 0, true}, {" [m/s]"}});
  CHECK(pieces("$dot delta_max$") == Pieces{{"δ̇", 0, true}, {"max", -1}});
  CHECK(pieces("$x_(1, max)^2$") == Pieces{{"x", 0, true}, {"1, max", -1}, {"2", 1}});
  CHECK(pieces("$x_{\\omega}$") == Pieces{{"x", 0, true}, {"ω", -1, true}});
  CHECK(pieces("$frac(a, b)$") == Pieces{{"a", 1, true}, {"⁄"}, {"b", -1, true}});
  CHECK(pieces("$\\frac{1}{2}$") == Pieces{{"1", 1}, {"⁄"}, {"2", -1}});
  for (const char* broken : {"$_$", "$^$", "$x_($", "$frac($", "$frac(a$", "$frac{a}{$", "$dot$",
                             "$\\$", "$)$", "$frac(,)$", "$$", "$__x^^$", "$dot dot$", "$ä_ö$"})
    CHECK(occurrences(typeset(broken, true, "", 10), "<tspan") ==
          occurrences(typeset(broken, true, "", 10), "</tspan>"));
}

TEST_CASE("plain texts spell formulas as the language does; a text may say its unit") {
  CHECK(plain_label("$\\dot\\delta_{max}$ here", true) == "ddelta_max here");
  CHECK(plain_label("5 $ each", true) == "5 $ each");
  CHECK(plain_head("delta", false, "um") == "delta [um]");
  CHECK(plain_head("way [km]", true, "m") == "way [km]");
  CHECK(typeset("way [km]", true, "m", 10) == "way [km]");
  CHECK(typeset("a[1]", false, "m", 10) == "<tspan font-style=\"italic\">a</tspan>[1] [m]");
}

TEST_CASE("curves of passes have points of their own") {
  PlotData data{"t", "s", {0, 1, 2, 0, 1, 2}, {{"a", "", {0, 1, 2}}, {"b", "", {2, 1, 0}, 3}}};
  CHECK(render(data, {.width = 11, .height = 3}) ==
        "* a   + b\n"
        " 2 |+++     ***\n"
        "   |   *****\n"
        " 0 |***     +++\n"
        "   +-----------\n"
        "    0  t [s]  2\n");
  CHECK(occurrences(render_svg(data), "M") >= 2);
}

TEST_CASE("panels share their ranges, a curve without one is in all, one name has one look") {
  PlotData data{"t",
                "s",
                {0, 1, 0, 1, 0, 1},
                {{"k = 1", "", {0, 1}, 0}, {"k = 1", "", {0, 4}, 2}, {"usual", "", {2, 2}, 4}}};
  data.curves[0].panel = "a = 1", data.curves[1].panel = "a = 2";
  data.curves[0].look = data.curves[1].look = 0, data.curves[2].look = 1;
  const auto panels = panels_of(data);
  REQUIRE(panels.size() == 2);
  CHECK(panels[1].title == "a = 2");
  CHECK(panels[1].data.x == std::vector<double>{0, 1, 0, 1});
  CHECK(panels[1].data.curves[0].y == std::vector<double>{0, 4});
  CHECK(panels[1].data.curves[1].begin == 2);
  const std::string svg = render_svg(data), text = render(data);
  CHECK(occurrences(svg, "<svg") == 3);
  CHECK(occurrences(svg, "</svg>") == 3);
  CHECK(occurrences(svg, "usual") == 1);
  CHECK(occurrences(text, " 4 |") == 2);
  CHECK(occurrences(text, "* k = 1   + usual") == 2);
}

TEST_CASE("a histogram has filled bars, several have outlines") {
  PlotData data{"F", "N", {0, 1, 2, 3, 4}, {{"F", "", {1, 3, 0, 2}}}};
  data.style.histogram = true;
  data.y_name = "count";
  CHECK(render(data, {.width = 12, .height = 3}) ==
        "count\n"
        " 3 |   ###\n"
        "   |   ###   ###\n"
        " 0 |######   ###\n"
        "   +------------\n"
        "    0  F [N]   4\n");
  CHECK(occurrences(render_svg(data), "fill-opacity") == 1);
  data.curves.push_back({"G", "", {0, 0, 1, 0}});
  CHECK(occurrences(render_svg(data), "fill-opacity") == 2);
  data.curves = {{"F", "", {}}};
  data.x = {};
  CHECK(render(data) == "F: nothing to plot\n");
  CHECK(occurrences(render_svg(data), "nothing to plot") == 1);
}

TEST_CASE("a legend of very many curves leaves them their room") {
  PlotData data{"t", "s", {0, 1}, {}};
  for (int i = 1; i <= 101; ++i)
    data.curves.push_back({"f = " + std::to_string(i), "m", {0, static_cast<double>(i)}});
  const std::string svg = render_svg(data);
  const int shown = occurrences(svg, "stroke-dasharray") - 101;  // beside the curves themselves
  CHECK(shown > 3);
  CHECK(svg.find("and " + std::to_string(101 - shown) + " more") != std::string::npos);
  // What grows is drawn upwards: at the right the last curve is the highest.
  const auto end_of = [&](int curve) {
    std::size_t at = 0;
    for (int skip = 0; skip < shown + curve; ++skip) at = svg.find("<path d=\"M", at) + 1;
    const std::size_t line = svg.find('L', at);
    return std::stod(svg.substr(svg.find(' ', line)));
  };
  CHECK(end_of(101) < end_of(1));
  CHECK(render(data).find("   and 86 more\n") != std::string::npos);
}

TEST_CASE("of points crowded in a column of the picture those that bound it are drawn") {
  std::vector<double> x, y;
  for (int i = 0; i < 1000; ++i) {
    x.push_back(i / 100.0);  // 100 points in each pixel
    y.push_back(i % 100 == 40 ? 9 : i % 100 == 70 ? -9 : 0);
  }
  y[555] = not_a_number;
  const std::vector<std::size_t> seen = seen_points(x, y, 1);
  CHECK(seen.size() <= 4 * 11 + 1);
  for (const std::size_t peak : {40U, 70U, 540U, 570U, 999U})
    CHECK(std::find(seen.begin(), seen.end(), peak) != seen.end());
  CHECK(std::find(seen.begin(), seen.end(), 555U) != seen.end());  // the gap stays
  CHECK(std::is_sorted(seen.begin(), seen.end()));
  // What comes back, what is sparse, and what is not to be joined stay as they are.
  std::vector<double> loop = x;
  loop[500] = 0;
  CHECK(seen_points(loop, y, 1).size() == 1000);
  CHECK(seen_points(x, y, 0.001).size() == 1000);
  CHECK(seen_points(x, y, 0).size() == 1000);
  CHECK(seen_points({}, {}, 1).empty());
}

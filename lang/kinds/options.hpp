// The options of actions and of tables, `simulate 1 s { tol = 1e-8 }`, as data: what they are
// called, what they may be, and what holds where none is given.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lang/units/dimension.hpp"

namespace mbs {

enum class OptionKind {
  number,
  boolean,
  word,      // one of `words`
  interval,  // a .. b, of what the axis shows
  size,      // (width, height)
  text,
  param,  // the name of a param
  body,   // names of what is declared; of points one or several
  points,
  contact
};

struct OptionInfo {
  std::string_view name;
  OptionKind kind = OptionKind::number;
  Dimension dimension = dim::pure;
  // What holds if none is given, as it is written and in SI; none if that is no single value.
  std::string_view default_text = {};
  std::optional<double> usual = {};
  std::string_view words = {};  // all there are, the usual one first
  // All numbers are greater than 0 and finite; these are bounds besides, both allowed themselves.
  double least = 0, largest = std::numeric_limits<double>::infinity();
  std::string_view doc;
  bool of_events = false;  // means nothing to `method = stepping`

  bool bounded() const { return largest < std::numeric_limits<double>::infinity(); }
  bool allows(double value) const { return value >= least && value <= largest; }
};

namespace option {

inline constexpr OptionInfo tol{.name = "tol",
                                .default_text = "1e-6",
                                .usual = 1e-6,
                                .least = 1e-14,
                                .largest = 0.1,
                                .doc = "tolerance",
                                .of_events = true};
inline constexpr OptionInfo max_step{
    .name = "max_step", .dimension = dim::time, .doc = "longest step", .of_events = true};
inline constexpr OptionInfo islands{.name = "islands",
                                    .kind = OptionKind::boolean,
                                    .default_text = "false",
                                    .doc = "touching bodies in steps of their own",
                                    .of_events = true};
inline constexpr OptionInfo integrator{
    .name = "integrator",
    .kind = OptionKind::word,
    .default_text = "auto",
    .words = "auto ida explicit",
    .doc =
        "what takes the steps: implicit ones of IDA, explicit ones of Runge and Kutta, or both "
        "in turns",
    .of_events = true};
inline constexpr OptionInfo method{
    .name = "method",
    .kind = OptionKind::word,
    .default_text = "event",
    .words = "event stepping",
    .doc = "events located, or steps of fixed length through the blows of rigid contacts"};
inline constexpr OptionInfo step{
    .name = "step", .dimension = dim::time, .doc = "length of the steps of `method = stepping`"};
inline constexpr OptionInfo impacts{
    .name = "impacts",
    .kind = OptionKind::word,
    .default_text = "simultaneous",
    .words = "simultaneous sequential",
    .doc = "rigid contacts struck at one instant: together, or one after another",
    .of_events = true};
inline constexpr OptionInfo first_penetration{
    .name = "first_penetration",
    .dimension = dim::length,
    .doc =
        "how deep a contact by force may be at the end of the step in which it begins; a deeper "
        "step "
        "is not taken. Without it the beginning is located",
    .of_events = true};
inline constexpr OptionInfo width{.name = "width",
                                  .default_text = "70",
                                  .usual = 70,
                                  .least = 4,
                                  .largest = 1000,
                                  .doc = "columns of the drawing"};
inline constexpr OptionInfo height{.name = "height",
                                   .default_text = "18",
                                   .usual = 18,
                                   .least = 4,
                                   .largest = 1000,
                                   .doc = "lines of the drawing"};

// Pictures.
inline constexpr OptionInfo size{.name = "size",
                                 .kind = OptionKind::size,
                                 .dimension = dim::length,
                                 .default_text = "(160, 100) mm",
                                 .least = 0.03,
                                 .largest = 1,
                                 .doc = "width and height of the picture"};
inline constexpr OptionInfo log_x{.name = "x",
                                  .kind = OptionKind::word,
                                  .default_text = "linear",
                                  .words = "linear log",
                                  .doc = "the axis: `linear` or `log`"};
inline constexpr OptionInfo log_y{.name = "y",
                                  .kind = OptionKind::word,
                                  .default_text = "linear",
                                  .words = "linear log",
                                  .doc = "the axis: `linear` or `log`"};
inline constexpr OptionInfo x_range{
    .name = "x_range", .kind = OptionKind::interval, .doc = "what the axis shows, `a .. b`"};
inline constexpr OptionInfo y_range{
    .name = "y_range", .kind = OptionKind::interval, .doc = "what the axis shows, `a .. b`"};
inline constexpr OptionInfo equal{.name = "equal",
                                  .kind = OptionKind::boolean,
                                  .default_text = "false",
                                  .doc = "one scale for both axes"};
inline constexpr OptionInfo points{.name = "points",
                                   .kind = OptionKind::boolean,
                                   .default_text = "false",
                                   .doc = "marks that are not joined"};
inline constexpr OptionInfo legend{.name = "legend",
                                   .kind = OptionKind::boolean,
                                   .default_text = "true",
                                   .doc = "what the curves are called, above them"};
inline constexpr OptionInfo title{
    .name = "title", .kind = OptionKind::text, .doc = "a line above the picture"};
inline constexpr OptionInfo x_label{.name = "x_label",
                                    .kind = OptionKind::text,
                                    .doc = "what stands at the axis, `$dot delta$` is a formula"};
inline constexpr OptionInfo y_label{.name = "y_label",
                                    .kind = OptionKind::text,
                                    .doc = "what stands at the axis, `$dot delta$` is a formula"};
inline constexpr OptionInfo panels{.name = "panels",
                                   .kind = OptionKind::param,
                                   .doc = "the swept param that has a drawing for each value"};

// Histograms.
inline constexpr OptionInfo bins{
    .name = "bins", .least = 1, .largest = 1000, .doc = "into how many parts the range is divided"};
inline constexpr OptionInfo range{
    .name = "range", .kind = OptionKind::interval, .doc = "which values are counted, `a .. b`"};

// Films.
inline constexpr OptionInfo film_time{.name = "time",
                                      .kind = OptionKind::interval,
                                      .dimension = dim::time,
                                      .doc = "which part of the run, `a .. b`; else all of it"};
inline constexpr OptionInfo slow{
    .name = "slow",
    .doc = "how many times slower than it happens; else so that it lasts about 10 s"};
inline constexpr OptionInfo fps{.name = "fps",
                                .default_text = "25",
                                .usual = 25,
                                .least = 1,
                                .largest = 240,
                                .doc = "frames per second of the film"};
inline constexpr OptionInfo follow{
    .name = "follow", .kind = OptionKind::body, .doc = "the body that stays in the middle"};
inline constexpr OptionInfo trail{
    .name = "trail", .kind = OptionKind::points, .doc = "a point that leaves its way, or a list"};
inline constexpr OptionInfo lens{
    .name = "lens", .kind = OptionKind::contact, .doc = "the contact that is seen magnified"};
inline constexpr OptionInfo frame{.name = "size",
                                  .kind = OptionKind::size,
                                  .default_text = "(1280, 720)",
                                  .least = 120,
                                  .largest = 4096,
                                  .doc = "width and height of the frames in pixels"};

// Tables of numbers. What is none of these in a block of `data` is a column.
inline constexpr OptionInfo by{.name = "by",
                               .kind = OptionKind::word,
                               .default_text = "linear",
                               .words = "linear pchip spline",
                               .doc = "how to go from row to row: linear, pchip, spline"};
inline constexpr OptionInfo outside{.name = "outside",
                                    .kind = OptionKind::word,
                                    .default_text = "error",
                                    .words = "error hold repeat",
                                    .doc = "what is beyond the rows: error, hold, repeat"};

}  // namespace option

struct StatementOptions {
  std::string_view statement;
  std::span<const OptionInfo> options;
};

// All statements that have any.
std::span<const StatementOptions> all_options();
// None if the statement has no options.
std::span<const OptionInfo> options_of(std::string_view statement);
// Null if the statement has no option of this name.
const OptionInfo* option_of(std::string_view statement, std::string_view name);
// What an option of words may be, the usual one first.
std::vector<std::string> words_of(const OptionInfo& option);

}  // namespace mbs

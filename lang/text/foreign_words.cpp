#include "lang/text/foreign_words.hpp"

#include <span>

namespace mbs {

namespace {

struct Foreign {
  std::string_view word;
  std::string_view hint;
};

constexpr std::string_view naming = "a value gets its name with `let x = ...`, or with `param`";
constexpr std::string_view loading = "`use \"file.mbs\"` brings in the declarations of a file";
constexpr std::string_view running = "`simulate 1 s` runs the mechanism";
constexpr std::string_view testing = "`expect a < b, \"why\"` tests a result";
constexpr std::string_view printing = "`print \"text with {value}\"` writes a line";
constexpr std::string_view function = "a function is written `fn f(x) = ...`";
constexpr std::string_view looping = "a loop reads `for i in 1..3 { ... }`";
constexpr std::string_view waiting =
    "what waits for the motion is an event: `when x > 1 m { ... }`";
constexpr std::string_view revolute = "a pin joint reads `revolute A: crank.tip to rod`";
constexpr std::string_view prismatic = "a sliding joint reads `prismatic S: ground to slider`";
constexpr std::string_view body = "a part reads `body crank { mass = 1 kg, ... }`";
constexpr std::string_view drive = "a drive reads `drive motor: O.speed = 60 rpm`";
constexpr std::string_view damper =
    "a spring damps too: `spring s: a to b { ..., damping = 1 N*s/m }`";

constexpr Foreign statements[] = {
    {"const", naming},
    {"set", naming},
    {"val", naming},
    {"var", naming},
    {"double", naming},
    {"float", naming},
    {"int", naming},
    {"import", loading},
    {"include", loading},
    {"from", loading},
    {"run", running},
    {"sim", running},
    {"solve", running},
    {"integrate", running},
    {"assert", testing},
    {"check", testing},
    {"echo", printing},
    {"disp", printing},
    {"puts", printing},
    {"return", function},
    {"def", function},
    {"function", function},
    {"foreach", looping},
    {"repeat", looping},
    {"while", waiting},
    {"joint", revolute},
    {"hinge", revolute},
    {"pin", revolute},
    {"slider", prismatic},
    {"link", body},
    {"part", body},
    {"rigid_body", body},
    {"motor", drive},
    {"actuator", drive},
    {"motion", drive},
    {"damper", damper},
    {"fixed", "what does not move is welded: `weld w: ground to a`"},
    {"fix", "what does not move is welded: `weld w: ground to a`"},
    {"gravity", "gravity belongs to the world: `world planar { gravity = (0, -9.81) m/s^2 }`"},
    {"ground",
     "the ground is there already; `point floor = (0, 0) { shape = plane }` makes a floor"},
    {"else", "a choice is part of an expression: `let a = if b then c else d`"},
    {"elif", "a choice is part of an expression: `let a = if b then c else d`"},
};

constexpr std::string_view counting = "`count(list)` is the number of items";
constexpr std::string_view listing = "a list reads `[1, 2, 3]`, or `1..3`";
constexpr std::string_view average = "`mean(x)` is the average";
constexpr std::string_view degrees = "angles carry their unit: `30 deg`, and `x in deg` shows one";
constexpr std::string_view circle = "a circle is a `sphere(R)`, or a `disc(R, width)`";
constexpr std::string_view rectangle = "a rectangle is a `box(a, b)`";

constexpr std::string_view held = "what does not move is welded: `weld w: ground to a`";
constexpr std::string_view placed = "where it begins is `at = (10, 0) mm`";
constexpr std::string_view moving = "how it begins to move is `velocity = (1, 0) m/s`";

constexpr Foreign attributes[] = {
    {"fixed", held},    {"static", held},
    {"anchored", held}, {"position", placed},
    {"pos", placed},    {"x", placed},
    {"y", placed},      {"location", placed},
    {"vx", moving},     {"vy", moving},
    {"v", moving},      {"omega", "how it begins to turn is `spin = 2 rad/s`"},
};

constexpr Foreign functions[] = {
    {"len", counting},
    {"length", counting},
    {"size", counting},
    {"numel", counting},
    {"range", listing},
    {"linspace", listing},
    {"arange", listing},
    {"avg", average},
    {"average", average},
    {"deg2rad", degrees},
    {"rad2deg", degrees},
    {"radians", degrees},
    {"degrees", degrees},
    {"circle", circle},
    {"ball", circle},
    {"rectangle", rectangle},
    {"rect", rectangle},
    {"square", rectangle},
    {"ln", "the natural logarithm is `log(x)`"},
    {"fabs", "the size of a number is `abs(x)`"},
    {"norm", "the length of a vector is `abs(v)`"},
    {"pow", "powers are written `a^b`"},
    {"arcsin", "it is called `asin`"},
    {"arccos", "it is called `acos`"},
    {"arctan", "it is called `atan`"},
    {"arctan2", "it is called `atan2`"},
};

std::string_view hint_of(std::span<const Foreign> table, std::string_view word) {
  for (const Foreign& foreign : table) {
    if (foreign.word == word) return foreign.hint;
  }
  return {};
}

}  // namespace

std::string_view foreign_statement(std::string_view word) {
  return hint_of(statements, word);
}

std::string_view foreign_attribute(std::string_view name) {
  return hint_of(attributes, name);
}

std::string_view foreign_function(std::string_view name) {
  return hint_of(functions, name);
}

}  // namespace mbs

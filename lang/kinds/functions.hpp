// The functions of the language, a row each: what can be told of them without knowing how they are
// evaluated (lang/elaborate/values/functions.cpp).
#pragma once

#include <span>
#include <string_view>

namespace mbs {

struct FunctionInfo {
  std::string_view name;
  int least, most;  // number of arguments
  std::string_view signature, doc;
};

// Those of numbers, vectors, histories and lists; shapes have rows of their own (shapes.hpp).
inline constexpr FunctionInfo functions_of_values[] = {
    {"sqrt", 1, 1, "sqrt(x)", "square root"},
    {"cbrt", 1, 1, "cbrt(x)", "cube root"},
    {"abs", 1, 1, "abs(x)", "size of a number, length of a vector"},
    {"sign", 1, 1, "sign(x)", "-1, 0 or 1"},
    {"exp", 1, 1, "exp(x)", "exponential"},
    {"log", 1, 1, "log(x)", "natural logarithm"},
    {"log10", 1, 1, "log10(x)", "logarithm to base 10"},
    {"sin", 1, 1, "sin(x)", "sine"},
    {"cos", 1, 1, "cos(x)", "cosine"},
    {"tan", 1, 1, "tan(x)", "tangent"},
    {"asin", 1, 1, "asin(x)", "inverse sine, in rad"},
    {"acos", 1, 1, "acos(x)", "inverse cosine, in rad"},
    {"atan", 1, 1, "atan(x)", "inverse tangent, in rad"},
    {"sinh", 1, 1, "sinh(x)", "hyperbolic sine"},
    {"cosh", 1, 1, "cosh(x)", "hyperbolic cosine"},
    {"tanh", 1, 1, "tanh(x)", "hyperbolic tangent"},
    {"atan2", 2, 2, "atan2(y, x)", "angle of (x, y), in rad"},
    {"hypot", 2, 3, "hypot(a, b)", "sqrt(a^2 + b^2)"},
    {"clamp", 3, 3, "clamp(x, low, high)", "x, kept between low and high"},
    {"lambertw", 1, 2, "lambertw(x, branch = 0)", "w with w e^w = x; branch 0 or -1"},
    {"floor", 1, 1, "floor(x)", "largest whole number up to x"},
    {"ceil", 1, 1, "ceil(x)", "smallest whole number from x on"},
    {"round", 1, 1, "round(x)", "nearest whole number; halves go up"},
    {"random", 1, 2, "random(k, seed = 1)",
     "the k-th number of a sequence that is spread evenly between 0 and 1"},
    {"normal", 1, 2, "normal(k, seed = 1)",
     "the k-th number of a normally distributed sequence, mean 0, deviation 1"},
    {"mod", 2, 2, "mod(x, y)", "x - y*floor(x/y): what is left of x"},
    {"dot", 2, 2, "dot(u, v)", "scalar product"},
    {"cross", 2, 2, "cross(u, v)", "vector product; in the plane its z part"},
    {"turn", 2, 2, "turn(axis, angle)", "a rotation about a direction, right-handed; in space"},
    {"inverse", 1, 1, "inverse(R)", "the rotation that undoes another; in space"},
    {"angles", 2, 2, "angles(R, \"zxz\")",
     "the angles of turns about three axes in a row that make a rotation; in space"},
    {"max", 1, 1000, "max(x), max(a, b)", "largest value"},
    {"min", 1, 1000, "min(x), min(a, b)", "smallest value"},
    {"mean", 1, 1, "mean(x)", "mean over time, or of a list"},
    {"rms", 1, 1, "rms(x)", "root of the mean square"},
    {"initial", 1, 1, "initial(x)", "value at the start"},
    {"final", 1, 1, "final(x)", "value at the end"},
    {"integral", 1, 1, "integral(x)", "integral over time"},
    {"at", 2, 2, "at(x, time)", "value at an instant"},
    {"argmax", 1, 1, "argmax(x)", "when x is largest; of a list, which item is"},
    {"argmin", 1, 1, "argmin(x)", "when x is smallest; of a list, which item is"},
    {"std", 1, 1, "std(x)", "standard deviation: over time, or of a list (with n - 1)"},
    {"harmonic", 2, 2, "harmonic(x, f)", "amplitude and phase of x at the frequency f"},
    {"median", 1, 1, "median(list)", "the middle one of the sorted items"},
    {"quantile", 2, 2, "quantile(list, q)", "the value below which the part q of the items lies"},
    {"sort", 1, 1, "sort(list)", "the items, smallest first"},
    {"linspace", 3, 3, "linspace(a, b, n)", "n values from a to b in equal steps"},
    {"logspace", 3, 3, "logspace(a, b, n)", "n values from a to b in equal ratios"},
    {"count", 1, 1, "count(list)", "number of items; of conditions, of those that hold"},
    {"join", 2, 20, "join(a, b)", "the items of lists, one behind the other"},
    {"sum", 1, 1, "sum(list)", "sum of the items"},
    {"first", 1, 1, "first(list)", "first item"},
    {"last", 1, 1, "last(list)", "last item"},
    {"increasing", 1, 1, "increasing(list)", "whether each item exceeds the one before"},
    {"decreasing", 1, 1, "decreasing(list)", "whether each item is below the one before"},
    {"all", 1, 1, "all(list)", "whether all hold"},
    {"any", 1, 1, "any(list)", "whether one holds"},
};

// All that are called with arguments, those that make shapes last.
std::span<const FunctionInfo> functions();
// Null if there is none of this name.
const FunctionInfo* find_function(std::string_view name);

}  // namespace mbs

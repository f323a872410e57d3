// Numbers that look as if drawn by chance, as functions of a whole number and a seed: the same in
// every run, in every pass and on every machine.
#include "lang/elaborate/values/random.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <numbers>

#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

namespace {

// The finalizer of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
// OOPSLA 2014): each bit of the result depends on each bit of x.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio, odd

// Between 0 and 1, neither of them. Three streams have nothing to do with each other.
double even(long k, long seed, int stream) {
  const std::uint64_t begin = mixed(golden * (4 * static_cast<std::uint64_t>(seed) + stream + 1));
  const std::uint64_t bits = mixed(begin + golden * static_cast<std::uint64_t>(k));
  return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53;
}

// By Box and Muller: the length of a vector of two normal parts, and its direction.
double normal(long k, long seed) {
  return std::sqrt(-2 * std::log(even(k, seed, 1))) *
         std::cos(2 * std::numbers::pi * even(k, seed, 2));
}

std::optional<long> whole_argument(World& world, const Builtin& builtin, const BuiltinCall& call,
                                   std::size_t place) {
  const EvaluatedArgument& argument = call.arguments[place];
  const std::string what =
      fmt::format("the {} of `{}`", place == 0 ? "number" : "seed", builtin.name);
  return whole_number(world, argument.value, what, argument.expr->span);
}

}  // namespace

Value random_number(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const auto k = whole_argument(world, builtin, call, 0);
  const auto seed =
      call.arguments.size() > 1 ? whole_argument(world, builtin, call, 1) : std::optional(1L);
  if (!k || !seed) return Poison{};
  return constant_scalar(builtin.tag == 0 ? even(*k, *seed, 0) : normal(*k, *seed));
}

}  // namespace mbs::elaborate

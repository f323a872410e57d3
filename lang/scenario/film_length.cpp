#include "lang/scenario/film_length.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mbs::ir {

double film_frames(double seconds, double slow, double fps) {
  if (!(seconds > 0)) return 1;
  return std::round(seconds * slow * fps) + 1;
}

double usual_slow(double seconds) {
  constexpr double wanted = 10;  // s
  if (!(seconds > 0) || !std::isfinite(wanted / seconds)) return 1;
  const double exact = std::log10(wanted / seconds), decade = std::floor(exact);
  double best = decade;
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    const double candidate = decade + std::log10(factor);
    if (std::abs(candidate - exact) < std::abs(best - exact)) best = candidate;
  }
  return std::pow(10, std::floor(best + 1e-9)) *
         std::round(std::pow(10, best - std::floor(best + 1e-9)));
}

std::string too_many_frames(double frames) {
  return fmt::format("this film has {:.0f} frames, but {:.0f} are the most", frames,
                     most_film_frames);
}

}  // namespace mbs::ir

// How many frames a film has, and how many it may have.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace mbs::ir {

inline constexpr std::array<std::string_view, 3> film_endings = {".mp4", ".gif", ".webm"};
inline constexpr double most_film_frames = 20000;
inline constexpr const char* fewer_frames =
    "show less of the run with `time`, or make it faster with a smaller `slow`";

// The number of frames of `seconds` of a run, `slow` times slower: the first and the last instant
// have a frame each, and the others lie evenly between them, 1 / (slow fps) apart, or as near to
// that as goes. At least 1.
double film_frames(double seconds, double slow, double fps);
// How much slower, so that it lasts about 10 s, between 7 s and 16 s: 1, 2 or 5 times a power of
// ten. 1 for a run of one instant.
double usual_slow(double seconds);
std::string too_many_frames(double frames);

}  // namespace mbs::ir

// Which of two shades each body of a scene is drawn in, so that neighbours can be told apart, on a
// stage and under a looking glass alike.
#pragma once

#include <vector>

#include "runtime/results/scene.hpp"

namespace mbs {

enum class Tone { ground, dark, pale };

// One for each body; a plane that stays where it is counts as ground. What touches differs first,
// then what a joint or a spring holds together; the bodies of a group of contacts are all dark,
// since among so many the shades would look like a code.
std::vector<Tone> tones_of(const Scene& scene);

}  // namespace mbs

// A film as a file, or as a folder of its frames where what makes films is not installed.
#pragma once

#include <filesystem>
#include <string>

#include "cli/environment/environment.hpp"
#include "runtime/results/output.hpp"

namespace mbs::film {

// Under its name is either the whole film or what was there before. Without `ffmpeg` the frames are
// written as PNG pictures, without `rsvg-convert` as SVG, both into a folder beside, "film_frames"
// of "film.mp4"; the note says so, and how they become a film. An older folder of frames is
// replaced, one that holds anything else is not touched.
FilmWritten write_film(const FilmOutput& film, const std::filesystem::path& path,
                       const FilmWatch& watch);

}  // namespace mbs::film

// Recorded sessions: what was entered behind `mbs> ` and `...> `, with what came back.
#pragma once

#include <filesystem>
#include <string>

namespace mbs {

// Enters again what a transcript has and returns the transcript of that. Lines above the first
// prompt are kept. Files the session writes are only noted.
// With `outline_plots`, plots are named instead of drawn.
std::string replay_transcript(const std::string& recorded, const std::filesystem::path& directory,
                              bool outline_plots = false);

}  // namespace mbs

// Names of files at a place of an entry.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "service/complete.hpp"

namespace mbs {

// Behind `:load` and `:save`: scripts and folders, seen from `directory`. Empty elsewhere.
std::optional<Completion> complete_file(const std::filesystem::path& directory,
                                        const std::string& text, std::size_t cursor);

}  // namespace mbs

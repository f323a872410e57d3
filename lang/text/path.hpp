// Names of files that a script says, relative to the folder it lies in.
#pragma once

#include <string>

namespace mbs {

std::string joined_path(const std::string& directory, const std::string& path);
// "a/../b.mbs" and "./b.mbs" are "b.mbs": a file is read once however it is named.
std::string normal_path(const std::string& path);

}  // namespace mbs

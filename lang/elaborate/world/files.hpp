// Files that a script names beside `use`: tables, parts.
#pragma once

#include <optional>
#include <string>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// As it is named from the folder of the file in which the scope stands.
std::string path_from(const Scope& scope, const std::string& name);
// What is in it; E0312 at the span if it cannot be read. `who` says so, for the hint.
std::optional<std::string> read_named_file(World& world, const std::string& path,
                                           const std::string& name, Span span, const char* who);
// Adds it to the sources, for complaints about places in it; what is no text is not shown. What can
// be shown stands there without a mark of its encoding.
bool can_be_shown(const std::string& content);
int add_source(SourceMap& sources, const std::string& path, const std::string& content);

}  // namespace mbs::elaborate

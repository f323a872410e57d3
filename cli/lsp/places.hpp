// Places and files as editors name them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "cli/lsp/transport.hpp"
#include "lang/text/source.hpp"
#include "service/script_text.hpp"

namespace mbs::lsp {

// Editors count lines from 0 and columns in UTF-16 units; texts are UTF-8. Positions outside the
// text are moved to the nearest one inside.
std::size_t offset_of(const std::string& text, const Json& position);
// The range that the bytes [begin, end) of a script are.
Json range_of(const ScriptText& script, std::size_t begin, std::size_t end);
Json range_of(const ScriptText& script, Span span);

// "file:///a%20b.mbs" to a path, and back. Other kinds of address give an empty path.
std::filesystem::path path_of(const std::string& uri);
std::string uri_of(const std::filesystem::path& path);
// A script that an editor has open is called as the editor does, any other by its path.
std::string uri_of(const ScriptText& script);

}  // namespace mbs::lsp

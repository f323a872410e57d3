// Answers to an editor's questions about names, over all files that `use` joins, at a byte of the
// project's first script.
#pragma once

#include <string>

#include "cli/lsp/transport.hpp"
#include "service/project.hpp"

namespace mbs::lsp {

Json definition(const Project& project, std::size_t offset);
Json references(const Project& project, std::size_t offset);
// What a rename would take; null where there is nothing to rename. Throws std::invalid_argument,
// with the reason, if the name is one of the standard library.
Json prepare_rename(const Project& project, std::size_t offset);
// Edits of every file that refers to the name. Throws std::invalid_argument, with the reason, if
// the name cannot be used.
Json rename(const Project& project, std::size_t offset, const std::string& name);

}  // namespace mbs::lsp

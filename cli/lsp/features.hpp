// Answers to an editor's questions about one document.
#pragma once

#include "cli/lsp/document.hpp"
#include "cli/lsp/project.hpp"

namespace mbs::lsp {

// About the project's first document.
Json hover(const Project& project, std::size_t offset);
Json completion(const Project& project, std::size_t offset);
Json formatting(const Document& document);
// Inside a comment, or in the plain part of a text.
bool in_prose(const Document& document, std::size_t offset);
Json outline(const Document& document);

}  // namespace mbs::lsp

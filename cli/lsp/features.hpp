// Answers to an editor's questions about one document.
#pragma once

#include "cli/lsp/document.hpp"
#include "cli/lsp/project.hpp"

namespace mbs::lsp {

// Parameters of textDocument/publishDiagnostics.
Json published_diagnostics(const Document& document, const Document::Complaints& complaints);
// About the project's first document.
Json hover(const Project& project, std::size_t offset);
Json completion(const Project& project, std::size_t offset);
Json formatting(const Document& document);
// Inside a comment, or in the plain part of a text.
bool in_prose(const Document& document, std::size_t offset);
Json outline(const Document& document);
// Fixes that diagnostics suggest for the range [begin, end).
Json fixes(const Document& document, std::size_t begin, std::size_t end);

}  // namespace mbs::lsp

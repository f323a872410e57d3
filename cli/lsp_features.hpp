// Answers to an editor's questions about one document.
#pragma once

#include "cli/lsp_document.hpp"

namespace mbs::lsp {

// Parameters of textDocument/publishDiagnostics.
Json published_diagnostics(const Document& document, const Document::Complaints& complaints);
Json hover(const Document& document, std::size_t offset);
Json completion(const Document& document, std::size_t offset);
Json definition(const Document& document, std::size_t offset);
Json references(const Document& document, std::size_t offset);
// What a rename would take; null where there is nothing to rename.
Json prepare_rename(const Document& document, std::size_t offset);
// Throws std::invalid_argument, with the reason, if the name cannot be used.
Json rename(const Document& document, std::size_t offset, const std::string& name);
Json formatting(const Document& document);
Json outline(const Document& document);
// Fixes that diagnostics suggest for the range [begin, end).
Json fixes(const Document& document, std::size_t begin, std::size_t end);

}  // namespace mbs::lsp

// Diagnostics and their fixes as editors want them.
#pragma once

#include "cli/lsp/document.hpp"
#include "cli/lsp/transport.hpp"

namespace mbs::lsp {

// Parameters of textDocument/publishDiagnostics.
Json published_diagnostics(const Document& document, const Document::Complaints& complaints);
// Fixes that diagnostics suggest for the range [begin, end).
Json fixes(const Document& document, std::size_t begin, std::size_t end);

}  // namespace mbs::lsp

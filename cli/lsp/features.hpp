// Answers to an editor's questions about one document, whose project begins with it.
#pragma once

#include "cli/lsp/document.hpp"
#include "cli/lsp/transport.hpp"
#include "service/project.hpp"

namespace mbs::lsp {

Json hover(const Document& document, const Project& project, std::size_t offset);
Json completion(const Document& document, const Project& project, std::size_t offset);
Json formatting(const Document& document);
Json outline(const Document& document);

}  // namespace mbs::lsp

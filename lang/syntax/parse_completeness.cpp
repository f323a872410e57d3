#include "lang/syntax/parse.hpp"
#include "lang/text/scan.hpp"
#include "lang/text/utf8.hpp"

namespace mbs {

Completeness completeness(std::string_view text) {
  if (utf8::find_invalid(text) != std::string_view::npos) return Completeness::error;
  const TextScan scan(text);
  if (scan.has_open_string() || scan.has_stray()) return Completeness::error;
  if (scan.has_unclosed() || scan.is_continued(static_cast<std::uint32_t>(text.size()))) {
    return Completeness::incomplete;
  }
  SourceMap sources;
  const int source = sources.add("", std::string(text));
  Diagnostics as_statements, as_expression;
  parse(sources, source, as_statements);
  if (!as_statements.has_errors()) return Completeness::complete;
  parse_expression(sources, source, as_expression);
  return as_expression.has_errors() ? Completeness::error : Completeness::complete;
}

}  // namespace mbs

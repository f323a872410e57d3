#include "service/formatting.hpp"

#include "lang/syntax/ast_equal.hpp"
#include "lang/syntax/format.hpp"
#include "lang/syntax/parse.hpp"

namespace mbs {

std::optional<std::string> formatted(SourceMap& sources, int source, Diagnostics& diagnostics) {
  const ast::File file = parse(sources, source, diagnostics);
  if (diagnostics.has_errors()) return {};
  std::string text = format(sources, file);
  // A file is worth a second reading: if its meaning did change, it is better left as it is.
  const int again = sources.add(sources.name(source), text);
  Diagnostics complaints;
  const ast::File reread = parse(sources, again, complaints);
  if (complaints.has_errors() || !ast::equal(file, reread)) return sources.text(source);
  return text;
}

}  // namespace mbs

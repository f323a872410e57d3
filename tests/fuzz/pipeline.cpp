#include "tests/fuzz/pipeline.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "lang/ast_equal.hpp"
#include "lang/format.hpp"
#include "lang/parse.hpp"
#include "lang/render.hpp"

namespace mbs::fuzz {

namespace {

void promise(bool kept, const char* what, const std::string& detail) {
  if (kept) return;
  std::fprintf(stderr, "broken promise: %s\n%s\n", what, detail.c_str());
  std::abort();
}

void check_reports(const Diagnostics& diagnostics, const SourceMap& sources) {
  for (const Diagnostic& d : diagnostics.sorted()) {
    const std::string text = render(d, sources);
    promise(text.ends_with('\n'), "a report ends in a newline", text);
    const std::string json = render_json(d, sources);
    promise(json.find('\n') == std::string::npos, "JSON is one line", json);
  }
}

// Formatting keeps the tree, and done twice it changes nothing.
void check_format(SourceMap& sources, const ast::File& file) {
  const std::string text = format(sources, file);
  Diagnostics diagnostics;
  const int id = sources.add("formatted", text);
  const ast::File again = parse(sources, id, diagnostics);
  promise(!diagnostics.has_errors(), "formatted text parses", text);
  promise(ast::equal(file, again), "formatting keeps the tree", text);
  promise(format(sources, again) == text, "formatting twice changes nothing", text);
}

}  // namespace

void run_pipeline(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  SourceMap sources;
  Diagnostics diagnostics, of_expression;
  const int id = sources.add("fuzz.mbs", text);
  const ast::File file = parse(sources, id, diagnostics);
  check_reports(diagnostics, sources);
  if (!diagnostics.has_errors()) check_format(sources, file);
  parse_expression(sources, id, of_expression);
  check_reports(of_expression, sources);
  completeness(text);
}

}  // namespace mbs::fuzz

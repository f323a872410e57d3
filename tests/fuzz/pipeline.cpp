#include "tests/fuzz/pipeline.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "lang/compile.hpp"
#include "lang/diagnostics/render.hpp"
#include "lang/scenario/compile_options.hpp"
#include "lang/syntax/ast_equal.hpp"
#include "lang/syntax/format.hpp"
#include "lang/syntax/parse.hpp"

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

// `#set p=text` in the first lines stands for `--set p=text`.
std::vector<Override> overrides_of(const std::string& text) {
  constexpr std::string_view sign = "#set ";
  std::vector<Override> result;
  std::size_t at = 0;
  while (text.compare(at, sign.size(), sign) == 0) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at + sign.size(), end - at - sign.size());
    const std::size_t equals = std::min(line.find('='), line.size());
    result.push_back({line.substr(0, equals), line.substr(std::min(equals + 1, line.size()))});
    at = std::min(end + 1, text.size());
  }
  return result;
}

// The file every `use` of a fuzzed script reads, and one that goes in a circle.
std::optional<std::string> used_file(const std::string& path) {
  if (path.ends_with("none.mbs")) return std::nullopt;
  if (path.ends_with("circle.mbs")) return "use \"circle.mbs\"\nparam p = 1 mm\n";
  return "param p = 1 mm\nlaw soft(k: N/m) = k * delta\ntemplate two(m: kg) { body b { mass = m } "
         "}\n"
         "body used { mass = 1 kg, at = (p, 0 mm) }\nlet twice = 2 * p\n";
}

// A script comes to a scenario or to errors, never to both; a scenario has a text.
void check_compile(const std::string& text) {
  SourceMap sources;
  const int id = sources.add("fuzz.mbs", text);
  CompileOptions options;
  options.overrides = overrides_of(text);
  options.read_file = used_file;
  options.lint = true;
  const Compilation compiled = compile(sources, id, options);
  check_reports(compiled.diagnostics, sources);
  promise(compiled.scenario.has_value() != compiled.diagnostics.has_errors(),
          "a scenario or errors", text);
  if (compiled.scenario)
    promise(!ir::dump(*compiled.scenario).empty(), "a scenario has a text", text);
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
  check_compile(text);
}

}  // namespace mbs::fuzz

#include "cli/output/reporter.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/output/json_values.hpp"
#include "lang/diagnostics/render.hpp"

namespace mbs {

Reporter::Reporter(const SourceMap& sources, const Options& options, Environment& environment)
    : sources_(sources),
      options_(options),
      environment_(environment),
      color_(options.color == "always" ||
             (options.color == "auto" && environment.err_terminal && environment.color_allowed)) {}

void Reporter::show(const Diagnostic& diagnostic) {
  const bool warning = info(diagnostic.code).severity == Severity::warning;
  if (warning) ++warnings_;
  if (warning && options_.quiet && !options_.werror) return;
  if (options_.json) {
    auto object = nlohmann::ordered_json::parse(render_json(diagnostic, sources_), nullptr, false);
    nlohmann::ordered_json line = {{"type", "diagnostic"}};
    line.update(object);
    environment_.out << line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n"
                     << std::flush;  // a long run may follow
    return;
  }
  environment_.out.flush();  // keeps the order where both streams are one
  // Reports of several lines stand apart; single lines stand together.
  const bool long_report = !diagnostic.labels.empty() && !options_.brief;
  if (shown_++ > 0 && (long_report || after_long_report_)) environment_.err << "\n";
  after_long_report_ = long_report;
  environment_.err << render(diagnostic, sources_, {color_, options_.brief});
}

// " (line 3)", with the file if that is another one; nothing of what has no place.
std::string Reporter::place_text(Span of) const {
  if (of.source < 0 || of.source >= sources_.size()) return "";
  const std::string file = of.source > 0 ? sources_.name(of.source) + ", " : "";
  return fmt::format(" ({}line {})", file, sources_.place(of.source, of.begin).line);
}

void Reporter::note(const std::string& text, const Span* of) {
  if (options_.json) {
    nlohmann::ordered_json line = {{"type", "note"}, {"text", text}};
    if (of) add_place(line, *of, sources_);
    environment_.out << line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
  } else {
    environment_.out.flush();
    environment_.err << "note: " << text << (of ? place_text(*of) : "") << "\n";
  }
}

void Reporter::show_compilation(const Diagnostics& diagnostics, const char* consequence) {
  int errors = 0;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    const bool error = info(diagnostic.code).severity == Severity::error;
    if (error && ++errors > options_.max_errors) continue;
    show(diagnostic);
  }
  if (options_.json || errors < 2) return;
  const int hidden = errors - options_.max_errors;
  if (hidden > 0) {
    environment_.err << fmt::format("\n{} errors, {} of them not shown; {}\n", errors, hidden,
                                    consequence);
  } else {
    environment_.err << fmt::format("\n{} errors; {}\n", errors, consequence);
  }
}

}  // namespace mbs

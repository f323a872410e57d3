#include "cli/session/text.hpp"

#include <fmt/format.h>

#include <ostream>

#include "cli/output/file_output.hpp"
#include "cli/output/text_plot.hpp"
#include "cli/output/text_sink.hpp"
#include "cli/output/values_text.hpp"
#include "lang/diagnostics/render.hpp"

namespace mbs {

SessionText::SessionText(const SourceMap& sources, Environment& environment,
                         std::filesystem::path directory, int digits)
    : sources_(sources),
      environment_(environment),
      directory_(std::move(directory)),
      digits_(digits),
      color_(environment.err_terminal && environment.color_allowed),
      progress_(environment.err, environment.err_terminal) {}

void SessionText::text(const std::string& lines) {
  progress_.clear();
  environment_.out << lines;
}

std::string SessionText::give(Output output) {
  return take(
      output, [&](const Printed& o) { print(o.parts); },
      [&](const TableOutput& o) { text(table_text(o, digits_)); },
      [&](const PlotOutput& o) { plot(o); },
      [&](const TableFile& o) { return write_unless_taken(directory_, o, environment_); },
      [&](const PictureFile& o) { return write_unless_taken(directory_, o, environment_); },
      [&](const FilmFile& o) { return film(o.film, o.name); },
      [&](const Diagnostic& o) { diagnostic(o); }, [&](const Note& o) { note(o.text); },
      [&](const RunSummary&) { progress_.clear(); });
}

void SessionText::print(const std::vector<PrintPart>& parts) {
  std::string line;
  for (const PrintPart& part : parts) line += (line.empty() ? "" : "  ") + part_text(part, digits_);
  text(line + "\n");
}

void SessionText::plot(const PlotOutput& plot) {
  if (environment_.outline_plots) return text(plot_outline(plot));
  text(render(plot_data(plot), {plot.style.width, plot.style.height, environment_.utf8_terminal}));
}

std::string SessionText::film(const FilmOutput& film, const std::string& name) {
  const FilmWritten written = write_film_unless_taken(directory_ / name, film, environment_);
  if (!written.note.empty()) note(written.note);
  return written.problem;
}

void SessionText::diagnostic(const Diagnostic& diagnostic) {
  progress_.clear();
  environment_.out.flush();  // keeps the order where both streams are one
  environment_.err << render(diagnostic, sources_, {color_, false});
}

void SessionText::note(const std::string& text) {
  progress_.clear();
  environment_.out.flush();
  environment_.err << "note: " << text << "\n";
}

void SessionText::problem(const std::string& text) {
  progress_.clear();
  environment_.out.flush();
  environment_.err << "error: " << text << "\n";
}

}  // namespace mbs

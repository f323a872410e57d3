#include "cli/output/text_sink.hpp"

#include <fmt/format.h>

#include <ostream>

#include "cli/output/text_plot.hpp"
#include "cli/output/values_text.hpp"
#include "lang/text/number.hpp"

namespace mbs {

namespace {

std::string head(const Heading& heading) {
  return heading.unit.text.empty() ? heading.label
                                   : fmt::format("{} [{}]", heading.label, heading.unit.text);
}

}  // namespace

std::string plot_outline(const PlotOutput& plot) {
  std::string text;
  for (const PlottedCurve& curve : plot.curves)
    text += (text.empty() ? "" : ", ") + head(curve.heading);
  const std::string name = plot.name.empty() ? "" : " " + plot.name;
  if (plot.style.histogram) return fmt::format("[histogram{}: {}]\n", name, text);
  return fmt::format("[plot{}: {} vs {}]\n", name, text, head(plot.versus));
}

TextSink::TextSink(const Options& options, Environment& environment, Reporter& reporter,
                   FileOutput& files, Progress* progress, bool spaced)
    : options_(options),
      environment_(environment),
      reporter_(reporter),
      files_(files),
      progress_(progress),
      spaced_(spaced) {}

void TextSink::clear_progress() {
  if (progress_) progress_->clear();
}

void TextSink::line(const std::string& text) {
  clear_progress();
  if (spaced_ && after_block_) environment_.out << "\n";
  environment_.out << text << "\n" << std::flush;  // a long run may follow
  begun_ = true;
  after_block_ = false;
}

void TextSink::block(const std::string& text) {
  clear_progress();
  if (spaced_ && begun_) environment_.out << "\n";
  environment_.out << text << std::flush;
  begun_ = after_block_ = true;
}

std::string TextSink::give(Output output) {
  note_place_.pass(output);
  return take(
      output, [&](const Printed& o) { print(o.parts); }, [&](const TableOutput& o) { table(o); },
      [&](const PlotOutput& o) { plot(o); },
      [&](const TableFile& o) { return files_.write(o.table, o.name); },
      [&](const PictureFile& o) { return files_.write(o.plot, o.name); },
      [&](const FilmFile& o) { return film(o.film, o.name); },
      [&](const Diagnostic& o) {
        clear_progress();
        reporter_.show(o);
      },
      [&](const Note& o) { note(o.text); }, [&](const RunSummary& o) { run(o); },
      [&](const KeptRun& o) { files_.signals(*o.signals); });
}

void TextSink::print(const std::vector<PrintPart>& parts) {
  if (options_.quiet) return;
  std::string text;
  for (const PrintPart& part : parts) {
    text += (text.empty() ? "" : "  ") + part_text(part, options_.digits);
  }
  line(text);
}

void TextSink::table(const TableOutput& table) {
  files_.table(table);
  if (!options_.quiet) block(table_text(table, options_.digits));
}

void TextSink::plot(const PlotOutput& plot) {
  files_.plot(plot);
  if (options_.quiet) return;
  if (environment_.outline_plots) {
    block(plot_outline(plot));
  } else {
    block(
        render(plot_data(plot), {plot.style.width, plot.style.height, environment_.utf8_terminal}));
  }
}

std::string TextSink::film(const FilmOutput& film, const std::string& name) {
  const FilmWritten written = files_.write(film, name, [&](int done, int frames) {
    if (progress_) progress_->film(name, done, frames);
  });
  if (!written.note.empty()) note(written.note);
  return written.problem;
}

void TextSink::note(const std::string& text) {
  clear_progress();
  if (!options_.quiet) reporter_.note(text, note_place_.of_note());
}

void TextSink::run(const RunSummary& summary) {
  clear_progress();
  if (options_.verbose) environment_.err << summary_text(summary, options_.digits);
}

namespace {

// All contacts, or where hundreds of pairs are watched those that have met.
std::string contacts_text(const std::vector<RunSummary::Contact>& contacts) {
  constexpr std::size_t many = 12;
  std::string text;
  std::size_t apart = 0;
  for (const RunSummary::Contact& contact : contacts) {
    if (contacts.size() > many && contact.impacts == 0 && ++apart) continue;
    text += fmt::format("  contact {}: {} {}{}\n", contact.name, contact.impacts,
                        contact.impacts == 1 ? "impact" : "impacts",
                        contact.open ? ", the last one not over" : "");
  }
  if (apart > 0)
    text += fmt::format("  {} contact{} without an impact\n", apart, apart == 1 ? "" : "s");
  return text;
}

}  // namespace

std::string summary_text(const RunSummary& summary, int digits) {
  std::string text = fmt::format("run from {} s to {} s: {}\n", format_number(summary.from, digits),
                                 format_number(summary.to, digits), summary.termination);
  text += contacts_text(summary.contacts);
  text += fmt::format("  method: {}\n", summary.method);
  if (!summary.method_note.empty()) text += fmt::format("  integrator: {}\n", summary.method_note);
  for (const auto& [name, count] : summary.counters) text += fmt::format("  {}: {}\n", name, count);
  if (summary.samples > 0) {
    const double bytes = static_cast<double>(summary.recorded_bytes);
    const double values = static_cast<double>(summary.samples) * summary.kept_unknowns;
    text += fmt::format("  recorded: {} samples of {} unknowns, {} MB", summary.samples,
                        summary.kept_unknowns, format_number(bytes / 1e6, 3));
    if (summary.kept_unknowns > 0)
      text += fmt::format(", {} bytes per sample and unknown", format_number(bytes / values, 3));
    text += "\n";
  }
  if (!summary.shared_loads.empty())
    text += fmt::format("  shared loads: {} hold the same together, like equal springs\n",
                        summary.shared_loads);
  text +=
      fmt::format("  largest constraint error: {} m\n", format_number(summary.largest_drift, 3));
  text += fmt::format("  largest energy.error: {}\n", format_number(summary.energy_error, 3));
  for (const auto& a : summary.audits)
    text += fmt::format("  audit {}, {}: {}{}{} at t = {} s, {} would pass\n", a.code, a.of,
                        format_number(a.value, 3), a.unit.empty() ? "" : " ", a.unit,
                        format_number(a.t, digits), format_number(a.allowed, 3));
  if (!summary.tolerances.empty()) text += "  tolerances: " + summary.tolerances + "\n";
  return text;
}

}  // namespace mbs

#include "runtime/results/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace mbs {

namespace {

// A warning without where and how often.
std::string cause_of(const Diagnostic& warning) {
  std::string text = warning.message;
  text.resize(std::min(text.find(", in the pass with "), text.size()));
  if (text.ends_with(" s)")) text.resize(std::min(text.rfind(" ("), text.size()));
  return text;
}

std::string without_numbers(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (!std::isdigit(static_cast<unsigned char>(text[i]))) {
      result += text[i++];
      continue;
    }
    i = std::min(text.find_first_not_of("0123456789.e-+", i), text.size());
    result += '#';
  }
  return result;
}

}  // namespace

void UnrepeatedSink::diagnostic(const Diagnostic& diagnostic) {
  if (info(diagnostic.code).severity == Severity::error) return target_->diagnostic(diagnostic);
  const std::string cause = cause_of(diagnostic);
  const std::string key = std::string(info(diagnostic.code).name) + without_numbers(cause);
  const auto known =
      std::find_if(told_.begin(), told_.end(), [&](const Told& told) { return told.key == key; });
  if (known != told_.end()) {
    ++known->repeated;
    return;
  }
  told_.push_back({key, fmt::format("[{}]: {}", info(diagnostic.code).name, cause), 0});
  target_->diagnostic(diagnostic);
}

void UnrepeatedSink::tell_repeated(Sink& target) const {
  for (const Told& told : told_) {
    if (told.repeated == 0) continue;
    const char* times = told.repeated == 1 ? "once more" : "more times";
    const std::string count = told.repeated == 1 ? "" : fmt::format("{} ", told.repeated);
    target.note(fmt::format("other passes warn {}{} like this: {}", count, times, told.text));
  }
}

Cell Cell::number(double value) {
  if (std::isnan(value)) return none();
  return {Kind::number, value, {}};
}

Cell Cell::boolean(bool value) {
  return {Kind::boolean, value ? 1.0 : 0.0, {}};
}

Cell Cell::of_text(std::string text) {
  return {Kind::text, 0, std::move(text)};
}

void BufferedSink::print(const std::vector<PrintPart>& parts) {
  entries_.push_back([parts](Sink& sink) { sink.print(parts); });
}

void BufferedSink::table(const TableOutput& table) {
  entries_.push_back([table](Sink& sink) { sink.table(table); });
}

void BufferedSink::plot(const PlotOutput& plot) {
  entries_.push_back([plot](Sink& sink) { sink.plot(plot); });
}

std::string BufferedSink::file(const TableOutput& table, const std::string& name) {
  entries_.push_back([table, name](Sink& sink) { sink.file(table, name); });
  return {};
}

Diagnostic unwritten(const std::string& file, const std::string& problem, Span origin) {
  Diagnostic d{Code::E0703, "cannot write `" + file + "`: " + problem, {}, {}, {}, {}, {}};
  if (origin.source >= 0) d.labels.push_back({origin, ""});
  return d;
}

std::string BufferedSink::picture(const PlotOutput& plot, const std::string& name) {
  entries_.push_back([plot, name](Sink& sink) { sink.picture(plot, name); });
  return {};
}

std::string BufferedSink::film(const FilmOutput& film, const std::string& name) {
  entries_.push_back([film, name](Sink& sink) {
    const std::string problem = sink.film(film, name);
    if (!problem.empty()) sink.diagnostic(unwritten(name, problem, film.asked.origin));
  });
  return {};
}

void BufferedSink::diagnostic(const Diagnostic& diagnostic) {
  entries_.push_back([diagnostic](Sink& sink) { sink.diagnostic(diagnostic); });
}

void BufferedSink::note(const std::string& text) {
  entries_.push_back([text](Sink& sink) { sink.note(text); });
}

void BufferedSink::run(const RunSummary& summary) {
  entries_.push_back([summary](Sink& sink) { sink.run(summary); });
}

void BufferedSink::from(Span origin) {
  entries_.push_back([origin](Sink& sink) { sink.from(origin); });
}

void BufferedSink::expectation(const Expectation& expectation) {
  entries_.push_back([expectation](Sink& sink) { sink.expectation(expectation); });
}

void BufferedSink::pass(const std::string& values) {
  entries_.push_back([values](Sink& sink) { sink.pass(values); });
}

void BufferedSink::gained(const std::string& plot) {
  entries_.push_back([plot](Sink& sink) { sink.gained(plot); });
}

void BufferedSink::scene(const std::shared_ptr<const Scene>& scene) {
  entries_.push_back([scene](Sink& sink) { sink.scene(scene); });
}

void BufferedSink::replay(Sink& sink) const {
  for (const auto& entry : entries_) entry(sink);
}

}  // namespace mbs

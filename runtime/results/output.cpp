#include "runtime/results/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lang/text/lexeme.hpp"

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
    if (!is_digit(text[i])) {
      result += text[i++];
      continue;
    }
    i = std::min(text.find_first_not_of("0123456789.e-+", i), text.size());
    result += '#';
  }
  return result;
}

}  // namespace

bool UnrepeatedSink::repeats(const Diagnostic& diagnostic) {
  if (info(diagnostic.code).severity == Severity::error) return false;
  const std::string cause = cause_of(diagnostic);
  const std::string key = std::string(info(diagnostic.code).name) + without_numbers(cause);
  const auto known =
      std::find_if(told_.begin(), told_.end(), [&](const Told& told) { return told.key == key; });
  if (known == told_.end()) {
    told_.push_back({key, fmt::format("[{}]: {}", info(diagnostic.code).name, cause), 0});
    return false;
  }
  ++known->repeated;
  return true;
}

std::string UnrepeatedSink::give(Output output) {
  const auto* diagnostic = std::get_if<Diagnostic>(&output);
  if (diagnostic && repeats(*diagnostic)) return {};
  return RelaySink::give(std::move(output));
}

void UnrepeatedSink::tell_repeated(Sink& target) const {
  for (const Told& told : told_) {
    if (told.repeated == 0) continue;
    const char* times = told.repeated == 1 ? "once more" : "more times";
    const std::string count = told.repeated == 1 ? "" : fmt::format("{} ", told.repeated);
    target.give(Note{fmt::format("other passes warn {}{} like this: {}", count, times, told.text)});
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

std::string unwritten_text(const std::string& file, const std::string& problem) {
  return "cannot write `" + file + "`: " + problem;
}

Diagnostic unwritten(const std::string& file, const std::string& problem, Span origin) {
  Diagnostic d{Code::E0703, unwritten_text(file, problem), {}, {}, {}, {}, {}};
  if (origin.source >= 0) d.labels.push_back({origin, ""});
  return d;
}

std::vector<PrintPart> last_printed(const std::vector<Output>& outputs) {
  for (auto output = outputs.rbegin(); output != outputs.rend(); ++output)
    if (const auto* printed = std::get_if<Printed>(&*output)) return printed->parts;
  return {};
}

std::vector<Diagnostic> diagnostics_of(const std::vector<Output>& outputs) {
  std::vector<Diagnostic> found;
  for (const Output& output : outputs)
    if (const auto* diagnostic = std::get_if<Diagnostic>(&output)) found.push_back(*diagnostic);
  return found;
}

std::string BufferedSink::give(Output output) {
  outputs_.push_back(std::move(output));
  return {};
}

void BufferedSink::replay(Sink& sink) {
  for (Output& output : std::exchange(outputs_, {})) {
    const auto* film = std::get_if<FilmFile>(&output);
    const Span origin = film ? film->film.asked.origin : Span{};
    const std::string name = film ? film->name : "";
    const std::string problem = sink.give(std::move(output));
    if (film && !problem.empty()) sink.give(unwritten(name, problem, origin));
  }
}

}  // namespace mbs

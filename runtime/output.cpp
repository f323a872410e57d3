#include "runtime/output.hpp"

#include <cmath>

namespace mbs {

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

void BufferedSink::diagnostic(const Diagnostic& diagnostic) {
  entries_.push_back([diagnostic](Sink& sink) { sink.diagnostic(diagnostic); });
}

void BufferedSink::note(const std::string& text) {
  entries_.push_back([text](Sink& sink) { sink.note(text); });
}

void BufferedSink::run(const RunSummary& summary) {
  entries_.push_back([summary](Sink& sink) { sink.run(summary); });
}

void BufferedSink::replay(Sink& sink) const {
  for (const auto& entry : entries_) entry(sink);
}

}  // namespace mbs

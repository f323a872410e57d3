// What a run of a script complains of.
#pragma once

#include <string>
#include <variant>

#include "runtime/results/output.hpp"

namespace mbs::test {

// Errors with their notes, one a line, and whether a run has come to its summary.
class Complaints : public Sink {
 public:
  std::string text;
  bool finished = false;
  std::string give(Output output) override {
    if (const auto* d = std::get_if<Diagnostic>(&output))
      if (complains(*d)) note(*d);
    finished |= std::holds_alternative<RunSummary>(output);
    return "";
  }

 protected:
  virtual bool complains(const Diagnostic& d) { return info(d.code).severity == Severity::error; }

 private:
  void note(const Diagnostic& d) {
    text += d.message;
    for (const std::string& more : d.notes) text += "; " + more;
    text += "\n";
  }
};

}  // namespace mbs::test

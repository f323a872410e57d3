// Where complaints go, and what they are told with: the words of the script, and the uses that led
// to where it is looked at. Who only checks and complains takes this part of the world.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lang/diagnostics/diagnostics.hpp"
#include "lang/text/source.hpp"

namespace mbs::elaborate {

struct Reports {
  Diagnostics* diagnostics;
  Diagnostics* aloud;  // the same, but while something is evaluated quietly
  const SourceMap& sources;
  bool quiet = false;             // reports are dropped, so what fails is not kept: see Quiet
  std::vector<std::string> uses;  // "in law `f`, used by contact `B` at a.mbs:3", outermost first

  Reports(Diagnostics& sink, const SourceMap& texts)
      : diagnostics(&sink), aloud(&sink), sources(texts) {}
};

// Adds a diagnostic with notes that name the uses that led here.
Diagnostic& report(Reports& reports, Code code, Span span, std::string message,
                   std::string label = {});

// What stands there, as it is written.
std::string source_text(const Reports& reports, Span span);
// "crank.mbs:19"
std::string place_text(const Reports& reports, Span span);
int line_of(const Reports& reports, Span span);

// Sets a value for as long as it lives.
template <class T>
class Setting {
 public:
  Setting(T& place, T value) : place_(place), old_(std::move(place)) { place_ = std::move(value); }
  ~Setting() { place_ = std::move(old_); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  T& place_;
  T old_;
};

// Drops reports for as long as it lives, as for the branch that an `if` does not take. A name, an
// attribute or an end that fails meanwhile is made again, and reported, by whoever asks next.
class Quiet {
 public:
  explicit Quiet(Reports& reports)
      : sink_(reports.diagnostics, &dropped_), quiet_(reports.quiet, true) {}

 private:
  Diagnostics dropped_;
  Setting<Diagnostics*> sink_;
  Setting<bool> quiet_;
};

// Notes, for messages, what is being evaluated and for whom.
class UseNote {
 public:
  UseNote(Reports& reports, std::string text) : reports_(reports) {
    reports_.uses.push_back(std::move(text));
  }
  ~UseNote() { reports_.uses.pop_back(); }
  UseNote(const UseNote&) = delete;
  UseNote& operator=(const UseNote&) = delete;

 private:
  Reports& reports_;
};

}  // namespace mbs::elaborate

#include "tests/mutation/oracles.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

#include "tests/mutation/files.hpp"
#include "tests/mutation/report.hpp"

namespace mbs::mutation {

namespace {

using Maybe = std::optional<Finding>;

std::string line_with(const std::string& text, const char* what) {
  const std::size_t at = text.find(what);
  if (at == std::string::npos) return "";
  const std::size_t begin = text.rfind('\n', at) + 1;
  return text.substr(begin, text.find('\n', at) - begin);
}

std::string list_of(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text.empty() ? "nothing" : text;
}

// Labels are made of the text of expressions, whose blanks `fmt` sets.
std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

// Whether anything was said but that an expectation failed, as those of a mutant often do.
bool told(const Report& report) {
  return std::any_of(report.codes.begin(), report.codes.end(),
                     [](const std::string& code) { return code != "E0801"; });
}

// One mutant and what is known of it so far.
class Trial {
 public:
  Trial(const Bench& bench, const std::string& mutant, const std::string& text)
      : bench_(bench), mutant_(mutant), text_(text) {}

  Verdict judge() {
    Maybe found = run();
    if (!found && bench_.thorough) found = other_ways();
    if (!found) found = tolerance();
    return {found, complete(seen_, report_)};
  }

 private:
  Outcome call(std::vector<std::string> words, const std::string& input = "") const {
    words.insert(words.begin(), bench_.program);
    return run_child(words, bench_.folder, bench_.scratch, input, bench_.limits);
  }
  std::vector<std::string> run_words(const std::vector<std::string>& more) const {
    std::vector<std::string> words = {"run", "--color", "never"};
    words.insert(words.end(), {"--max-time", bench_.max_time, "--max-errors", "1000", "--out",
                               (bench_.scratch / "files").string()});
    words.insert(words.end(), more.begin(), more.end());
    if (std::find(more.begin(), more.end(), "--jobs") == more.end())
      words.insert(words.end(), {"--jobs", "1", "--memory", "50MB"});
    words.push_back(mutant_);
    return words;
  }
  Finding finding(const char* oracle, const std::string& detail, const Outcome& seen) const {
    return {oracle, detail, "exit " + std::to_string(seen.code) + "\n" + seen.out + seen.err};
  }

  Maybe run() {
    seen_ = call(run_words({"--json", "-v"}));
    if (Maybe found = broken(seen_)) return found;
    report_ = read_report(seen_.out);
    if (!report_.readable) return finding("json", "a line that is not an object", seen_);
    if (report_.exit && *report_.exit != seen_.code)
      return finding("json", "the end says another exit code", seen_);
    if (seen_.code == 1 && !report_.errors.contains("E0801"))
      return finding("silent", "exit 1 without a failed expectation", seen_);
    if (seen_.code >= 2 && report_.errors.empty() && seen_.err.empty())
      return finding("silent", "exit " + std::to_string(seen_.code) + " without a word", seen_);
    if (seen_.code == 0 && !report_.errors.empty())
      return finding("silent", "exit 0 with " + list_of(report_.errors), seen_);
    if (seen_.code <= 1 && !told(report_) &&
        report_.drift > std::max(1e-4, 1e-9 * report_.drift_allowed))
      return finding("audit", "a constraint error without a word", seen_);
    if (seen_.code <= 1 && !told(report_) && report_.energy_error > 0.02)
      return finding("audit", "an energy error without a word", seen_);
    return {};
  }
  Maybe other_ways() {
    for (const auto way : {&Trial::plain, &Trial::check, &Trial::format, &Trial::smaller_record})
      if (Maybe found = (this->*way)()) return found;
    return {};
  }
  // The same as text: the same exit code, and told.
  Maybe plain() {
    if (report_.errors.contains("E0702")) return {};  // where the clock ends it is chance
    const Outcome text = call(run_words({"--brief"}));
    if (Maybe found = broken(text)) return found;
    if (text.err.find("E0702") != std::string::npos) return {};
    if (text.code != seen_.code) return finding("json", "another exit code with --json", text);
    for (const std::string& code : report_.errors)
      if (text.code == seen_.code && text.err.find(code) == std::string::npos)
        return finding("silent", code + " is told with --json only", text);
    return {};
  }
  // Whatever is wrong before the first run is so for both commands.
  Maybe check() {
    const Outcome checked = call({"check", "--json", "--max-errors", "1000", mutant_});
    if (Maybe found = broken(checked)) return found;
    const Report said = read_report(checked.out);
    if (checked.code >= 2 && said.errors.empty() && checked.err.empty())
      return finding("silent", "check ends without a word", checked);
    if (checked.code == 2 && seen_.code != 2)
      return finding("check", "check refuses what run takes: " + list_of(said.errors), checked);
    return {};
  }
  Maybe format() {
    const Outcome once = call({"fmt", "-"}, text_.empty() ? "\n" : text_);
    if (Maybe found = broken(once)) return found;
    if (once.code != 0) return {};
    const Outcome twice = call({"fmt", "-"}, once.out.empty() ? "\n" : once.out);
    if (Maybe found = broken(twice)) return found;
    if (twice.code != 0 || twice.out != once.out)
      return finding("fmt", "formatting twice changes the text", twice);
    const Outcome meaning = call({"ir", mutant_});
    if (Maybe found = broken(meaning)) return found;
    write_text(bench_.folder / mutant_, once.out);
    const Outcome formatted = call({"ir", mutant_});
    write_text(bench_.folder / mutant_, text_);
    if (meaning.code != formatted.code ||
        without_blanks(meaning.out) != without_blanks(formatted.out))
      return finding("fmt", "formatting changes the meaning", formatted);
    return {};
  }
  bool complete(const Outcome& outcome, const Report& report) const {
    return outcome.code <= 1 && report.whole && !report.numbers.empty();
  }
  // Neither what is recorded nor how many passes run at a time changes a result.
  Maybe smaller_record() {
    if (!complete(seen_, report_)) return {};
    const Outcome small = call(run_words({"--json", "--memory", "1kB", "--jobs", "3"}));
    if (Maybe found = broken(small)) return found;
    const Report report = read_report(small.out);
    if (!report.whole || (report.shape == report_.shape && report.numbers == report_.numbers))
      return {};
    return finding("record", "other results with --memory 1kB --jobs 3", small);
  }
  Report at_tolerance(const char* tol, Maybe& found) const {
    const Outcome outcome = call(run_words({"--json", "--tol", tol}));
    if (!found) found = broken(outcome);
    Report report = read_report(outcome.out);
    report.whole = complete(outcome, report);
    return report;
  }
  // Many impacts are chaos where a small change of the tolerance changes as much as a large one.
  bool chaotic(const Report& loose, const Report& tight) const {
    constexpr int few = 6;
    if (std::max(loose.impacts, tight.impacts) <= few) return false;
    Maybe ignored;
    for (const char* near : {"0.8e-6", "1.2e-6", "0.8e-8"}) {
      const Report nudged = at_tolerance(near, ignored);
      const Report& other = std::string(near) == "0.8e-8" ? tight : loose;
      if (!nudged.whole || !difference(other, nudged).empty()) return true;
    }
    return false;
  }
  // Of bounces that follow each other without end as many are hits as have a height that is known.
  bool counts_bounces(const std::string& what) const {
    double loose = 0, tight = 0;
    if (std::sscanf(what.c_str(), "%lf and %lf", &loose, &tight) != 2) return false;
    const bool whole = loose == std::floor(loose) && tight == std::floor(tight);
    return whole && loose < tight && text_.find(".hits") != std::string::npos;
  }
  // A hundredth of the tolerance changes little, or something is said.
  Maybe tolerance() {
    if (!complete(seen_, report_)) return {};
    Maybe found;
    const Report loose = at_tolerance("1e-6", found), tight = at_tolerance("1e-8", found);
    if (found) return found;
    if (!loose.whole || !tight.whole || told(loose)) return {};
    const std::string what = difference(loose, tight);
    if (what.empty() || counts_bounces(what) || chaotic(loose, tight)) return {};
    return Finding{"tolerance", "another result at a tighter tolerance", what};
  }

  const Bench& bench_;
  const std::string& mutant_;
  const std::string& text_;
  Outcome seen_;
  Report report_;
};

}  // namespace

Maybe broken(const Outcome& outcome) {
  const std::string all = outcome.out + outcome.err;
  for (const char* sign : {"Sanitizer", "runtime error:"})
    if (const std::string line = line_with(outcome.err, sign); !line.empty())
      return Finding{"sanitizer", line, all};
  if (outcome.hung) return Finding{"hang", "it does not end", all};
  if (outcome.signal != 0) {
    std::string line;
    for (const char* sign : {"terminate called", "Assertion"})
      if (line.empty()) line = line_with(outcome.err, sign);
    return Finding{"signal", "signal " + std::to_string(outcome.signal) + " " + line, all};
  }
  if (outcome.code < 0 || outcome.code > 4)
    return Finding{"exit code", "exit " + std::to_string(outcome.code), all};
  return {};
}

Verdict judge(const Bench& bench, const std::string& mutant, const std::string& text) {
  write_text(bench.folder / mutant, text);
  const Verdict verdict = Trial(bench, mutant, text).judge();
  std::filesystem::remove(bench.folder / mutant);
  std::filesystem::remove_all(bench.scratch / "files");
  return verdict;
}

}  // namespace mbs::mutation

// Mutates scripts, runs the program on them end to end, and keeps what breaks a promise.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <map>
#include <mutex>
#include <thread>

#include "runtime/record/findings.hpp"
#include "tests/mutation/faults.hpp"
#include "tests/mutation/files.hpp"
#include "tests/mutation/minimize.hpp"
#include "tests/mutation/mutate.hpp"
#include "tests/mutation/oracles.hpp"

namespace mbs::mutation {

namespace fs = std::filesystem;

namespace {

struct Options {
  std::string program, root = ".", keep, script, max_time = "0.5s";
  std::uint64_t count = 1000, seed = 1, first = 0;
  unsigned jobs = 1;
  bool faults = false, sanitized = false, show = false;
};

// Seen by one worker after the other.
class Findings {
 public:
  explicit Findings(const Options& options) : options_(options) {
    if (!options.keep.empty()) fs::create_directories(options.keep);
  }
  void count(const Verdict& verdict) { complete_ += verdict.complete ? 1 : 0; }
  // Whether a fault of this kind is new enough to look at it closely.
  bool is_news(const Finding& f) {
    const std::lock_guard lock(mutex_);
    ++total_;
    return ++seen_[f.oracle + ": " + plain(f.detail)] <= 3;
  }
  void keep(std::uint64_t number, const Finding& f, const std::string& how,
            const std::string& text) {
    const std::lock_guard lock(mutex_);
    std::printf("%llu: %s: %s (%s)\n", static_cast<unsigned long long>(number), f.oracle.c_str(),
                f.detail.c_str(), how.c_str());
    std::fflush(stdout);
    if (options_.keep.empty()) {
      std::printf("%s----\n%s----\n", text.c_str(), f.output.c_str());
      return;
    }
    std::string name =
        std::to_string(options_.seed) + "_" + std::to_string(number) + "_" + f.oracle;
    std::replace(name.begin(), name.end(), ' ', '_');
    write_text(fs::path(options_.keep) / (name + ".mbs"), text);
    write_text(fs::path(options_.keep) / (name + ".txt"),
               f.oracle + ": " + f.detail + "\n" + how + "\n\n" + f.output);
  }
  int summary() const {
    for (const auto& [what, times] : seen_) std::printf("%5d  %s\n", times, what.c_str());
    std::printf("%llu %s of seed %llu", static_cast<unsigned long long>(options_.count),
                options_.faults ? "faults" : "mutants",
                static_cast<unsigned long long>(options_.seed));
    if (!options_.faults) std::printf(" (%d ran to their end)", complete_.load());
    std::printf(", %d findings\n", total_);
    return total_ > 0 ? 1 : 0;
  }

 private:
  static std::string plain(std::string text) {
    std::erase_if(text, [](unsigned char c) { return c >= '0' && c <= '9'; });
    return text.substr(0, 150);
  }
  const Options& options_;
  std::mutex mutex_;
  std::map<std::string, int> seen_;
  int total_ = 0;
  std::atomic<int> complete_ = 0;
};

Bench bench_of(const Options& options, const fs::path& work, unsigned worker) {
  Bench bench;
  bench.program = fs::absolute(options.program);
  bench.scratch = work / ("worker" + std::to_string(worker));
  bench.max_time = options.max_time;
  if (!options.sanitized) bench.limits.memory = std::size_t{4} << 30;
  bench.limits.file_size = std::size_t{256} << 20;
  fs::create_directories(bench.scratch);
  return bench;
}

void try_mutant(const Options& options, const Corpus& corpus, Bench& bench, unsigned worker,
                std::uint64_t number, Findings& findings) {
  const Mutant mutant = make_mutant(corpus, options.seed, number);
  const std::string name = "mutant" + std::to_string(worker) + ".mbs";
  bench.thorough = number % 3 == 0;
  bench.folder = bench.scratch.parent_path() / mutant.origin->folder;
  const Verdict verdict = judge(bench, name, mutant.text);
  findings.count(verdict);
  std::optional<Finding> found = verdict.finding;
  if (!found || !findings.is_news(*found)) return;
  const auto fails = [&](const std::string& text) {
    const auto again = judge(bench, name, text).finding;
    if (!again || again->oracle != found->oracle || again->detail != found->detail) return false;
    found = again;
    return true;
  };
  const std::string smallest = minimize(mutant.text, fails, found->oracle == "hang" ? 12 : 150);
  findings.keep(number, *found,
                mutant.origin->folder + "/" + mutant.origin->name + ": " + mutant.changes,
                smallest);
}

void try_fault(const Options& options, const Corpus& corpus, const Bench& bench,
               std::uint64_t number, Findings& findings) {
  const FaultResult result = inject(corpus, bench, options.seed, number, options.sanitized);
  if (result.finding && findings.is_news(*result.finding))
    findings.keep(number, *result.finding, result.what, "");
}

int judge_script(const Options& options, const Corpus& corpus, const fs::path& work) {
  Bench bench = bench_of(options, work, 0);
  bench.folder = work / corpus.pick(0).folder;
  const std::optional<Finding> found =
      judge(bench, "mutant.mbs", read_text(options.script)).finding;
  if (found)
    std::printf("%s: %s\n%s", found->oracle.c_str(), found->detail.c_str(), found->output.c_str());
  return found ? 1 : 0;
}

int run(const Options& options) {
  const Corpus corpus = read_corpus(options.root);
  if (options.show) {
    const Mutant mutant = make_mutant(corpus, options.seed, options.first);
    std::printf("%s", mutant.text.c_str());
    return 0;
  }
  const fs::path work = fs::temp_directory_path() / ("mutation." + std::to_string(getpid()));
  lay_out(corpus, work);
  if (!options.script.empty()) {
    const int code = judge_script(options, corpus, work);
    fs::remove_all(work);
    return code;
  }
  Findings findings(options);
  std::atomic<std::uint64_t> next{0};
  const auto worker = [&](unsigned index) {
    Bench bench = bench_of(options, work, index);
    for (std::uint64_t i = next++; i < options.count; i = next++) {
      if (i > 0 && i % 1000 == 0)
        std::fprintf(stderr, "%llu done\n", static_cast<unsigned long long>(i));
      if (options.faults)
        try_fault(options, corpus, bench, options.first + i, findings);
      else
        try_mutant(options, corpus, bench, index, options.first + i, findings);
    }
  };
  std::vector<std::thread> workers;
  for (unsigned i = 0; i < options.jobs; ++i) workers.emplace_back(worker, i);
  for (std::thread& w : workers) w.join();
  fs::remove_all(work);
  return findings.summary();
}

}  // namespace

}  // namespace mbs::mutation

int main(int argc, char** argv) {
  mbs::mutation::Options options;
  CLI::App app("Mutates scripts and runs the program on them; exit code 1 if a promise is broken.");
  app.add_option("program", options.program, "the program")->required();
  app.add_option("--root", options.root, "the source tree, whose scripts are mutated");
  app.add_option("--count", options.count, "how many mutants or faults");
  app.add_option("--seed", options.seed, "which ones");
  app.add_option("--first", options.first, "number of the first");
  app.add_option("--jobs", options.jobs, "how many at a time");
  app.add_option("--max-time", options.max_time, "for all runs of a script");
  app.add_option("--script", options.script, "judge this one as it is, such as a finding");
  app.add_option("--keep", options.keep, "a folder for findings; without it they are shown");
  app.add_flag("--faults", options.faults, "faults of the machine in place of mutants");
  app.add_flag("--sanitized", options.sanitized, "the program needs address space without end");
  app.add_flag("--show", options.show, "show the first mutant, run nothing");
  CLI11_PARSE(app, argc, argv);
  try {
    return mbs::mutation::run(options);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "mutation: %s\n", e.what());
    return 2;
  }
}

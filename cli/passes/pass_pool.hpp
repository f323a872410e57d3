// How the commands run the passes of a sweep: those in the result file are taken from it, the
// others are shared between ranks if there are some, else run on threads.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "cli/environment/environment.hpp"
#include "cli/environment/options.hpp"
#include "cli/environment/script.hpp"
#include "cli/passes/pass_file.hpp"
#include "cli/passes/ranks.hpp"
#include "runtime/study/pass_runner.hpp"

namespace mbs {

class PassPool : public PassRunner {
 public:
  // `ranks` may be null. `sources`: of the script, which together with the options decide what a
  // pass gives.
  PassPool(const Options& options, Environment& environment, const SourceMap& sources,
           Ranks* ranks);
  // False, with a message on standard error, if the result file cannot be used.
  bool open();
  // Passes that only this process knows run on threads alone, and are not kept.
  void run(const Study& study, const PassDone& done) override;
  // 4 if the result file could not be written, else 0.
  int exit_code() const { return unwritten_ ? 4 : 0; }

 private:
  // Neither ranks nor a file: the passes may as well run on threads directly.
  bool plain() const { return !ranks_ && options_.resume.empty(); }
  void add(const std::string& key, const PassResult& result);
  void report(std::size_t missing, std::size_t passes);

  const Options& options_;
  Environment& environment_;
  std::string identity_;
  Ranks* ranks_;
  std::unique_ptr<PassFile> file_;
  std::atomic<bool> unwritten_{false};
};

// Standard input goes to rank 0 alone. True, with a message, if a script is to come from there.
bool unshared_input(const Options& options, const Ranks* ranks, Environment& environment);

}  // namespace mbs

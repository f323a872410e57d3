#include "cli/passes/pass_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "cli/environment/version.hpp"
#include "lang/scenario/compile_options.hpp"

namespace mbs {

namespace {

// Everything but the texts of overrides, which tell one pass from another.
std::string identity_of(const Options& options, const SourceMap& sources) {
  std::string text;
  for (int i = 0; i < sources.size(); ++i)
    if (sources.name(i).rfind("--set", 0) != 0) text += sources.text(i) + '\0';
  for (const Override& override : options.overrides)
    text += override.name + '=' + override.text + '\0';
  for (const std::string& kept : options.keep) text += "keep=" + kept + '\0';
  for (const auto& [name, value] : texts_of(options.runs)) text += name + '=' + value + '\0';
  return digest(text + fmt::format(" {} {} {}", options.digits, options.verbose, options.memory) +
                std::string(program_version));
}

}  // namespace

PassPool::PassPool(const Options& options, Environment& environment, const SourceMap& sources,
                   Ranks* ranks)
    : options_(options), environment_(environment), ranks_(ranks) {
  if (!plain()) identity_ = identity_of(options, sources);
}

bool PassPool::open() {
  if (options_.resume.empty()) return true;
  std::string problem;
  file_ = std::make_unique<PassFile>(options_.resume, problem);
  environment_.taken.insert(true_path(options_.resume));
  if (problem.empty()) return true;
  environment_.err << fmt::format("mbs: cannot use `{}`: {}\n", options_.resume, problem);
  return false;
}

void PassPool::add(const std::string& key, const PassResult& result) {
  if (file_ && !file_->add(key, result)) unwritten_ = true;
}

void PassPool::run(const Study& study, const PassDone& done) {
  if (plain() || study.made_late) return ThreadedPasses().run(study, done);
  std::vector<std::string> keys(study.passes);
  std::vector<std::unique_ptr<PassResult>> finished(study.passes);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < study.passes; ++i) {
    keys[i] = digest(identity_ + fmt::format("{} ", study.action) + study.name_of(i));
    auto known = file_ ? file_->find(keys[i]) : std::nullopt;
    if (known)
      finished[i] = std::make_unique<PassResult>(std::move(*known));
    else
      open.push_back(i);
  }
  std::size_t next = 0;
  const auto give = [&] {
    for (; next < study.passes && finished[next]; ++next) {
      done(next, *finished[next]);
      *finished[next] = {};
    }
  };
  const auto arrived = [&](std::size_t pass, PassResult result) {
    finished[pass] = std::make_unique<PassResult>(std::move(result));
    give();
  };
  give();
  if (ranks_) {
    const auto keep = [&](std::size_t pass, PassResult result) {
      add(keys[pass], result);
      arrived(pass, std::move(result));
    };
    ranks_->share({study, open, keep, environment_.interrupted});
  } else {
    const auto execute = [&](std::size_t k) {
      PassResult result = run_pass(study, open[k]);
      add(keys[open[k]], result);
      return result;
    };
    run_passes(open.size(), study.jobs, execute,
               [&](std::size_t k, PassResult& result) { arrived(open[k], std::move(result)); });
  }
  std::size_t missing = 0;
  for (std::size_t i = next; i < study.passes; ++i) {
    if (finished[i]) continue;
    ++missing;
    finished[i] = std::make_unique<PassResult>();
    // A user's own interrupt is no failure.
    finished[i]->outcome.interrupted = !Ranks::ended() && environment_.interrupted();
    finished[i]->outcome.simulation_failed = !finished[i]->outcome.interrupted;
  }
  give();
  report(missing, study.passes);
}

void PassPool::report(std::size_t missing, std::size_t passes) {
  if (ranks_)
    for (const std::string& loss : ranks_->take_losses())
      environment_.err << "mbs: " << loss << "\n";
  if (unwritten_)
    environment_.err << fmt::format("mbs: cannot write `{}`; it lacks passes\n", options_.resume);
  if (missing == 0) return;
  environment_.err << fmt::format("mbs: {} of {} passes are not done", missing, passes);
  environment_.err << (file_ ? fmt::format("; the same command goes on with them: `{}` has the "
                                           "others\n",
                                           options_.resume)
                             : std::string("; with `--resume FILE` they could be done later\n"));
}

bool unshared_input(const Options& options, const Ranks* ranks, Environment& environment) {
  const auto& files = options.files;
  if (!ranks || std::find(files.begin(), files.end(), "-") == files.end()) return false;
  environment.err << "mbs: ranks of mpirun cannot share standard input: name a file\n";
  return true;
}

}  // namespace mbs

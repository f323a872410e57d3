// Who runs the passes of studies.
#pragma once

#include <cstddef>
#include <functional>

#include "runtime/study/passes.hpp"
#include "runtime/study/study.hpp"

namespace mbs {

// A pass starts from nothing but the tables so far; what is thrown becomes a diagnostic. From any
// thread. A study that chooses its next values by what came before runs its passes one by one.
PassResult run_pass(const Study& study, std::size_t pass);

// In the order of the passes, on the thread that runs them, as soon as all before it are finished.
using PassDone = std::function<void(std::size_t pass, PassResult& result)>;

// Runs all passes of a study: here on threads; others may share them between machines, or know
// some of them already.
class PassRunner {
 public:
  virtual ~PassRunner() = default;
  virtual void run(const Study& study, const PassDone& done) = 0;
};

class ThreadedPasses : public PassRunner {
 public:
  void run(const Study& study, const PassDone& done) override;
};

}  // namespace mbs

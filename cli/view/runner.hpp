// Runs the script of `mbs view` again whenever it changes or a page sets a param: the latest wish
// wins, a run that is overtaken is killed.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/view/board.hpp"
#include "cli/view/child.hpp"
#include "cli/view/watch.hpp"

namespace mbs {

class Runner {
 public:
  // `arguments`: of the processes that run the script, without what pages set.
  Runner(Board& board, std::filesystem::path script, std::vector<std::string> arguments);
  // Until `interrupted`.
  void run(const std::function<bool()>& interrupted);
  // Until a page has all that there is of one run, which is true, or `interrupted`.
  bool run_once(const std::function<bool()>& interrupted);

 private:
  using Clock = std::chrono::steady_clock;
  void wait();
  void start();
  void read();
  void take(const std::string& line);
  void end();
  void fail(const std::string& why);
  void ask_to_stop();

  Board& board_;
  std::filesystem::path script_;
  std::vector<std::string> arguments_;
  Watch watch_;
  std::unique_ptr<Child> child_;  // none: no run is under way
  std::timespec begun_ = {};
  long number_ = 0;
  bool has_result_ = false;  // of this run
  bool asked_to_stop_ = false;
};

}  // namespace mbs

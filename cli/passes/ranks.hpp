// The other processes that mpirun started beside this one. Rank 0 reads the command line, gives out
// passes and shows results; the others run passes. All use the same command line.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/environment/environment.hpp"
#include "runtime/study/study.hpp"

namespace mbs {

class Ranks {
 public:
  // Whether an mpirun has started several of this program.
  static bool several();
  // Loads the part for MPI. Null with the reason in `problem` if that is not possible.
  static std::unique_ptr<Ranks> open(std::string& problem);
  // mpirun has asked this process to end: some rank is gone.
  static bool ended();
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  bool first() const;  // this is rank 0
  int size() const;

  // Rank 0: runs these passes, some of them here; `arrived` is called on this thread as they come,
  // in any order. Passes that a lost rank had, or that an interrupt left undone, do not arrive.
  struct Work {
    const Study& study;
    const std::vector<std::size_t>& passes;
    std::function<void(std::size_t pass, PassResult)> arrived;
    std::function<bool()> interrupted;
  };
  void share(const Work& work);
  // Rank 0: what went wrong in `share`, in words, if ranks were lost. Emptied.
  std::vector<std::string> take_losses();
  // Rank 0: the script is over, no more passes come.
  void finish_script();
  // Other ranks: runs what rank 0 asks for until the script is over. `study_of` knows the studies
  // of the script by their action; a pass of none comes to nothing.
  void serve(const std::function<std::optional<Study>(std::size_t action)>& study_of);
  // Ends MPI. After a loss this does not return.
  void close(int exit_code);

 private:
  struct Impl;
  explicit Ranks(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Runs a command on all ranks if mpirun has started several, else just here (`ranks` is null then).
// The environment it is given shows what rank 0 says only. The exit code is rank 0's.
int with_ranks(Environment& environment,
               const std::function<int(Environment& environment, Ranks* ranks)>& command);

}  // namespace mbs

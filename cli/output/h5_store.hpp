// `mbs run --h5`: runs and tables as one file of HDF5, written while they are made. docs/hdf5.md
// has what stands in it.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "cli/environment/environment.hpp"
#include "cli/environment/options.hpp"
#include "cli/environment/script.hpp"
#include "hdf5/mbs_hdf5.hpp"
#include "runtime/study/run_store.hpp"

namespace mbs {

class H5Store : public RunStore {
 public:
  // Opens a file beside the one that is asked for. Null, with an exit code, if that cannot be done,
  // which has been said.
  static std::shared_ptr<H5Store> open(const Script& script, const Options& options,
                                       Environment& environment, int& exit_code);
  ~H5Store() override;
  std::unique_ptr<RunKeeper> begin(const StoredRun& run, const ir::Recorded& signals) override;
  void add(const TableOutput& table);
  // Puts the file in its place. 0, or 4 if not all could be written: what was stays beside it, and
  // that is said.
  int finish();

 private:
  friend class H5Keeper;
  H5Store(Environment& environment, std::string asked, std::filesystem::path target);
  void write_table(const std::string& group, const TableOutput& table);
  bool make_room(std::size_t values);
  std::string beside() const { return target_.string() + ".part"; }

  Environment& environment_;
  std::string asked_;  // as the command line names it
  std::filesystem::path target_;
  std::unique_ptr<Hdf5File> file_;
  std::mutex mutex_;
  std::set<std::string> passes_, tables_;
  std::size_t samples_ = 0;
};

// Hands everything on, tables into a store, too.
class H5Sink : public RelaySink {
 public:
  H5Sink(Sink& next, H5Store& store) : RelaySink(&next), store_(store) {}
  std::string give(Output output) override;

 private:
  H5Store& store_;
};

}  // namespace mbs

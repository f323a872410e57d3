// `plot`: curves of runs and lists, histograms; plots with a name gain more with every pass.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runtime/study/execution.hpp"

namespace mbs {

class PlotActions {
 public:
  explicit PlotActions(Execution& now) : now_(now) {}

  void plot(const ir::Plot& action);
  void keep(std::vector<GainedPicture> pictures);  // of the passes of a sweep
  // Where the last statement of each name stands among the actions of the scenario.
  void find_last();
  void give_finished(std::size_t action);
  void give_gathered();
  std::vector<GainedPicture> take_gained() { return std::exchange(pictures_, {}); }

 private:
  void check_lengths(const ir::Plot& action, std::size_t curve, const PlotOutput& output);
  void give_picture(GainedPicture picture);
  void show_picture(GainedPicture picture);
  void give_histogram(const GainedPicture& lists);

  Execution& now_;
  std::vector<GainedPicture> pictures_;      // where it gathers; of plots with names
  std::map<std::string, std::size_t> last_;  // see find_last
};

}  // namespace mbs

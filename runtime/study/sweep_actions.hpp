// `sweep`: passes of a script over values of its params, and what they give put together.
#pragma once

#include <cstddef>
#include <map>
#include <optional>

#include "runtime/study/film_actions.hpp"
#include "runtime/study/plot_actions.hpp"
#include "runtime/study/study.hpp"
#include "runtime/study/table_actions.hpp"

namespace mbs {

class SweepActions {
 public:
  SweepActions(Execution& now, TableActions& tables, PlotActions& plots, FilmActions& films,
               PassExecutor execute)
      : now_(now), tables_(tables), plots_(plots), films_(films), execute_(execute) {}

  void sweep(const ir::Sweep& action);
  // See Executor.
  std::optional<Study> study_of(std::size_t action) const;

 private:
  // The place of a sweep among the scenario's own actions; their number if it is not there.
  std::size_t place_of(const ir::Sweep& sweep) const;
  std::size_t passes_before(std::size_t place) const;
  Study study_at(const ir::Sweep& sweep, std::size_t place) const;
  std::optional<ir::Sweep> made_now(const ir::Sweep& sweep);

  Execution& now_;
  TableActions& tables_;
  PlotActions& plots_;
  FilmActions& films_;
  PassExecutor execute_;
  std::map<std::size_t, std::size_t> late_counts_;  // passes of sweeps by their place
};

}  // namespace mbs

// `animate`: films of runs, and runs on the stage of a page.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "runtime/study/execution.hpp"

namespace mbs {

// W0211: the pass of this film was made where its motion has stayed.
Diagnostic unfilmed(const GainedFilm& film);

class FilmActions {
 public:
  explicit FilmActions(Execution& now) : now_(now) {}

  void animate(const ir::Animate& action);
  void keep(std::vector<GainedFilm> films);  // of the passes of a sweep
  std::vector<GainedFilm> take_gained() { return std::exchange(films_, {}); }

 private:
  std::optional<ir::Interval> part_to_show(const ir::Animate& action);
  bool can_film(const ir::Animate& action, FilmOutput& film);
  void give_film(GainedFilm film);

  Execution& now_;
  std::vector<GainedFilm> films_;  // where it gathers
};

}  // namespace mbs

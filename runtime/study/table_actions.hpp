// `table`: rows of results, of which tables with a name gain more with every pass and round.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "runtime/study/execution.hpp"

namespace mbs {

class TableActions {
 public:
  explicit TableActions(Execution& now) : now_(now) {}

  void table(const ir::Table& action);
  // What the passes of a sweep gained; statements behind it fill the tables in `more`, too.
  void keep(std::vector<GainedTable> gained, std::span<const std::int32_t> more);
  // What a loop fills is given behind its last round, but for the tables that gain `more`.
  void begin_loop() { ++loops_; }
  void end_loop(std::span<const std::int32_t> more);
  void give_all();
  std::vector<GainedTable> take_gained() { return std::exchange(gained_, {}); }

 private:
  bool without_value(const ir::Shown& shown) const;
  TableOutput tabulate(const ir::Table& action, Results& results);
  // `more`: others are to come that fill it.
  void give_or_keep(GainedTable table, bool more);
  void give_kept(const std::function<bool(std::int32_t)>& whole);
  void give_table(GainedTable table);

  Execution& now_;
  int loops_ = 0;                    // that are under way
  std::vector<GainedTable> kept_;    // of loops that have rounds to come
  std::set<std::int32_t> of_loop_;   // those that the loops under way have filled
  std::vector<GainedTable> gained_;  // where it gathers
};

}  // namespace mbs

// What a pass of `mbs sweep` gives: kept until it is its turn, tables of one row gathered.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lang/compile.hpp"
#include "lang/scenario/compile_options.hpp"
#include "runtime/results/output.hpp"

namespace mbs {

// Gives a pass's output to another sink; `announce` is called before the first of it.
class PassOutput : public RelaySink {
 public:
  // `number` from 1 goes into the names of files, so that passes do not overwrite each other's.
  // `whole`: expectations that hold are given on, too.
  PassOutput(Sink& target, std::function<void()> announce, std::size_t number, bool whole);
  // Tables of one row are kept for the end; all else is given on.
  std::string give(Output output) override;
  const std::vector<TableOutput>& rows() const { return rows_; }
  bool announced() const { return announced_; }

 private:
  bool keeps(Output& output);
  std::string numbered(const std::string& name) const;

  std::function<void()> announce_;
  std::size_t number_;
  bool whole_;
  bool announced_ = false;
  std::vector<TableOutput> rows_;
};

// "c = 0.1 mm, model = hertz"
std::string heading_of(const std::vector<Override>& bindings);

// One table for each that the passes have one row of, with the params in front. `passes[i]` belongs
// to `bindings[i]`; a pass without the table gets a row without values.
std::vector<TableOutput> gathered(const std::vector<std::vector<Override>>& bindings,
                                  const std::vector<std::vector<TableOutput>>& passes);

}  // namespace mbs

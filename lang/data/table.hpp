// Rows of numbers that a script has from a file or holds itself: `data drop from "drop.csv"`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lang/expression/interpolant.hpp"
#include "lang/units/units.hpp"

namespace mbs {

struct DataColumn {
  std::string name;
  Unit unit;
  std::vector<double> values;  // SI
  // Over the first column; none of that itself, or of one row.
  std::shared_ptr<const Interpolant> curve;
};

struct DataTable {
  std::string name;
  std::vector<DataColumn> columns;  // all of one length; the first one ascends
  std::size_t rows() const { return columns.empty() ? 0 : columns.front().values.size(); }
};

}  // namespace mbs

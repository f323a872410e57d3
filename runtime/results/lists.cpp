#include "runtime/results/lists.hpp"

#include <cmath>
#include <limits>

namespace mbs {

namespace {

using ir::ImpactColumn;
constexpr double missing = std::numeric_limits<double>::quiet_NaN();

double cell_value(const std::vector<Cell>& row, std::size_t column) {
  if (column >= row.size()) return missing;
  const Cell& cell = row[column];
  const bool numeric = cell.kind == Cell::Kind::number || cell.kind == Cell::Kind::boolean;
  return numeric ? cell.value : missing;
}

Unit si(Dimension dimension) {
  return {si_unit(dimension), 1, dimension};
}

}  // namespace

std::vector<double> column_of(const TableRows& rows, std::int32_t column) {
  std::vector<double> values;
  for (const auto& row : rows) values.push_back(cell_value(row, static_cast<std::size_t>(column)));
  return values;
}

double impact_value(const Impact& impact, ImpactColumn column) {
  switch (column) {
    case ImpactColumn::t:
      return impact.t;
    case ImpactColumn::t_end:
      return impact.closed ? impact.t_end : missing;
    case ImpactColumn::duration:
      return impact.closed ? impact.t_end - impact.t : missing;
    case ImpactColumn::v_in:
      return impact.v_in;
    case ImpactColumn::v_out:
      return impact.closed ? impact.v_out : missing;
    case ImpactColumn::restitution:
      return impact.closed ? impact.restitution() : missing;
    case ImpactColumn::F_max:
      return impact.rigid ? missing : impact.F_max;
    case ImpactColumn::depth:
      return impact.depth;
    case ImpactColumn::impulse:
      return impact.impulse;
    case ImpactColumn::energy_lost:
      return impact.energy_lost;
    case ImpactColumn::impulse_T:
      return impact.rigid ? impact.impulse_T : missing;
    case ImpactColumn::vt_in:
      return impact.rigid ? impact.vt_in : missing;
    case ImpactColumn::vt_out:
      return impact.rigid ? impact.vt_out : missing;
    case ImpactColumn::together:
      return impact.rigid ? impact.together : missing;
    case ImpactColumn::blows:
      return impact.rigid ? impact.blows : missing;
  }
  return missing;
}

namespace {

enum class Of { all, compliant, rigid };
struct Column {
  ImpactColumn column;
  Heading heading;
  Of of = Of::all;
};

std::vector<Column> columns_of(bool rigid) {
  static const std::vector<Column> all = {
      {ImpactColumn::t, {"t", si(dim::time)}},
      {ImpactColumn::t_end, {"t_end", si(dim::time)}},
      {ImpactColumn::v_in, {"v_in", si(dim::speed)}},
      {ImpactColumn::v_out, {"v_out", si(dim::speed)}},
      {ImpactColumn::restitution, {"restitution", {}}},
      {ImpactColumn::F_max, {"F_max", si(dim::force)}, Of::compliant},
      {ImpactColumn::depth, {"delta_max", si(dim::length)}, Of::compliant},
      {ImpactColumn::impulse, {"impulse", {"N*s", 1, dim::impulse}}},
      {ImpactColumn::impulse_T, {"impulse_T", {"N*s", 1, dim::impulse}}, Of::rigid},
      {ImpactColumn::vt_in, {"vt_in", si(dim::speed)}, Of::rigid},
      {ImpactColumn::vt_out, {"vt_out", si(dim::speed)}, Of::rigid},
      {ImpactColumn::energy_lost, {"energy_lost", {"J", 1, dim::torque}}},
      {ImpactColumn::together, {"together", {}}, Of::rigid},
      {ImpactColumn::blows, {"blows", {}}, Of::rigid}};
  std::vector<Column> columns = all;
  std::erase_if(columns,
                [&](const Column& c) { return c.of == (rigid ? Of::compliant : Of::rigid); });
  return columns;
}

}  // namespace

TableOutput impact_table(const std::string& contact, bool rigid,
                         const std::vector<Impact>& impacts) {
  const std::vector<Column> columns = columns_of(rigid);
  TableOutput table{contact + ".impacts", false, {{"#", {}}}, {}};
  for (const Column& c : columns) table.columns.push_back(c.heading);
  for (std::size_t i = 0; i < impacts.size(); ++i) {
    std::vector<Cell> row = {Cell::number(static_cast<double>(i + 1))};
    for (const Column& c : columns) row.push_back(Cell::number(impact_value(impacts[i], c.column)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace mbs

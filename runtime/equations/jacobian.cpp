// The Jacobian in absolute coordinates.
#include "runtime/equations/jacobian.hpp"

#include <algorithm>
#include <utility>

#include "runtime/elements/drives.hpp"
#include "runtime/equations/jacobian_emission.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/sparse_pattern.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

namespace {

struct Recorder {
  std::vector<std::pair<int, int>> writes;  // column, row
  void operator()(int row, int column, double) { writes.emplace_back(column, row); }
};

struct Writer {
  double* values;
  const std::int64_t* place;
  void operator()(int, int, double value) { values[*place++] += value; }
};

}  // namespace

void compress(const std::vector<std::pair<int, int>>& writes, int size, JacobianMap& map) {
  auto sorted = writes;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  map.pattern.column_starts.assign(size + 1, 0);
  map.pattern.rows.clear();
  for (const auto& [column, row] : sorted) {
    ++map.pattern.column_starts[column + 1];
    map.pattern.rows.push_back(row);
  }
  for (int c = 0; c < size; ++c) map.pattern.column_starts[c + 1] += map.pattern.column_starts[c];
  map.positions.clear();
  for (const auto& write : writes)
    map.positions.push_back(std::lower_bound(sorted.begin(), sorted.end(), write) - sorted.begin());
}

void build_jacobian_pattern(Model& m) {
  Workspace w(m);
  const std::vector<double> zero(m.layout.size, 0.0);
  place(m, zero.data(), w.impl().at);
  const Mode mode;
  const Instant start{0, zero.data(), zero.data(), &mode};
  const emission::JacobianPoint p{m, start, 1, w, true, true};
  Recorder recorder;
  emission::emit_bodies(p, recorder);
  emission::emit_rates(p, recorder);
  emission::emit_connections(p, recorder);
  m.jacobian.contacts.clear();
  emission::record_contacts(p, recorder, m.jacobian.contacts);
  compress(recorder.writes, m.layout.size, m.jacobian);
}

const SparsePattern& jacobian_pattern(const Model& m) {
  return m.jacobian.pattern;
}

bool jacobian(const Model& m, const Instant& now, double cj, double* values, Workspace& w) {
  std::fill_n(values, m.jacobian.pattern.rows.size(), 0.0);
  place(m, now.y, w.impl().at);
  if (!evaluate_drives(m, now.t, now.mode, DriveOrder::rate, w)) return false;
  fill_constraint_jacobian(m, w.impl().at, w.impl().g.data());
  const emission::JacobianPoint p{m, now, cj, w, false, true};
  Writer writer{values, m.jacobian.positions.data()};
  emission::emit_bodies(p, writer);
  emission::emit_rates(p, writer);
  if (!emission::emit_connections(p, writer)) return false;
  for (int i = 0; i < m.layout.contacts; ++i) {
    const auto at = [&](std::size_t ContactWrites::*part) {
      writer.place = m.jacobian.positions.data() + m.jacobian.contacts[i].*part;
    };
    if (!emission::emit_contact(p, i, writer, at)) return false;
  }
  return true;
}

}  // namespace mbs

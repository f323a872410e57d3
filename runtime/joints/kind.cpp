#include "runtime/joints/kind.hpp"

#include <cmath>

namespace mbs {

ConstraintRow& RowMaker::add(const PairFunction& function) {
  ConstraintRow row;
  row.joint = joint_;
  row.component = component_++;
  row.terms[0] = {1, structured(function, model_.points)};
  rows_.push_back(row);
  return rows_.back();
}

PairFunction between(FunctionKind kind, const Model& m, ir::FrameId first, ir::FrameId second) {
  PairFunction f;
  f.kind = kind;
  f.a = m.scenario->frames[first.index].body.index;
  f.b = m.scenario->frames[second.index].body.index;
  f.pa = m.frame_point[first.index];
  f.pb = m.frame_point[second.index];
  return f;
}

void add_pin(const Model& m, ir::FrameId first, ir::FrameId second, RowMaker& rows) {
  rows.add(between(FunctionKind::world_x, m, first, second));
  rows.add(between(FunctionKind::world_y, m, first, second));
}

PairFunction along_axis(const Model& m, ir::FrameId first, ir::FrameId second, double turn) {
  PairFunction f = between(FunctionKind::along, m, first, second);
  const double angle = m.scenario->frames[first.index].angle + turn;
  f.ux = turn == 0 && angle == 0 ? 1 : std::cos(angle);
  f.uy = std::sin(angle);
  return f;
}

PairFunction relative_angle(const Model& m, ir::FrameId first, ir::FrameId second) {
  PairFunction f = between(FunctionKind::angle, m, first, second);
  f.offset = m.scenario->frames[second.index].angle - m.scenario->frames[first.index].angle;
  return f;
}

}  // namespace mbs

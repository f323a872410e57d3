// Prescribed motion: rows of drives, and their values f(t), f'(t), f''(t).
#include "runtime/elements/drives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <utility>

#include "lang/expression/outside.hpp"
#include "lang/expression/watched_kinks.hpp"
#include "runtime/elements/forces.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/joints/kind.hpp"
#include "runtime/model/failure.hpp"
#include "runtime/model/spatial_function.hpp"

namespace mbs {

namespace {

// A function of one body's point or angle against ground.
PairFunction of_point(const Model& m, FunctionKind kind, int point) {
  PairFunction f;
  f.kind = kind;
  f.b = m.points[point].body;
  f.pb = point;
  f.pa = m.origin_point[0];
  return structured(f, m.points);
}

// The place of a point in the world: x and y, in space z.
std::vector<PairFunction> places_of(const Model& m, int point) {
  if (!m.layout.spatial())
    return {of_point(m, FunctionKind::world_x, point), of_point(m, FunctionKind::world_y, point)};
  std::vector<PairFunction> all;
  for (const int k : {0, 1, 2}) {
    PairFunction f;
    f.kind = FunctionKind::space_world;
    f.b = m.points[point].body;
    f.pb = point;
    f.pa = m.origin_point[0];
    f.axes = std::make_shared<SpatialAxes>(SpatialAxes{.axis = Vector3::Unit(k)});
    all.push_back(structured(f, m.points));
  }
  return all;
}

PairFunction of_angle(const Model& m, int body) {
  return of_point(m, FunctionKind::angle, m.origin_point[body]);
}

struct DriveRows {
  const Model& model;
  int drive;
  std::vector<ConstraintRow>& rows;

  ConstraintRow& add(const PairFunction& f, int component) {
    ConstraintRow row;
    row.drive = drive;
    row.component = component;
    row.terms[0] = {1, f};
    if (f.turning()) row.period = 2 * std::numbers::pi;
    rows.push_back(row);
    return rows.back();
  }
};

void add_joint_drive(const Model& m, const ir::Drive& drive, DriveRows& make) {
  const PairFunction* f = coordinate_of(m, drive.joint.index, drive.coordinate);
  if (!f) return;
  ConstraintRow& row = make.add(*f, 0);
  if (drive.kind == ir::DriveKind::coordinate) return;
  row.position = drive.constant_speed;
  row.assembled = drive.constant_speed;
}

// f of each component in the order of the rows; the angle of a pose is left out if it is kept.
// Every kink and jump is a watched choice, so that f, f' and f'' are of one branch.
struct DriveNodes {
  std::vector<NodeId> value, rate, acceleration;
};

void add_component(Graph& graph, NodeId value, DriveNodes& n) {
  const NodeId t = graph.slot({SlotKind::time});
  n.value.push_back(with_watched_kinks(graph, value, Kinks::all));
  n.rate.push_back(graph.derivative(n.value.back(), t));
  n.acceleration.push_back(graph.derivative(n.rate.back(), t));
}

DriveNodes nodes_of(const ir::Drive& drive, bool spatial, Graph& graph) {
  DriveNodes n;
  const NodeId t = graph.slot({SlotKind::time});
  if (drive.kind == ir::DriveKind::speed && drive.constant_speed) {
    add_component(graph, graph.mul(drive.value[0], t), n);
    return n;
  }
  if (drive.kind == ir::DriveKind::speed) {
    n.value.push_back(graph.constant(0));
    n.rate.push_back(with_watched_kinks(graph, drive.value[0], Kinks::all));
    n.acceleration.push_back(graph.derivative(n.rate[0], t));
    return n;
  }
  int count = 1;
  if (drive.kind == ir::DriveKind::position) count = spatial ? 3 : 2;
  if (drive.kind == ir::DriveKind::pose) count = 3;
  if (drive.kind == ir::DriveKind::rotation) count = 4;
  const bool keeps_rotation = spatial && drive.kind == ir::DriveKind::pose;
  for (int i = 0; i < count; ++i)
    add_component(graph, drive.value[i].valid() ? drive.value[i] : graph.constant(0), n);
  if (keeps_rotation) add_component(graph, graph.constant(0), n);
  return n;
}

void append(std::vector<NodeId>& to, const std::vector<NodeId>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// Conditions are as the mode has them; without one as they are at t, at the start as just after it.
double flag_of(const DriveProgram& program, std::size_t i, double t, const Mode* mode) {
  const std::size_t k = program.flags + i;
  if (mode && k < mode->flags.size() && !std::isnan(mode->flags[k])) return mode->flags[k];
  return t == 0 ? program.first_flags[i] : std::numeric_limits<double>::quiet_NaN();
}

bool evaluate(const DriveProgram& program, const Tape& tape, TapeState& state, double t,
              const Mode* mode, std::vector<double>& out) {
  for (std::size_t i = 0; i < state.flags.size(); ++i)
    state.flags[i] = flag_of(program, i, t, mode);
  const double inputs[1] = {t};  // time is the only slot a drive can have
  const std::span values(out.data(), static_cast<std::size_t>(tape.output_count()));
  if (!tape.evaluate({inputs, tape.inputs().size()}, values, state)) return false;
  return std::ranges::all_of(values, [](double x) { return std::isfinite(x); });
}

// The first of what a drive prescribes and its rates that has no finite value at t.
Failure failure_of(const Model& m, const ir::Drive& drive, double t) {
  Failure f = not_finite("drive", drive.name, drive.origin, t);
  const Graph& graph = m.scenario->graph;
  const bool speed = drive.kind == ir::DriveKind::speed;
  const auto look_at = [&](const std::array<NodeId, 4>& nodes, const char* what) {
    for (const NodeId node : nodes) {
      if (!node.valid() || f.notes.size() > 1) continue;
      const std::vector<double> time(graph.slots_used(node).size(), t);
      const double x = evaluate_once(graph, node, time);
      if (std::isnan(x)) f.notes.push_back(fmt::format("{} is not a number", what));
      if (std::isinf(x)) f.notes.push_back(fmt::format("{} is {}", what, x));
    }
  };
  look_at(drive.value, speed ? "the prescribed speed" : "what it prescribes");
  look_at(drive.rate, speed ? "its rate" : "its first rate");
  look_at(drive.acceleration, "its second rate");
  for (const NodeId node : drive.value)
    blame_data(f, outside_of_data(graph, node, [t](const Slot&) { return t; }));
  return f;
}

// A bend is the angle between two axes, and has no direction where these are alike or opposite:
// whether a drive asks of one, rad, what it cannot be led to.
bool bends_beyond(const Model& m, const ir::Drive& drive, double wanted) {
  constexpr double least = 1e-6;  // rad
  if (drive.kind != ir::DriveKind::coordinate) return false;
  const PairFunction* f = coordinate_of(m, drive.joint.index, drive.coordinate);
  if (!f || !spatial::is_bend(*f)) return false;
  return wanted < least || wanted > std::numbers::pi - least;
}

Failure beyond_bends(const Model& m, const ir::Drive& drive, double wanted, double t) {
  const std::string& joint = m.scenario->joints[drive.joint.index].name;
  Failure f;
  f.origin = drive.origin;
  f.message = fmt::format("`{}` would bend `{}` by {:.4g} deg at t = {:.6g} ms", drive.name, joint,
                          wanted * 180 / std::numbers::pi, t * 1e3);
  f.notes.push_back(
      "a bend is the angle between two axes, which has no direction at 0 and 180 deg");
  f.hint =
      "keep what it asks for between them, by 1e-6 rad at least; the pins of a `universal` joint "
      "bend both ways";
  return f;
}

// Whether a drive of its own prescribes the body's angle, or its rotation.
bool is_turned(const Model& m, ir::BodyId body) {
  return std::ranges::any_of(m.scenario->drives, [&](const ir::Drive& d) {
    const bool turns = d.kind == ir::DriveKind::angle || d.kind == ir::DriveKind::rotation;
    return turns && d.body.index == body.index;
  });
}

constexpr int kept_component = 3;  // of a pose in space, after its place: 0

// In space: the axes of the body stay where the assembled mechanism has them, or where they are
// when the drive is engaged. Three of these rows are chosen there, see
// runtime/setup/acting_rows.hpp.
void keep_rotation(const Model& m, int body, DriveRows& make) {
  for (const int shift : {1, 2, 0})
    for (const int a : {0, 1, 2}) {
      PairFunction f;
      f.kind = FunctionKind::space_dot;
      f.b = body;
      f.pb = m.origin_point[body];
      f.pa = m.origin_point[0];
      f.axes = std::make_shared<SpatialAxes>(
          SpatialAxes{.on_a = Vector3::Unit(a), .on_b = Vector3::Unit((a + shift) % 3)});
      make.add(structured(f, m.points), kept_component).assembled = true;
    }
}

}  // namespace

void add_drive_rows(const Model& m, int index, std::vector<ConstraintRow>& rows) {
  const ir::Drive& drive = m.scenario->drives[index];
  const std::size_t before = rows.size();
  DriveRows make{m, index, rows};
  switch (drive.kind) {
    case ir::DriveKind::coordinate:
    case ir::DriveKind::speed:
      add_joint_drive(m, drive, make);
      break;
    case ir::DriveKind::position: {
      int component = 0;
      for (const PairFunction& f : places_of(m, m.frame_point[drive.frame.index]))
        make.add(f, component++);
      break;
    }
    case ir::DriveKind::pose: {
      int component = 0;
      for (const PairFunction& f : places_of(m, m.origin_point[drive.body.index]))
        make.add(f, component++);
      if (is_turned(m, drive.body)) break;
      if (m.layout.spatial())
        keep_rotation(m, drive.body.index, make);
      else
        make.add(of_angle(m, drive.body.index), 2).assembled = !drive.value[2].valid();
      break;
    }
    case ir::DriveKind::angle:
      make.add(of_angle(m, drive.body.index), 0);
      break;
    case ir::DriveKind::rotation: {
      int component = 0;
      for (const PairFunction& f : rows_of_driven_rotation(m, index)) make.add(f, component++);
      break;
    }
  }
  for (std::size_t k = before; k < rows.size(); ++k) {
    rows[k].switched = drive.activity.varies;
    rows[k].takes = rows[k].assembled;
  }
}

void compile_drives(Model& m) {
  Graph graph = m.scenario->graph;
  KnownParts known;
  for (const ir::Drive& drive : m.scenario->drives) {
    const DriveNodes nodes = nodes_of(drive, m.layout.spatial(), graph);
    std::vector<NodeId> outputs = nodes.value;
    append(outputs, nodes.rate);
    DriveProgram program;
    program.components = static_cast<int>(nodes.value.size());
    program.first = Tape::compile(graph, outputs);
    append(outputs, nodes.acceleration);
    program.second = Tape::compile(graph, outputs);
    program.clocks = clocks_of(graph, program.first);
    for (auto& clock : program.clocks) program.first_flags.push_back(clock->holds_after(0) ? 1 : 0);
    for (const NodeId node : nodes.value) add_swings(graph, node, m.swings, known);
    for (const NodeId node : nodes.acceleration) add_swings(graph, node, m.swings, known);
    program.flags = m.signal_watches;
    m.signal_watches += program.first.watch_count();
    m.drives.push_back(std::move(program));
  }
}

bool evaluate_drives(const Model& m, double t, const Mode* mode, DriveOrder order, Workspace& w) {
  const bool second = order == DriveOrder::acceleration;
  for (std::size_t i = 0; i < m.drives.size(); ++i) {
    const DriveProgram& program = m.drives[i];
    DriveTapes& tapes = w.impl().drives[i];
    const Tape& tape = second ? program.second : program.first;
    TapeState& state = second ? tapes.second : tapes.first;
    if (!evaluate(program, tape, state, t, mode, tapes.outputs)) {
      keep(w, failure_of(m, m.scenario->drives[i], t));
      return false;
    }
    if (bends_beyond(m, m.scenario->drives[i], tapes.outputs[0])) {
      keep(w, beyond_bends(m, m.scenario->drives[i], tapes.outputs[0], t));
      return false;
    }
    if (m.scenario->drives[i].kind == ir::DriveKind::rotation)
      lead_rotation(m, static_cast<int>(i), second, w.impl());
  }
  return true;
}

}  // namespace mbs
